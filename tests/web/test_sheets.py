"""Spreadsheets as they come in: what a person sees in a cell is what is read, and what is no sheet is refused in words."""

import datetime as dt
import io
import zipfile

import openpyxl
import pytest

from tests.web.workbook_files import changed, packed, part, workbook
from wagecase.web.sheets import UnreadableSheet, read_sheet

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
