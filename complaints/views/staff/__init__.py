"""The staff pages of a complaint: its sections, its acts, intake and downloads."""
