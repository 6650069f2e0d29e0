"""The games of a tournament, move by move, in a stream of their own."""
