"""The forms of closing notices: what a filer is asked, what staff key, and what each act asks."""
