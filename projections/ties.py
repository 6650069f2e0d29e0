"""Ties for a place that a play-off can decide: those level on everything before `PLAYOFF` in the list (32.5)."""

from domain.decisions.playoffs import TiedPlayers
from domain.decisions.setup.regulations import knows_playoffs
from domain.events import PlayoffHeld
from domain.ranking.order import drawn_order
from domain.ranking.tiebreaks import parse_tiebreak, rule_of
from domain.tournament import Tournament
from domain.words.players import EntrantId
from projections.snapshot import Snapshot, snapshot
from projections.standings import StandingRow, standings

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
    rows = standings(snapshot(_before_playoffs(t), nameless=now.nameless)).rows
    last = t.regulations.playoff.places
    for start, end in _level(rows):
        if start < last < end:
            return TiedPlayers(start + 1, last - start, _by_tiebreak(rows[start:end], seed))
    return None


def still_tied(now: Snapshot, held: PlayoffHeld) -> bool:
    """The players of a play-off are the ones who are level for its place by now."""
    found = tie(now)
    return found is not None and (found.place, {*found.players}) == (held.place, {*held.tied})


def _before_playoffs(t: Tournament) -> Tournament:
    copy = t.copy()
    copy.outside = ()
    return copy


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
