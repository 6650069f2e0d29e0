"""Play-offs (article 32.5): between players who are level for a place.

`plan` the decision table, `games` what a game is worth, `few` the fewest moves, `reading` where a play-off stands,
`rules` the format.
"""
