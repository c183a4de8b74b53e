"""The forms of complaints: the questions asked of the public and the acts of staff."""
