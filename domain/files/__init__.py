"""Files in and out: the FIDE report file, player lists, and what becomes of them in a tournament."""
