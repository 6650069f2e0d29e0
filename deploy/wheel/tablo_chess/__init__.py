"""Tablo as it is installed: one package, and the four of the source in its folder.

The source says `from domain...`. Its packages are found first while Tablo runs, and never by anybody else.
"""

import sys
from os.path import dirname

sys.path.insert(0, dirname(__file__))


def main() -> int:
    from server.cli import main as of_the_command

    return of_the_command()
