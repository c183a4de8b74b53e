"""Closings: notices of a business closing or mass layoff (109.07), their determination, and the public list."""
