"""Which rows become one event: what the list labels, and nothing that only looks alike (closings.md, sections 5 and 7)."""

import random

from closings.importing.piles import sort_list, sort_sheet
from closings.importing.problems import Decision
from closings.importing.reading import read_sheet
from closings.importing.report import figures
from tests.closings.importing.lists import codes_of, pile_of, real, row, sorted_rows, written

KEYED = ("PK", "FK", "Company", "City", "AffectedWorkers", "NoticeRcvd", "NoticeType", "LayoffBeginDate")


def test_conagra_is_one_event_of_three_revisions_that_counts_153():
    found = sort_list(
        written(
            row("Conagra Brands, Inc.", "Milwaukee", "190", "1/25/2021", "CL", "04/02/2021"),
            row("Conagra Brands Inc. - Revision 1", "Milwaukee", "181", "3/23/2021", "LS, AW", "08/27/2021"),
            row("Conagra Brands, Inc. - Revision 2", "Milwaukee", "153", "11/15/2021", "LS, AW", "01/21/2022"),
        )
    )
    assert [[r.line.number for r in chain.rows] for chain in found.chains] == [[1, 2, 3]]
    assert figures(found)["workers_last_revision"] == 153
    assert figures(found)["workers_by_year_of_original"] == {"2021": 153}
    assert [r.pile.key for r in found.rows] == ["ready", "ready", "ready"]


def test_a_rescission_counts_zero_and_may_leave_its_day_blank():
    found = sort_list(
        written(
            row("Stresau Laboratory, Inc", "Spooner", "70", "1/13/2021", "CL", "02/24/2021"),
            row("Stresau Laboratory, Inc. - Revision 1", "Spooner", "0", "1/25/2021", "RN", ""),
        )
    )
    assert len(found.chains) == 1
    assert figures(found)["workers_last_revision"] == 0
    assert found.rows[1].pile.key == "ready"


def test_only_a_rescission_may_leave_the_day_blank():
    assert codes_of(row(layoff="")) == {"layoff-blank"}
    assert pile_of(row(layoff="")) == "held"


def test_a_rescission_that_repeats_the_workers_counts_zero_and_is_held():
    found = sort_list(written(row(), row("Acme Invented Widgets - Revision 1", kind="RN", received="3/9/2020")))
    assert figures(found)["workers_last_revision"] == 0
    assert {p.code for p in found.rows[1].problems} == {"rescission-counts"}


def test_a_row_that_a_person_joins_comes_after_the_revisions_that_were_received_before_it():
    """Calibre of Wisconsin: the plain row of June 2021 stands above its original and above Revision 1 of December 2020."""
    sheet = read_sheet(
        written(
            row("Calibre, Inc.", "Grafton, Saukville", "190", "6/1/2021", "CL", "12/31/2020"),
            row("Calibre, Inc.", "Grafton, Saukville", "204", "10/28/2020", "CL", "12/31/2020"),
            row("Calibre, Inc. - Revision 1", "Grafton, Saukville", "200", "12/30/2020", "LS", "12/31/2020"),
        )
    )
    found = sort_sheet(sheet, decisions={1: Decision(accepted=True, joins=2)})
    assert [[r.line.number for r in chain.rows] for chain in found.chains] == [[2, 3, 1]]
    assert figures(found)["workers_last_revision"] == 190


def test_a_rescission_without_its_notice_is_a_question_however_complete_it_is():
    for name in ("Acme Invented -Revised", "Acme Invented - Revision 1", "Acme Invented"):
        found = sort_list(written(row(name, workers="80", kind="RN")))
        (asked,) = found.rows[0].problems
        assert found.rows[0].pile.key == "held"
        assert asked.wrong in {
            "It is a rescission, but no row of this file is its original.",
            "A rescission, but of which notice the list does not say.",
        }
        assert asked.accepts == "The number of the row that it rescinds, or: a notice that is rescinded and counts 0."


def test_a_lone_rescission_counts_as_the_list_states_it_until_a_person_accepts_it():
    sheet = read_sheet(written(row("Manitowoc Invented", workers="80", kind="RN")))
    assert figures(sort_sheet(sheet))["workers_last_revision"] == 80
    found = sort_sheet(sheet, decisions={1: Decision(accepted=True)})
    assert figures(found)["workers_last_revision"] == 0
    assert found.rows[0].pile.key == "warned"


AFTER = (
    row(),
    row("Acme Invented Widgets - Revision 1", workers="0", kind="RN", received="4/1/2020", layoff=""),
    row("Acme Invented Widgets - Revision 2", workers="40", kind="AW", received="4/20/2020"),
    row("Acme Invented Widgets - Revision 3", workers="30", kind="AW", received="4/21/2020"),
)


def test_an_update_of_a_rescinded_notice_asks_whether_the_event_takes_place_after_all():
    found = sort_list(written(*AFTER))
    assert [r.pile.key for r in found.rows] == ["ready", "ready", "held", "ready"]
    (asked,) = found.rows[2].problems
    assert asked.code == "after-rescission"
    assert asked.wrong == "Row 2 rescinded the notice. Does it take place after all?"
    assert figures(found)["workers_last_revision"] == 30


def test_the_next_update_is_asked_about_when_the_first_after_the_rescission_is_refused():
    found = sort_sheet(read_sheet(written(*AFTER)), decisions={3: Decision(accepted=False, reason="of another site")})
    assert [r.pile.key for r in found.rows] == ["ready", "ready", "refused", "held"]
    assert "after-rescission" in {p.code for p in found.rows[3].problems}


def test_no_update_is_asked_about_when_the_rescission_is_refused():
    found = sort_sheet(read_sheet(written(*AFTER)), decisions={2: Decision(accepted=False, reason="of another site")})
    assert [r.pile.key for r in found.rows] == ["ready", "refused", "ready", "ready"]


def test_what_says_nothing_after_a_rescission_leaves_it_standing():
    found = sort_list(
        written(
            row(),
            row("Acme Invented Widgets - Revision 1", workers="0", kind="RN", received="4/1/2020", layoff=""),
            row("Acme Invented Widgets - Revision 2", "N/A", "N/A", "N/A", "N/A", "N/A", "N/A", "N/A", "N/A"),
        )
    )
    assert figures(found)["workers_last_revision"] == 0
    assert {p.code for p in found.rows[2].problems} == {"says-nothing", "received-not-stated"}


def test_a_repeated_line_of_a_rescission_does_not_rescind_what_was_revived():
    again = row("Acme Invented Widgets -Revised", workers="0", kind="RN", received="4/1/2020", layoff="")
    revived = row("Acme Invented Widgets -Revised (4/20/2020)", workers="40", kind="AW", received="4/20/2020")
    found = sort_list(written(row(), again, revived, again))
    assert [r.chain for r in found.rows] == [1, 1, 1, 1]
    assert [r.copy_of for r in found.rows] == [None, None, None, 2]
    assert figures(found)["workers_last_revision"] == 40


def test_a_revision_that_states_no_number_leaves_the_number_standing():
    for said in ("", "Unknown", "N/A"):
        found = sort_list(
            written(row(), row("Acme Invented Widgets - Revision 1", workers=said, kind="LS", layoff="6/1/2020"))
        )
        assert figures(found)["workers_last_revision"] == 60


def test_a_row_with_nothing_but_a_marked_name_goes_to_its_event_and_waits_for_a_person():
    rows = sorted_rows(
        row("Regal Invented, Inc.", received="09/08/2020", layoff="11/30/2020"),
        row("Regal Invented, Inc.-Revised (7/27/21)", workers="N/A", received="N/A", kind="N/A", layoff="N/A"),
        row("Regal Invented, Inc.-Revised (9/13/21)", workers="N/A", received="N/A", kind="N/A", layoff="N/A"),
    )
    assert [r.chain for r in rows] == [1, 1, 1]
    assert [{p.code for p in r.problems} for r in rows[1:]] == [{"says-nothing"}, {"says-nothing"}]


def test_several_sites_on_one_day_are_three_events():
    rows = [
        row("Progressive Invented Parking", "Milwaukee", n, "10/20/2020", "WR", "10/20/2020") for n in ("62", "2", "3")
    ]
    found = sort_list(written(*rows))
    assert len(found.chains) == 3
    assert figures(found)["workers_last_revision"] == 67
    assert [r.pile.key for r in found.rows] == ["ready", "ready", "ready"]


def test_an_unlabeled_repeat_is_a_question_and_never_merged():
    found = sort_list(
        written(
            row("Calibre, Inc.", "Grafton, Saukville", "204", "6/1/2021", "CL", "12/31/2020"),
            row("Calibre, Inc.", "Grafton, Saukville", "204", "10/28/2020", "CL", "12/31/2020"),
            row("Calibre, Inc. - Revision 1", "Grafton, Saukville", "204", "12/30/2020", "LS", "12/31/2020"),
        )
    )
    assert [[r.line.number for r in chain.rows] for chain in found.chains] == [[1], [2, 3]]
    (asked,) = found.rows[0].problems
    assert asked.wrong.startswith("The same employer, place and first day as row 2, received 2020-10-28,")
    assert found.rows[0].pile.key == "held"
    assert [r.pile.key for r in found.rows[1:]] == ["ready", "warned"]


def test_the_same_employer_a_year_later_is_another_event_without_a_question():
    assert pile_of(row(), row(received="3/2/2021", layoff="5/1/2021")) == "ready"


def test_a_name_that_drifts_is_joined_by_its_position_and_says_so():
    rows = sorted_rows(
        row("Marriott Milwaukee Downtown", "Milwaukee", "56", "7/2/2020", "WR", "04/03/2020"),
        row("Marriot Milwaukee Downtown - Revision 1", "Milwaukee", "25", "8/28/2020", "AW, LS", "08/31/2020"),
    )
    assert rows[1].chain == 1
    assert [p.code for p in rows[1].problems] == ["joined-by-position"]
    assert rows[1].pile.key == "warned"


def test_likeness_joins_nothing_that_does_not_stand_directly_below():
    rows = sorted_rows(
        row("Marriott Milwaukee Downtown", "Milwaukee", "56", "7/2/2020", "WR", "04/03/2020"),
        row("Saint Invented - The Arts Hotel", "Milwaukee", "42", "6/25/2020", "WR", "07/31/2020"),
        row("Marriot Milwaukee Downtown - Revision 1", "Milwaukee", "25", "8/28/2020", "AW, LS", "08/31/2020"),
    )
    assert [r.chain for r in rows] == [1, 2, 3]
    assert [p.code for p in rows[2].problems] == ["no-original"]
    assert rows[2].pile.key == "held"


def test_a_revision_below_a_stranger_is_not_joined_to_it():
    rows = sorted_rows(row("Invented Dairy"), row("Acme Widgets - Revision 1", workers="5", kind="AW"))
    assert [r.chain for r in rows] == [1, 2]
    assert rows[1].pile.key == "held"


def test_a_revision_whose_number_does_not_continue_the_row_above_is_not_joined_by_position():
    rows = sorted_rows(row("Saint Kate - The Arts Hotel"), row("Saint Kate - Revision 2", workers="111", kind="AW"))
    assert [r.chain for r in rows] == [1, 2]


def test_a_missing_revision_in_between_is_remarked_and_the_second_of_one_number_is_a_question():
    first = row()
    third = row("Acme Invented Widgets - Revision 3", workers="40", kind="AW", received="4/1/2020")
    again = row("Acme Invented Widgets - Revision 3", workers="30", kind="AW", received="4/9/2020")
    assert codes_of(first, third) == {"number-gap"}
    assert pile_of(first, third) == "warned"
    assert codes_of(first, third, again) == {"number-twice"}
    assert pile_of(first, third, again) == "held"


def test_two_originals_at_one_place_leave_a_revision_to_the_one_it_stands_under_or_to_a_person():
    older, newer = row(received="3/2/2016", layoff="5/1/2016"), row()
    revision = row("Acme Invented Widgets - Revision 1", workers="50", kind="AW", received="4/1/2020")
    assert [r.chain for r in sorted_rows(newer, revision, older)] == [1, 1, 3]
    assert [r.chain for r in sorted_rows(older, newer, row("Stranger"), revision)] == [1, 2, 3, 4]
    assert codes_of(older, newer, row("Stranger"), revision) == {"no-original"}


def test_a_revision_received_before_its_original_is_held():
    rows = (
        row("Southwest Invented", "Milwaukee", "18", "11/18/2020", "WR", "01/25/2021"),
        row("Southwest Invented - Revision 1", "Milwaukee", "0", "1/8/2020", "RN", ""),
    )
    assert codes_of(*rows) == {"before-original"}
    assert pile_of(*rows) == "held"


def test_an_update_code_without_a_label_names_no_original_and_is_held():
    rows = (
        row("Eaton Invented", layoff="4/1/2020"),
        row("Eaton Invented", kind="AW", received="6/2/2020", layoff="7/1/2020"),
    )
    assert codes_of(*rows) == {"update-of-what"}
    assert len({r.chain for r in sorted_rows(*rows)}) == 2


def test_keys_of_a_parent_come_before_names():
    found = sort_list(
        written(
            ("7", "", "Acme Invented", "Madison", "60", "20200302", "CL", "5/1/2020"),
            ("8", "7", "Renamed Holdings", "Beloit", "40", "20200402", "AW", "5/1/20"),
            ("9", "70", "Acme Invented", "Madison", "40", "20200402", "AW", "5/1/20"),
            heads=KEYED,
        )
    )
    assert [r.chain for r in found.rows] == [1, 1, 3]
    assert {p.code for p in found.rows[2].problems} == {"parent"}
    assert found.rows[2].pile.key == "held"


def test_a_blank_date_is_no_key():
    rows = sorted_rows(row(received="", layoff="1/1/2020"), row(received="", layoff="8/1/2020"))
    assert [r.chain for r in rows] == [1, 2]
    assert [{p.code for p in r.problems} for r in rows] == [{"received-not-stated"}] * 2


def test_an_update_without_a_number_goes_to_the_only_notice_it_can_mean():
    heads = ("dedupe_key", "employer_name", "location", "notice_date", "effective_date", "employees_affected", "layoff_type",
             "is_amendment")  # fmt: skip
    original = ("a1", "Acme Invented", "Madison", "2009-02-01", "2009-04-01", "60", "closure", "0")
    update = ("a2", "Acme Invented", "Madison", "2009-03-01", "2009-04-15", "55", "closure", "1")
    late = ("a3", "Acme Invented", "Madison", "2015-03-01", "2015-04-15", "55", "closure", "1")
    rows = sort_list(written(original, update, late, heads=heads)).rows
    assert [r.chain for r in rows] == [1, 1, 3]
    assert [r.pile.key for r in rows] == ["ready", "ready", "held"]


def test_the_order_of_the_file_does_not_change_which_rows_with_the_same_name_and_place_are_one_event():
    rows = [row(f"Invented {n} Works", workers=str(n)) for n in range(20, 40)]
    rows += [
        row(f"Invented {n} Works - Revision 1", workers="7", kind="AW", received="3/9/2020") for n in range(20, 30)
    ]
    random.Random(7).shuffle(rows)
    found = sort_list(written(*rows))
    assert len(found.chains) == 20
    assert figures(found)["workers_last_revision"] == 10 * 7 + sum(range(30, 40))


def test_no_row_of_a_real_list_is_in_two_chains_or_none():
    for name in ("wi-dwd-list-2016-2022.csv", "in-dwd-list-2008-2022.csv", "wi-notices-1996-2026-register.csv"):
        found = real(name)
        placed = sorted(r.line.number for chain in found.chains for r in chain.rows)
        assert placed == list(range(1, len(found.rows) + 1))


# What people decided


def test_a_decided_row_joins_the_event_that_the_person_named_or_stands_for_itself():
    sheet = read_sheet(
        written(
            row("Calibre, Inc.", received="10/28/2020", layoff="12/31/2020", workers="204"),
            row("Calibre, Inc.", received="6/1/2021", layoff="12/31/2020", workers="204"),
        )
    )
    same = sort_sheet(sheet, decisions={2: Decision(accepted=True, joins=1)})
    assert [r.chain for r in same.rows] == [1, 1]
    assert figures(same)["workers_last_revision"] == 204
    another = sort_sheet(sheet, decisions={2: Decision(accepted=True)})
    assert [r.chain for r in another.rows] == [1, 2]
    assert [r.pile.key for r in another.rows] == ["ready", "warned"]
    assert another.rows[1].problems[0].wrong.endswith("Same event? Accepted as it stands.")


def test_an_orphan_that_a_person_joined_is_sorted_behind_its_original():
    sheet = read_sheet(
        written(row("Renamed Holdings - Revision 1", workers="7", kind="AW", received="4/2/2020"), row())
    )
    found = sort_sheet(sheet, decisions={1: Decision(accepted=True, joins=2)})
    assert [[r.line.number for r in chain.rows] for chain in found.chains] == [[2, 1]]
    assert [r.pile.key for r in found.rows] == ["ready", "ready"]


def test_a_decision_that_points_at_itself_or_at_nothing_joins_nothing():
    sheet = read_sheet(written(row(), row("Stranger")))
    for target in (2, 99):
        found = sort_sheet(sheet, decisions={2: Decision(accepted=True, joins=target)})
        assert [r.chain for r in found.rows] == [1, 2]


def test_a_refused_row_stays_refused_with_the_reason_and_a_missing_day_cannot_be_accepted():
    sheet = read_sheet(written(row(), row("Next Invented", received="Unknown")))
    found = sort_sheet(sheet, decisions={1: Decision(accepted=False, reason="withdrawn"), 2: Decision(accepted=True)})
    assert [r.pile.key for r in found.rows] == ["refused", "held"]
    assert found.rows[0].problems[-1].wrong == "Refused: withdrawn"
