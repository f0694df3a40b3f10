"""Connect Four: seven columns of six, four in a row win."""
