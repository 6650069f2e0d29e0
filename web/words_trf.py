"""What a report file or a player list does wrong, in sentences (English)."""

from collections.abc import Iterable
from functools import singledispatch

from domain.trf import problems as p
from domain.trf.repairs import Kind, Repair

KINDS: dict[Kind, str] = {
    Kind.DECODED_AS: "the file is not UTF-8 and was read as {now}",
    Kind.BYTE_ORDER_MARK: "a byte order mark at the beginning was skipped",
    Kind.MIXED_LINE_ENDS: "the file mixes different line ends",
    Kind.COLUMNS_IN_BYTES: "the columns were counted in bytes, not in letters, and were shifted back",
    Kind.BARS_FOR_BLANKS: "bars between the fields were read as blanks",
    Kind.VEGA_DIALECT: "record {was} was read in Vega's sense: {now}",
    Kind.EXTENSION: "record {was} is an extension that pairing engines use",
    Kind.UNKNOWN_RECORD: "record '{was}' is not known and was kept as it is",
    Kind.REPEATED_RECORD: "record {was} stands there more than once; the last one counts",
    Kind.DATE_FORM: "the date '{was}' is not written YYYY/MM/DD",
    Kind.SEX_LETTER: "the sex '{was}' was read as '{now}'",
    Kind.OLD_TITLE: "the title '{was}' was read as {now}",
    Kind.UNKNOWN_TITLE: "the title '{was}' is not known and was left out",
    Kind.NOT_A_FEDERATION: "the federation '{was}' is not FIDE's three letters",
    Kind.NOT_A_FIDE_NUMBER: "'{was}' is not a FIDE number and was left out",
    Kind.DECIMAL_COMMA: "'{was}' was read as {now}",
    Kind.NAME_MISSING: "player {number} has no name",
    Kind.RANK_MISSING: "the rank of player {number} is missing",
    Kind.POINTS_MISSING: "the points of player {number} are missing and were counted from the results",
    Kind.POINTS_DIFFER: "player {number} has {was} points in the file, but the results make {now}",
    Kind.COUNT_DIFFERS: "the file announces {was} players and has {now}",
    Kind.PHANTOM_ROUND: "player {number} has an entry for round {round}, which nobody played; it was dropped",
    Kind.BYE_WITHOUT_ZEROS: "the bye '{was}' of player {number} in round {round} has no 0000 in the opponent's column",
    Kind.ABSENCE_AS_FORFEIT: (
        "player {number} has a forfeit without an opponent in round {round}; it was read as an absence (Z)"
    ),
    Kind.WIN_WITHOUT_OPPONENT: (
        "player {number} wins without an opponent in round {round}; it was read as a full-point bye (F)"
    ),
    Kind.COLOUR_WITHOUT_OPPONENT: "player {number} has a colour but no opponent in round {round}; it was dropped",
    Kind.ABSENCE_WITH_OPPONENT: (
        "player {number} has an opponent and is absent in round {round}; it was read as a game lost by forfeit"
    ),
    Kind.RESULT_FROM_OPPONENT: (
        "the result of player {number} in round {round} was taken from the opponent's line: '{now}'"
    ),
    Kind.COLOUR_FROM_OPPONENT: (
        "the colour of player {number} in round {round} was taken from the opponent's line: '{now}'"
    ),
    Kind.FULL_BYE_IN_ODD_FIELD: (
        "player {number} has the only full-point bye of round {round}, which has no pairing bye (U): read as {now}"
    ),
}

EXPECTED: dict[str, str] = {
    "whole number": "a whole number",
    "points": "points such as 2.5",
    "1 to 9999": "a number from 1 to 9999",
    "1 to 999": "a number from 1 to 999",
    "W or B": "W or B",
    "F, H or Z": "F, H or Z",
    "code=points": "words such as W=3 or PAB=1",
    "rounds and players": "a first round and a first player",
    "blank": "blank",
    "colour": "w, b, - or blank",
    "result": "a result such as 1, =, 0, +, -, U, H, F, Z or blank",
}


def sentence(problem: Repair | p.Unreadable) -> str:
    """One sentence with its place: `line 20, column 98: ...`."""
    words = KINDS[problem.kind].format(**_data(problem)) if isinstance(problem, Repair) else _why(problem)
    return place(problem.line, problem.column) + words + "."


def sentences(repairs: Iterable[Repair]) -> list[str]:
    """Every repair, those of one kind on many lines together."""
    groups: dict[tuple[Kind, str], list[Repair]] = {}
    for repair in sorted(repairs, key=lambda r: (r.line, r.column)):
        what = repair.was if repair.kind in (Kind.UNKNOWN_RECORD, Kind.EXTENSION) else ""
        groups.setdefault((repair.kind, what), []).append(repair)
    out = []
    for same in groups.values():
        more = f" (and {len(same) - 1} more: {_lines(same[1:])})" if len(same) > 1 else ""
        out.append(sentence(same[0]).removesuffix(".") + more + ".")
    return out


def place(line: int, column: int) -> str:
    if not line:
        return ""
    return f"line {line}, column {column}: " if column else f"line {line}: "


def _lines(repairs: list[Repair]) -> str:
    lines = list(dict.fromkeys(r.line for r in repairs))
    shown = ", ".join(str(line) for line in lines[:8]) + (", ..." if len(lines) > 8 else "")
    return f"line {shown}" if len(lines) == 1 else f"lines {shown}"


def _data(repair: Repair) -> dict[str, str | int]:
    return {"was": repair.was, "now": repair.now, "number": repair.number, "round": repair.round}


@singledispatch
def _why(problem: p.Unreadable) -> str:
    return f"the file cannot be read ({type(problem).__name__})"


@_why.register
def _(problem: p.EmptyFile) -> str:
    return "the file is empty"


@_why.register
def _(problem: p.NotText) -> str:
    return f"this is not a text file: it contains the byte 0x{problem.byte:02X}"


@_why.register
def _(problem: p.TabInLine) -> str:
    return "there is a tab; a report file counts columns, so replace tabs by blanks"


@_why.register
def _(problem: p.NoPlayers) -> str:
    return "this is not a report file, or its end is missing: there is no player record (001)"


@_why.register
def _(problem: p.LineTooShort) -> str:
    return f"the line ends before the {problem.field}"


@_why.register
def _(problem: p.BadValue) -> str:
    expected = EXPECTED.get(problem.expected, problem.expected)
    return f"the {problem.field} must be {expected}, not '{problem.was}'"


@_why.register
def _(problem: p.Misaligned) -> str:
    expected = EXPECTED.get(problem.expected, problem.expected)
    return (
        f"this column must be {expected}, not '{problem.was}'; "
        "the line is shifted (round 1 has its opponent in columns 92-95, its colour in 97, its result in 99)"
    )


@_why.register
def _(problem: p.RepeatedNumber) -> str:
    return f"the starting rank {problem.number} was given already in line {problem.first_line}"


@_why.register
def _(problem: p.RepeatedFideNumber) -> str:
    return f"the FIDE number {problem.fide_id} was given already in line {problem.first_line}"


@_why.register
def _(problem: p.UnknownOpponent) -> str:
    if not problem.number:
        return f"no player of the file has the starting rank {problem.opponent}"
    return (
        f"player {problem.number} meets number {problem.opponent} in round {problem.round}, "
        "but no player of the file has this starting rank"
    )


@_why.register
def _(problem: p.OwnOpponent) -> str:
    return f"player {problem.number} meets himself or herself in round {problem.round}"


@_why.register
def _(problem: p.OneSided) -> str:
    return (
        f"player {problem.number} meets {problem.opponent} in round {problem.round}, "
        f"but the line of player {problem.opponent} does not say so"
    )


@_why.register
def _(problem: p.ColoursClash) -> str:
    return (
        f"the colours of players {problem.number} and {problem.opponent} in round {problem.round} do not fit together"
    )


@_why.register
def _(problem: p.ResultsClash) -> str:
    return (
        f"player {problem.number} has '{problem.result}' in round {problem.round}, "
        f"which does not fit the '{problem.other}' of player {problem.opponent}"
    )


@_why.register
def _(problem: p.ByeWithOpponent) -> str:
    return f"player {problem.number} has both an opponent and the bye '{problem.code}' in round {problem.round}"


@_why.register
def _(problem: p.ColourWithoutOpponent) -> str:
    return (
        f"player {problem.number} has a colour in round {problem.round} but neither opponent nor result; "
        "is the line shifted?"
    )


@_why.register
def _(problem: p.ResultWithoutOpponent) -> str:
    return f"player {problem.number} has the result '{problem.code}' in round {problem.round} but no opponent"


@_why.register
def _(problem: p.TwoPairingByes) -> str:
    return f"players {problem.other} and {problem.number} both have the pairing bye (U) of round {problem.round}"


@_why.register
def _(problem: p.NotHalfPoints) -> str:
    return f"'{problem.was}' is not a number of half points"


@_why.register
def _(problem: p.Defective) -> str:
    first = sentence(problem.repairs[0]).removeprefix(place(problem.line, problem.column)).removesuffix(".")
    more = len(problem.repairs) - 1
    return first + (f" (and {more} more)" if more else "")


@_why.register
def _(problem: p.RoundsUnknown) -> str:
    return "the file does not say how many rounds are planned; add a line such as 'XXR 9'"


@_why.register
def _(problem: p.RoundOutOfReach) -> str:
    return f"round {problem.round} is out of reach: the last round that can be asked for is {problem.limit}"


@_why.register
def _(problem: p.ResultMissing) -> str:
    return (
        f"the result of the game between players {problem.number} and {problem.opponent} "
        f"in round {problem.round} is missing"
    )


@_why.register
def _(problem: p.TeamFile) -> str:
    return "this is the report of a team tournament, which cannot be paired or ranked player by player"


@_why.register
def _(problem: p.PointsContradict) -> str:
    return (
        f"player {problem.number} has {problem.was} points in the file, but the results make {problem.now}; "
        "correct one of them, or say what results are worth (record 162 or XXS)"
    )
