"""One player's line (record 001): the fields by the column table, then the round blocks."""

from functools import partial

from domain.files.trf import columns as c
from domain.files.trf import problems as p
from domain.files.trf.columns import FULL_DATE, read_federation, read_half_points, read_whole, year_in
from domain.files.trf.decoding import FileLine, Problems, refuse, tried
from domain.files.trf.report import ReportPlayer, RoundEntry
from domain.words.games import Code, Colour
from domain.words.players import Sex, Title

REPORT_CODES = frozenset(code.value for code in Code if code is not Code.PENDING)
BYE_CODES = frozenset({Code.PAIRING_BYE, Code.FULL_BYE, Code.HALF_BYE, Code.ZERO_BYE})
FORFEIT_CODES = frozenset({Code.FORFEIT_WIN, Code.FORFEIT_LOSS})
COLOUR_LETTERS = {"w": Colour.WHITE, "b": Colour.BLACK}
OLD_TITLES = {
    "g": Title.GM,
    "m": Title.IM,
    "f": Title.FM,
    "c": Title.CM,
    "wg": Title.WGM,
    "wm": Title.WIM,
    "wf": Title.WFM,
    "wc": Title.WCM,
    "gf": Title.WGM,
    "mf": Title.WIM,
    "ff": Title.WFM,
    "cf": Title.WCM,
}
"""The letters of files from before 2006; `f` behind the letter: a woman's title."""


MAX_ROUND_BLOCKS = 255
"""More round blocks than that are no tournament, but a line that never ends."""


def read_entrant(source: FileLine, repairs: list[p.Repair]) -> ReportPlayer:
    """Raises the refusals of `problems` that concern one line; Several where there is more than one."""
    if c.blocks_in(source.text) > MAX_ROUND_BLOCKS:
        at = c.block(MAX_ROUND_BLOCKS + 1)[0].first
        raise p.BadValue(
            source.number, at, "number of rounds", str(c.blocks_in(source.text)), f"at most {MAX_ROUND_BLOCKS}"
        )
    line = _aligned(source, repairs)
    number = read_whole(line, c.STARTING_RANK)
    if number is None:
        if len(line.text) < c.STARTING_RANK.last:
            raise p.LineTooShort(line.number, len(line.text) + 1, c.STARTING_RANK.name)
        raise p.BadValue(
            line.number, c.STARTING_RANK.first, c.STARTING_RANK.name, c.STARTING_RANK.read(line.text), "1 to 9999"
        )
    if number == 0:
        raise p.BadValue(line.number, c.STARTING_RANK.first, c.STARTING_RANK.name, "0", "1 to 9999")
    problems: Problems = []
    entrant = ReportPlayer(
        number=number,
        name=_name(line, number, repairs),
        sex=_sex(line, number, repairs),
        title=_title(line, number, repairs),
        rating=tried(problems, lambda: read_whole(line, c.RATING), 0) or 0,
        federation=_federation(line, number, repairs),
        fide_id=_fide_id(line, number, repairs),
        birth=_birth(line, number, repairs),
        points=tried(problems, lambda: _points(line, number, repairs), 0),
        rank=tried(problems, lambda: _rank(line, number, repairs), 0),
        entries=_entries(line, number, repairs, problems),
        line=line.number,
    )
    refuse(problems)
    return entrant


def _name(line: FileLine, number: int, repairs: list[p.Repair]) -> str:
    name = c.FULL_NAME.read(line.text)
    if not name:
        repairs.append(p.Repair(line.number, c.FULL_NAME.first, p.RepairKind.NAME_MISSING, number=number))
    return name


def _sex(line: FileLine, number: int, repairs: list[p.Repair]) -> Sex:
    letter = c.SEX.read(line.text)
    if letter.lower() in ("m", "w", ""):
        return Sex(letter.lower())
    sex = Sex.WOMAN if letter.lower() == "f" else Sex.UNKNOWN
    repairs.append(p.Repair(line.number, c.SEX.first, p.RepairKind.SEX_LETTER, letter, sex.value, number))
    return sex


def _title(line: FileLine, number: int, repairs: list[p.Repair]) -> Title:
    text = c.TITLE.read(line.text)
    if text in Title.__members__ or not text:
        return Title(text)
    at = c.TITLE.start_of(line.text)
    title = OLD_TITLES.get(text.lower(), Title.__members__.get(text.upper(), Title.NONE))
    kind = p.RepairKind.OLD_TITLE if title is not Title.NONE else p.RepairKind.UNKNOWN_TITLE
    repairs.append(p.Repair(line.number, at, kind, text, title.value, number))
    return title


def _federation(line: FileLine, number: int, repairs: list[p.Repair]) -> str:
    text = c.FEDERATION.read(line.text)
    if text and not read_federation(text):
        at = c.FEDERATION.start_of(line.text)
        repairs.append(p.Repair(line.number, at, p.RepairKind.NOT_A_FEDERATION, text, "", number))
    return text


def _fide_id(line: FileLine, number: int, repairs: list[p.Repair]) -> int:
    text = c.FIDE_NUMBER.read(line.text)
    if text and not (text.isascii() and text.isdigit()):
        at = c.FIDE_NUMBER.start_of(line.text)
        repairs.append(p.Repair(line.number, at, p.RepairKind.NOT_A_FIDE_NUMBER, text, "0", number))
        return 0
    return int(text or "0")


def _birth(line: FileLine, number: int, repairs: list[p.Repair]) -> str:
    text = c.BIRTH.read(line.text)
    if text and not FULL_DATE.fullmatch(text):
        year = str(year_in(text) or "")
        repairs.append(p.Repair(line.number, c.BIRTH.start_of(line.text), p.RepairKind.DATE_FORM, text, year, number))
    return text


def _points(line: FileLine, number: int, repairs: list[p.Repair]) -> int:
    text = c.POINTS.read(line.text)
    if not text:
        repairs.append(p.Repair(line.number, c.POINTS.first, p.RepairKind.POINTS_MISSING, number=number))
        return 0
    return read_half_points(line, c.POINTS.start_of(line.text), text, repairs)


def _rank(line: FileLine, number: int, repairs: list[p.Repair]) -> int:
    rank = read_whole(line, c.RANK)
    if rank is None:
        repairs.append(p.Repair(line.number, c.RANK.first, p.RepairKind.RANK_MISSING, number=number))
    return rank or 0


def _entries(line: FileLine, number: int, repairs: list[p.Repair], problems: Problems) -> tuple[RoundEntry | None, ...]:
    rounds = range(1, c.blocks_in(line.text) + 1)
    entries = [tried(problems, partial(_entry, line, number, r, repairs), None) for r in rounds]
    while entries and entries[-1] is None:
        entries.pop()
    return tuple(entries)


def _entry(line: FileLine, number: int, round: int, repairs: list[p.Repair]) -> RoundEntry | None:
    opponent, colour, result = c.block(round)
    met = read_whole(line, opponent)
    side = COLOUR_LETTERS.get(colour.read(line.text).lower())
    symbol = result.read(line.text).upper()
    if symbol and symbol not in REPORT_CODES:
        repairs.append(p.Repair(line.number, result.first, p.RepairKind.UNKNOWN_RESULT, symbol, "X", number, round))
        symbol = Code.ADJOURNED.value
    code = Code(symbol) if symbol else None
    if met:
        return _against(line, number, round, met, side, code, repairs)
    return _alone(line, number, round, met is not None, side, code, repairs)


def _against(
    line: FileLine,
    number: int,
    round: int,
    opponent: int,
    colour: Colour | None,
    code: Code | None,
    repairs: list[p.Repair],
) -> RoundEntry:
    at = c.block(round)[2].first
    if code is Code.ZERO_BYE:
        repairs.append(p.Repair(line.number, at, p.RepairKind.ABSENCE_WITH_OPPONENT, "Z", "-", number, round))
        return RoundEntry(Code.FORFEIT_LOSS, opponent, colour)
    if code in BYE_CODES:
        raise p.ByeWithOpponent(line.number, at, number, round, code.value)
    return RoundEntry(code if code is not None else Code.PENDING, opponent, colour)


def _alone(
    line: FileLine,
    number: int,
    round: int,
    zeros: bool,
    colour: Colour | None,
    code: Code | None,
    repairs: list[p.Repair],
) -> RoundEntry | None:
    _, at_colour, at_result = c.block(round)
    if code is None:
        if colour is not None:
            raise p.ColourWithoutOpponent(line.number, at_colour.first, number, round)
        return None
    if code not in BYE_CODES | FORFEIT_CODES:
        raise p.ResultWithoutOpponent(line.number, at_result.first, number, round, code.value)
    if colour is not None:
        repairs.append(
            p.Repair(
                line.number, at_colour.first, p.RepairKind.COLOUR_WITHOUT_OPPONENT, colour.value, "-", number, round
            )
        )
    if code in BYE_CODES and not zeros:
        repairs.append(
            p.Repair(line.number, at_result.first, p.RepairKind.BYE_WITHOUT_ZEROS, code.value, "", number, round)
        )
    return RoundEntry(code)


def _aligned(source: FileLine, repairs: list[p.Repair]) -> FileLine:
    line = _without_bars(source, repairs)
    wrong = _off_grid(line)
    if wrong is None:
        return line
    recounted = _counted_in_bytes(line)
    if line.text.isascii() or _off_grid(recounted) is not None:
        raise wrong
    repairs.append(p.Repair(line.number, wrong.column, p.RepairKind.COLUMNS_IN_BYTES))
    return recounted


def _separators(line: FileLine) -> list[int]:
    blocks = c.blocks_in(line.text)
    return [*c.BLANK_COLUMNS, *(s + c.BLOCK_WIDTH * r for r in range(blocks) for s in c.BLOCK_SEPARATORS)]


def _without_bars(line: FileLine, repairs: list[p.Repair]) -> FileLine:
    """Vega's variant draws `|` between the fields."""
    bars = [at for at in _separators(line) if line.text[at - 1 : at] == "|"]
    if not bars:
        return line
    repairs.append(p.Repair(line.number, bars[0], p.RepairKind.BARS_FOR_BLANKS))
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
    before, name, after = (
        raw[: c.FULL_NAME.first - 1],
        raw[c.FULL_NAME.first - 1 : c.FULL_NAME.last],
        raw[c.FULL_NAME.last :],
    )
    parts = [part.decode(errors="ignore") for part in (before, name, after)]
    return FileLine(line.number, parts[0] + parts[1].ljust(c.FULL_NAME.width) + parts[2])
