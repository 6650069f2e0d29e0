"""Chess: words, events, state, engines, decisions."""
