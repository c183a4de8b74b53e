"""The roster of workers from a spreadsheet: match its columns, read it dry, show every row's pile, take over the good rows."""
