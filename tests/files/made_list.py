"""A made-up rating list of any size, in the form of FIDE's combined text: no player of it exists."""

import random
import zipfile
from collections.abc import Iterator
from pathlib import Path

from tests.files.rating_lists import TEXT_WIDTHS, text_line

BEGINNINGS = (
    "Iva",
    "Petr",
    "Dimi",
    "Geor",
    "Sto",
    "Mar",
    "Niko",
    "Kar",
    "Sch",
    "Lop",
    "Gar",
    "Sing",
    "Kum",
    "Wang",
    "Al",
)
MIDDLES = ("", "no", "tra", "me", "li", "ra", "go", "shi", "ber", "den", "ka", "ro", "mi", "za")
ENDS = ("v", "va", "ev", "son", "ez", "ski", "man", "h", "i", "ich", "es", "ko", "dze", "yan")
FIRST_NAMES = (
    "Ivan", "Maria", "Georgi", "Anna", "Sergey", "Elena", "Juan", "Li", "Arjun", "Fatima", "Hans", "Sophie", "Petar",
    "Olga", "Daniel", "Nikola", "Viktor", "Irina", "Pavel", "Boris", "Emil", "Lazar", "Kiril", "Martin", "Hristo",
)  # fmt: skip
FEDERATIONS = ("BUL", "RUS", "IND", "GER", "ESP", "FRA", "POL", "USA", "ITA", "SRB", "TUR", "GRE", "CHN", "UKR")
SHARE_RATED = 0.41
"""792,000 of the 1,933,000 players of October 2026 had a rating."""


def made_players(count: int, seed: int = 1) -> Iterator[dict[str, str]]:
    """Players made by chance: of one seed always the same ones."""
    dice = random.Random(seed)
    for number in range(count):
        last = dice.choice(BEGINNINGS) + dice.choice(MIDDLES) + dice.choice(MIDDLES) + dice.choice(ENDS)
        first = f"{dice.choice(FIRST_NAMES)} {dice.choice('ABCDEFGHIJKLMNOPRSTVZ')}."
        player = {"fideid": str(300_000 + 7 * number), "name": f"{last}, {first}", "country": dice.choice(FEDERATIONS)}
        player |= {"sex": dice.choice("MMMMMMMMF"), "birthday": str(dice.randint(1940, 2018))}
        if dice.random() < SHARE_RATED:
            player |= {"rating": str(min(2800, 1400 + int(dice.expovariate(1 / 260)))), "k": "20"}
        if dice.random() < 0.6:
            player["flag"] = "i"
        yield player


def made_zip(path: Path, count: int, seed: int = 1) -> Path:
    """The file as FIDE sends it."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        inside = zipfile.ZipInfo("players_list_foa.txt", (2026, 11, 1, 0, 0, 0))
        inside.compress_type = zipfile.ZIP_DEFLATED
        with archive.open(inside, "w", force_zip64=True) as out:
            out.write("".join(label.ljust(width) for label, width in TEXT_WIDTHS).encode() + b"\r\n")
            for player in made_players(count, seed):
                out.write(text_line(player).encode() + b"\r\n")
    return path
