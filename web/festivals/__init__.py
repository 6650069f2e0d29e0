"""The pages of a festival: its front page, its prizes, and their JSON twins."""
