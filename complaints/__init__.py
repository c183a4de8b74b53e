"""Complaints: verified living-wage complaints (104.05) and the small kind for unpaid wages (109.03)."""
