"""The staff pages that belong to no single case."""
