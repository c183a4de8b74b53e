"""Running clocks and their steps; the deadline table is `wagecase.deadlines.table`."""
