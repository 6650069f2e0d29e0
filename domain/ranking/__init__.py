"""Ranking: points, tie-breaks, ratings, prizes."""
