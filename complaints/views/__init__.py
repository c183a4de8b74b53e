"""The pages of complaints: what the public sees and what staff work with."""
