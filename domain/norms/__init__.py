"""Title norms of one event: what FIDE B.01 (applied since 1 January 2024) asks for, check by check.

`judging` has the figures and one judgement of given games, `choosing` the games that may be left out, `event` what
the event as a whole must be.
"""
