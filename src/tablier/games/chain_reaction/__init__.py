"""Chain Reaction (Sid Sackson, 1993): towers of two pieces fall, and build the next tower."""
