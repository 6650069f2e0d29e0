"""Play-offs (article 32.5): between players who are level for a place.

`plan` the decision table, `state` what goes in and comes out, and what a game is worth, `reading` where a play-off
stands, `rules` the format.
"""
