"""Chess words: games, players, regulations, categories, the name in an address."""
