"""The rows of the notice registry and the values of their templates, a module a kind of case."""
