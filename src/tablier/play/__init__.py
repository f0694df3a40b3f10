"""Play: tables where people and computers play, without a server; a server and a tab use it."""
