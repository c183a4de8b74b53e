"""The staff pages of a closing notice: keying a letter, its sections, its acts."""
