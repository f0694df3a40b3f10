"""What rules and their fingerprints import of it."""
