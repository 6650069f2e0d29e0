"""Records 250 and 299 of a team file: points for the pairing alone, and points beside the results."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from domain.files.trf import columns as c
from domain.files.trf.acceleration import Span
from domain.files.trf.decoding import FileLine
from domain.files.trf.draft import words
from domain.files.trf.problems import BadValue, Misaligned
from domain.files.trf.records import ABNORMAL_CODES
from domain.files.trf.repairs import Repair
from domain.files.trf.values import read_half_points, read_whole, written
from domain.words.games import Code

EARLIER_BY = {c.ABNORMAL_MATCH: 1, c.ABNORMAL_GAME: 2, c.ABNORMAL_ROUND: 3, c.ABNORMAL_PLAYER: 3}
"""Columns by which the fields of 299 stood more to the left before TRF26, as in FIDE's own example."""


@dataclass(frozen=True, slots=True)
class AbnormalMatches:
    """Points of teams out of the ordinary (299)."""

    code: Code | None
    """The results of a match that it changes; None = an addition to (or deduction from) a round."""
    match_points: int | None
    """Half-points; None = those of the results stand."""
    game_points: int | None
    round: int = 0
    """0 = every round."""
    teams: tuple[int, ...] = ()
    """Empty = all."""
    line: int = field(default=0, compare=False)
    early_columns: bool = field(default=False, compare=False)
    """It was written in the columns of before TRF26."""

    def concerns(self, team: int, round: int) -> bool:
        return self.round in (0, round) and (not self.teams or team in self.teams)


@dataclass(frozen=True, slots=True)
class TeamSpans:
    """One record 250: match points and game points for some rounds and a row of teams."""

    match: Span
    game: Span


def read_abnormal_matches(line: FileLine, repairs: list[Repair]) -> AbnormalMatches:
    """Record 299. Raises BadValue or NotHalfPoints."""
    letter = c.ABNORMAL_TYPE.read(line.text).upper()
    if letter and letter not in ABNORMAL_CODES:
        raise BadValue(line.number, c.ABNORMAL_TYPE.first, c.ABNORMAL_TYPE.name, letter, "W, D, L, F, H, Z, + or -")
    early = _stands_early(line)
    match, game, round, teams = (column.shifted(-by if early else 0) for column, by in EARLIER_BY.items())
    for column in (match, game, round, teams):
        if before := line.text[column.first - 2 : column.first - 1].strip():
            raise Misaligned(line.number, column.first - 1, before, "blank")
    both = points_in(line, match, repairs), points_in(line, game, repairs)
    if both == (None, None):
        raise BadValue(line.number, match.first, match.name, "", "points")
    said = ABNORMAL_CODES.get(letter)
    concerned = tuple(_teams(line, teams.first))
    if said is None and not concerned:
        raise BadValue(line.number, teams.first, "team", "", "the numbers of teams")
    return AbnormalMatches(said, *both, read_whole(line, round) or 0, concerned, line.number, early)


def _stands_early(line: FileLine) -> bool:
    """Something stands where TRF26 has blanks between its fields."""
    return bool(line.text[11:13].strip() or line.text[6:7].strip())


def read_team_spans(line: FileLine, repairs: list[Repair]) -> TeamSpans:
    """Record 250. Raises BadValue or NotHalfPoints."""
    first, last = read_whole(line, c.EXTRA_FIRST_ROUND), read_whole(line, c.EXTRA_LAST_ROUND)
    low, high = read_whole(line, c.EXTRA_FIRST), read_whole(line, c.EXTRA_LAST)
    if not first or not low:
        raise BadValue(line.number, c.EXTRA_FIRST_ROUND.first, "round", line.text[14:].strip(), "rounds and teams")
    where = (first, last or first, low, high or low)
    match, game = (points_in(line, column, repairs) or 0 for column in (c.EXTRA_MATCH, c.EXTRA_GAME))
    return TeamSpans(Span(match, *where), Span(game, *where))


def points_in(line: FileLine, column: c.Column, repairs: list[Repair]) -> int | None:
    """Half-points; None where the field is blank. Raises NotHalfPoints."""
    text = column.read(line.text)
    return read_half_points(line, column.start_of(line.text), text, repairs) if text else None


def _teams(line: FileLine, first: int) -> Iterator[int]:
    for at, word in words(line):
        if at >= first and (number := read_whole(line, c.Column("team", at, at + len(word) - 1))):
            yield number


def abnormal_line(rule: AbnormalMatches) -> str:
    """Record 299 of points given or taken away, in the columns of TRF26."""
    fields = [(c.RECORD, "299"), (c.ABNORMAL_MATCH, written(rule.match_points or 0))]
    fields += [(c.ABNORMAL_GAME, written(rule.game_points or 0)), (c.ABNORMAL_ROUND, str(rule.round))]
    return c.put([*fields, *((c.ABNORMAL_PLAYER.shifted(c.ID_STEP * at), str(n)) for at, n in enumerate(rule.teams))])


def accelerated_line(span: Span) -> str:
    """Record 250 of match points."""
    rounds = [(c.EXTRA_FIRST_ROUND, str(span.first_round)), (c.EXTRA_LAST_ROUND, str(span.last_round))]
    teams = [(c.EXTRA_FIRST, str(span.first_player)), (c.EXTRA_LAST, str(span.last_player))]
    return c.put([(c.RECORD, "250"), (c.EXTRA_MATCH, written(span.points)), *rounds, *teams])
