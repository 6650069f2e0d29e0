"""The public pages of a tournament, and what can be followed of them."""
