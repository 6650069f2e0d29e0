"""Bytes to lines: encodings, line ends, control characters.

Nothing is replaced by a question mark: what is no text is refused with its place.
"""

import re
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from domain.files.encodings import BYTE_ORDER_MARKS, ENCODING_NAMES, Encoding, found_encoding
from domain.files.trf.problems import EmptyFile, NotText, Several, TabInLine, Unreadable
from domain.files.trf.repairs import Repair, RepairKind
from domain.records import dataclass

LINE_END = re.compile("\r\n|\r|\n")
CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
END_OF_FILE = "\x1a"


@dataclass(frozen=True, slots=True)
class FileLine:
    """A line as it stands, counted from 1, without blanks at its end."""

    number: int
    text: str

    @property
    def code(self) -> str:
        """The kind of record: the first three characters."""
        return self.text[:3]


@dataclass(frozen=True, slots=True)
class Decoded:
    lines: tuple[FileLine, ...]
    repairs: tuple[Repair, ...]


def decode(data: bytes, encoding: Encoding | None = None) -> Decoded:
    """The lines, in the encoding that somebody chose or in the likeliest.

    Raises EmptyFile, NotText, TabInLine or Several.
    """
    if not data.strip():
        raise EmptyFile()
    text, repairs = text_of(data, encoding)
    if len(set(LINE_END.findall(text))) > 1:
        repairs.append(Repair(0, 0, RepairKind.MIXED_LINE_ENDS))
    problems: Problems = []
    lines = [FileLine(n, raw) for n, raw in enumerate(LINE_END.split(text), 1)]
    clean = [tried(problems, partial(_clean, line), line) for line in lines]
    refuse(problems)
    return Decoded(tuple(clean), tuple(repairs))


def text_of(data: bytes, encoding: Encoding | None = None) -> tuple[str, list[Repair]]:
    """The text, and how it had to be read: as somebody chose, else in the likeliest encoding. Raises NotText."""
    read_as = encoding or found_encoding(data)
    mark = BYTE_ORDER_MARKS.get(read_as, b"")
    marked = bool(mark) and data.startswith(mark)
    start = len(mark) if marked else 0
    try:
        text = data[start:].decode(read_as)
    except UnicodeDecodeError as error:
        line, column = _place(data, start + error.start)
        raise NotText(line, column, data[start + error.start]) from None
    if read_as is not Encoding.UTF_8:
        return text, [Repair(*_first_foreign(data, read_as), RepairKind.DECODED_AS, now=ENCODING_NAMES[read_as])]
    return text, [Repair(1, 1, RepairKind.BYTE_ORDER_MARK)] if marked else []


def _first_foreign(data: bytes, encoding: Encoding) -> tuple[int, int]:
    """Line and column of the first letter that is not ASCII; the whole file where letters have two octets."""
    if encoding in (Encoding.UTF_16_LE, Encoding.UTF_16_BE):
        return 0, 0
    return _place(data, next((at for at, octet in enumerate(data) if octet >= 0x80), 0))


def _place(data: bytes, index: int) -> tuple[int, int]:
    before = data[:index].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return before.count(b"\n") + 1, len(before) - (before.rfind(b"\n") + 1) + 1


def _clean(line: FileLine) -> FileLine:
    text = line.text.replace(END_OF_FILE, "").rstrip(" \t")
    tab = text.find("\t")
    if tab >= 0:
        raise TabInLine(line.number, tab + 1)
    control = CONTROL.search(text)
    if control is not None:
        raise NotText(line.number, control.start() + 1, ord(control.group()))
    return FileLine(line.number, text)


Problems = list[Unreadable]
FoundRecord = TypeVar("FoundRecord")
Instead = TypeVar("Instead")


def tried(problems: Problems, read: Callable[[], FoundRecord], otherwise: Instead) -> FoundRecord | Instead:
    """The answer of `read`; if it refuses, the refusal is noted and `otherwise` stands in for it."""
    try:
        return read()
    except Unreadable as problem:
        problems += problem.problems if isinstance(problem, Several) else [problem]
        return otherwise


def refuse(problems: Problems) -> None:
    """Raises what was found, if anything was."""
    ordered = sorted(problems, key=lambda problem: (problem.line, problem.column))
    if ordered:
        raise ordered[0] if len(ordered) == 1 else Several(ordered[0].line, ordered[0].column, tuple(ordered))
