"""Exit codes of a command: 0 done, 1 the answer is no, 2 bad input with one sentence."""

OK = 0
NO = 1
BAD_INPUT = 2


class BadInput(Exception):
    """Input that cannot be used; the text is a sentence for the person at the keyboard, or one a line."""
