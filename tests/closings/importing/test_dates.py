"""Every date text of the real lists has one outcome (closings.md, data case 12)."""

from datetime import date

import pytest

from closings.importing.dates import read_date


@pytest.mark.parametrize(
    ("text", "first", "last", "precision", "approximate"),
    [
        ("12/30/2021", "2021-12-30", "2021-12-30", "day", False),
        ("3/3/2021", "2021-03-03", "2021-03-03", "day", False),
        ("08/31/21", "2021-08-31", "2021-08-31", "day", False),
        ("08/31/69", "2069-08-31", "2069-08-31", "day", False),
        ("08/31/70", "1970-08-31", "1970-08-31", "day", False),
        ("08/31/96", "1996-08-31", "1996-08-31", "day", False),
        ("2026-03-02", "2026-03-02", "2026-03-02", "day", False),
        ("2026-03-02 00:00:00", "2026-03-02", "2026-03-02", "day", False),
        ("20200325", "2020-03-25", "2020-03-25", "day", False),
        ("43490", "2019-01-25", "2019-01-25", "day", False),
        ("43490.0", "2019-01-25", "2019-01-25", "day", False),
        ("11/1/2025 - 8/31/2028", "2025-11-01", "2028-08-31", "day", False),
        ("12/01/14 through 02/02/15", "2014-12-01", "2015-02-02", "day", False),
        ("02/02/2009\u00a0to\u00a0\u00a012/30/2009", "2009-02-02", "2009-12-30", "day", False),
        ("1/09/08 \u2013 6/09/10", "2008-01-09", "2010-06-09", "day", False),
        ("10/30/17 & 6/30/18", "2017-10-30", "2018-06-30", "day", False),
        ("09/30/09 +/-", "2009-09-30", "2009-09-30", "day", True),
        ("3/02/2009 to next few months", "2009-03-02", "2009-03-02", "day", True),
        ("No closure date announced. Layoffs to commence 5/27/15", "2015-05-27", "2015-05-27", "day", True),
        ("LO-01/14/2011 CL-End of 2012", "2011-01-14", "2012-12-31", "year", True),
        ("12/31/2008 - 2010", "2008-12-31", "2010-12-31", "year", True),
        ("Q1 2019", "2019-01-01", "2019-03-31", "quarter", True),
        ("4th Qtr 2012", "2012-10-01", "2012-12-31", "quarter", True),
        ("3rd Quarter of 2009", "2009-07-01", "2009-09-30", "quarter", True),
        ("Mid-January 2009", "2009-01-01", "2009-01-31", "month", True),
        ("Sept. 2016", "2016-09-01", "2016-09-30", "month", True),
        ("February 2012", "2012-02-01", "2012-02-29", "month", True),
        ("August to December 2008", "2008-08-01", "2008-12-31", "month", True),
        ("April/June 2020", "2020-04-01", "2020-06-30", "month", True),
        ("07/2010", "2010-07-01", "2010-07-31", "month", True),
        ("End of 2013", "2013-01-01", "2013-12-31", "year", True),
        ("2019", "2019-01-01", "2019-12-31", "year", True),
        ("Prior to the end of 2009 (as stated in the WARN notice)", "2009-01-01", "2009-12-31", "year", True),
    ],
)  # fmt: skip
def test_a_date_is_read_as_exactly_as_it_is_written(text, first, last, precision, approximate):
    read = read_date(text)
    assert (read.first, read.last) == (date.fromisoformat(first), date.fromisoformat(last))
    assert (read.precision, read.approximate, read.stated, read.fault) == (precision, approximate, True, "")
    assert read.text == text


@pytest.mark.parametrize("text", ["", "  ", "\u00a0", "Unknown", "N/A", "TBD", "tbd", "Undisclosed at this time", "-"])
def test_not_stated_is_neither_a_date_nor_a_fault(text):
    read = read_date(text)
    assert (read.first, read.stated, read.fault) == (None, False, "")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("11/03", "A day without a year."),
        ("5/1820", "The year 1820 cannot be meant."),
        ("01/30/1202", "The year 1202 cannot be meant."),
        ("10/37/2008", "There is no such day in the calendar."),
        ("02/29/2013", "There is no such day in the calendar."),
        ("13/01/2020", "There is no such day in the calendar."),
        ("3/5/202403/19/2024", "Not readable as a date."),
        ("11/21/2010 - 3/15/201", "One part of it is not readable as a date."),
        ("12/31/2020 - 1/1/2020", "Its second date is before the first."),
        ("1/1/2020, 2/1/2020, 3/1/2020", "It holds 3 dates; which of them counts is not said."),
        ("99999", "A number that is no date of a spreadsheet."),
        ("soon", "Not readable as a date."),
        ("=TODAY()", "Not readable as a date."),
        ("\u0661\u0662/\u0661/\u0662\u0660\u0662\u0660 x", "Not readable as a date."),
    ],
)
def test_a_text_that_cannot_be_read_says_why_and_guesses_nothing(text, fault):
    read = read_date(text)
    assert (read.fault, read.first, read.last) == (fault, None, None)
