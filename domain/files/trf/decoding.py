"""Bytes to lines: encodings, line ends, control characters.

UTF-8 if it is strictly that, otherwise Windows-1252; UTF-16 only with its mark. Nothing is
replaced by a question mark: what is no text is refused with its place.
"""

import re
from dataclasses import dataclass
from functools import partial

from domain.files.trf.finding import Problems, refuse, tried
from domain.files.trf.problems import EmptyFile, NotText, TabInLine
from domain.files.trf.repairs import Repair, RepairKind

LINE_END = re.compile("\r\n|\r|\n")
CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
END_OF_FILE = "\x1a"
"""The end mark of old DOS editors."""
UTF16 = (b"\xff\xfe", b"\xfe\xff")


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


def decode(data: bytes) -> Decoded:
    """Raises EmptyFile, NotText, TabInLine or Several."""
    if not data.strip():
        raise EmptyFile()
    text, repairs = text_of(data)
    repairs += _line_ends(text)
    problems: Problems = []
    lines = [FileLine(n, raw) for n, raw in enumerate(LINE_END.split(text), 1)]
    clean = [tried(problems, partial(_clean, line), line) for line in lines]
    refuse(problems)
    return Decoded(tuple(clean), tuple(repairs))


def text_of(data: bytes) -> tuple[str, list[Repair]]:
    """The text, and how it had to be read. Raises NotText."""
    if data.startswith(UTF16):
        return _strictly(data, "utf-16"), [Repair(0, 0, RepairKind.DECODED_AS, now="UTF-16")]
    repairs = []
    if data.startswith(b"\xef\xbb\xbf"):
        data = data[3:]
        repairs.append(Repair(1, 1, RepairKind.BYTE_ORDER_MARK))
    try:
        return data.decode("utf-8"), repairs
    except UnicodeDecodeError as error:
        line, column = _place(data, error.start)
        return _strictly(data, "cp1252"), [*repairs, Repair(line, column, RepairKind.DECODED_AS, now="Windows-1252")]


def _strictly(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        line, column = _place(data, error.start)
        raise NotText(line, column, data[error.start]) from None


def _place(data: bytes, index: int) -> tuple[int, int]:
    """Line and column (in bytes) of a byte."""
    before = data[:index].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return before.count(b"\n") + 1, len(before) - (before.rfind(b"\n") + 1) + 1


def _line_ends(text: str) -> list[Repair]:
    kinds = set(LINE_END.findall(text))
    return [Repair(0, 0, RepairKind.MIXED_LINE_ENDS)] if len(kinds) > 1 else []


def _clean(line: FileLine) -> FileLine:
    text = line.text.replace(END_OF_FILE, "").rstrip(" \t")
    tab = text.find("\t")
    if tab >= 0:
        raise TabInLine(line.number, tab + 1)
    control = CONTROL.search(text)
    if control is not None:
        raise NotText(line.number, control.start() + 1, ord(control.group()))
    return FileLine(line.number, text)
