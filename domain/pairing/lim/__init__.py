"""The Lim system (C.04.4.3 of 2026): groups from both ends to the median, by scrutiny and exchange."""
