"""The FIDE Burstein system of 2026 (C.04.4.2)."""
