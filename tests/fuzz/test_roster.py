"""Random rosters and random files: no exception, every row on exactly one pile, nothing lost, and what is good stays good.

`make test` plays 200 fixed rows and files; `make fuzz` plays 10,000 new ones (FUZZ_LINES for another number).
A failure prints its seed; FUZZ_SEED=<seed> plays it again.
"""

import csv
import io
import json
import os
from datetime import date
from random import Random

import pytest

from licenses.roster import matching
from licenses.roster.models import Pile
from licenses.roster.reading import RowReader
from licenses.worker_columns import BY_NAME, COLUMNS
from tests.fuzz.questions import ODD_TEXTS
from tests.licenses import content
from tests.licenses.rosters import GOOD, HEADS, line, xlsx_file
from wagecase.web.rows_of_files import UnreadableSheet
from wagecase.web.separated import DELIMITERS
from wagecase.web.sheets import read_sheet

pytestmark = pytest.mark.django_db
FIXED = "FUZZ_SECONDS" not in os.environ
COUNT = int(os.environ.get("FUZZ_LINES", 200 if FIXED else 10_000))
SEED = int(os.environ.get("FUZZ_SEED", 2 if FIXED else Random().randrange(10**9)))
MARCH_2 = date(2026, 3, 2)
ROWS = 40  # of one roster
STUDIED = {
    "study_measure": "units", "study_setter": "20, 22, 21", "study_worker": "10, 11, 9", "study_quantity": "90",
    "study_quality": "10", "study_checked": "30", "study_errors": "3",
}  # fmt: skip
ODD = (
    "", " ", "0", "-1", "=1+1", "@x", "+7.75", "1e9", "7,75", "$7.75", "64.8 %", "99999999999999999999", "2/30/2026", "13/1/2026",
    "2026-02-29", "March 2, 2026", "2 de marzo de 2026", "yes", "SÍ", "n", "other", "Packing", "PIECE", "x" * 300, "\u202eabc",
    "a\nb", '"', "'", ";", "NaN", "Infinity", "٧", "½", "TRUE", "#N/A", "EXAMPLE (x)", "\u00a07.75\u00a0", "0.0001", "200.001",
    *(text for text in ODD_TEXTS if isinstance(text, str) and "\x00" not in text and len(text) < 400),
)  # fmt: skip


def odd(random):
    """Return a text that somebody or something may have put into a cell."""
    return random.choice(ODD) if random.random() < 0.7 else GOOD.get(random.choice(COLUMNS).name, "")


def row(random):
    """Return the answers of one row: good ones, with an odd text here and there; ids repeat so that rows meet."""
    share = random.choice((0, 0, 0.02, 0.05, 0.2))
    found = {c.name: odd(random) if random.random() < share else GOOD.get(c.name, "") for c in COLUMNS}
    if random.random() < 0.9:
        found["worker_id"] = f"W-{random.randrange(60):03d}"
    if random.random() < 0.3:
        found["job"] = random.choice(("Assembly", "Packing", "packing ", "Sorting"))
    return found


def file_of(random, rows):
    """Return a file of the rows: columns in any order, some left out, any separator."""
    names = [column.name for column in COLUMNS]
    random.shuffle(names)
    names = [name for name in names if name in ("worker_id", "name", "rate") or random.random() < 0.95]
    labels = {column.name: str(column.label) for column in COLUMNS}
    out = io.StringIO()
    writer = csv.writer(out, delimiter=random.choice(DELIMITERS))
    writer.writerow([labels[name] for name in names])
    for one in rows:
        writer.writerow([one[name] for name in names])
    return out.getvalue().encode("utf-8", "replace")


def study(random):
    """Return the answers of a sample study, which a line of a draft may have and no spreadsheet: whole, half or odd."""
    if random.random() < 0.7:
        return {}
    share = random.choice((0, 0.1, 0.5))
    return {name: odd(random) if random.random() < share else text for name, text in STUDIED.items()}


def kept(random, rows):
    """Return lines of a draft: some that the rows say again, some others, faulty ones among them."""
    found = []
    for number in range(random.randrange(25)):
        answers = (dict(random.choice(rows)) if random.random() < 0.6 else row(random)) | study(random)
        answers = {name: text for name, text in answers.items() if text.strip() and random.random() < 0.99}
        found.append(matching.Kept(f"k{number}", random.randrange(1, 9), answers))
    return found


def judge(reading, planned, reader):
    """Hold what must hold of one row."""
    faults = [problem for problem in reading.problems if not problem.warns]
    assert reading.pile in Pile
    assert (reading.pile == Pile.PROBLEM) == bool(faults)
    assert (reading.pile == Pile.NEW) <= (planned.kept is None)
    assert (reading.pile == Pile.CHANGED) <= bool(reading.changes)
    assert (reading.pile == Pile.SAME) <= (planned.kept is not None and not reading.changes)
    assert json.loads(json.dumps(reading.to_dict()))["answers"] == reading.answers
    assert set(reading.answers) <= set(BY_NAME)
    for problem in reading.problems:
        assert 5 < len(problem.text()) < 200
    check = reading.check
    assert (check.covers is None) == (check.due is None or check.paid is None)
    assert (check.due is None) <= bool(check.missing)
    if not faults:
        again = reader.read(matching.Planned(reading.number, reading.answers))
        assert again.pile == Pile.NEW, "what was good is not good when it is read again"
        assert again.answers == reading.answers
        assert again.check == check


def test_every_row_of_every_roster_ends_on_exactly_one_pile():
    reader = RowReader(content(), on=MARCH_2)
    seen = dict.fromkeys(Pile, 0)
    for batch in range(-(-COUNT // ROWS)):
        random = Random(SEED + batch)
        note = f"FUZZ_SEED={SEED + batch}"
        typed = [row(random) for _n in range(ROWS)]
        try:
            sheet = read_sheet(file_of(random, typed), "workers.csv")
        except UnreadableSheet:
            continue
        head, columns = matching.find_heads(sheet.rows)
        rows = matching.data_rows(sheet.rows, head)
        planned = matching.plan(rows, columns, kept(random, typed))
        assert [one.number for one in planned] == [number for number, _cells in rows], note
        matched = [one.kept.key for one in planned if one.kept]
        assert len(matched) == len(set(matched)), note
        for one in planned:
            try:
                reading = reader.read(one)
                judge(reading, one, reader)
            except Exception as failure:
                failure.add_note(f"{note} row {one.number}: {dict(one.cells)!r} on {one.kept}")
                raise
            assert reading.number == one.number
            seen[reading.pile] += 1
    assert all(seen.values()), f"a pile that nothing reaches proves little: {seen}"


def test_every_file_is_read_or_refused_in_words():
    sound = [xlsx_file([line(n) for n in range(3)]), ",".join(HEADS).encode() + b"\n1,2,3\n"]
    read, words = 0, []
    for number in range(COUNT):
        random = Random(SEED + number)
        data = bytearray(random.choice(sound) if random.random() < 0.9 else random.randbytes(random.randrange(2000)))
        for _change in range(random.randrange(4)):
            if data:
                place = random.randrange(len(data))
                data[place : place + random.randrange(6)] = random.randbytes(random.randrange(6))
        try:
            sheet = read_sheet(bytes(data), random.choice(("a.csv", "a.xlsx", "a.txt")))
        except UnreadableSheet as error:
            words.append(str(error))
        except Exception as failure:
            failure.add_note(f"FUZZ_SEED={SEED + number}")
            raise
        else:
            assert sheet.rows
            assert all(isinstance(text, str) for cells in sheet.rows for text in cells)
            read += 1
    assert read > COUNT // 20
    assert len(words) > COUNT // 20
    assert all(said.endswith(".") for said in words)
