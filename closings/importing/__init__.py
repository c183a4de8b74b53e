"""Import of the old public lists of closing notices: read, sorted into four piles, joined into chains, then stored."""
