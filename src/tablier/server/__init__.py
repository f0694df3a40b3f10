"""The server: tables where people and computers play, kept safe and told to everybody there."""
