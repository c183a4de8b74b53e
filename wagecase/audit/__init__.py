"""Append-only, hash-chained record of every act; `unit_of_work` and `record` live in `wagecase.audit.chain`."""
