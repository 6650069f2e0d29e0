"""Whole events of 2026 paired by one program and paired again by another, a file between them."""
