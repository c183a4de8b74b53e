"""The pages of closing notices: the public list, filing, the filer's own page, and the staff pages."""
