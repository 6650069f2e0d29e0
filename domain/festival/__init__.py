"""A festival: tournaments that belong together, each with a stream of its own.

`events` what can happen, `state` what is true now, `decisions` what may be done. No event of a tournament changes
because it stands in a festival.
"""
