"""The questions of an application for a license, one form a section or a line of a list."""
