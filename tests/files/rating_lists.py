"""FIDE's combined rating list in small: its text, its XML, and a zip of either."""

import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path

TEXT_WIDTHS = (
    ("ID Number", 15), ("Name", 61), ("Fed", 4), ("Sex", 4), ("Tit", 5), ("WTit", 5), ("OTit", 15), ("FOA", 4),
    ("SRtng", 6), ("SGm", 4), ("SK", 3), ("RRtng", 6), ("RGm", 4), ("Rk", 3), ("BRtng", 6), ("BGm", 4), ("BK", 3),
    ("B-day", 6), ("Flag", 4),
)  # fmt: skip
TAGS = (
    "fideid", "name", "country", "sex", "title", "w_title", "o_title", "foa_title", "rating", "games", "k",
    "rapid_rating", "rapid_games", "rapid_k", "blitz_rating", "blitz_games", "blitz_k", "birthday", "flag",
)  # fmt: skip

STEFANOVA = {
    "fideid": "2902257", "name": "Stefanova, Antoaneta", "country": "BUL", "sex": "F", "title": "GM",
    "w_title": "WGM", "rating": "2402", "k": "10", "rapid_rating": "2390", "rapid_k": "10", "birthday": "1979",
}  # fmt: skip
ANNA = {"fideid": "34188771", "name": "Stefanova, Anna", "country": "RUS", "sex": "F", "birthday": "2011"}
KARPOV = {"fideid": "4100026", "name": "Karpov, Anatoly", "country": "RUS", "title": "g", "rating": "2617", "flag": "i"}
SERHII = {
    "fideid": "14100010",
    "name": "Shcherbakov, Serhii",
    "country": "UKR",
    "rating": "2450",
    "blitz_rating": "2501",
}
LIST = (STEFANOVA, ANNA, KARPOV, SERHII)

Listed = Mapping[str, str]


def text_line(player: Listed) -> str:
    return "".join(player.get(tag, "").ljust(width) for tag, (_, width) in zip(TAGS, TEXT_WIDTHS, strict=True))


def text_list(players: Iterable[Listed] = LIST) -> bytes:
    head = "".join(label.ljust(width) for label, width in TEXT_WIDTHS)
    return "".join(f"{line}\r\n" for line in (head, *map(text_line, players))).encode()


def xml_list(players: Iterable[Listed] = LIST) -> bytes:
    rows = ("".join(f"<{tag}>{player.get(tag, '')}</{tag}>" for tag in TAGS) for player in players)
    return "".join(["<playerslist>\n", *(f"<player>{row}</player>\n" for row in rows), "</playerslist>\n"]).encode()


def zipped(folder: Path, inside: bytes, name: str = "players_list_foa.txt") -> Path:
    path = folder / "players_list.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo(name, (2026, 11, 1, 0, 0, 0)), inside)
    return path
