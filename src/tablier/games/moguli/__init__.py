"""Moguli (Reinhold Wittig, 2004): pawns cross a board of turning tiles, above and below."""
