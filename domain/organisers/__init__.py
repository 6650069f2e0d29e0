"""Organisers, members and accounts: a stream of its own, on servers that several organisers share."""
