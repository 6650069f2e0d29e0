"""The record table: what each line that is no player's says, by its first three characters."""

from collections.abc import Callable
from dataclasses import field

from domain.files.trf import columns as c
from domain.files.trf.decoding import FileLine, Problems
from domain.files.trf.points import Span, Values, read_bbx, read_point_system, read_xxs
from domain.files.trf.problems import BadValue, Misaligned
from domain.files.trf.repairs import Repair, RepairKind
from domain.files.trf.report import Abnormal, Announced, ForbiddenPairs, KeptLine, Place
from domain.records import dataclass
from domain.words.games import Code, Colour


@dataclass(slots=True)
class Draft:
    repairs: list[Repair] = field(default_factory=list)
    problems: Problems = field(default_factory=list)
    team_line: int = 0
    vega: bool = False
    players_seen: bool = False
    texts: dict[str, str] = field(default_factory=dict)
    deputies: list[str] = field(default_factory=list)
    round_dates: tuple[str, ...] = ()
    counted: tuple[FileLine, str] | None = None
    rounds_planned: int | None = None
    initial_colour: Colour | None = None
    rank_by_line: bool = False
    values: dict[str, int] = field(default_factory=dict)
    absent: list[int] = field(default_factory=list)
    forbidden: list[ForbiddenPairs] = field(default_factory=list)
    announced: list[Announced] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)
    fictitious: dict[int, tuple[int, ...]] = field(default_factory=dict)
    abnormal: list[Abnormal] = field(default_factory=list)
    national: list[c.National] = field(default_factory=list)
    kept: list[KeptLine] = field(default_factory=list)
    named: list[tuple[FileLine, int, int]] = field(default_factory=list)

    def repair(self, line: FileLine, column: int, kind: RepairKind, was: str = "", now: str = "") -> None:
        self.repairs.append(Repair(line.number, column, kind, was, now))

    def keep(self, line: FileLine) -> None:
        self.kept.append(KeptLine(line.text, Place.FOOT if self.players_seen else Place.HEAD, line.number))


Reader = Callable[[Draft, FileLine], None]


def words(line: FileLine) -> list[tuple[int, str]]:
    """(column, word) of everything from column 5 on."""
    out, at = [], c.TEXT.first
    for word in line.text[c.TEXT.first - 1 :].split(" "):
        if word:
            out.append((at, word))
        at += len(word) + 1
    return out


def read_rounds(draft: Draft, line: FileLine) -> None:
    rounds = c.read_whole(line, c.TEXT)
    if rounds is None or not 1 <= rounds <= 999:
        raise BadValue(line.number, c.TEXT.first, "rounds", c.TEXT.read(line.text), "1 to 999")
    draft.rounds_planned = rounds


LARGEST_GROUP = 300


def read_record(draft: Draft, line: FileLine) -> None:
    """Everything but a player's line. Raises BadValue or NotHalfPoints."""
    code = line.code
    if draft.team_line and code in TEAM_TOO:
        draft.keep(line)
    elif draft.vega and code in VEGA:
        meaning, read = VEGA[code]
        draft.repair(line, 1, RepairKind.VEGA_DIALECT, code, meaning)
        read(draft, line)
    elif code in READERS and line.text[3:4].strip() == "":
        if code.startswith(("XX", "BB")):
            draft.repair(line, 1, RepairKind.EXTENSION, code)
        READERS[code](draft, line)
    elif c.is_national(line):
        draft.national.append(c.read_national(line))
        draft.named.append((line, c.STARTING_RANK.first, draft.national[-1].number))
    else:
        if not code.startswith("###") and code not in c.TEAM_RECORDS:
            draft.repair(line, 1, RepairKind.UNKNOWN_RECORD, code)
        draft.keep(line)


def _text(draft: Draft, line: FileLine) -> None:
    field_name = dict(c.SINGLE_TEXTS)[line.code]
    text = c.TEXT.read(line.text)
    if draft.texts.get(field_name):
        draft.repair(line, 1, RepairKind.REPEATED_RECORD, line.code)
    draft.texts[field_name] = text
    if field_name == "federation" and text and not c.read_federation(text):
        draft.repair(line, c.TEXT.start_of(line.text), RepairKind.NOT_A_FEDERATION, text)
    if field_name in ("start", "end") and text and not c.FULL_DATE.fullmatch(text):
        draft.repair(line, c.TEXT.start_of(line.text), RepairKind.DATE_FORM, text, c.iso_date(text))


def _count(draft: Draft, line: FileLine) -> None:
    first = c.TEXT.read(line.text).split(" ")[0]
    if line.code == "062" and first:
        draft.counted = (line, first.lstrip("0"))


def _round_dates(draft: Draft, line: FileLine) -> None:
    dates = words(line)
    shifted = any((at - c.ROUND_DATE.first) % c.BLOCK_WIDTH for at, _ in dates)
    if shifted and all(c.iso_date(word) for _, word in dates):
        draft.repair(line, dates[0][0], RepairKind.OTHER_COLUMNS, line.code)
        draft.round_dates = _in_nearest_rounds(dates)
        return
    if line.text[len(line.code) : c.ROUND_DATE.first - 1].strip():
        draft.repair(line, c.TEXT.start_of(line.text), RepairKind.UNKNOWN_RECORD, line.code)
        draft.keep(line)
        return
    columns = [c.ROUND_DATE.shifted(c.BLOCK_WIDTH * r) for r in range(c.blocks_in(line.text))]
    for column in columns:
        text = column.read(line.text)
        if text and not c.SHORT_DATE.fullmatch(text):
            draft.repair(line, column.first, RepairKind.DATE_FORM, text, c.iso_date(text))
    draft.round_dates = tuple(column.read(line.text) for column in columns)


def _in_nearest_rounds(dates: list[tuple[int, str]]) -> tuple[str, ...]:
    """Dates that stand beside their columns: each in the nearest round, or in their order where two are nearest to
    one or the line does not begin near the columns."""
    half = c.BLOCK_WIDTH // 2
    rounds = [(at - c.ROUND_DATE.first + half) // c.BLOCK_WIDTH for at, _ in dates]
    if len({*rounds}) < len(rounds) or rounds[0] < 0:
        return tuple(word for _, word in dates)
    by_round = dict(zip(rounds, (word for _, word in dates), strict=True))
    return tuple(by_round.get(round, "") for round in range(rounds[-1] + 1))


def _initial_colour(draft: Draft, line: FileLine) -> None:
    text = c.TEXT.read(line.text)
    if text.lower() not in ("w", "b"):
        raise BadValue(line.number, c.TEXT.start_of(line.text), "initial colour", text, "W or B")
    draft.initial_colour = Colour(text.lower())


def _configuration(draft: Draft, line: FileLine) -> None:
    for at, word in words(line):
        match word.lower():
            case "white1":
                draft.initial_colour = Colour.WHITE
            case "black1":
                draft.initial_colour = Colour.BLACK
            case "rank":
                draft.rank_by_line = True
            case _:
                raise BadValue(line.number, at, "XXC", word, "white1, black1 or rank")


def _forbidden(draft: Draft, line: FileLine) -> None:
    """Records XXP and 260, which has rounds before the players."""
    ranged = line.code == "260"
    column = c.FORBIDDEN_PLAYER if ranged else c.TEXT
    rounds = (c.FORBIDDEN_FIRST, c.FORBIDDEN_LAST) if ranged else ()
    numbers = _numbers(draft, line, column.first)
    if len(numbers) > LARGEST_GROUP:
        raise BadValue(line.number, column.first, "list of players", str(len(numbers)), f"at most {LARGEST_GROUP} long")
    draft.forbidden.append(ForbiddenPairs(numbers, *(c.read_whole(line, round) or 0 for round in rounds)))


def bye_code(line: FileLine) -> Code:
    letter = c.BYE_TYPE.read(line.text).upper()
    if letter not in ("F", "H", "Z"):
        raise BadValue(line.number, c.BYE_TYPE.first, c.BYE_TYPE.name, letter, "F, H or Z")
    return Code(letter)


def abnormal_code(line: FileLine) -> Code | None:
    letter = c.ABNORMAL_TYPE.read(line.text).upper()
    if letter and letter not in ABNORMAL_CODES:
        raise BadValue(line.number, c.ABNORMAL_TYPE.first, c.ABNORMAL_TYPE.name, letter, "W, D, L, F, H, Z, + or -")
    return ABNORMAL_CODES.get(letter)


def rounds_and_row(line: FileLine, expected: str) -> tuple[int, int, int, int]:
    """First and last round, first and last number of a record 250."""
    first, last = c.read_whole(line, c.EXTRA_FIRST_ROUND), c.read_whole(line, c.EXTRA_LAST_ROUND)
    low, high = c.read_whole(line, c.EXTRA_FIRST), c.read_whole(line, c.EXTRA_LAST)
    if not first or not low:
        raise BadValue(line.number, c.EXTRA_FIRST_ROUND.first, "round", line.text[14:].strip(), expected)
    return first, last or first, low, high or low


def _announced(draft: Draft, line: FileLine) -> None:
    code = bye_code(line)
    round = c.read_whole(line, c.BYE_ROUND)
    if not round:
        raise BadValue(line.number, c.BYE_ROUND.first, "round", c.BYE_ROUND.read(line.text), "1 to 999")
    draft.announced.append(Announced(code, round, _numbers(draft, line, c.BYE_PLAYER.first)))


def _accelerated(draft: Draft, line: FileLine) -> None:
    at = c.EXTRA_GAME.start_of(line.text)
    points = c.read_half_points(line, at, c.EXTRA_GAME.read(line.text) or c.EXTRA_MATCH.read(line.text), draft.repairs)
    draft.spans.append(Span(points, *rounds_and_row(line, "rounds and players")))


def _fictitious(draft: Draft, line: FileLine) -> None:
    number = c.read_whole(line, c.FICTITIOUS_PLAYER)
    if not number:
        raise BadValue(line.number, c.FICTITIOUS_PLAYER.first, "starting rank", "", "1 to 9999")
    values = []
    for by in range(0, len(line.text) - c.FICTITIOUS_POINTS.first + 1, c.ID_STEP):
        column = c.FICTITIOUS_POINTS.shifted(by)
        text = column.read(line.text)
        values.append(c.read_half_points(line, column.start_of(line.text), text, draft.repairs) if text else 0)
    draft.named.append((line, c.FICTITIOUS_PLAYER.first, number))
    draft.fictitious[number] = tuple(values)


def _abnormal(draft: Draft, line: FileLine) -> None:
    code = abnormal_code(line)
    column = c.ABNORMAL_GAME if c.ABNORMAL_GAME.read(line.text) else c.ABNORMAL_MATCH
    points = c.read_half_points(line, column.start_of(line.text), column.read(line.text), draft.repairs)
    players = _numbers(draft, line, c.ABNORMAL_PLAYER.first)
    round, said = c.read_whole(line, c.ABNORMAL_ROUND) or 0, " ".join(line.text.split())
    draft.abnormal.append(Abnormal(code, points, round, players, said))


ABNORMAL_CODES = {"W": Code.WIN, "D": Code.DRAW, "L": Code.LOSS, **{letter: Code(letter) for letter in "FHZ+-"}}


def _worth(read: Callable[[FileLine, Values, list[Repair]], None]) -> Reader:
    return lambda draft, line: read(line, draft.values, draft.repairs)


def _numbers(draft: Draft, line: FileLine, first: int) -> tuple[int, ...]:
    """Starting ranks from a column on, zeros left out. Raises Misaligned where the column before is not blank."""
    if before := line.text[first - 2 : first - 1].strip():
        raise Misaligned(line.number, first - 1, before, "blank")
    out = []
    for at, word in words(line):
        if at < first:
            continue
        number = c.read_whole(line, c.Column("starting rank", at, at + len(word) - 1))
        if number:
            draft.named.append((line, at, number))
            out.append(number)
    return tuple(out)


READERS: dict[str, Reader] = {
    **{code: _text for code, _ in c.SINGLE_TEXTS},
    **dict.fromkeys(c.COUNTS, _count),
    "112": lambda draft, line: draft.deputies.extend(filter(None, [c.TEXT.read(line.text)])),
    "132": _round_dates,
    "142": read_rounds,
    "XXR": read_rounds,
    "152": _initial_colour,
    "XXC": _configuration,
    "162": _worth(read_point_system),
    "XXS": _worth(read_xxs),
    **dict.fromkeys(("BBW", "BBD", "BBL", "BBZ", "BBF", "BBU"), _worth(read_bbx)),
    "XXZ": lambda draft, line: draft.absent.extend(_numbers(draft, line, c.TEXT.first)),
    **dict.fromkeys(("XXP", "260"), _forbidden),
    "240": _announced,
    "250": _accelerated,
    "XXA": _fictitious,
    "299": _abnormal,
}

TEAM_TOO = frozenset({"240", "250", "260", "299", "162"})
"""In a team file these speak of teams."""


# Vega's dialect: the same record numbers with another meaning.

WIN = ("ww", "bw", "fw", "fpb", "pab")
DRAW = ("wd", "bd", "hpb", "unknown")


def _vega_points(draft: Draft, line: FileLine) -> None:
    for names, (at, text) in zip((WIN, DRAW), words(line), strict=False):
        draft.values |= dict.fromkeys(names, c.read_half_points(line, at, text, draft.repairs))


def speaks_vega(lines: tuple[FileLine, ...]) -> bool:
    said = [(line.code, c.TEXT.read(line.text).lower().split()) for line in lines if line.code in ("142", "192")]
    return any(
        (code == "192" and bool(words) and words[0].startswith("vega"))
        or (code == "142" and len(words) == 2 and not words[0].isdigit())
        for code, words in said
    )


VEGA: dict[str, tuple[str, Reader]] = {
    "142": ("points for win and draw", _vega_points),
    "152": ("current round", lambda draft, line: None),
    "162": ("number of rounds", read_rounds),
    "192": ("program", lambda draft, line: draft.texts.update(program=c.TEXT.read(line.text))),
}
