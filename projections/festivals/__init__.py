"""Views of a festival: its sections side by side, their prizes, and who goes on to the next stage."""
