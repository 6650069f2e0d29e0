"""The demo tournament: a real, published example of the Dutch system with 14 players."""
