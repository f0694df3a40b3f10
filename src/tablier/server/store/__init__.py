"""The database: what is stored, who writes it, and whether that is possible."""
