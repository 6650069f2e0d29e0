"""Care of a running server: copies, metrics, health, a public mirror."""
