"""The procedure that Double-Swiss and the Swiss team system share: the top scoregroup with its upfloaters, again and
again (C.04.5 and C.04.6 of 2026, 3.3 to 3.6)."""
