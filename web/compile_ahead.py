"""Compiles every template in every language and cuts the letters: `python -P -m web.compile_ahead` once installed.

A server that may not write beside the program then finds both, and the first visit of a page waits for none.
"""

from web.rendering import environment
from web.type_cutting import cut_all
from web.typeface import folder_beside
from web.wording import LANGUAGES


def compile_all() -> None:
    for code in LANGUAGES:
        pages = environment(code)
        for name in pages.list_templates():
            pages.get_template(name)


if __name__ == "__main__":
    compile_all()
    cut_all([folder_beside()])
