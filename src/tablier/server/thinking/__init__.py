"""Computer players of a server: they search in threads, in turn, once their games are compiled."""
