"""Games as they are played on the board: positions, moves in letters, files of games (PGN).

position.py   where the pieces stand, and what may move (with Chess960)
notation.py   a move in letters to a move on the board
pgn.py        the text of a file to games, also where it is still being written
played.py     a game of a file to the position it has come to
"""
