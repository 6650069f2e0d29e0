"""The Double-Swiss system (C.04.5 of 2026): every pairing is a match of two games."""
