"""A tournament as engines and tie-breaks need it: the players' cards, their starting points, and lineups."""
