"""The steps, by number; each stands as it was written, whatever schema.py says later."""
