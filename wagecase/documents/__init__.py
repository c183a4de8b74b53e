"""Frozen documents: HTML fixed in the transaction of the act, PDF bytes made once afterwards and never again."""
