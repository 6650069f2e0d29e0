"""FIDE Dutch system of 2026 (C.04.3, in force since 1 February 2026)."""

from domain.pairing.dutch_2026.engine import NAME, VERSION, pair

__all__ = ["NAME", "VERSION", "pair"]
