"""The command line, and games at one terminal."""
