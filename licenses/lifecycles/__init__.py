"""The transition tables of the three kinds of case that a license has: application, license, revocation."""
