"""Report files changed at random, given to every command: each ends with 0, 1 or 2 and a sentence, never otherwise.

    python -m tests.files.mutated --count 20000 --seed 1

prints the endings by command, the slowest run, and each run that ended otherwise with its file (`--keep DIR` has them).
"""

import argparse
import contextlib
import io
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from domain.pairing import SYSTEMS
from server import cli
from tests.files.damaged import BASES, PLAYERS, data

CASES = Path(__file__).parents[1] / "cases"
SMALL = (*CASES.glob("adjudged/*.trf"), *CASES.glob("teams_of_013/*.trf"), CASES / "example_trf26.trf")
FORMATS = ("round-robin", "double-round-robin", "scheveningen", "knock-out", "double-elimination")
OF_TEAMS = "team-swiss-2026"
PATIENCE_SECONDS = 60
"""A run that takes longer is told as well."""

Lines = list[str]
Change = Callable[[Lines, Random, Sequence[Lines]], None]


def made(*wishes: object) -> Lines:
    """An event made up by the command itself."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
        assert cli.main(["generate", *map(str, wishes)]) == cli.OK
    return out.getvalue().splitlines()


def bases() -> list[Lines]:
    """Files in order: of every system and format, of teams, with every record."""
    players = ("--players", 9, "--rounds", 5, "--seed", 1, "--byes", 10, "--forfeits", 10, "--withdrawals", 10)
    events = [made(*players, "--system", name) for name in sorted(SYSTEMS) if name != OF_TEAMS]
    events += [made("--players", 8, "--seed", 1, "--format", form) for form in ("trf16", "trf26")]
    teams = ("--teams", 6, "--boards", 3, "--rounds", 4, "--system", OF_TEAMS, "--byes", 10, "--forfeits", 10)
    events += [made(*teams, "--seed", seed) for seed in (1, 2)]
    events += [[*heads, *PLAYERS] for heads in BASES.values()]
    return events + [path.read_text("utf-8", "replace").splitlines() for path in SMALL]


# Changes


def _at(lines: Lines, dice: Random) -> int:
    return dice.randrange(len(lines))


def _letter(lines: Lines, dice: Random, others: Sequence[Lines]) -> None:
    at = _at(lines, dice)
    if lines[at]:
        column = dice.randrange(len(lines[at]))
        letter = dice.choice("0123456789 wb-=+UHFZXW/.,|é\t")
        lines[at] = lines[at][:column] + letter + lines[at][column + 1 :]


def _number(lines: Lines, dice: Random, others: Sequence[Lines]) -> None:
    """Another number in the place of one, as wide as it was."""
    at = _at(lines, dice)
    fields = [word for word in lines[at].split() if word.replace(".", "").isdecimal()]
    if fields:
        old = dice.choice(fields)
        new = dice.choice(("0", "1", "2", "3", "7", "9", "99", "999", "0.5", "9.5", "-1", "2000", "4000"))
        lines[at] = lines[at].replace(old, new.rjust(len(old))[-max(len(old), 1) :], 1)


def _blank(lines: Lines, dice: Random, others: Sequence[Lines]) -> None:
    at = _at(lines, dice)
    if fields := lines[at].split():
        old = dice.choice(fields)
        lines[at] = lines[at].replace(old, " " * len(old), 1)


def _shift(lines: Lines, dice: Random, others: Sequence[Lines]) -> None:
    at = _at(lines, dice)
    column = dice.randrange(len(lines[at]) + 1)
    lines[at] = lines[at][:column] + dice.choice(("", " ")) + lines[at][column + dice.randrange(2) :]


def _lost(lines: Lines, dice: Random, others: Sequence[Lines]) -> None:
    del lines[_at(lines, dice)]


def _twice(lines: Lines, dice: Random, others: Sequence[Lines]) -> None:
    lines.insert(_at(lines, dice), lines[_at(lines, dice)])


def _moved(lines: Lines, dice: Random, others: Sequence[Lines]) -> None:
    lines.insert(_at(lines, dice), lines.pop(_at(lines, dice)))


def _foreign(lines: Lines, dice: Random, others: Sequence[Lines]) -> None:
    """A line of another file, mostly one that is no player's."""
    theirs = [line for line in dice.choice(others) if line[:3] != "001" or dice.random() < 0.1]
    if theirs:
        lines.insert(_at(lines, dice), dice.choice(theirs))


def _renamed(lines: Lines, dice: Random, others: Sequence[Lines]) -> None:
    codes = (
        "001 013 132 142 152 162 172 192 202 212 240 250 260 299 300 310 320 330 352 362 801 802 XXA XXC XXP XXR XXS"
    )
    at = _at(lines, dice)
    lines[at] = dice.choice(codes.split()) + lines[at][3:]


def _cut(lines: Lines, dice: Random, others: Sequence[Lines]) -> None:
    at = _at(lines, dice)
    lines[at] = lines[at][: dice.randrange(len(lines[at]) + 1)]


CHANGES: tuple[Change, ...] = (
    _letter, _letter, _number, _number, _number, _blank, _shift, _lost, _twice, _moved, _foreign, _foreign, _renamed,
    _cut,
)  # fmt: skip


def mutant(dice: Random, files: Sequence[Lines]) -> bytes:
    """One of the files with one to three changes."""
    lines = list(dice.choice(files))
    for _ in range(dice.choice((1, 1, 1, 2, 2, 3))):
        if not lines:
            break
        dice.choice(CHANGES)(lines, dice, files)
    return data(lines)


# Commands


def command(dice: Random) -> list[str]:
    """A command with its options, without the file."""
    system = dice.choice([[], [], ["--system", dice.choice(sorted(SYSTEMS))]])
    form = dice.choice([[], [], ["--format", "round-robin"], ["--tiebreaks", "AOB/F,BH/C1,SB,DE,KS,ARO,TPR,EMMSB"]])
    often = dice.choice([[], [], ["--trust-results"], ["--strict"], ["--rounds", "9"]])
    why = [str(dice.randint(1, 10)) for _ in range(2)]
    return dice.choice(
        [
            ["pair", *system, *often],
            ["pair", *system, *often, "--explain"],
            ["pair", *system, *often, "--why-not", *why],
            ["pair", "--system", dice.choice(FORMATS)],
            ["pair", *system, "--round", str(dice.randint(1, 4)), "--explain"],
            ["check", *system, *often],
            ["check", *system, *often, "--explain"],
            ["standings", *form, "--repairs"],
            ["standings", *form, "--json", "--round", str(dice.randint(0, 3))],
            ["import"],
        ]
    )


@dataclass(frozen=True)
class Ending:
    """The outcome of one run."""

    asked: tuple[str, ...]
    code: int | None
    """None: it ended with an exception."""
    said: str
    seconds: float

    @property
    def right(self) -> bool:
        if self.code == cli.BAD_INPUT:
            lines = [line for line in self.said.splitlines() if not line.startswith("note: ")]
            return bool(lines) and all(line.startswith("tablo: ") for line in lines)
        return self.code in (0, 1) and self.seconds < PATIENCE_SECONDS


def ended(asked: list[str]) -> Ending:
    out, err, begun = io.StringIO(), io.StringIO(), time.perf_counter()
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code: int | None = cli.main(asked)
        said = err.getvalue()
    except Exception:  # noqa: BLE001 - a traceback is what is looked for
        code, said = None, traceback.format_exc()
    ending = Ending(tuple(asked), code, said, time.perf_counter() - begun)
    if asked[0] == "import" and code == cli.OK:
        back = ended(["export", out.getvalue().strip(), *asked[2:4]])
        return ending if back.right else back
    return ending


def runs(count: int, seed: int) -> Iterator[tuple[bytes, Ending]]:
    """Each file with the outcome of the command that it was given to."""
    dice, files = Random(seed), bases()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "file.trf"
        for number in range(count):
            content = mutant(dice, files)
            path.write_bytes(content)
            word, *options = command(dice)
            place = ["--data", f"{folder}/{number // 50}", "--accept-rounds"] if word == "import" else []
            yield content, ended([word, str(path), *place, *options])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="a folder for the files of wrong endings")
    wanted = parser.parse_args()
    endings, slowest, wrong = Counter[tuple[str, object]](), 0.0, 0
    for content, ending in runs(wanted.count, wanted.seed):
        endings[ending.asked[0], ending.code] += 1
        slowest = max(slowest, ending.seconds)
        if not ending.right:
            wrong += 1
            sys.stdout.write(
                f"{ending.code} in {ending.seconds:.1f} s: tablo {' '.join(ending.asked)}\n{ending.said}\n"
            )
            sys.stdout.flush()
            if wanted.keep:
                wanted.keep.mkdir(parents=True, exist_ok=True)
                (wanted.keep / f"{wrong}.trf").write_bytes(content)
    for (word, code), times in sorted(endings.items(), key=str):
        sys.stdout.write(f"{word:<10} {code}: {times}\n")
    sys.stdout.write(f"{wanted.count} runs, seed {wanted.seed}: {wrong} wrong; the slowest took {slowest:.1f} s\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
