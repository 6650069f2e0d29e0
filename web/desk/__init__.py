"""What the desk shows besides its templates."""
