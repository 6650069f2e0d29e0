"""`python -m tests.mutants --count 500 --seed 1`: prints each change that no test notices, and the share noticed."""

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.mutants.changes import Change, all_changes, chosen
from tests.mutants.recording import Recording, read_recording, record
from tests.mutants.trial import NOT_COPIED, is_noticed, unchanged_passes
from tests.mutants.warm import WarmTests

CHECKOUT = Path(__file__).resolve().parents[2]
PACKAGES = ["domain", "projections"]
FOLDERS = ["decisions", "ranking", "pairing", "files", "projections", "formats", "festival"]
EQUIVALENT = Path(__file__).with_name("equivalent.txt")


def main() -> None:
    asked = _arguments()
    if asked.record_into:
        record(asked.tree, asked.packages, asked.tests).write(asked.record_into)
        return
    with tempfile.TemporaryDirectory(prefix="tablo-mutants-") as folder:
        tree = Path(folder).resolve() / "tree"
        shutil.copytree(asked.tree, tree, ignore=NOT_COPIED)
        recording = _recorded(asked, tree)
        if not unchanged_passes(tree, recording):
            sys.exit("The tests fail in the copy with nothing changed, so that nothing could be said about changes.")
        known = _equivalent()
        choice = [c for c in all_changes(tree, asked.packages) if _key(c) not in known and _asked_for(c, asked.only)]
        changes = chosen(choice, asked.count, asked.seed)
        _try(tree, changes, recording, WarmTests(tree, asked.tests))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--count", type=int, default=500, help="how many changes")
    parser.add_argument("--seed", type=int, default=1, help="the same seed chooses the same changes of the same code")
    parser.add_argument("--only", nargs="+", default=[], help="changes of these files or folders, or of FILE:LINE")
    parser.add_argument("--tree", type=Path, default=CHECKOUT, help="the code and its tests; it is copied")
    parser.add_argument("--packages", nargs="+", default=PACKAGES, help="what is changed")
    parser.add_argument("--tests", nargs="+", default=[f"tests/{folder}" for folder in FOLDERS], help="what may notice")
    parser.add_argument("--recording", type=Path, help="which test executes which line: read if there, else written")
    parser.add_argument("--record-into", type=Path, help=argparse.SUPPRESS)
    return parser.parse_args()


def _recorded(asked: argparse.Namespace, tree: Path) -> Recording:
    path: Path = asked.recording.resolve() if asked.recording else tree.parent / "recording.json"
    if not path.exists():
        command = [sys.executable, "-m", "tests.mutants", "--tree", str(tree), "--record-into", str(path)]
        command += ["--packages", *asked.packages, "--tests", *asked.tests]
        subprocess.run(command, cwd=tree if (tree / "tests/mutants").exists() else CHECKOUT, check=True)
    return read_recording(path)


def _try(tree: Path, changes: list[Change], recording: Recording, warm: WarmTests) -> None:
    survivors = 0
    for number, change in enumerate(changes, 1):
        if not _is_noticed(tree, change, recording, warm):
            survivors += 1
            print(f"{change.file}:{change.line}\n  was    {change.old_line}\n  became {change.new_line}", flush=True)
        if not number % 10 or number == len(changes):
            print(f"{number} changes, {number - survivors} noticed", flush=True)
    warm.close()


def _is_noticed(tree: Path, change: Change, recording: Recording, warm: WarmTests) -> bool:
    noticed = None
    if not recording.is_run_at_import(change):
        noticed = warm.is_noticed(change, {test: recording.seconds[test] for test in recording.tests_of(change)})
    return is_noticed(tree, change, recording) if noticed is None else noticed


def _asked_for(change: Change, only: list[str]) -> bool:
    return not only or any(f"{change.file}:{change.line}" == place or change.file.startswith(place) for place in only)


def _key(change: Change) -> tuple[str, str, str]:
    return change.file, change.old_line, change.new_line


def _equivalent() -> set[tuple[str, str, str]]:
    """The changes that change nothing: blocks of file, was, became, reason, with an empty line between them."""
    blocks = EQUIVALENT.read_text("utf-8").strip().split("\n\n")
    return {(lines[0], lines[1].strip(), lines[2].strip()) for lines in map(str.splitlines, blocks) if len(lines) == 4}


if __name__ == "__main__":
    main()
