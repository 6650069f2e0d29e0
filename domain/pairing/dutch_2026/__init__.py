"""FIDE Dutch system of 2026 (C.04.3, in force since 1 February 2026)."""
