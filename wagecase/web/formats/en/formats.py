"""How dates and numbers read in English, so that every page writes one form."""

DATE_FORMAT = "F j, Y"
LONG_DATE_FORMAT = "l, F j, Y"
SHORT_DATE_FORMAT = "M j, Y"
TIME_FORMAT = "g:i a"
DATETIME_FORMAT = "F j, Y, g:i a"
SHORT_DATETIME_FORMAT = "M j, Y, g:i a"
YEAR_MONTH_FORMAT = "F Y"
MONTH_DAY_FORMAT = "F j"
DATE_INPUT_FORMATS = ["%Y-%m-%d", "%m/%d/%Y"]
DECIMAL_SEPARATOR = "."
THOUSAND_SEPARATOR = ","
NUMBER_GROUPING = 3
