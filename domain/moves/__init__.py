"""Games as they are played on the board: positions and moves in letters (with Chess960), and files of games (PGN)."""
