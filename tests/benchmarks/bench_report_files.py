"""The import of a report file beside reading it alone: `python -m tests.benchmarks.bench_report_files FILE`.

Processor time of this process without its start, the least of several runs, and its ratio to the reading of the file.
"""

import sys
from collections.abc import Callable
from time import process_time

from domain.files.header import regulations_of
from domain.files.importing import import_report
from domain.files.rechecking import rechecked
from domain.files.remarks import remarks
from domain.files.trf import parse

TIMES = 5


def least(work: Callable[[], object]) -> float:
    spent = []
    for _ in range(TIMES):
        began = process_time()
        work()
        spent.append(process_time() - began)
    return min(spent)


def main(path: str) -> None:
    with open(path, "rb") as file:
        data = file.read()
    alone = least(lambda: parse(data))
    print(f"read alone {1000 * alone:7.1f} ms")
    for name, work in (
        ("paired again", lambda: _again(data)),
        ("remarks", lambda: _remarks(data)),
        ("events", lambda: import_report(parse(data), file_name="teams.trf", sha256="0")),
    ):
        spent = least(work)
        print(f"{name:12} {1000 * spent:7.1f} ms, {spent / alone:4.1f} times")


def _again(data: bytes) -> object:
    report = parse(data)
    return rechecked(report, regulations_of(report))


def _remarks(data: bytes) -> object:
    report = parse(data)
    return remarks(report, regulations_of(report))


if __name__ == "__main__":
    main(*sys.argv[1:])
