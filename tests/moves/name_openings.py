"""Writes `domain/moves/openings.txt` from a clone of https://github.com/lichess-org/chess-openings (CC0).

    python -m tests.moves.name_openings FOLDER

Each line of it has the key of a position, the code and the name. Of two names of one position the later code stays.
"""

import re
import sys
from pathlib import Path

from domain.moves import openings
from domain.moves.position import USUAL_START, move_of

NUMBER = re.compile(r"\d+\.+")


def written(folder: Path) -> str:
    rows = [line.split("\t") for volume in "abcde" for line in _lines(folder / f"{volume}.tsv")]
    named = {_key(pgn): (code, name) for code, name, pgn in rows}
    return "".join(f"{key} {code} {name}\n" for key, (code, name) in sorted(named.items(), key=lambda one: one[1]))


def _lines(file: Path) -> list[str]:
    return file.read_text("utf-8").splitlines()[1:]


def _key(pgn: str) -> str:
    position = USUAL_START
    for letters in pgn.split():
        if not NUMBER.fullmatch(letters):
            position = position.after(move_of(position, letters))
    return openings.position_key(position)


if __name__ == "__main__":
    Path(openings.__file__).with_name("openings.txt").write_text(written(Path(sys.argv[1])), "utf-8")
