"""Mole Hill (Reiner Knizia, 1995): a mole digs, a gardener lays rods, and they change places."""
