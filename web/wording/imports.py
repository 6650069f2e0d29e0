"""Remarks on an import, faults of a list, and encodings, a sentence each. English is the source."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, fields

from domain.files.encodings import Encoding
from domain.files.importing import NoWordFor
from domain.files.lists import rows as r
from domain.files.remarks import About
from domain.words.federations import codes_meant
from domain.words.mended import Mended
from web.wording import N_, Language, said_by
from web.wording.chess.tiebreaks import ruleset_in_words
from web.wording.federations import codes_offered
from web.wording.pairing import system_name
from web.wording.trf import placed, repaired

NO_WORD_FOR: Mapping[NoWordFor, str] = {
    NoWordFor.TEAMS: N_(
        "The file lists teams (013), and some of its players are in none of them: put everybody into a team, or say in "
        "record 092 that the event is individual."
    ),
    NoWordFor.POINT_SYSTEM: N_(
        "The file gives points that depend on the colour, or byes worth something else than the result they "
        "stand for (XXS, 162), and rounds are left: Tablo has no scoring for them."
    ),
    NoWordFor.GAMES_OF_MATCHES: N_(
        "A round of this system is a match of two games (192), and the columns of the file are not those of two games "
        "each, one after the other, with the colours exchanged. Choose another system, or move the event as a journal."
    ),
    NoWordFor.FICTITIOUS_POINTS: N_(
        "The file has fictitious points (XXA, 250) other than those of Baku acceleration under a system that "
        "knows them: Tablo keeps no others."
    ),
}

REMARKS: Mapping[About, str] = {
    About.CUT: N_("Record {record} is too long and was cut to “{now}”."),
    About.DATE_LEFT_OUT: N_("The date “{was}” of record {record} cannot be read and was left out."),
    About.FEDERATION_LEFT_OUT: N_("“{was}” (record {record}) is no federation of three letters and was left out."),
    About.FEDERATION_UNKNOWN: N_("Record {record}: FIDE has no federation “{was}”; it is kept as written."),
    About.TYPE_LEFT_OUT: N_("The type “{was}” (record 092) is not kept: the tournament is called “{now}”."),
    About.SYSTEM_UNKNOWN: N_(
        "The file is of the type {was} (record 192), which is not among the systems here: "
        "rounds still to come are paired by {now}."
    ),
    About.SYSTEM_ASSUMED: N_(
        "The file does not say how it is paired (record 192): rounds still to come are paired by {now}."
    ),
    About.SYSTEM_CHOSEN: N_("You chose to pair by {now} instead."),
    About.SYSTEM_OF_DAY: N_("That is the system of FIDE that was in force when the event began, on {was}."),
    About.SYSTEM_OF_TODAY: N_("No record says when the event began (042, 132, 052): {now} is the system of today."),
    About.SYSTEM_OF_TEAMS: N_("{now} is the Swiss of teams that is here."),
    About.SYSTEM_NOT_HERE: N_(
        "In force when the event began was {was}, which is not here: {now} is the system of today. "
        "Rounds that it pairs otherwise may be right by the rules of their day."
    ),
    About.SYSTEM_ACCELERATES: N_(
        "In force when the event began was {was}, which knows no acceleration: {now} is the system of today."
    ),
    About.SYSTEM_NOT_IN_FORCE: N_(
        "{now} was not in force when the event began: the tournament is not in FIDE mode, and every page says so."
    ),
    About.BRACKET_UNKNOWN: N_(
        "The file does not say the rules of its knock-out. Seeds are the starting ranks, a level match has further "
        "games, and there is a match for the third place if the last round has two games. Single games of a match, "
        "further games and lots cannot be known."
    ),
    About.BRACKET_BY_GAMES: N_("The games do not follow the seeds: the lines of the bracket are as they were played."),
    About.BRACKET_UNLIKE: N_(
        "The pairs of round 1 are not those of the seeds, and the lines of the bracket cannot be told from the games: "
        "the tree and the places may be wrong."
    ),
    About.BRACKETS_UNKNOWN: N_(
        "The file does not say the rules of its double elimination. Seeds are the starting ranks, and losers come into "
        "the lower bracket as they do here."
    ),
    About.BRACKETS_BY_GAMES: N_(
        "The file does not say the rules of its double elimination: who meets whom is read from its games, and rounds "
        "to come go on as they would here."
    ),
    About.BRACKETS_UNLIKE: N_(
        "Games stand elsewhere than the starting ranks and our way into the lower bracket want them, and no tree of "
        "two brackets can be told from the games: the tree and the places may be wrong."
    ),
    About.LEVEL_MATCHES_SEEN: N_(
        "Level by their games: {was}. Who plays in the next round has gone on; the file does not say by what."
    ),
    About.LEVEL_MATCHES_OPEN: N_(
        "Level by their games, and the file does not show who went on: {was}. Say it on the page of the round."
    ),
    About.ORDER_UNKNOWN: N_("The tie-breaks “{was}” (records 202, 212) cannot be used here: the table goes by {now}."),
    About.ORDER_ASSUMED: N_("The file names no tie-breaks (records 202, 212): the table goes by {now}."),
    About.RULESET_ASSUMED: N_(
        "No record says how unplayed rounds count in tie-breaks: as under the rules of the day it ended ({now})."
    ),
    About.ROUNDS_ASSUMED: N_("The file does not say how many rounds are planned (142, XXR): taken as {now}."),
    About.COLOUR_ASSUMED: N_("The colour of number 1 in round 1 (152, XXC) is not in the file: White."),
    About.NUMBER_CHANGED: N_(
        "The starting ranks are not 1, 2, 3 ... without a gap: the players are numbered anew, {was} becomes {now}."
    ),
    About.ROUNDS_DIFFER: N_(
        "Paired again by {now}, these rounds come out otherwise: {was}. Each gets a comment in the report file."
    ),
    About.ROUNDS_SAME: N_("Paired again by {now}, every round comes out as in the file."),
    About.NOT_RECHECKED: N_(
        "The rounds could not be paired again: a result of an earlier round is missing, or there are too many players."
    ),
    About.NAMESAKES: N_("“{was}” stands in lines {now} without a FIDE number: taken for different people of one name."),
    About.NATIONAL_LEFT_OUT: N_(
        "A player has one national rating here: a second one, and titles, origins and numbers of national "
        "federations, were left out: line {was}."
    ),
    About.LINES_KEPT: N_("Comments and unknown records, {now} in all, are kept word for word and written again."),
    About.LINES_PERSONAL: N_(
        "Left out because they look like an e-mail address, a phone or a date of birth, "
        "which no journal may have: line {was}."
    ),
    About.LINES_TOO_MANY: N_("Left out because a journal is not the place for so much text: line {was}."),
    About.TEAMS_OF_LIST: N_(
        "The {was} teams are those of record 013, which older files have; that a match has {now} boards is counted "
        "from the games."
    ),
    About.WHITE_TEAM_ASSUMED: N_(
        "Round {now}, {was}: no game has colours, and the first of the two is taken to have had White on board 1."
    ),
    About.OTHER_COLOURS: N_(
        "Round and board {now}, {was}: played with the colours the other way round; here they alternate from board 1."
    ),
    About.NOT_IN_ORDER: N_(
        "Round {now}, {was}: the players did not sit in the order of their teams, and no record 300 says in which; "
        "the boards are those of the first team."
    ),
    About.RESERVE_OF_ORDER: N_(
        "Player {was} is in no team (record 310) and sat for {now} (record {record}): they are taken for its reserve."
    ),
    About.TEAM_POINTS_DIFFER: N_(
        "{was} match and game points (record {record}); the games, byes and forfeits of the file make {now}."
    ),
    About.TEAM_RECORD_KEPT: N_(
        "Record {record} ({was} lines) is kept word for word and counts for nothing: acceleration and points out of "
        "the ordinary of teams are not read."
    ),
    About.ACCELERATION_KEPT: N_(
        "Record {record} ({was} lines) is kept word for word: its points are not those of Baku acceleration. "
        "The rounds are paired again with them."
    ),
    About.ABNORMAL_AHEAD: N_(
        "Record {record} adds or takes away points in rounds still to come: here it counts in the rounds that were "
        "played. Give or take the points of later rounds at the desk, once they are played."
    ),
    About.ABNORMAL_LINE_AHEAD: N_(
        "“{was}” (record {record}) adds or takes away points in rounds still to come: here it counts in the rounds "
        "that were played. Give or take the points of later rounds at the desk, once they are played."
    ),
    About.XXP_OF_TEAMS: N_("Record {record} ({was}) was read as teams that may not meet each other."),
    About.XXP_OF_PLAYERS: N_(
        "Record {record} ({was}) names players, and in an event of teams only teams can be kept apart: it was left out."
    ),
    About.EARLY_COLUMNS: N_("Record {record} stands in the columns of before TRF26 and was read there: line {was}."),
    About.ABNORMAL_NOT_COUNTED: N_(
        "Record {record} ({was} lines) is kept word for word and counts for nothing: with its points more totals of "
        "record 310 would be wrong than without them."
    ),
    About.ABNORMAL_WITHOUT_EFFECT: N_(
        "Line {was} (record {record}) changes nothing: none of its teams has such a result in its rounds."
    ),
    About.ABNORMAL_AFTER_THE_END: N_(
        "Points given or taken away in round {was} (record {record}), which was never planned, "
        "count in the last one, {now}."
    ),
    About.BYE_IN_VAIN: N_(
        "Round {now}, {was}: record {record} gives it a bye, and it was paired or had the bye of the odd field, which "
        "counts."
    ),
    About.BYE_AS_READABLE: N_("Round {now}, {was}: a bye that record {record} alone names, the table for people."),
    About.BYE_BEYOND_A_MATCH: N_(
        "Record {record} gives the bye of a team {was} game points, and a match won at all boards has {now}: they are "
        "kept, and the tournament is not in FIDE mode (C.04.6, 1.4 gives the points of a drawn match)."
    ),
    About.FIDE_MODE_LEFT: N_("FIDE mode was left in round {now} ({was}), says the file: it stays left."),
    About.BIRTH_DATES: N_(
        "Dates of birth, {now} in all, are kept beside the journal: arbiters see them, and they can be erased. "
        "The journal has the years."
    ),
}

SYSTEM: Mapping[str, Callable[[str, Language], str]] = {"now": system_name}
BOTH_SYSTEMS = {"was": system_name, **SYSTEM}
NAMED: Mapping[About, Mapping[str, Callable[[str, Language], str]]] = {
    **dict.fromkeys((About.SYSTEM_UNKNOWN, About.SYSTEM_ASSUMED, About.SYSTEM_CHOSEN, About.SYSTEM_OF_TODAY), SYSTEM),
    **dict.fromkeys((About.SYSTEM_OF_TEAMS, About.SYSTEM_NOT_IN_FORCE), SYSTEM),
    **dict.fromkeys((About.ROUNDS_DIFFER, About.ROUNDS_SAME), SYSTEM),
    **dict.fromkeys((About.SYSTEM_NOT_HERE, About.SYSTEM_ACCELERATES), BOTH_SYSTEMS),
    About.RULESET_ASSUMED: {"now": ruleset_in_words},
}


FEDERATION_MEANT = N_("Record {record}: FIDE has no federation “{was}”; it is kept as written. Perhaps it is {codes}.")


def mended_sentences(mended: Iterable[Mended], words: Language) -> list[str]:
    return [_remark(one, About(one.kind), words) if one.kind in REMARKS else repaired(one, words) for one in mended]


def _remark(one: Mended, about: About, words: Language) -> str:
    if about is About.FEDERATION_UNKNOWN and one.now:
        return words.gettext(FEDERATION_MEANT, **asdict(one), codes=codes_offered(one.now.split(), words))
    named = {place: name(getattr(one, place), words) for place, name in NAMED.get(about, {}).items()}
    return words.gettext(REMARKS[about], **asdict(one) | named)


BAD_CELLS: Mapping[str, str] = {
    "required": N_("{header} must not be empty, not '{value}'"),
    "printable": N_("{header} must be readable text, not '{value}'"),
    "three-letters": N_("{header} must be three letters, not '{value}'"),
    "number": N_("{header} must be a number, not '{value}'"),
    "year": N_("{header} must contain a year, not '{value}'"),
    "two-scales": N_("{header} '{value}' stands beside an Ingo number: leave one of the two out, or give the rating"),
    "old-scale": N_("{header} must be a number of that scale (its rating would be impossible), not '{value}'"),
    "title": N_("{header} must be a FIDE title such as GM or WFM, not '{value}'"),
    "m-or-w": N_("{header} must be m or w, not '{value}'"),
    "whole": N_("{header} must be from {least} to {most}, not '{value}'"),
    "longest": N_("{header} must have at most {least} letters, not '{value}'"),
}
"""By the first word of the rule; its limits are {least} and {most}."""

LIST_REFUSALS: Mapping[type[r.BadRoster], str] = {
    r.EmptyRoster: N_("the list names no players"),
    r.NotAList: N_("this is not a player list: it is no text, or a quotation mark is never closed"),
    r.NotASpreadsheet: N_("{name} is called a spreadsheet and is none: save it again in your program, or as CSV"),
    r.BrokenBook: N_("this spreadsheet is damaged or has a password: save it again in your program, or as CSV"),
    r.NoNameColumn: (N_("the first row must name the columns, one of them 'Name' or 'Last name'; it has {headers}")),
    r.TwoColumns: N_("the columns '{other}' and '{header}' mean the same; leave out one of them"),
    r.BadCell: N_("{header} cannot be that, not '{value}'"),
    r.TooManyCells: N_(
        "the row has {cells} cells, but the first row names {headers}; "
        'put a name that contains the separator in quotation marks, as in "Smith, John"'
    ),
    r.ListedTwice: N_("'{name}' stands already in line {first_line}"),
    r.NumberNotListed: N_("nobody on {list_name} has the FIDE number {fide_id}: mend it, or write the name beside it"),
    r.NoTeam: N_("no team is named: write a line 'Team: Sofia' above its players, or give the list a column 'Team'"),
    r.BookTooLarge: N_(
        "the file unpacks to more than {megabytes} MB: save only the sheet with the list, or save it as CSV"
    ),
    r.SheetTooLarge: N_(
        "the sheet reaches over {rows} rows and {columns} columns: delete what stands far below the list or far beside "
        "it, or save the list as CSV"
    ),
    r.RosterTooLong: N_("the list has more than {most} players"),
}

SAME_NUMBER = N_("the FIDE number {fide_id} stands already in line {first_line}")
NOTHING_TYPED = N_("nothing")
THREE_LETTERS_MEANT = N_("{header} must be three letters, not '{value}'; perhaps it is {codes}")


def list_sentence(problem: r.BadRoster, words: Language) -> str:
    """With its place: `line 7, column 3: ...`; columns of a list are counted from the left."""
    data = {f.name: getattr(problem, f.name) for f in fields(problem)}
    pattern = LIST_REFUSALS[type(problem)]
    if isinstance(problem, r.BadCell):
        rule, *limits = problem.rule.split(":")
        pattern = BAD_CELLS.get(rule, pattern)
        data.update(zip(("least", "most"), limits, strict=False))
        if rule == "three-letters" and (codes := codes_meant(problem.value)):
            pattern, data["codes"] = THREE_LETTERS_MEANT, codes_offered(codes, words)
    if isinstance(problem, r.NoNameColumn):
        data["headers"] = words.listing([f"'{h}'" for h in problem.headers]) or words.gettext(NOTHING_TYPED)
    if isinstance(problem, r.ListedTwice) and problem.fide_id:
        pattern = SAME_NUMBER
    return placed(words.gettext(pattern, **data), problem.line, problem.column, words)


ENCODINGS: Mapping[Encoding, str] = {
    Encoding.UTF_8: N_("All alphabets (UTF-8)"),
    Encoding.CYRILLIC: N_("Cyrillic (Windows-1251)"),
    Encoding.CENTRAL: N_("Central European (Windows-1250)"),
    Encoding.WESTERN: N_("Western European (Windows-1252)"),
    Encoding.GREEK: N_("Greek (Windows-1253)"),
    Encoding.TURKISH: N_("Turkish (Windows-1254)"),
    Encoding.BALTIC: N_("Baltic (Windows-1257)"),
    Encoding.UTF_16_LE: N_("All alphabets, two octets a letter (UTF-16, little-endian)"),
    Encoding.UTF_16_BE: N_("All alphabets, two octets a letter (UTF-16, big-endian)"),
}
encoding_name = said_by(ENCODINGS)
