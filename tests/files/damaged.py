"""Report files with every record, damaged field by field: what the reader says and does, as text.

    python -m tests.files.damaged

writes `tests/cases/whole_views/damaged_files.txt`: to be read line by line before it is committed.
"""

import re
from collections.abc import Iterator

from domain.files.header import regulations_of
from domain.files.importing import import_report
from domain.files.trf import Report, parse
from domain.files.trf.problems import Unreadable
from domain.refusals import Refusal
from tests.files.lines import player
from tests.projections.whole import CASES
from tests.projections.whole.telling import told

KEPT = CASES / "damaged_files.txt"
PLAYERS = [
    player(1, "2.5", "3 w 1", "2 b =", "4 w 1", name="Ivanova, Anna", rating="2450", title="WG", sex="w",
           federation="BUL", fide="2900001", birth="1990/05/06", rank="1"),
    player(2, "2.0", "4 b 1", "1 w =", "3 b =", rating="2400", title="GM", sex="m", federation="SRB", rank="2"),
    player(3, "1.5", "1 b 0", "4 w 1", "2 w =", rating="2300", rank="3"),
    player(4, "0.0", "2 w 0", "3 b 0", "1 b 0", rating="2200", rank="4"),
    player(5, "1.0", "0000 - H", "0000 - -", "6 w +", rank="5"),
    player(6, "1.0", "0000 - U", "0000 - Z", "5 b -", rank="6"),
]  # fmt: skip
OF_2016 = [
    "012 Sofia Open", "022 Sofia", "032 BUL", "042 2026/05/01", "052 2026/05/09", "062 6 (2)", "072 4", "082 0",
    "092 Individual: Swiss-System", "102 IA Petrov, Petar", "112 Ivanov, Ivan", "122 90 min + 30 s",
    "132".ljust(91) + "26/05/01  26/05/02  26/05/03", "XXR 5", "XXC white1", "XXP 1 4", "XXZ 6", "XXS PAB=0.5 WW=1.0",
    "BBW  1.0", "BBD  0.5", "BBU  0.5",
    "### Regulations: system dutch-1998; ruleset vo2009; shared_places yes",
    "### Arbiter @ Round 2: FIDE mode left (own-rules)", "### Lots @ Round 1: 3 1 2 4 5 6",
]  # fmt: skip
OF_2026 = [
    "012 Sofia Open", "042 2026/05/01", "052 2026/05/09", "092 FIDE_DUTCH_2026_BAKU", "142 5", "152 B",
    "162  W 1.0    D 0.5    P 0.5", "172 FIDE NRO", "192 FIDE_DUTCH_2026_BAKU", "202 BH/C1,SB", "212 PTS,BH/C1,SB",
    "222 40/6000+30:900+30", "240 H   4    1    4", "250       1.0   1   2    1    4",
    "250       0.5   3   3    1    4", "260   1   2    1    2    4",
    "299           0.5    2    2", "BUL    1    w Ivanova, Anna                     2150 SOF        4711",
    "013 Chess club Reds".ljust(36) + "   1    2",
]  # fmt: skip
BASES = {"2016": OF_2016, "2026": OF_2026, "an engine": ["XXR 5", "XXA    1  1.0  1.0  0.5", "XXA    3  0.5  0.5"]}
FIELD = re.compile(r"\S+")
DAMAGES = {
    "#": lambda field: "#" * len(field),
    "9": lambda field: "9" * len(field),
    " ": lambda field: " " * len(field),
}


def data(lines: list[str]) -> bytes:
    return "\n".join([*lines, ""]).encode()


def as_told(lines: list[str]) -> list[str]:
    """The outcome of a file: the refusal, or all that is read of it and made of it."""
    try:
        report = parse(data(lines))
    except Unreadable as problem:
        return list(told(problem))
    return [*told(report), *_made(report)]


def _made(report: Report) -> Iterator[str]:
    try:
        events = import_report(report, file_name="open.trf", sha256="0")
    except Refusal as refused:
        yield f"not imported: {type(refused).__name__} {vars(refused)}"
        return
    except Unreadable as problem:
        yield from (f"not imported: {line}" for line in told(problem))
        return
    yield from told(regulations_of(report))
    for event in events:
        yield from told(event)


def all_damages() -> Iterator[str]:
    for name, heads in BASES.items():
        whole = [*heads, *PLAYERS]
        usual = as_told(whole)
        yield f"===== a file of {name}"
        yield from usual
        for at in [*range(len(heads)), len(heads), len(heads) + 4]:
            yield f"----- {whole[at]}"
            yield from _damaged(whole, at, set(usual))


def _damaged(whole: list[str], at: int, usual: set[str]) -> Iterator[str]:
    """Each word of one line with other letters, with nines, and blank: what is told then and not of the whole file."""
    line = whole[at]
    for word in FIELD.finditer(line):
        for sign, other in DAMAGES.items():
            changed = line[: word.start()] + other(word[0]) + line[word.end() :]
            found = as_told([*whole[:at], changed, *whole[at + 1 :]])
            news = [one.strip() for one in found if one not in usual]
            yield f"{word.start() + 1}-{word.end()} {sign!r}: {' | '.join(news)}"


def as_text() -> str:
    return "\n".join([*all_damages(), ""])


if __name__ == "__main__":
    KEPT.write_text(as_text(), "utf-8")
