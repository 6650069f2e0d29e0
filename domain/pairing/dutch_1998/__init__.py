"""The Swiss system based on rating ("Dutch"), FIDE C.04.1 as approved in 1992, 1997 and 1998."""
