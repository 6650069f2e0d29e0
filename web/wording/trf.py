"""Faults of a report file, in sentences."""

from collections.abc import Iterable, Mapping
from dataclasses import fields

from domain.files.trf import problems as p
from domain.files.trf.repairs import Repair, RepairKind, together
from domain.words.mended import Mended
from web.wording import N_, Language

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
    RepairKind.OTHER_COLUMNS: N_("record {was} does not stand in its columns and was read word by word"),
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
    RepairKind.BYE_AT_A_BOARD: N_(
        "player {number} has the pairing bye (U) of round {round}, in which their team plays; it was read as won "
        "by forfeit (+)"
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
    RepairKind.FOREIGN_TABLE: N_(
        "a crosstable of chess-results: players, pairings and results were read. It has no days, no FIDE numbers and "
        "no regulations; in the order of places it has no starting ranks either: they follow the ratings"
    ),
    RepairKind.FOREIGN_SETTINGS: N_(
        "a file of Swiss-Manager: players, clubs, rounds and results were read. Not read: national ratings, sex, "
        "prizes, the order of tie-breaks (numbers {was}), values of results and byes; see Settings"
    ),
}

EXPECTED: Mapping[str, str] = {
    "whole number": N_("a whole number"),
    "points": N_("points such as 2.5"),
    "1 to 9999": N_("a number from 1 to 9999"),
    "1 to 999": N_("a number from 1 to 999"),
    "code=points": N_("words such as W=3 or PAB=1"),
    "rounds and teams": N_("a first round and a first team"),
    "the numbers of teams": N_("the number of a team, or several"),
    "a team of the file": N_("the number of a team with a line 310"),
    "rounds and players": N_("a first round and a first player"),
    "1 to 999, each once": N_("a number from 1 to 999 that no other team has"),
    "listed-and-in-one-team": N_("the number of a player with a line 001 who is in no other team"),
    "of-another-team": N_("a player of another team"),
    "one-match-a-round": N_("one in each round"),
    "blank": N_("blank"),
    "colour": N_("w, b, - or blank"),
    "result": N_("a result such as 1, =, 0, +, -, U, H, F, Z or blank"),
}
"""The text that should stand there, by `expected` of the refusal; a key that is missing is its own word."""

FILE_REFUSALS: Mapping[type[p.Unreadable], str] = {
    p.EmptyFile: N_("the file is empty"),
    p.NotText: N_("this is not a text file: it contains the byte 0x{byte:02X}"),
    p.ForeignLayout: N_(
        "the file of Swiss-Manager says something at byte {byte} that is not understood here; save it once more in its "
        "newest version, or export the report file for FIDE there"
    ),
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
    p.TwoTeamsWithBye: N_("players of teams {other} and {number} have the pairing bye (U) of round {round}"),
    p.NotHalfPoints: N_("'{was}' is not a number of half points"),
    p.Defective: N_("{first}"),
    p.Several: N_("{first}"),
    p.RoundsUnknown: N_("the file does not say how many rounds are planned; add a line such as 'XXR 9'"),
    p.RoundOutOfReach: N_("round {round} is out of reach: the last round that can be asked for is {limit}"),
    p.ResultMissing: N_("the result of the game between players {number} and {opponent} in round {round} is missing"),
    p.NotMatches: N_(
        "this system pairs matches of {games} games: the file must have columns for each game, one after the other, "
        "with the colours exchanged, and count each game as a round (142, XXR)"
    ),
    p.TeamFile: N_("this is the report of a team tournament, which cannot be paired or ranked player by player"),
    p.PointsContradict: N_(
        "player {number} has {was} points in the file, but the results make {now}; "
        "correct one of them, or say what results are worth (record 162 or XXS)"
    ),
}

COLUMNS: Mapping[str, str] = {
    "record": N_("record"),
    "starting rank": N_("starting rank"),
    "sex": N_("sex"),
    "title": N_("title"),
    "name": N_("name"),
    "rating": N_("rating"),
    "federation": N_("federation"),
    "FIDE number": N_("FIDE number"),
    "birth date": N_("birth date"),
    "points": N_("points"),
    "rank": N_("rank"),
    "opponent": N_("opponent"),
    "team-player": N_("player of the team"),
    "team-match": N_("match of a team"),
    "colour": N_("colour"),
    "result": N_("result"),
    "round": N_("round"),
    "round date": N_("round date"),
    "rounds": N_("number of rounds"),
    "text": N_("text"),
    "bye type": N_("bye type"),
    "first round": N_("first round"),
    "last round": N_("last round"),
    "match points": N_("match points"),
    "game points": N_("game points"),
    "first player": N_("first player"),
    "last player": N_("last player"),
    "result type": N_("result type"),
    "initial colour": N_("initial colour"),
    "list of players": N_("list of players"),
    "bye": N_("bye"),
    "forfeit": N_("forfeit"),
    "player at the board": N_("player at the board"),
    "player of the team": N_("player of the team"),
    "rank of the team": N_("rank of the team"),
    "result of a match": N_("result of a match"),
    "short name of the team": N_("short name of the team"),
    "strength of the team": N_("strength of the team"),
    "team": N_("team"),
    "team name": N_("team name"),
}
"""The fields of the format, by the names of `domain/files/trf/columns.py`; XXS and XXC are names themselves."""

NAMED_BY_A_RECORD = N_("no player of the file has the starting rank {opponent}")
MORE = N_("{first} (and {more} more)")
MORE_LINE = N_("{first} (and {more} more, in line {lines}).")
MORE_LINES = N_("{first} (and {more} more, in lines {lines}).")
MORE_SENTENCES = N_("And {more} more.")
MOST_SENTENCES = 50
LINES_SHOWN = 8
IN_THE_FILE = N_("{fault}.")
IN_A_LINE = N_("line {line}: {fault}.")
IN_A_COLUMN = N_("line {line}, column {column}: {fault}.")


def report_sentence(problem: Repair | p.Unreadable, words: Language) -> str:
    """One sentence with its place: `line 20, column 98: ...`."""
    return placed(_fault(problem, words), problem.line, problem.column, words)


def placed(fault: str, line: int, column: int, words: Language) -> str:
    """A sentence that says where in the file it is; line 0 is the whole file."""
    pattern = IN_THE_FILE if not line else IN_A_COLUMN if column else IN_A_LINE
    return words.gettext(pattern, line=line, column=column, fault=fault)


def sentences(repairs: Iterable[Repair], words: Language) -> list[str]:
    return [repaired(one, words) for one in together(repairs)]


def every_sentence(problem: p.Unreadable, words: Language) -> list[str]:
    """Everything that is wrong, a sentence each; of very much, the beginning and how much is left."""
    match problem:
        case p.Several(problems=problems):
            found = [report_sentence(one, words) for one in problems]
        case p.Defective(repairs=repairs):
            found = sentences(repairs, words)
        case _:
            found = [report_sentence(problem, words)]
    more = len(found) - MOST_SENTENCES
    return [*found[:MOST_SENTENCES], words.gettext(MORE_SENTENCES, more=more)] if more > 0 else found


def repaired(m: Mended, words: Language) -> str:
    """One sentence about a repair, as the journal keeps it, and about those of its kind."""
    first = report_sentence(Repair(m.line, m.column, RepairKind(m.kind), m.was, m.now, m.number, m.round), words)
    if not m.more:
        return first
    lines = [*map(str, m.lines[:LINES_SHOWN]), *(["..."] if len(m.lines) > LINES_SHOWN else [])]
    pattern = MORE_LINES if len(m.lines) > 1 else MORE_LINE
    return words.gettext(pattern, first=first.removesuffix("."), more=m.more, lines=words.listing(lines))


def _fault(problem: Repair | p.Unreadable, words: Language) -> str:
    data = {f.name: getattr(problem, f.name) for f in fields(problem)}
    if isinstance(problem, Repair):
        return words.gettext(REPAIRS[problem.kind], **data)
    if isinstance(problem, p.BadValue | p.Misaligned):
        data["expected"] = _named(problem.expected, EXPECTED, words)
    if isinstance(problem, p.BadValue | p.LineTooShort):
        data["field"] = _named(problem.field, COLUMNS, words)
    if isinstance(problem, p.UnknownOpponent) and not problem.number:
        return words.gettext(NAMED_BY_A_RECORD, **data)
    if isinstance(problem, p.TwoPairingByes) and problem.more:
        first = words.gettext(FILE_REFUSALS[p.TwoPairingByes], **data)
        return words.gettext(MORE, first=first, more=problem.more)
    if isinstance(problem, p.Several):
        first, more = _fault(problem.problems[0], words), len(problem.problems) - 1
        return words.gettext(MORE, first=first, more=more)
    if isinstance(problem, p.Defective):
        first, more = _fault(problem.repairs[0], words), len(problem.repairs) - 1
        return words.gettext(MORE, first=first, more=more) if more else first
    return words.gettext(FILE_REFUSALS[type(problem)], **data)


def _named(key: str, names: Mapping[str, str], words: Language) -> str:
    return words.gettext(names[key]) if key in names else key
