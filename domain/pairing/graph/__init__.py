"""Graphs: matchings, alternating paths, sets as bits. No chess in it."""
