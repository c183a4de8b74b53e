"""The forms of licenses."""
