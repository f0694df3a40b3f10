"""Access: which hosts are served, and how much one address may ask for."""
