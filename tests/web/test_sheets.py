"""Spreadsheets as they come in: what a person sees in a cell is what is read, and what is no sheet is refused in words."""

import contextlib
import datetime as dt
import io
import time
import zipfile

import openpyxl
import pytest

from tests.web.workbook_files import changed, packed, part, workbook
from wagecase.web.rows_of_files import UnreadableSheet
from wagecase.web.sheets import read_sheet

SHEET1 = "xl/worksheets/sheet1.xml"


def rows(data, name="list.csv"):
    return read_sheet(data, name).rows


def refusal(data, name="list.csv"):
    with pytest.raises(UnreadableSheet) as caught:
        read_sheet(data, name)
    return str(caught.value)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"Id,Name\r\n1,Pat\r\n", [["Id", "Name"], ["1", "Pat"]]),
        (b"Id;Name\n1;Pat, Q.\n", [["Id", "Name"], ["1", "Pat, Q."]]),
        (b"Id\tName\n1\tPat\n", [["Id", "Name"], ["1", "Pat"]]),
        (b"\xef\xbb\xbfId,Name\n1,Jos\xc3\xa9\n", [["Id", "Name"], ["1", "José"]]),
        ("Id,Name\n1,José\n".encode("utf-16"), [["Id", "Name"], ["1", "José"]]),
        (b'Id,Name\n1,"Pat\nQ. ""P"""\n', [["Id", "Name"], ["1", 'Pat\nQ. "P"']]),
        (b"Id,Name\n\n2,\n,,\n", [["Id", "Name"], [], ["2"]]),
        (b"Id,Name\r1,Pat\r", [["Id", "Name"], ["1", "Pat"]]),
        (b"Id\n=1+1\n", [["Id"], ["=1+1"]]),
    ],
)
def test_separated_text_is_read_whatever_its_encoding_separator_and_line_ends(data, expected):
    found = read_sheet(data, "list.csv")
    assert (found.rows, found.kind, found.problems) == (expected, "csv", [])


def test_windows_text_is_read_and_said_to_be_so():
    found = read_sheet("Id,Name\n1,José\n".encode("cp1252"), "list.csv")
    assert found.rows[1] == ["1", "José"]
    assert [problem.text() for problem in found.problems] == [
        "The file was read as Windows text. Look at names with accents."
    ]


def test_a_quote_that_never_closes_costs_its_own_row_only():
    found = read_sheet(b'Id,Name\n1,"Pat\n2,Sam\n', "list.csv")
    assert found.rows == [["Id", "Name"], ["1", '"Pat'], ["2", "Sam"]]
    assert [problem.code for problem in found.problems] == ["broken"]


def test_a_workbook_is_read_as_its_reader_sees_it():
    day = dt.date(2026, 3, 2)
    moment = dt.datetime.combine(day, dt.time(14, 30))  # a cell has no zone
    data = workbook(
        [["Id", "Rate", "Percent", "Born"], ["W-1", 7.5, 0.648, day], [12, 0.0375, 0.5, moment],
         [True, 10.15385, 1, None]],
        formats={"B2": "$#,##0.00", "C2": "0.00%", "B3": "$#,##0.00", "C3": "0%", "D2": "m/d/yyyy", "C4": "General"},
    )  # fmt: skip
    assert rows(data, "list.xlsx") == [
        ["Id", "Rate", "Percent", "Born"],
        ["W-1", "7.50", "64.80%", "3/2/2026"],
        ["12", "0.0375", "50%", "3/2/2026 14:30"],  # a hidden digit that was typed is not lost
        ["TRUE", "10.15385", "1"],
    ]


@pytest.mark.parametrize(
    ("value", "pattern", "text"),
    [
        (10.6458333333, "0.00", "10.65"),  # the result of a formula, as it is shown
        (0.1 + 0.2, "General", "0.3"),
        (1 / 3, "General", "0.33333333333"),
        (1234567.5, "#,##0.00", "1234567.50"),
        (1e21, "General", "1000000000000000000000"),
        (-5, "0_);(0)", "-5"),
        (7, '"$"0.00', "7.00"),
        (0.0375, "0.0000", "0.0375"),
        (20, "General", "20"),
    ],
)
def test_numbers_keep_what_was_typed_and_lose_what_only_a_computer_adds(value, pattern, text):
    assert rows(workbook([[value]], formats={"A1": pattern}), "x.xlsx") == [[text]]


def test_a_formula_is_read_by_its_stored_result_and_one_without_is_told():
    data = workbook([["Rate"], ["=1+1"], ["=2+2"]])
    kept = (
        part(data, SHEET1)
        .replace(b"<f>1+1</f><v></v>", b"<f>1+1</f><v>2</v>")
        .replace(b"<f>1+1</f><v />", b"<f>1+1</f><v>2</v>")
    )
    found = read_sheet(changed(data, {SHEET1: kept}), "list.xlsx")
    assert found.rows == [["Rate"], ["2"]]
    assert [problem.text() for problem in found.problems] == [
        "1 formulas have no result in the file and were read as blank. Open the file in your spreadsheet program, save it and upload it again."
    ]


def test_the_first_filled_sheet_that_is_not_hidden_is_read_and_named():
    book = openpyxl.Workbook()
    book.active.title = "Secret"
    book.active.append(["hidden"])
    book.active.sheet_state = "hidden"
    book.create_sheet("Empty")
    book.create_sheet("Workers").append(["Id"])
    found = read_sheet(packed(book), "list.xlsx")
    assert found.rows == [["Id"]]
    assert [problem.text() for problem in found.problems] == [
        "The file has several sheets. The sheet “Workers” was read."
    ]


def test_rows_keep_the_numbers_that_a_spreadsheet_program_shows():
    book = openpyxl.Workbook()
    book.active["A1"], book.active["A4"] = "Id", "W-1"
    assert rows(packed(book)) == [["Id"], [], [], ["W-1"]]


OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\x00" * 600
GOOD = workbook([["Id"]])


@pytest.mark.parametrize(
    ("data", "name", "words"),
    [
        (b"", "a.csv", "The file is empty. Choose it again."),
        (b" \n ", "a.csv", "The file is empty. Choose it again."),
        (b",,\n,,\n", "a.csv", "The file has no rows. Fill in the sheet, save it and upload it again."),
        (OLE, "a.xls", "This is an old Excel file (.xls). Save it as an Excel workbook (.xlsx) or as CSV."),
        (OLE + "EncryptedPackage".encode("utf-16-le"), "a.xlsx",
         "The file is protected by a password. Take the password off, save it and upload it again."),
        (b"<html><table>", "a.xls", "This is a web page or another text with markup, whatever its name says. Save it as XLSX or as CSV."),
        (b"\xef\xbb\xbf<?xml version='1.0'?><Workbook>", "a.xlsx", "This is a web page or another text with markup, whatever its name says. Save it as XLSX or as CSV."),
        (b"%PDF-1.7", "a.csv", "This is no spreadsheet that we can read. Save it as XLSX or as CSV."),
        (b"\x00\x01\x02", "a.csv", "This is no spreadsheet that we can read. Save it as XLSX or as CSV."),
        (b"just text", "a.xlsx", "This is no spreadsheet that we can read. Save it as XLSX or as CSV."),
        ("Id\n".encode("utf-32"), "a.csv", "The file is written in UTF-32. Save it as CSV (UTF-8)."),
        (b"\x00\x00\xfe\xff\x00\x00\x00I", "a.csv", "The file is written in UTF-32. Save it as CSV (UTF-8)."),
        (b"\xff\xfeI\x00d", "a.csv", "The file is damaged. Save it again as CSV (UTF-8)."),
        (b"\xff\xfeI\x00\x00\xd8", "a.csv", "The file is damaged. Save it again as CSV (UTF-8)."),
        (GOOD[: len(GOOD) // 2], "a.xlsx", "The workbook is damaged. Open it in your spreadsheet program, save it and upload it again."),
        (GOOD.replace(b"xl/worksheets/sheet1.xml", b"xl/worksheets/sheet9.xml"), "a.xlsx",
         "The file has no rows. Fill in the sheet, save it and upload it again."),
        (changed(GOOD, {SHEET1: b"<not xml"}), "a.xlsx", "The workbook is damaged. Open it in your spreadsheet program, save it and upload it again."),
        (changed(GOOD, {"xl/workbook.bin": b"x"}), "a.xlsb", "This kind of spreadsheet cannot be read. Save it as an Excel workbook (.xlsx) or as CSV."),
        (changed(GOOD, {"mimetype": b"application/vnd.oasis.opendocument.spreadsheet"}), "a.ods",
         "This kind of spreadsheet cannot be read. Save it as an Excel workbook (.xlsx) or as CSV."),
        (b"a" * 5001, "a.csv", "The file holds too long texts. Leave out what is not asked for."),
        (b"," * 100 + b"x", "a.csv", "The file has more than 100 columns. Leave out those that are not asked for."),
        (b"x\n" * 10_002, "a.csv", "The file has more than 10,000 rows. Cut it into smaller files."),
        (b"\n" * 100_001 + b"x", "a.csv", "The file has more than 10,000 rows. Cut it into smaller files."),
        (b"x" * (5 * 1024 * 1024 + 1), "a.csv", "The file is larger than 5 MB. Cut it into smaller files."),
    ],
)  # fmt: skip
def test_what_is_no_list_is_refused_in_plain_words(data, name, words):
    assert refusal(data, name) == words


def test_a_workbook_that_unpacks_to_too_much_is_refused_before_it_is_unpacked():
    bomb = changed(GOOD, {"xl/sharedStrings.xml": b" " * (16 * 1024 * 1024)})
    assert len(bomb) < 100_000
    assert refusal(bomb) == "The workbook is too large when it is unpacked. Save the sheet with the workers as CSV."
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for number in range(1001):
            archive.writestr(f"xl/worksheets/s{number}.xml", b"")
    assert refusal(out.getvalue()).startswith("The workbook is too large")


def test_an_entity_that_grows_is_never_resolved():
    body = part(GOOD, SHEET1).decode()
    declared = body.replace("<worksheet", '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><worksheet', 1)
    hostile = changed(GOOD, {SHEET1: declared.encode()})
    assert (
        refusal(hostile) == "The workbook is damaged. Open it in your spreadsheet program, save it and upload it again."
    )


def test_a_cell_far_below_or_far_to_the_right_does_not_cost_the_space_between():
    book = openpyxl.Workbook()
    book.active["A1"], book.active["A1048576"] = "Id", "W-1"
    assert refusal(packed(book)) == "The file has more than 10,000 rows. Cut it into smaller files."
    book = openpyxl.Workbook()
    book.active["A1"], book.active["XFD1"] = "Id", "W-1"
    assert rows(packed(book)) == [["Id"]]


NS = b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
TOO_MANY = "The sheet has more than 300,000 cells, blank ones among them. Keep only the list, or save it as CSV."
TOO_MUCH = "The workbook holds too much besides its cells. Save the sheet as CSV."


@pytest.fixture
def opened(monkeypatch):
    """The names of the parts that were opened, in order."""
    names, real = [], zipfile.ZipFile.open

    def noting(self, name, *args, **kwargs):
        names.append(getattr(name, "filename", name))
        return real(self, name, *args, **kwargs)

    monkeypatch.setattr(zipfile.ZipFile, "open", noting)
    return names


def sheet_of(inside, *, behind=b""):
    return changed(GOOD, {SHEET1: NS + b"<sheetData>" + inside + b"</sheetData>" + behind + b"</worksheet>"})


def seconds(data):
    begun = time.process_time()
    with contextlib.suppress(UnreadableSheet):
        read_sheet(data, "list.xlsx")
    return time.process_time() - begun


def test_a_part_that_no_sheet_is_made_of_is_never_opened(opened):
    extra = "xl/worksheets/extra.xml"
    data = changed(GOOD, {extra: b"<!--" + b"<c " * 2_000_000 + b"-->"})
    assert len(data) < 12_000
    opened.clear()
    assert rows(data) == [["Id"]]  # stopped a web worker for more than a minute
    assert SHEET1 in opened
    assert extra not in opened


@pytest.mark.parametrize(
    ("inside", "words"),
    [
        ((b"<row>" + b"<c><v/></c>" * 110_000 + b"</row>") * 3, TOO_MANY),  # of 23 such rows the reading took 50 seconds
        ((b"<row>" + b"<c><v>1</v></c>" * 100 + b"</row>") * 10_000, TOO_MANY),
        (b"<row>" + b"<c><is>" + b"<r><t>x</t></r>" * 300_000 + b"</is></c></row>", TOO_MANY),
        (b"<row/>" * 300_001, TOO_MANY),
        (b"<row><c>" + b"<v/>" * 600_001 + b"</c></row>", TOO_MANY),
        (b"<x/>" * 50_001, TOO_MUCH),
        (b"<!--" + b"<c " * 200_000 + b"-->", TOO_MUCH),
        (b'<row><c r="' + b"A" * 400_000 + b'"/></row>', TOO_MUCH),
    ],
)  # fmt: skip
def test_a_sheet_with_more_than_is_read_is_refused_before_its_cells_are_made(inside, words):
    assert refusal(sheet_of(inside)) == words


def test_the_measure_holds_for_all_parts_that_are_read_together():
    strings = (
        b'<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' + b"<si/>" * 280_000 + b"</sst>"
    )
    data = sheet_of((b"<row>" + b"<c><v>1</v></c>" * 50 + b"</row>") * 500)
    assert len(rows(data)) == 500
    assert refusal(changed(with_strings(data), {"xl/sharedStrings.xml": strings})) == TOO_MANY


def with_strings(data):
    types = part(data, "[Content_Types].xml")
    if b"sharedStrings" in types:
        return data
    kind = b"application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"
    entry = b'<Override PartName="/xl/sharedStrings.xml" ContentType="' + kind + b'"/></Types>'
    return changed(data, {"[Content_Types].xml": types.replace(b"</Types>", entry)})


def test_a_number_format_that_is_slow_to_look_through_is_refused():
    name = "xl/styles.xml"
    slow = b'<numFmts count="1"><numFmt numFmtId="200" formatCode="' + b"[" * 200 + b'"/></numFmts>'
    styles = part(GOOD, name)
    data = changed(GOOD, {name: styles.replace(b"<fonts", slow + b"<fonts", 1)})
    assert part(data, name) != styles
    assert refusal(data) == TOO_MUCH


def test_one_part_that_is_many_sheets_is_read_once(opened):
    book = openpyxl.Workbook()
    for number in range(40):
        book.create_sheet(f"S{number}")
    data = packed(book)
    links = part(data, "xl/_rels/workbook.xml.rels").decode()
    for number in range(2, 42):
        links = links.replace(f"worksheets/sheet{number}.xml", "worksheets/sheet1.xml")
    data = changed(data, {"xl/_rels/workbook.xml.rels": links.encode()})
    opened.clear()
    assert refusal(data) == "The file has no rows. Fill in the sheet, save it and upload it again."
    assert 1 <= opened.count(SHEET1) <= 3


def test_too_many_sheets_are_refused_before_one_is_opened(opened):
    book = openpyxl.Workbook()
    for number in range(50):
        book.create_sheet(f"S{number}")
    data = packed(book)
    opened.clear()
    assert refusal(data) == "The workbook has too many sheets. Save the sheet with the workers as CSV."
    assert SHEET1 not in opened


@pytest.mark.parametrize(
    "begin", [b"<c ", b"<c><f>", b"<c ><f", b"<c><f>1</f><v></v> "], ids=["open", "formula", "half", "unclosed"]
)
def test_weighing_a_sheet_costs_as_much_more_as_the_sheet_is_longer(begin):
    small, large = (min(seconds(sheet_of(begin * n)) for _again in range(2)) for n in (2_500, 20_000))
    assert large < 24 * small + 0.5  # eight times as long; the square of it would be sixty-four times
    assert seconds(sheet_of(begin * 400_000)) < 10  # took hours


def test_a_formula_without_a_result_is_counted_in_the_sheet_that_is_read_and_however_it_is_written():
    cells = (
        b'<row><c r="A1" t="str"><v>Rate</v></c></row>'
        b"<row><c><f>1+1</f></c><c><f>1+1</f><v/></c><c><f>1+1</f><v>2</v></c><c><f/><v></v></c><c><v>3</v></c></row>"
    )
    found = read_sheet(sheet_of(cells), "list.xlsx")
    assert found.rows == [["Rate"], ["", "", "2", "", "3"]]
    assert found.problems[0].text().startswith("3 formulas have no result")
    whole = NS + b"<sheetData>" + cells + b"</sheetData></worksheet>"
    prefixed = whole.replace(b"<", b"<s:").replace(b"<s:/", b"</s:").replace(b"xmlns=", b"xmlns:s=")
    assert (
        read_sheet(changed(GOOD, {SHEET1: prefixed}), "list.xlsx")
        .problems[0]
        .text()
        .startswith("3 formulas have no result")
    )
