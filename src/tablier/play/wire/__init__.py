"""What crosses the wire: every message, typed once."""
