"""The staff pages on which a revision of the rates is worked out, proposed, and put in force by a second person."""
