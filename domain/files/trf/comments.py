"""The `###` lines that a program can read back.

The form `### <keyword> @ Round n: <detail>` is read second-hand (vendors' issue threads about the TEC
Manual, 3.9.4.9); the exact spelling is unknown. `### Regulations: ...` is ours: no record of the
format says how unplayed rounds count or from when a correction does.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import TypeVar

from domain.records import dataclass
from domain.words.brackets import NOBODY_COMES, BracketMatch, BracketPart, BracketPlace, Origin
from domain.words.choices.boards import MAX_BOARD, MAX_ROOM_NAME_CHARS, BoardPlan, KeptBoard, PlayingRoom
from domain.words.choices.handicap import HandicapStep, read_clock
from domain.words.choices.publication import PublicationPlan, PublicationTime, is_moment
from domain.words.choices.self_help import MOST_AHEAD_MINUTES
from domain.words.choices.team_scores import NO_TEAM_SCORES, TeamMerit, TeamsBy, TeamScoring
from domain.words.players import EntrantId, Title
from domain.words.rating_lists import PeriodRating

MARK = "### "
LEFT = "FIDE mode left"
LEFT_FORM = re.compile(rf"[A-Za-z]+ @ Round ([0-9]{{1,3}}): {LEFT}(?: \((.*)\))?")
PAIRED_OTHERWISE = "not as {system} pairs it"
OTHERWISE_FORM = re.compile(r"[A-Za-z]+ @ Round [0-9]{1,3}: not as [A-Za-z0-9_.-]+ pairs it")
FULL_BYE = "full-point bye of player {number}"
FULL_BYE_FORM = re.compile(r"[A-Za-z]+ @ Round [0-9]{1,3}: full-point bye of player [0-9]+")
FINAL = "Final report"
INTERIM = "Interim report after round {round} of {rounds}"
INTERIM_FORM = re.compile(r"Interim report after round [0-9]{1,3} of [0-9]{1,3}")
PERIOD_OF_REPORT = "Rating period: rounds {first} to {last} of the event{list}"
ARBITER_KEYWORD = "Arbiter: "
ARBITER_FORM = re.compile(rf"{ARBITER_KEYWORD}(.+)")
RATING_LIST_KEYWORD = "Ratings"
RATING_LIST_FORM = re.compile(rf"{RATING_LIST_KEYWORD} @ Round ([1-9][0-9]{{0,2}}): (.+)")
PERIOD_RATING_KEYWORD = "Rating"
PERIOD_RATING = "player {number} {rating}{title}{k}"
PERIOD_RATING_FORM = re.compile(
    rf"{PERIOD_RATING_KEYWORD} @ Round ([1-9][0-9]{{0,2}}): "
    rf"player ([1-9][0-9]{{0,4}}) ([0-9]{{1,4}})(?: ({'|'.join(filter(None, Title))}))?(?: K([0-9]{{1,2}}))?"
)
START_POSITION_KEYWORD = "Chess960"
START_POSITION = "start position {position}"
START_POSITION_FORM = re.compile(
    rf"{START_POSITION_KEYWORD} @ Round ([1-9][0-9]{{0,2}}): start position ([0-9]{{1,3}})"
)
LOTS_KEYWORD = "Lots"
LOTS_FORM = re.compile(rf"{LOTS_KEYWORD} @ Round 1: ([0-9]{{1,5}}(?: [0-9]{{1,5}})*)")
TREE_KEYWORD = "Bracket:"
TREE_FORM = re.compile(rf"{TREE_KEYWORD}((?: [0-9]{{1,3}}[a-z-]+(?:[swl][0-9]{{1,5}}){{2}})+)")
TREE_MATCH_FORM = re.compile(r"([0-9]+)([a-z-]+?)([swl])([0-9]+)([swl])([0-9]+)")
ORIGINS = {origin.value[0]: origin for origin in Origin}
LEVEL_MATCH_KEYWORD = "Level match"
LEVEL_MATCH = "player {winner} goes on against player {loser} by {by}"
LEVEL_MATCH_FORM = re.compile(
    rf"{LEVEL_MATCH_KEYWORD} @ Round ([1-9][0-9]{{0,2}}): "
    r"player ([0-9]{1,5}) goes on against player ([0-9]{1,5}) by ([a-z-]+)"
)
ADJOURNED_KEYWORD = "Adjournment"
ADJOURNED = "round {round} board {board} adjourned"
ADJOURNED_FORM = re.compile(
    rf"{ADJOURNED_KEYWORD} @ Round [0-9]{{1,3}}: round [0-9]{{1,3}} board [0-9]{{1,5}} adjourned"
)
FINISHED = "round {round} board {board}, players {white} and {black}, finished {result}"
FINISHED_FORM = re.compile(
    rf"{ADJOURNED_KEYWORD} @ Round ([1-9][0-9]{{0,2}}): round ([1-9][0-9]{{0,2}}) board [0-9]{{1,5}}, "
    r"players ([0-9]{1,5}) and ([0-9]{1,5}), finished [^ ]+"
)
CORRECTION_KEYWORD = "Correction"
CORRECTED = "round {round} board {board}, players {white} and {black}, {was} -> {result} {since}"
PAIRED_FROM = "for round {round} and later"
FOR_RATING = "for the rating only"
CORRECTED_FORM = re.compile(
    rf"{CORRECTION_KEYWORD} @ Round ([1-9][0-9]{{0,2}}): round ([1-9][0-9]{{0,2}}) board [0-9]{{1,5}}, "
    r"players ([0-9]{1,5}) and ([0-9]{1,5}), ([^ ]+) -> ([^ ]+) "
    rf"(?:for round ([1-9][0-9]{{0,2}}) and later|{FOR_RATING})(?:; (.*))?"
)
ANNULLED_KEYWORD = "Annulled"
ANNULLED = "games of player {number}"
ANNULLED_FORM = re.compile(rf"{ANNULLED_KEYWORD} @ Round [0-9]{{1,3}}: games of player ([1-9][0-9]{{0,4}})")
SQUADS_KEYWORD = "Squads:"
SQUADS_FORM = re.compile(rf"{SQUADS_KEYWORD}((?: [1-9][0-9]{{0,2}}=[0-9]{{1,3}})+)")
TEAM_KEYWORD = "Team"
TEAM_FORM = re.compile(rf"{TEAM_KEYWORD} ([1-9][0-9]{{0,2}}) (name|captain|club): (.+)")
KEPT_BOARD = "Board {board} kept by player {number}"
KEPT_BOARD_FORM = re.compile(r"Board ([1-9][0-9]{0,3}) kept by player ([1-9][0-9]{0,4})")
SKIPPED_BOARDS_KEYWORD = "Boards left out:"
SKIPPED_BOARDS_FORM = re.compile(rf"{SKIPPED_BOARDS_KEYWORD}((?: [1-9][0-9]{{0,3}})+)")
ROOM = "Room from board {board}: {name}"
ROOM_FORM = re.compile(r"Room from board ([1-9][0-9]{0,3}): (.+)")
TEAM_SCORES_KEYWORD = "Team scores:"
TEAM_SCORES_FORM = re.compile(rf"{TEAM_SCORES_KEYWORD} (club|federation), best ([1-9][0-9]{{0,2}}), by (points|places)")
PUBLISHED_AHEAD = "Rounds published by the clock: {minutes} minutes before the start"
PUBLISHED_AHEAD_FORM = re.compile(r"Rounds published by the clock: ([1-9][0-9]{0,4}) minutes before the start")
PUBLICATION_KEYWORD = "Published by the clock"
PUBLICATION_BY_HAND = "not"
PUBLICATION_FORM = re.compile(
    rf"{PUBLICATION_KEYWORD} @ Round ([1-9][0-9]{{0,2}}): "
    rf"({PUBLICATION_BY_HAND}|[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}T[0-9]{{2}}:[0-9]{{2}})"
)
DEFAULT_TIME = "Default time: {minutes} minutes"
DEFAULT_TIME_FORM = re.compile(r"Default time: ([0-9]{1,3}) minutes")
HANDICAP_STEP = "Handicap from {difference} points: {stronger}/{weaker}"
HANDICAP_FORM = re.compile(r"Handicap from ([0-9]{1,4}) points: ([0-9:+]{1,9})/([0-9:+]{1,9})")
ARMAGEDDON_KEYWORD = "Armageddon"
ARMAGEDDON = "won by player {number}, {points} half-points"
NO_ARMAGEDDON = "none for player {number}"
NO_ARMAGEDDON_FORM = re.compile(
    rf"{ARMAGEDDON_KEYWORD} @ Round ([1-9][0-9]{{0,2}}): none for player ([1-9][0-9]{{0,4}})"
)
ARMAGEDDON_FORM = re.compile(
    rf"{ARMAGEDDON_KEYWORD} @ Round ([1-9][0-9]{{0,2}}): won by player ([1-9][0-9]{{0,4}}), ([1-9][0-9]?) half-points"
)
RULES_KEYWORD = "Regulations:"
RULE_FORM = re.compile(r"([a-z0-9_]+) ([A-Za-z0-9_.-]+)")
YES = "yes"

EnumValue = TypeVar("EnumValue", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class FinishedLater:
    round: int
    white: int
    black: int
    known_in: int
    """The newest round when it ended: its pairing, and those before, took the game for a draw."""

    @property
    def players(self) -> tuple[int, int]:
        return self.white, self.black


@dataclass(frozen=True, slots=True)
class CorrectedLater:
    round: int
    white: int
    black: int
    was: str
    result: str
    known_in: int
    counts_from: int
    """The first round that was paired with the new result; 0 = it is for the rating alone."""
    reason: str = ""


def _found(form: re.Pattern[str], comments: Iterable[str]) -> Iterator[re.Match[str]]:
    return filter(None, map(form.fullmatch, comments))


def comment_line(keyword: str, round: int, detail: str) -> str:
    return f"{MARK}{keyword} @ Round {round}: {detail}"


def fide_mode_left(cause: str) -> str:
    """The detail of the note that the event is no longer run under FIDE's own restrictions."""
    return f"{LEFT} ({cause})"


def full_point_bye(number: int) -> str:
    return FULL_BYE.format(number=number)


def state_of_report(round: int, rounds: int, closed: bool) -> str:
    return MARK + (FINAL if closed else INTERIM.format(round=round, rounds=rounds))


def period_of_report(first: int, last: int, listed: str) -> str:
    return MARK + PERIOD_OF_REPORT.format(first=first, last=last, list=f", {listed}" if listed else "")


def paired_otherwise(system: str) -> str:
    return PAIRED_OTHERWISE.format(system=system)


def arbiter_line(name: str) -> str:
    """The line of somebody who is neither chief arbiter nor deputy: records 102 and 112 name those alone."""
    return MARK + ARBITER_KEYWORD + name


def arbiters_said(comments: Iterable[str]) -> tuple[str, ...]:
    return tuple(match[1].strip() for match in _found(ARBITER_FORM, comments) if match[1].strip())


def rating_list(round: int, name: str) -> str:
    return comment_line(RATING_LIST_KEYWORD, round, name)


def rating_lists_said(comments: Iterable[str]) -> tuple[str, ...]:
    """The list of each round, from round 1 on; a round without a line has that of the round before."""
    said = {int(match[1]): match[2].strip() for match in _found(RATING_LIST_FORM, comments)}
    lists: list[str] = []
    for round in range(1, max(said, default=0) + 1):
        lists.append(said.get(round, lists[-1] if lists else ""))
    return tuple(lists)


def period_rating_line(round: int, number: int, one: PeriodRating) -> str:
    """The line with somebody's rating, title and K from a round on, by a later list."""
    title, k = f" {one.title}" if one.title else "", f" K{one.k}" if one.k else ""
    return comment_line(
        PERIOD_RATING_KEYWORD, round, PERIOD_RATING.format(number=number, rating=one.rating, title=title, k=k)
    )


def period_ratings_said(comments: Iterable[str], ids: Mapping[int, EntrantId]) -> dict[int, list[PeriodRating]]:
    """By first round; whoever is not in the file is left out, and of two lines about one the last counts."""
    said: dict[int, dict[EntrantId, PeriodRating]] = {}
    for match in _found(PERIOD_RATING_FORM, comments):
        if id := ids.get(int(match[2])):
            rating = PeriodRating(id, int(match[3]), Title(match[4] or ""), int(match[5] or 0))
            said.setdefault(int(match[1]), {})[id] = rating
    return {round: [*ratings.values()] for round, ratings in said.items()}


def position_line(round: int, position: int) -> str:
    return comment_line(START_POSITION_KEYWORD, round, START_POSITION.format(position=position))


def start_positions_said(comments: Iterable[str]) -> dict[int, int]:
    """Round to the number of its position; the first line of a round counts."""
    return {int(match[1]): int(match[2]) for match in reversed([*_found(START_POSITION_FORM, comments)])}


def lots_line(numbers: Iterable[int]) -> str:
    """The line with the pairing numbers in the order of their lots."""
    return comment_line(LOTS_KEYWORD, 1, " ".join(map(str, numbers)))


def lots_said(comments: Iterable[str]) -> list[int]:
    """The pairing numbers of the first such line."""
    return next(([int(number) for number in match[1].split()] for match in _found(LOTS_FORM, comments)), [])


def tree_line(tree: Iterable[BracketMatch]) -> str:
    """The line with each match of a bracket: its round, its part, and the seeds or matches that its two come from."""
    said = ("".join(f"{place.origin.value[0]}{place.of}" for place in match.places) for match in tree)
    return f"{MARK}{TREE_KEYWORD} " + " ".join(
        f"{match.round}{match.part}{places}" for match, places in zip(tree, said, strict=True)
    )


def tree_said(comments: Iterable[str]) -> tuple[BracketMatch, ...]:
    """The matches of the line; () where a match needs a later one, or two need the same."""
    found = next(_found(TREE_FORM, comments), None)
    tree: list[BracketMatch] = []
    for match in TREE_MATCH_FORM.finditer(found[1]) if found else ():
        round, part, *places = match.groups()
        two = [BracketPlace(ORIGINS[places[at]], int(places[at + 1])) for at in (0, 2)]
        before = {one.number for one in tree if one.round < int(round)}
        taken = [place for one in tree for place in one.places if place != NOBODY_COMES]
        ahead = any(place.origin is not Origin.SEED and place.of not in before for place in two)
        if {*two} & {*taken} or two[0] == two[1] or ahead or part not in set(BracketPart):
            return ()
        tree.append(BracketMatch(len(tree) + 1, int(round), BracketPart(part), (two[0], two[1])))
    return tuple(tree)


def level_match_line(round: int, winner: int, loser: int, by: str) -> str:
    return comment_line(LEVEL_MATCH_KEYWORD, round, LEVEL_MATCH.format(winner=winner, loser=loser, by=by))


def level_matches_said(comments: Iterable[str], round: int) -> Iterator[tuple[int, int, str]]:
    for match in _found(LEVEL_MATCH_FORM, comments):
        if int(match[1]) == round:
            yield int(match[2]), int(match[3]), match[4]


def adjournments_said(comments: Iterable[str]) -> Iterator[FinishedLater]:
    for match in _found(FINISHED_FORM, comments):
        known_in, round, white, black = map(int, match.groups())
        yield FinishedLater(round, white, black, known_in)


def corrections_said(comments: Iterable[str]) -> Iterator[CorrectedLater]:
    for match in _found(CORRECTED_FORM, comments):
        known_in, round, white, black, was, result, since, reason = match.groups()
        seats = int(round), int(white), int(black)
        yield CorrectedLater(*seats, was, result, int(known_in), int(since or 0), reason or "")


def annulled_line(round: int, number: int) -> str:
    return comment_line(ANNULLED_KEYWORD, round, ANNULLED.format(number=number))


def annulled_said(comments: Iterable[str]) -> frozenset[int]:
    """Players whose games a table drawn beforehand has lost, because they left too early."""
    return frozenset(int(match[1]) for match in _found(ANNULLED_FORM, comments))


def squads_line(squads: Mapping[int, int]) -> str:
    """The line with the sizes of squads, by team, that are not simply the boards of a match; reserves come after."""
    return f"{MARK}{SQUADS_KEYWORD} " + " ".join(f"{team}={players}" for team, players in squads.items())


def squads_said(comments: Iterable[str]) -> dict[int, int]:
    words = [word.split("=") for match in _found(SQUADS_FORM, comments) for word in match[1].split()]
    return {int(team): int(players) for team, players in words}


def team_lines(team: int, facts: Mapping[str, str]) -> Iterator[str]:
    """A line for each fact of a team that record 310 has no room for: its name whole, its captain, its club."""
    for name, said in facts.items():
        yield f"{MARK}{TEAM_KEYWORD} {team} {name}: {said}"


def teams_said(comments: Iterable[str]) -> dict[int, dict[str, str]]:
    said: dict[int, dict[str, str]] = {}
    for match in _found(TEAM_FORM, comments):
        said.setdefault(int(match[1]), {})[match[2]] = match[3]
    return said


def board_plan_lines(plan: BoardPlan, numbers: Mapping[EntrantId, int]) -> Iterator[str]:
    """Boards that are kept, those left out, and rooms; `numbers` are the starting ranks of players."""
    for one in plan.kept:
        if one.entrant in numbers:
            yield MARK + KEPT_BOARD.format(board=one.board, number=numbers[one.entrant])
    if plan.skipped:
        yield f"{MARK}{SKIPPED_BOARDS_KEYWORD} {' '.join(map(str, plan.skipped))}"
    for room in plan.rooms:
        yield MARK + ROOM.format(board=room.first_board, name=room.name)


def board_plan_said(comments: Sequence[str], ids: Mapping[int, EntrantId]) -> BoardPlan:
    """What cannot be in a plan, such as two boards of one player, is left out."""
    kept = {ids[number]: int(one[1]) for one in _found(KEPT_BOARD_FORM, comments) if (number := int(one[2])) in ids}
    boards = {board: entrant for entrant, board in kept.items() if board <= MAX_BOARD}
    skipped = {int(board) for one in _found(SKIPPED_BOARDS_FORM, comments) for board in one[1].split()}
    rooms = {int(one[1]): one[2].strip()[:MAX_ROOM_NAME_CHARS] for one in _found(ROOM_FORM, comments)}
    return BoardPlan(
        tuple(KeptBoard(entrant, board) for board, entrant in sorted(boards.items())),
        tuple(sorted(board for board in skipped - set(boards) if board <= MAX_BOARD)),
        tuple(PlayingRoom(name, board) for board, name in sorted(rooms.items()) if name and board <= MAX_BOARD),
    )


def publication_lines(plan: PublicationPlan, published: int) -> Iterator[str]:
    """Of the rounds to come."""
    if plan.minutes:
        yield MARK + PUBLISHED_AHEAD.format(minutes=plan.minutes)
    for one in plan.times:
        if one.round > published:
            yield comment_line(PUBLICATION_KEYWORD, one.round, one.at or PUBLICATION_BY_HAND)


def publication_said(comments: Sequence[str]) -> PublicationPlan:
    """A line with a time that no clock shows is left out."""
    ahead = next((int(one[1]) for one in _found(PUBLISHED_AHEAD_FORM, comments)), 0)
    said = {int(one[1]): one[2].removeprefix(PUBLICATION_BY_HAND) for one in _found(PUBLICATION_FORM, comments)}
    times = (PublicationTime(round, at) for round, at in sorted(said.items()) if not at or is_moment(at))
    return PublicationPlan(min(ahead, MOST_AHEAD_MINUTES), tuple(times))


def default_time_said(comments: Iterable[str]) -> int | None:
    return next((int(one[1]) for one in _found(DEFAULT_TIME_FORM, comments)), None)


def handicap_lines(steps: Iterable[HandicapStep]) -> Iterator[str]:
    for one in steps:
        times = {"stronger": one.stronger.written, "weaker": one.weaker.written}
        yield MARK + HANDICAP_STEP.format(difference=one.difference, **times)


def handicap_said(comments: Iterable[str]) -> tuple[HandicapStep, ...]:
    """By their differences, each once."""
    steps: dict[int, HandicapStep] = {}
    for found in _found(HANDICAP_FORM, comments):
        stronger, weaker = read_clock(found[2]), read_clock(found[3])
        if stronger and weaker and stronger.seconds and weaker.seconds:
            steps[int(found[1])] = HandicapStep(int(found[1]), stronger, weaker)
    return tuple(steps[difference] for difference in sorted(steps))


def armageddon_lines(won: Mapping[tuple[int, EntrantId], int], numbers: Mapping[EntrantId, int]) -> Iterator[str]:
    """By round; the points themselves are in records 299."""
    for (round, id), points in sorted(won.items(), key=lambda one: (one[0][0], numbers[one[0][1]])):
        yield comment_line(ARMAGEDDON_KEYWORD, round, ARMAGEDDON.format(number=numbers[id], points=points))


def no_armageddon_lines(left_out: Iterable[tuple[int, EntrantId]], numbers: Mapping[EntrantId, int]) -> Iterator[str]:
    for round, number in sorted((round, numbers[id]) for round, id in left_out):
        yield comment_line(ARMAGEDDON_KEYWORD, round, NO_ARMAGEDDON.format(number=number))


def armageddons_left_out(comments: Iterable[str]) -> set[tuple[int, int]]:
    """By round and number of a player."""
    return {(int(one[1]), int(one[2])) for one in _found(NO_ARMAGEDDON_FORM, comments)}


def armageddons_said(comments: Iterable[str]) -> dict[tuple[int, int], int]:
    """Half-points by round and number of the winner."""
    return {(int(one[1]), int(one[2])): int(one[3]) for one in _found(ARMAGEDDON_FORM, comments)}


def team_scores_lines(scoring: TeamScoring) -> Iterator[str]:
    if scoring.by is not TeamsBy.NOTHING:
        yield f"{MARK}{TEAM_SCORES_KEYWORD} {scoring.by}, best {scoring.best}, by {scoring.merit}"


def team_scores_said(comments: Iterable[str]) -> TeamScoring:
    found = next(_found(TEAM_SCORES_FORM, comments), None)
    return TeamScoring(TeamsBy(found[1]), int(found[2]), TeamMerit(found[3])) if found else NO_TEAM_SCORES


def when_fide_mode_was_left(comments: Iterable[str]) -> tuple[int, str] | None:
    """Round and cause of the first such note; None = there is none."""
    found = _found(LEFT_FORM, (comment.removeprefix(MARK) for comment in comments))
    return next(((int(match[1]), match[2] or "") for match in found), None)


def yes_or_no(holds: bool) -> str:
    return YES if holds else "no"


def one_of(choices: type[EnumValue], said: str | None, otherwise: EnumValue) -> EnumValue:
    return choices(said) if said in set(choices) else otherwise


def rules(values: Mapping[str, str]) -> str:
    return f"{MARK}{RULES_KEYWORD} " + "; ".join(f"{name} {value}" for name, value in values.items())


def rules_said(comments: Iterable[str]) -> dict[str, str]:
    lines = (line.removeprefix(RULES_KEYWORD) for line in comments if line.startswith(RULES_KEYWORD))
    parts = (part.strip() for line in lines for part in line.split(";"))
    return {match[1]: match[2] for match in _found(RULE_FORM, parts)}


def read_back(text: str) -> bool:
    comment = text.removeprefix(MARK.strip()).strip()
    forms = (
        *(LEFT_FORM, OTHERWISE_FORM, INTERIM_FORM, FULL_BYE_FORM, RATING_LIST_FORM, START_POSITION_FORM, LOTS_FORM),
        *(LEVEL_MATCH_FORM, ADJOURNED_FORM, FINISHED_FORM, CORRECTED_FORM, SQUADS_FORM, TEAM_FORM),
        *(ARMAGEDDON_FORM, NO_ARMAGEDDON_FORM),
        *(KEPT_BOARD_FORM, SKIPPED_BOARDS_FORM, ROOM_FORM, PERIOD_RATING_FORM, TEAM_SCORES_FORM, TREE_FORM),
        *(PUBLISHED_AHEAD_FORM, PUBLICATION_FORM, DEFAULT_TIME_FORM, HANDICAP_FORM, ARBITER_FORM),
    )
    return comment == FINAL or comment.startswith(RULES_KEYWORD) or any(form.fullmatch(comment) for form in forms)
