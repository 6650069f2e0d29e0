"""Faults of a report file, in sentences. English is the source; `said` turns a pattern into another language."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields

from domain.files.trf import problems as p
from domain.files.trf.repairs import Repair, RepairKind, together
from domain.words.mended import Mended
from web.wording import N_

Translate = Callable[[str], str]

REPAIRS: Mapping[RepairKind, str] = {
    RepairKind.DECODED_AS: N_("the file is not UTF-8 and was read as {now}"),
    RepairKind.BYTE_ORDER_MARK: N_("a byte order mark at the beginning was skipped"),
    RepairKind.MIXED_LINE_ENDS: N_("the file mixes different line ends"),
    RepairKind.COLUMNS_IN_BYTES: N_("the columns were counted in bytes, not in letters, and were shifted back"),
    RepairKind.BARS_FOR_BLANKS: N_("bars between the fields were read as blanks"),
    RepairKind.VEGA_DIALECT: N_("record {was} was read in Vega's sense: {now}"),
    RepairKind.EXTENSION: N_("record {was} is an extension that pairing engines use"),
    RepairKind.UNKNOWN_RECORD: N_("record '{was}' is not known"),
    RepairKind.REPEATED_RECORD: N_("record {was} stands there more than once; the last one counts"),
    RepairKind.DATE_FORM: N_("the date '{was}' is not written YYYY/MM/DD"),
    RepairKind.SEX_LETTER: N_("the sex '{was}' was read as '{now}'"),
    RepairKind.OLD_TITLE: N_("the title '{was}' was read as {now}"),
    RepairKind.UNKNOWN_TITLE: N_("the title '{was}' is not known and was left out"),
    RepairKind.NOT_A_FEDERATION: N_("the federation '{was}' is not FIDE's three letters"),
    RepairKind.NOT_A_FIDE_NUMBER: N_("'{was}' is not a FIDE number and was left out"),
    RepairKind.DECIMAL_COMMA: N_("'{was}' was read as {now}"),
    RepairKind.NAME_MISSING: N_("player {number} has no name"),
    RepairKind.RANK_MISSING: N_("the rank of player {number} is missing"),
    RepairKind.POINTS_MISSING: N_("the points of player {number} are missing and were counted from the results"),
    RepairKind.POINTS_DIFFER: N_("player {number} has {was} points in the file, but the results make {now}"),
    RepairKind.COUNT_DIFFERS: N_("the file announces {was} players and has {now}"),
    RepairKind.PHANTOM_ROUND: N_("player {number} has an entry for round {round}, which nobody played; it was dropped"),
    RepairKind.BYE_WITHOUT_ZEROS: N_(
        "the bye '{was}' of player {number} in round {round} has no 0000 in the opponent's column"
    ),
    RepairKind.ABSENCE_AS_FORFEIT: N_(
        "player {number} has a forfeit without an opponent in round {round}; it was read as an absence (Z)"
    ),
    RepairKind.WIN_WITHOUT_OPPONENT: N_(
        "player {number} wins without an opponent in round {round}; it was read as a full-point bye (F)"
    ),
    RepairKind.COLOUR_WITHOUT_OPPONENT: N_(
        "player {number} has a colour but no opponent in round {round}; it was dropped"
    ),
    RepairKind.ABSENCE_WITH_OPPONENT: N_(
        "player {number} has an opponent and is absent in round {round}; it was read as a game lost by forfeit"
    ),
    RepairKind.UNKNOWN_RESULT: N_(
        "the result '{was}' of player {number} in round {round} is none of the format and was read as unknown (X)"
    ),
    RepairKind.RESULT_FROM_OPPONENT: N_(
        "the result of player {number} in round {round} was taken from the opponent's line: '{now}'"
    ),
    RepairKind.COLOUR_FROM_OPPONENT: N_(
        "the colour of player {number} in round {round} was taken from the opponent's line: '{now}'"
    ),
    RepairKind.FULL_BYE_IN_ODD_FIELD: N_(
        "player {number} has the only full-point bye of round {round}, which has no pairing bye (U): read as {now}"
    ),
}

EXPECTED: Mapping[str, str] = {
    "whole number": N_("a whole number"),
    "points": N_("points such as 2.5"),
    "1 to 9999": N_("a number from 1 to 9999"),
    "1 to 999": N_("a number from 1 to 999"),
    "code=points": N_("words such as W=3 or PAB=1"),
    "rounds and players": N_("a first round and a first player"),
    "blank": N_("blank"),
    "colour": N_("w, b, - or blank"),
    "result": N_("a result such as 1, =, 0, +, -, U, H, F, Z or blank"),
}
"""The text that should stand there, by `expected` of the refusal; a key that is missing is its own word."""

FILE_REFUSALS: Mapping[type[p.Unreadable], str] = {
    p.EmptyFile: N_("the file is empty"),
    p.NotText: N_("this is not a text file: it contains the byte 0x{byte:02X}"),
    p.TabInLine: N_("there is a tab; a report file counts columns, so replace tabs by blanks"),
    p.NoPlayers: N_("this is not a report file, or its end is missing: there is no player record (001)"),
    p.LineTooShort: N_("the line ends before the {field}"),
    p.BadValue: N_("the {field} must be {expected}, not '{was}'"),
    p.Misaligned: N_(
        "this column must be {expected}, not '{was}'; "
        "the line is shifted (round 1 has its opponent in columns 92-95, its colour in 97, its result in 99)"
    ),
    p.RepeatedNumber: N_("the starting rank {number} was given already in line {first_line}"),
    p.RepeatedFideNumber: N_("the FIDE number {fide_id} was given already in line {first_line}"),
    p.UnknownOpponent: N_(
        "player {number} meets number {opponent} in round {round}, but no player of the file has this starting rank"
    ),
    p.OwnOpponent: N_("player {number} is their own opponent in round {round}"),
    p.OneSided: N_(
        "player {number} meets {opponent} in round {round}, but the line of player {opponent} does not say so"
    ),
    p.ColoursClash: N_("the colours of players {number} and {opponent} in round {round} do not fit together"),
    p.ResultsClash: N_(
        "player {number} has '{result}' in round {round}, which does not fit the '{other}' of player {opponent}"
    ),
    p.ByeWithOpponent: N_("player {number} has both an opponent and the bye '{code}' in round {round}"),
    p.ColourWithoutOpponent: N_(
        "player {number} has a colour in round {round} but neither opponent nor result; is the line shifted?"
    ),
    p.ResultWithoutOpponent: N_("player {number} has the result '{code}' in round {round} but no opponent"),
    p.TwoPairingByes: N_("players {other} and {number} both have the pairing bye (U) of round {round}"),
    p.NotHalfPoints: N_("'{was}' is not a number of half points"),
    p.Defective: N_("{first}"),
    p.Several: N_("{first}"),
    p.RoundsUnknown: N_("the file does not say how many rounds are planned; add a line such as 'XXR 9'"),
    p.RoundOutOfReach: N_("round {round} is out of reach: the last round that can be asked for is {limit}"),
    p.ResultMissing: N_("the result of the game between players {number} and {opponent} in round {round} is missing"),
    p.TeamFile: N_("this is the report of a team tournament, which cannot be paired or ranked player by player"),
    p.PointsContradict: N_(
        "player {number} has {was} points in the file, but the results make {now}; "
        "correct one of them, or say what results are worth (record 162 or XXS)"
    ),
}

NAMED_BY_A_RECORD = N_("no player of the file has the starting rank {opponent}")
MORE = N_("{first} (and {more} more)")
MORE_LINE = N_("{first} (and {more} more, in line {lines})")
MORE_LINES = N_("{first} (and {more} more, in lines {lines})")
MORE_SENTENCES = N_("And {more} more.")
MOST_SENTENCES = 50
LINES_SHOWN = 8
PLACE = N_("line {line}, column {column}: ")
LINE_PLACE = N_("line {line}: ")


def report_sentence(problem: Repair | p.Unreadable, said: Translate = str) -> str:
    """One sentence with its place: `line 20, column 98: ...`."""
    return place(problem.line, problem.column, said) + _words(problem, said) + "."


def sentences(repairs: Iterable[Repair], said: Translate = str) -> list[str]:
    """Every repair, those of one kind on many lines together."""
    return [repaired(one, said) for one in together(repairs)]


def every_sentence(problem: p.Unreadable, said: Translate = str) -> list[str]:
    """Everything that is wrong, a sentence each; of very much, the beginning and how much is left."""
    match problem:
        case p.Several(problems=problems):
            found = [report_sentence(one, said) for one in problems]
        case p.Defective(repairs=repairs):
            found = sentences(repairs, said)
        case _:
            found = [report_sentence(problem, said)]
    more = len(found) - MOST_SENTENCES
    return [*found[:MOST_SENTENCES], said(MORE_SENTENCES).format(more=more)] if more > 0 else found


def place(line: int, column: int, said: Translate = str) -> str:
    """Where it stands; nothing for a whole file."""
    if not line:
        return ""
    return said(PLACE if column else LINE_PLACE).format(line=line, column=column)


def repaired(m: Mended, said: Translate = str) -> str:
    """One sentence about a repair, as the journal keeps it, and about those of its kind."""
    first = report_sentence(Repair(m.line, m.column, RepairKind(m.kind), m.was, m.now, m.number, m.round), said)
    if not m.more:
        return first
    shown = ", ".join(map(str, m.lines[:LINES_SHOWN])) + (", ..." if len(m.lines) > LINES_SHOWN else "")
    pattern = MORE_LINES if len(m.lines) > 1 else MORE_LINE
    return said(pattern).format(first=first.removesuffix("."), more=m.more, lines=shown) + "."


def _words(problem: Repair | p.Unreadable, said: Translate) -> str:
    """The sentence without place and full stop."""
    data = {f.name: getattr(problem, f.name) for f in fields(problem)}  # type: ignore[arg-type]
    if isinstance(problem, Repair):
        return said(REPAIRS[problem.kind]).format_map(data)
    if isinstance(problem, p.BadValue | p.Misaligned):
        data["expected"] = said(EXPECTED.get(problem.expected, problem.expected))
    if isinstance(problem, p.UnknownOpponent) and not problem.number:
        return said(NAMED_BY_A_RECORD).format_map(data)
    if isinstance(problem, p.Several):
        first, more = _words(problem.problems[0], said), len(problem.problems) - 1
        return said(MORE).format(first=first, more=more)
    if isinstance(problem, p.Defective):
        first, more = _words(problem.repairs[0], said), len(problem.repairs) - 1
        return said(MORE).format(first=first, more=more) if more else first
    return said(FILE_REFUSALS[type(problem)]).format_map(data)
