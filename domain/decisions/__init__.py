"""Commands: `(Tournament, ...) -> list[Event]`, or a `Refusal` that carries data."""
