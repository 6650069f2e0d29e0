"""The JSON twins of pages: the same views for other people's programs."""
