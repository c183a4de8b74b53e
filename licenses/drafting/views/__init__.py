"""The pages on which the members of an organization write an application together."""
