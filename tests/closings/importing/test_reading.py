"""The bytes of a file: encodings, delimiters, quotes, heads; and that no bytes whatever end in anything but a sentence."""

import csv
import io
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from closings.importing import reading
from closings.importing.piles import sort_list
from closings.importing.problems import Pile
from closings.importing.reading import UnreadableFile, read_sheet
from closings.importing.report import KINDS, figures
from tests.closings.importing.lists import HEADS, row, written

PLAIN = written(row(), row("Next Invented"))


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        (PLAIN, "utf-8"),
        (b"\xef\xbb\xbf" + PLAIN, "utf-8"),
        (b"\xff\xfe" + PLAIN.decode().encode("utf-16-le"), "utf-16-le"),
        (b"\xfe\xff" + PLAIN.decode().encode("utf-16-be"), "utf-16-be"),
        (PLAIN.replace(b"\r\n", b"\n"), "utf-8"),
        (PLAIN.replace(b"\r\n", b"\r"), "utf-8"),
        (PLAIN.rstrip(b"\r\n"), "utf-8"),
    ],
)
def test_the_usual_encodings_and_line_ends_read_the_same(data, encoding):
    sheet = read_sheet(data)
    assert sheet.encoding == encoding
    assert [line.cells for line in sheet.lines] == [row(), row("Next Invented")]
    assert [line.at for line in sheet.lines] == [2, 3]


def test_windows_text_is_read_and_said():
    sheet = read_sheet(written(row("Caf\u00e9 Invented")).decode().encode("cp1252"))
    assert sheet.lines[0].cells[0] == "Caf\u00e9 Invented"
    assert sheet.notes[0] == "The file is not UTF-8 (line 2); it was read as Windows text. Look at names with accents."


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_delimiter_is_found_by_the_heads(delimiter):
    sheet = read_sheet(written(row("Acme, Invented; and | Sons"), delimiter=delimiter))
    assert sheet.delimiter == delimiter
    assert sheet.lines[0].cells[0] == "Acme, Invented; and | Sons"


def test_quoted_line_breaks_belong_to_the_cell_and_the_lines_are_counted():
    sheet = read_sheet(written(row(city="Appleton,\r\nRacine, and\r\nJanesville"), row("Next Invented")))
    assert sheet.lines[0].cells[1] == "Appleton,\r\nRacine, and\r\nJanesville"
    assert [line.at for line in sheet.lines] == [2, 5]


def test_doubled_quotes_are_one():
    assert read_sheet(written(row('Toys "R" Invented'))).lines[0].cells[0] == 'Toys "R" Invented'


def test_empty_lines_are_passed_over_and_counted():
    sheet = read_sheet(PLAIN + b"\r\n,,,,,,,,\r\n")
    assert len(sheet.lines) == 2
    assert sheet.notes == ("2 empty lines were passed over.",)


def test_the_heads_may_stand_below_a_title():
    sheet = read_sheet(b"Plant closings and mass layoffs 1998\r\n\r\n" + PLAIN)
    assert len(sheet.lines) == 2
    assert sheet.lines[0].at == 4


@pytest.mark.parametrize(
    ("heads", "layout", "kept"),
    [
        ("Company,City,Affected Workers,Notice Received,Notice Type,Layoff Begin Date,NAICS Description,County,Workforce Development Area", "wisconsin-list", ""),
        ("PK,FK,PDF,Company,City,AffectedWorkers,NoticeRcvd,NoticeType,LayoffBeginDate,NAICSDescription,County,WDA,HasUpdates", "wisconsin-sheet", "'PDF', 'HasUpdates'"),
        ("Notice Received,Company,Location,Type of Notice,# Affected,Schedule of Dislocations,Industry,NAICS Code,County", "wisconsin-log", ""),
        ("Company,City,Affected Workers,Notice Date,LO/CL Date,NAICS,Description of Work,Notice Type,", "indiana-list", ""),
        ("dedupe_key,employer_name,location,notice_date,effective_date,employees_affected,layoff_type,is_amendment,current_version,industry,county_name,source", "register", "'current_version', 'source'"),
        ("notice_no,parent_no,revision_no,event_kind,update_kinds,employer,dba,site_name,street,municipality,municipality_type,county,wda,received_on,dated_on,layoff_first,layoff_last,affected_total,affected_excluded,workforce_state,permanence,union,naics,to_employees_on,to_union_on,to_municipality_on,letter_ref,remark", "template", "'affected_excluded', 'letter_ref', 'remark'"),
        ("COMPANY , city,Affected_Workers,NOTICE  DATE", "other", ""),
    ],
)  # fmt: skip
def test_every_layout_is_known_by_its_heads(heads, layout, kept):
    sheet = read_sheet(f"{heads}\r\nx\r\n".encode())
    assert sheet.columns.layout == layout
    assert sheet.notes == ((f"Kept as read, and not taken over into notices: {kept}.",) if kept else ())


def test_the_schedule_of_dislocations_is_no_location():
    sheet = read_sheet(b"Notice Received,Company,Location,# Affected,Schedule of Dislocations\r\n")
    assert (sheet.columns.at["place"], sheet.columns.at["layoff"]) == (2, 4)


def test_heads_that_mean_nothing_are_named_and_their_cells_kept():
    data = written((*row(), "blue"), heads=(*HEADS, "Favorite Color"))
    sheet = read_sheet(data)
    assert sheet.notes == ("Kept as read, but not understood: 'Favorite Color'.",)
    assert sort_list(data).rows[0].row.cells()["Favorite Color"] == "blue"


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "The file is empty."),
        (b" \r\n \r\n", "The file is empty."),
        (b"\xd0\xcf\x11\xe0rest", "This is an old Excel or Word file. Save the sheet as an Excel workbook (.xlsx) or as CSV"),
        (b"%PDF-1.7", "This is a PDF."),
        (b"\x89PNG\r\n", "This is a picture."),
        (b"\xff\xfea", "The file says that it is utf-16-le but is not"),
        (b"Name,Town\r\nAcme,Madison\r\n", "No line of the first 6 names the columns of a list."),
        (b"<html><body>Service unavailable</body></html>", "No line of the first 6 names the columns of a list."),
        (b"Company,City\r\n" * 20_000, "No line of the first 6 names the columns of a list."),
        (b"x" * 10_485_761, "The file has 10,485,761 bytes; at most 10,485,760 are read."),
        (written(row()) + (b'"never\r\n' + b"plain\r\n" * 41) * 51, "More than 50 lines hold a quotation mark that never closes"),
    ],
)  # fmt: skip
def test_what_is_no_list_gets_one_sentence(data, sentence):
    with pytest.raises(UnreadableFile, match=f"^{re.escape(sentence)}"):
        read_sheet(data)


def test_more_rows_than_can_be_looked_at_are_refused_as_a_whole(monkeypatch):
    monkeypatch.setattr("closings.importing.reading.MOST_ROWS", 1)
    with pytest.raises(UnreadableFile, match="more than 1 rows"):
        read_sheet(PLAIN)


# Whatever comes

cells = st.one_of(
    st.sampled_from(
        ["", "Acme Invented", "Acme Invented - Revision 1", "=1+1", "@SUM(A1)", "\x00", "3/2/2020", "RN", "CL", "60", '"', "'",
         "N/A", "9" * 40, "\u0661\u0662", "x" * 3000, "a\r\nb", "a,b,c,d,e,f,g,h,i,j\na,b,c,d,e,f,g,h,i,j", "\ufeff", "\u202e"]
    ),
    st.text(max_size=30),
)  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=400))
def test_any_bytes_end_in_a_list_or_a_sentence(data):
    _sorted_or_said(data)


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=400))
def test_any_bytes_below_the_heads_are_kept_whole(tail):
    _sorted_or_said(written() + tail)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(cells, max_size=12), max_size=12))
def test_every_record_of_a_well_formed_file_is_one_row_with_its_cells_unchanged(records):
    out = io.StringIO(newline="")
    csv.writer(out).writerows([HEADS, *records])
    found = _sorted_or_said(out.getvalue().encode("utf-8", "replace"))
    if found is None:
        return
    full = [[cell.encode("utf-8", "replace").decode() for cell in one] for one in records]
    full = [one for one in full if any(cell.strip() for cell in one)]
    assert len(found.rows) == len(full)
    for one, row_ in zip(full, found.rows, strict=True):
        if not row_.row.line.broken:
            assert list(row_.row.line.cells)[: len(one)] == one[: max(len(HEADS), len(row_.row.line.cells))]


def _sorted_or_said(data):
    try:
        found = sort_list(data)
    except UnreadableFile:
        return None
    told = figures(found)
    assert told["ready"] + told["warned"] + told["held"] + told["refused"] == told["read"] == len(found.rows)
    assert sum(len(chain.rows) for chain in found.chains) == told["read"]
    assert {p.code for r in found.rows for p in r.problems} <= set(KINDS)
    for row_ in found.rows:
        assert row_.pile is max((p.pile for p in row_.problems), default=Pile.READY)
        assert "".join(row_.row.cells().values()) == "".join(row_.row.line.cells)
    return found


def test_a_list_of_one_employer_is_sorted_without_comparing_every_row_with_every_other(monkeypatch):
    looked = []
    monkeypatch.setattr("closings.importing.chains._soon_after", lambda row, original: bool(looked.append(1)))
    heads = (*HEADS, "is_amendment")
    rows = [(*row(workers=str(n + 1)), flag) for flag in "01" for n in range(600)]
    sort_list(written(*rows, heads=heads))
    assert len(looked) <= 600 * 500


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (written(row(), heads=(*HEADS, *(f"More {n}" for n in range(200)))), "The file has 209 columns"),
        (written((*row(), *["x"] * 200)), "Line 2 has 209 cells"),
        (written(row(), row(company="x" * 32_768)), "A cell of the row at line 3 has 32,768 characters"),
    ],
)
def test_a_file_that_would_cost_too_much_is_refused_with_what_to_do(data, sentence):
    with pytest.raises(UnreadableFile, match=sentence):
        read_sheet(data)


def test_a_list_has_a_largest_number_of_cells(monkeypatch):
    monkeypatch.setattr(reading, "MOST_CELLS", 20)
    assert len(read_sheet(written(row(), row())).lines) == 2
    with pytest.raises(UnreadableFile, match="more than 20 cells"):
        read_sheet(written(row(), row(), row()))
