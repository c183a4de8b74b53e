"""The pages of an organization's people: registration, invitations, home, lists, team and account."""
