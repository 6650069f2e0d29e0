"""Places of a field: each is an index into its players, in the order in which the edition ranks them."""

Places = tuple[int, ...]
"""Several of them in an order. A set, of which only the members matter, is an int (`graph/bit_sets.py`)."""
