"""People who sign in, their roles, and who may do what."""
