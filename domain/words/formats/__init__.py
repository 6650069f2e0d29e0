"""Options of the formats: the choices of the regulations that only one kind of event reads."""
