"""Teams in report files, of which a file has only the players with their games."""
