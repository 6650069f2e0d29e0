"""McMahon for chess: the Dutch system of 2026 among players who begin with points by their rating."""
