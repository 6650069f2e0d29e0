"""FIDE Swiss Team Pairing System of 2026 (C.04.6, in force since 1 February 2026): who are paired are teams.

The wording of sections 1 to 4 that the code follows was read as other programs quote it, not in the Handbook itself.
"""
