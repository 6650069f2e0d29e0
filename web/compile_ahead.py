"""Compiles every template in every language: `python -P -m tablo_chess.web.compile_ahead` once installed.

A server that may not write beside the program then finds them, and the first visit of a page waits for none.
"""

from web.rendering import environment
from web.wording import LANGUAGES


def compile_all() -> None:
    for code in LANGUAGES:
        pages = environment(code)
        for name in pages.list_templates():
            pages.get_template(name)


if __name__ == "__main__":
    compile_all()
