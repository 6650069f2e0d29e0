"""FIDE Dubov system of 2026 (C.04.4.1, in force since 1 February 2026).

The numbers of the articles, and the wording of 1.6 to 1.8, section 2, 3.1, 3.2, 4.2 to 4.4 and 5.2 that the code
follows, were read as other programs and arbiters quote them, not in the Handbook itself.
"""
