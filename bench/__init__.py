"""Measures the application against the least that the same work can cost, in the same run: `make bench`."""
