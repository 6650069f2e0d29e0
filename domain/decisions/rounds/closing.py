"""The end of a tournament: the final table, points from outside, and what it takes to open it again."""

from collections.abc import Sequence
from dataclasses import replace

from domain import events as e
from domain.decisions import refuse_if_closed, refuse_without_reason
from domain.decisions.rounds.pairing import close_round
from domain.decisions.rounds.results import adjourned_games
from domain.decisions.rounds.why import last_round_findings
from domain.decisions.setup.regulations import knows_playoffs
from domain.formats import rules_of
from domain.records import dataclass
from domain.refusals import BadField, GamesAdjourned, NothingToClose, PlayoffOnBoards, UnknownPlayer
from domain.tournament import Tournament, replay
from domain.words.players import EntrantId


@dataclass(frozen=True, slots=True)
class PlayoffsLeft:
    """Places of the table that a play-off has still to decide; play-offs are tournaments of their own."""

    on_boards: tuple[int, ...] = ()
    undecided: tuple[int, ...] = ()


NO_PLAYOFF_LEFT = PlayoffsLeft()


def close_tournament(
    tournament: Tournament, reason: str = "", playoffs: PlayoffsLeft = NO_PLAYOFF_LEFT
) -> list[e.Event]:
    """The final table: no game may be open, adjourned or disputed, nor one of a play-off for a place of it.

    Before all planned rounds are played it takes a reason, and the newest round is looked at again as the last one
    (FIDE checklist, 57-61).
    """
    if tournament.closed:
        return []
    if tournament.published == 0:
        raise NothingToClose
    early = not rules_of(tournament).over(tournament)
    if early:
        refuse_without_reason(reason, "close-early")
    published = (round.number for round in tournament.rounds if round.published)
    events = [event for number in published for event in close_round(tournament, number)]
    if games := adjourned_games(tournament):
        raise GamesAdjourned(games)
    if playoffs.on_boards:
        raise PlayoffOnBoards(playoffs.on_boards)
    discarded: list[e.Event] = [e.DraftDiscarded(tournament.draft.number)] if tournament.draft else []
    closed = e.TournamentClosed()
    if early:
        found = last_round_findings(tournament, tournament.published)
        closed = e.TournamentClosed(tournament.published, reason, found.system, found.differing)
    return [*events, *discarded, replace(closed, without_playoff=playoffs.undecided)]


DECIDING = (e.ResultRecorded, e.AdjournedGameFinished, e.DisputeSettled, e.PlayerWithdrawn, e.PlayerExpelled)


def closed_by_last_result(tournament: Tournament, events: Sequence[e.Event]) -> list[e.Event]:
    """The end of an event of a table that its last result closes (document 003, RR10); nothing while games are left.

    With play-offs in the list the arbiter closes it: its last result may leave players level.
    After a correction the arbiter closes it again: it has been opened to be looked at.
    """
    laws = tournament.regulations
    if not (laws.from_tables and laws.round_robin.ends_by_itself) or tournament.closed:
        return []
    if not any(isinstance(event, DECIDING) for event in events) or knows_playoffs(laws):
        return []
    ahead = replay(events, tournament.copy())
    left = [game for round in ahead.rounds for game in round.games if not game.decided or game.claims]
    return [] if left or not rules_of(ahead).over(ahead) else close_tournament(ahead)


def reopen_tournament(tournament: Tournament, reason: str) -> list[e.Event]:
    refuse_without_reason(reason, "reopen")
    return [e.TournamentReopened(reason, tournament.published)] if tournament.closed else []


# Input of a table from outside: the arbiter's own order of equals, and points of a play-off (checklist, 205, 207).

MAX_OUTSIDE_HALF_POINTS = 200


def order_equals(tournament: Tournament, order: Sequence[EntrantId], reason: str = "") -> list[e.Event]:
    """The order of the tie-break `MANUAL`, best first; all who are not named come after."""
    _known_and_single(tournament, "by_arbiter", order)
    return [] if tuple(order) == tournament.by_arbiter else [e.EqualsOrdered(tuple(order), reason)]


def give_outside_values(tournament: Tournament, values: Sequence[e.OutsideValue], reason: str = "") -> list[e.Event]:
    """The points of the tie-break `PLAYOFF`; all who have none come after."""
    _known_and_single(tournament, "outside", [value.player for value in values])
    for value in values:
        if not 0 <= value.points <= MAX_OUTSIDE_HALF_POINTS:
            raise BadField("outside", str(value.points / 2), "half-points")
    return [] if tuple(values) == tournament.outside else [e.OutsideValuesGiven(tuple(values), reason)]


def _known_and_single(tournament: Tournament, field: str, players: Sequence[EntrantId]) -> None:
    refuse_if_closed(tournament)
    for player in players:
        if player not in tournament.entrants:
            raise UnknownPlayer(player)
        if players.count(player) > 1:
            raise BadField(field, tournament.entrants[player].name, "each-once")
