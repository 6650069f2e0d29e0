"""Tables of who meets whom, as pure functions: no tournament is read here."""
