"""The law as plain Python: dated, cited parameters and small functions, so that every date and amount can be proved."""
