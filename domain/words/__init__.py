"""What a chess word is: games, players, regulations, categories, the name in an address."""
