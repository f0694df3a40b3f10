"""Tables: games in progress, who plays them, and what happens there."""
