"""One player's line (record 001): the fields by the column table, then the round blocks."""

from functools import partial

from domain.files.trf import columns as c
from domain.files.trf import problems as p
from domain.files.trf.columns import FULL_DATE, read_federation, read_half_points, read_whole, year_in
from domain.files.trf.decoding import FileLine, Problems, refuse, tried
from domain.files.trf.repairs import Repair, RepairKind
from domain.files.trf.report import ReportPlayer, RoundEntry
from domain.records import dataclass
from domain.words.games import Code, Colour
from domain.words.players import Sex, Title

REPORT_CODES = frozenset(code.value for code in Code if code is not Code.PENDING)
COLOUR_LETTERS = {"w": Colour.WHITE, "b": Colour.BLACK}
_OPEN_TITLES = {"g": Title.GM, "m": Title.IM, "f": Title.FM, "c": Title.CM}
_OF_WOMEN = {at: Title(f"W{title}") for one, title in _OPEN_TITLES.items() for at in (f"w{one}", f"{one}f")}
OLD_TITLES = _OPEN_TITLES | _OF_WOMEN
"""The letters of files from before 2006; `w` before the letter or `f` behind it: a woman's title."""

MAX_ROUND_BLOCKS = 255
"""More round blocks than that are no tournament, but a line that never ends."""


def read_entrant(source: FileLine, repairs: list[Repair]) -> ReportPlayer:
    """Raises the refusals of `problems` that concern one line; Several where there is more than one."""
    if (blocks := c.blocks_in(source.text)) > MAX_ROUND_BLOCKS:
        at = c.block(MAX_ROUND_BLOCKS + 1)[0].first
        raise p.BadValue(source.number, at, "number of rounds", str(blocks), f"at most {MAX_ROUND_BLOCKS}")
    line = _aligned(source, repairs)
    number = read_whole(line, c.STARTING_RANK)
    if number is None and len(line.text) < c.STARTING_RANK.last:
        raise p.LineTooShort(line.number, len(line.text) + 1, c.STARTING_RANK.name)
    if not number:
        said = "" if number is None else "0"
        raise p.BadValue(line.number, c.STARTING_RANK.first, c.STARTING_RANK.name, said, "1 to 9999")
    problems: Problems = []
    read = _Reading(line, number, repairs)
    entrant = ReportPlayer(
        number=number,
        name=read.name(),
        sex=read.sex(),
        title=read.title(),
        rating=tried(problems, lambda: read_whole(line, c.RATING), 0) or 0,
        federation=read.federation(),
        fide_id=read.fide_id(),
        birth=read.birth(),
        points=tried(problems, read.points, 0),
        rank=tried(problems, read.rank, 0),
        entries=read.entries(problems),
        line=line.number,
    )
    refuse(problems)
    return entrant


@dataclass(frozen=True, slots=True)
class _Reading:
    line: FileLine
    number: int
    repairs: list[Repair]

    def repair(self, column: c.Column, kind: RepairKind, was: str = "", now: str = "", round: int = 0) -> None:
        at = column.start_of(self.line.text)
        self.repairs.append(Repair(self.line.number, at, kind, was, now, self.number, round))

    def name(self) -> str:
        name = c.FULL_NAME.read(self.line.text)
        if not name:
            self.repair(c.FULL_NAME, RepairKind.NAME_MISSING)
        return name

    def sex(self) -> Sex:
        letter = c.SEX.read(self.line.text)
        if letter.lower() in ("m", "w", ""):
            return Sex(letter.lower())
        sex = Sex.WOMAN if letter.lower() == "f" else Sex.UNKNOWN
        self.repair(c.SEX, RepairKind.SEX_LETTER, letter, sex.value)
        return sex

    def title(self) -> Title:
        text = c.TITLE.read(self.line.text)
        if text in Title.__members__ or not text:
            return Title(text)
        title = OLD_TITLES.get(text.lower(), Title.__members__.get(text.upper(), Title.NONE))
        kind = RepairKind.OLD_TITLE if title is not Title.NONE else RepairKind.UNKNOWN_TITLE
        self.repair(c.TITLE, kind, text, title.value)
        return title

    def federation(self) -> str:
        text = c.FEDERATION.read(self.line.text)
        if text and not read_federation(text):
            self.repair(c.FEDERATION, RepairKind.NOT_A_FEDERATION, text)
        return text

    def fide_id(self) -> int:
        text = c.FIDE_NUMBER.read(self.line.text)
        if text and not (text.isascii() and text.isdigit()):
            self.repair(c.FIDE_NUMBER, RepairKind.NOT_A_FIDE_NUMBER, text, "0")
            return 0
        return int(text or "0")

    def birth(self) -> str:
        text = c.BIRTH.read(self.line.text)
        if text and not FULL_DATE.fullmatch(text):
            self.repair(c.BIRTH, RepairKind.DATE_FORM, text, str(year_in(text) or ""))
        return text

    def points(self) -> int:
        text = c.POINTS.read(self.line.text)
        if not text:
            self.repair(c.POINTS, RepairKind.POINTS_MISSING)
            return 0
        return read_half_points(self.line, c.POINTS.start_of(self.line.text), text, self.repairs)

    def rank(self) -> int:
        rank = read_whole(self.line, c.RANK)
        if rank is None:
            self.repair(c.RANK, RepairKind.RANK_MISSING)
        return rank or 0

    def entries(self, problems: Problems) -> tuple[RoundEntry | None, ...]:
        rounds = range(1, c.blocks_in(self.line.text) + 1)
        return c.trimmed([tried(problems, partial(self._entry, round), None) for round in rounds])

    def _entry(self, round: int) -> RoundEntry | None:
        opponent, colour, result = c.block(round)
        met = read_whole(self.line, opponent)
        side = COLOUR_LETTERS.get(colour.read(self.line.text).lower())
        symbol = result.read(self.line.text).upper()
        if symbol and symbol not in REPORT_CODES:
            self.repair(result, RepairKind.UNKNOWN_RESULT, symbol, "X", round)
            symbol = Code.ADJOURNED.value
        code = Code(symbol) if symbol else None
        return self._against(met, round, side, code) if met else self._alone(round, met is not None, side, code)

    def _against(self, opponent: int, round: int, colour: Colour | None, code: Code | None) -> RoundEntry:
        _, _, result = c.block(round)
        if code is Code.ZERO_BYE:
            self.repair(result, RepairKind.ABSENCE_WITH_OPPONENT, "Z", "-", round)
            return RoundEntry(Code.FORFEIT_LOSS, opponent, colour)
        if code is not None and code.bye:
            raise p.ByeWithOpponent(self.line.number, result.first, self.number, round, code.value)
        return RoundEntry(code if code is not None else Code.PENDING, opponent, colour)

    def _alone(self, round: int, zeros: bool, colour: Colour | None, code: Code | None) -> RoundEntry | None:
        _, at_colour, result = c.block(round)
        if code is None:
            if colour is not None:
                raise p.ColourWithoutOpponent(self.line.number, at_colour.first, self.number, round)
            return None
        if not code.bye and not code.forfeit:
            raise p.ResultWithoutOpponent(self.line.number, result.first, self.number, round, code.value)
        if colour is not None:
            self.repair(at_colour, RepairKind.COLOUR_WITHOUT_OPPONENT, colour.value, "-", round)
        if code.bye and not zeros:
            self.repair(result, RepairKind.BYE_WITHOUT_ZEROS, code.value, "", round)
        return RoundEntry(code)


def _aligned(source: FileLine, repairs: list[Repair]) -> FileLine:
    line = _without_bars(source, repairs)
    wrong = _off_grid(line)
    if wrong is None:
        return line
    recounted = _counted_in_bytes(line)
    if line.text.isascii() or _off_grid(recounted) is not None:
        raise wrong
    repairs.append(Repair(line.number, wrong.column, RepairKind.COLUMNS_IN_BYTES))
    return recounted


def _separators(line: FileLine) -> list[int]:
    blocks = c.blocks_in(line.text)
    return [*c.BLANK_COLUMNS, *(s + c.BLOCK_WIDTH * r for r in range(blocks) for s in c.BLOCK_SEPARATORS)]


def _without_bars(line: FileLine, repairs: list[Repair]) -> FileLine:
    """Vega's variant draws `|` between the fields."""
    bars = [at for at in _separators(line) if line.text[at - 1 : at] == "|"]
    if not bars:
        return line
    repairs.append(Repair(line.number, bars[0], RepairKind.BARS_FOR_BLANKS))
    text = "".join(" " if at in bars else letter for at, letter in enumerate(line.text, 1))
    return FileLine(line.number, text.rstrip())


def _off_grid(line: FileLine) -> p.Misaligned | None:
    """The first column that cannot be what it holds. Beside an opponent and a colour an unknown symbol is a result
    that is not known (FIDE checklist, 166)."""
    for at in _separators(line):
        if line.text[at - 1 : at].strip():
            return p.Misaligned(line.number, at, line.text[at - 1], "blank")
    for round in range(1, c.blocks_in(line.text) + 1):
        opponent, colour, result = c.block(round)
        side, code = colour.read(line.text), result.read(line.text)
        if side and side.lower() not in "wb-":
            return p.Misaligned(line.number, colour.first, side, "colour")
        seated = opponent.read(line.text).strip("0").isdigit() and side.lower() in COLOUR_LETTERS
        if code and code.upper() not in REPORT_CODES and not seated:
            return p.Misaligned(line.number, result.first, code, "result")
    return None


def _counted_in_bytes(line: FileLine) -> FileLine:
    """The line when its writer counted columns in UTF-8 bytes: the name is shorter in letters."""
    raw = line.text.encode()
    first, last = c.FULL_NAME.first - 1, c.FULL_NAME.last
    before, name, after = (part.decode(errors="ignore") for part in (raw[:first], raw[first:last], raw[last:]))
    return FileLine(line.number, before + name.ljust(c.FULL_NAME.width) + after)
