"""How dates and numbers read in Spanish: words in Spanish, money and numeric dates in the form used in this country.

The framework's own Spanish formats would read 03/02 as February 3 and write a decimal comma.
"""

DATE_FORMAT = r"j \d\e F \d\e Y"
LONG_DATE_FORMAT = r"l, j \d\e F \d\e Y"
SHORT_DATE_FORMAT = r"j M Y"
TIME_FORMAT = "g:i a"
DATETIME_FORMAT = r"j \d\e F \d\e Y, g:i a"
SHORT_DATETIME_FORMAT = "j M Y, g:i a"
YEAR_MONTH_FORMAT = r"F \d\e Y"
MONTH_DAY_FORMAT = r"j \d\e F"
DATE_INPUT_FORMATS = ["%Y-%m-%d", "%m/%d/%Y"]
DECIMAL_SEPARATOR = "."
THOUSAND_SEPARATOR = ","
NUMBER_GROUPING = 3
