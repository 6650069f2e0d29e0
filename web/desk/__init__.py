"""Views of the desk besides its templates."""
