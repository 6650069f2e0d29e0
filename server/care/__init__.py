"""What an operator looks after: copies, metrics, health, a public mirror."""
