"""Ties that a play-off can decide (32.5), who could come into one, and the play-offs beside a table."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from domain.decisions.playoffs import TiedPlayers
from domain.decisions.rounds.closing import PlayoffsLeft
from domain.decisions.setup.regulations import knows_playoffs
from domain.events import PlayoffHeld
from domain.formats import rules_of
from domain.formats.playoff.rules import position_of
from domain.formats.playoff.state import DecidedBy
from domain.ranking.order import drawn_order
from domain.ranking.tiebreaks import parse_tiebreak, rule_of
from domain.round import Game, Round
from domain.tournament import Tournament
from domain.tournament_cards.cards import annulled, numbers_of, points_in_table, table_cards
from domain.tournament_cards.starting_points import starting_points
from domain.words.games import SIDES, Result
from domain.words.players import EntrantId
from domain.words.regulations import Format
from projections.moment.snapshot import Snapshot, snapshot
from projections.table.standings import StandingRow, standings

# Ties for a place that a play-off can decide: those level on everything before `PLAYOFF` in the list (32.5).

PLAYOFF_CODE = "PLAYOFF"
MCMAHON_SCORE_CODE = "MMS"
"""The score that comes first where players begin with points."""


def tie(now: Snapshot, seed: str = "") -> TiedPlayers | None:
    """The tie for the last place that the regulations' play-off decides; None = there is none, or no play-off.

    Players whom no tie-break separates are in an order drawn from the seed.
    """
    t = now.tournament
    if not knows_playoffs(t.regulations) or not t.published:
        return None
    before = t.copy()
    before.outside = ()
    rows = standings(snapshot(before, nameless=now.nameless)).rows
    last = t.regulations.playoff.places
    for start, end in _level(rows):
        if start < last < end:
            return TiedPlayers(start + 1, last - start, _by_tiebreak(rows[start:end], seed))
    return None


def still_tied(now: Snapshot, held: PlayoffHeld) -> bool:
    """The players of a play-off are the ones who are level for its place by now."""
    found = tie(now)
    return found is not None and (found.place, {*found.players}) == (held.place, {*held.tied})


def _level(rows: tuple[StandingRow, ...]) -> list[tuple[int, int]]:
    """From and to (excluded) of those who follow each other with the same values before the play-off."""
    found, start = [], 0
    for at in range(1, len(rows) + 1):
        if at == len(rows) or _before(rows[at]) != _before(rows[start]):
            found.append((start, at))
            start = at
    return found


def _before(row: StandingRow) -> tuple[object, ...]:
    """The score and the tie-breaks that come before the play-off."""
    at = next((i for i, column in enumerate(row.columns) if column.text == PLAYOFF_CODE), len(row.columns))
    before = [*zip(row.columns[:at], row.values[:at], strict=True)]
    parting = tuple(value for column, value in before if not rule_of(parse_tiebreak(column.text)).how.only_shown)
    return parting if any(column.text == MCMAHON_SCORE_CODE for column, _ in before) else (row.points, *parting)


def _by_tiebreak(rows: tuple[StandingRow, ...], seed: str) -> tuple[EntrantId, ...]:
    drawn = {key: at for at, key in enumerate(drawn_order((str(row.person.id) for row in rows), seed))}
    return tuple(row.person.id for row in sorted(rows, key=lambda row: (row.place, drawn[str(row.person.id)])))


# Players who could be level for the place of a play-off: their last games may begin earlier (32.5.2).

COUNTED_BY_POINTS = (Format.SWISS, Format.ROUND_ROBIN)
OPEN_RESULTS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)

Scores = tuple[tuple[EntrantId, int], ...]
"""Player and half-points at the end: of the two of a board, or of somebody who has none."""
Unit = tuple[Scores, ...]
"""All that one board can still come to."""


class CouldTie(NamedTuple):
    place: int
    players: tuple[str, ...]
    boards: tuple[int, ...]


def could_tie(t: Tournament) -> CouldTie | None:
    """None unless the last round is paired, not all of it is played, and a play-off is announced.

    It goes by points alone: a round robin drawn beforehand is in its last round once all others have their results,
    and one that somebody has left too early is not counted here.
    """
    laws = t.regulations
    counted = laws.format in COUNTED_BY_POINTS and laws.match_games == 1 and not laws.of_teams
    if not knows_playoffs(laws) or not counted or annulled(t):
        return None
    if not t.paired or t.paired != rules_of(t).rounds(t) or not t.rounds[-1].unanswered:
        return None
    if laws.format is Format.ROUND_ROBIN and any(round.unanswered for round in t.rounds[:-1]):
        return None
    last, place = t.rounds[-1], laws.playoff.places
    units = [*_units(t, last)]
    who = _level_at_the_end(units, place)
    boards = sorted((b for b in last.boards if {b.white, b.black} & who), key=lambda board: board.number)
    names = [t.entrants[id].name for board in boards for id in (board.white, board.black) if id in who]
    return CouldTie(place, tuple(names), tuple(board.number for board in boards)) if boards else None


def _units(t: Tournament, last: Round) -> Iterator[Unit]:
    before, numbers = table_cards(t, last.number - 1), numbers_of(t)
    begun = starting_points(t)
    score = {id: before[number].score + begun.get(id, 0) for id, number in numbers.items()}
    for first, *_ in last.matches.values():
        results = (first.result,) if first.decided and first.result is not None else OPEN_RESULTS
        yield tuple(_scores(t, first, result, score) for result in results)
    bye = t.regulations.scoring.pairing_bye
    for id in score:
        if id not in last.seated:
            yield (((id, score[id] + (bye if id in last.all_byes else 0)),),)


def _scores(t: Tournament, game: Game, result: Result, score: dict[EntrantId, int]) -> Scores:
    worth, (white, black) = points_in_table(t.regulations), SIDES[result]
    return (game.white, score[game.white] + worth(white)), (game.black, score[game.black] + worth(black))


def _level_at_the_end(units: Sequence[Unit], place: int) -> set[EntrantId]:
    """The players who can share the place with somebody; those too far below it are not tried."""
    least = sorted(min(scores[side][1] for scores in unit) for unit in units for side in range(len(unit[0])))
    sure = least[-place] if place <= len(least) else 0
    found, near = set[EntrantId](), [u for u in units if any(points >= sure for scores in u for _, points in scores)]
    for unit in near:
        others = [other for other in near if other is not unit]
        for scores in unit:
            for player, mine in scores:
                if mine >= sure and player not in found and _shared(scores, mine, others, place):
                    found.add(player)
    return found


def _shared(own: Scores, mine: int, others: Sequence[Unit], place: int) -> bool:
    """True if enough can finish above `mine`, and on it, for the place to fall among those level on it."""
    most: dict[int, int] = {}
    """The most who can be level, by the number of those above."""
    above, level = _counted(own, mine)
    if above < place:
        most[above] = level
    for unit in others:
        if all(points < mine for scores in unit for _, points in scores):
            continue
        then: dict[int, int] = {}
        for up, on in most.items():
            for more_up, more_on in {_counted(scores, mine) for scores in unit}:
                if up + more_up < place:
                    then[up + more_up] = max(then.get(up + more_up, 0), on + more_on)
        most = then
    return any(up < place < up + on for up, on in most.items())


def _counted(scores: Scores, mine: int) -> tuple[int, int]:
    return sum(points > mine for _, points in scores), sum(points == mine for _, points in scores)


class PlayoffOfTable(NamedTuple):
    playoff: str
    place: int
    tied: tuple[str, ...]
    in_table: tuple[tuple[str, str], ...]
    """Name and reason (`DecidedBy`) in the order that the table has; empty = it has none of it."""
    given: tuple[tuple[str, DecidedBy], ...]
    """In the order that the play-off gives by now; empty = it goes on."""
    still_tied: bool
    """They are level for the place as when it was held."""
    on_boards: bool
    """Games of it are being played."""

    @property
    def drifts(self) -> bool:
        return self.in_table != (self.given if self.still_tied else ())


def playoff_of_table(now: Snapshot, address: str, played: Tournament) -> PlayoffOfTable:
    """One of `playoff.held`, and what it has come to."""
    t = now.tournament
    held, known, outcome = t.playoff.held[address], t.playoff.decided.get(address), position_of(played).outcome
    name = {player: t.entrants[player].name for player in held.tied}
    return PlayoffOfTable(
        address,
        held.place,
        tuple(name.values()),
        tuple((name[player], by) for player, by in zip(known.order, known.by, strict=True)) if known else (),
        tuple((name[player], by) for player, by in zip(outcome.order, outcome.by, strict=True)) if outcome else (),
        still_tied(now, held),
        any(not game.decided for round in played.rounds if round.published for game in round.games),
    )


def playoffs_left(now: Snapshot, held: Sequence[PlayoffOfTable]) -> PlayoffsLeft:
    """Places of the table that play-offs held, or one that nobody has held, leave open."""
    live = [one for one in held if one.still_tied]
    undecided = [one.place for one in live if one.drifts or not one.given]
    found = tie(now)
    if found is not None and not live:
        undecided.append(found.place)
    return PlayoffsLeft(tuple(one.place for one in live if one.on_boards), tuple(undecided))
