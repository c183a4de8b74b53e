"""The conditions of acts, a module a kind of case: each returns None, or the sentence that tells what is missing."""
