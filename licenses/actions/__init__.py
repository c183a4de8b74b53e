"""What the act page needs of each transition, a module a kind of case."""
