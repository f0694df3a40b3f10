"""Live connections: the WebSockets of browsers at a table."""
