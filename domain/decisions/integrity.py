"""The gate before every step that breaches the integrity of the pairings (FIDE checklist, 42-46, 112-115, 189-191).

The level of the confirmation follows from what the events are, never from the page that asks,
so that no route, role or setting can weaken it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta
from itertools import chain

from domain import events as e
from domain.decisions.players.attendance import left_out
from domain.decisions.players.conditions import unmet
from domain.decisions.rounds.closing import closed_by_last_result
from domain.decisions.rounds.late_boards import late_board
from domain.decisions.rounds.results import adjourned_games
from domain.decisions.setup.planning import plan_cautions, unrated_for
from domain.decisions.setup.regulations import outside, refuse_outside
from domain.events import Integrity, integrity_of
from domain.formats import rules_of
from domain.refusals import KeptInFideMode, NeedsConfirmation
from domain.tournament import Tournament
from domain.tournament_cards.starting_points import has_starting_points
from domain.words import cautions as c
from domain.words.games import Bye, Result
from domain.words.players import EntrantId
from domain.words.rating_lists import CountedRating

LEVEL_OF: dict[Integrity, int] = {
    Integrity.NONE: 0,
    Integrity.BYE: 2,
    Integrity.ADJOURNMENT: 3,
    Integrity.ALTERATION: 3,
    Integrity.IMPORT: 3,
    Integrity.NUMBERING: 3,
    Integrity.CORRECTION: 3,
    Integrity.CONFIGURATION: 4,
}
"""3 = confirm or cancel, 4 = in two steps with the consequences spelled out; 2 = acknowledge."""

OPPOSITES: dict[type[e.Event], type[e.Event]] = {
    e.RoundPublished: e.RoundWithdrawn,
    e.TournamentClosed: e.TournamentReopened,
}
"""Ordinary steps that are grave to take back: undoing them is no way round the other's confirmation."""


def level_of(event: e.Event, tournament: Tournament) -> int:
    """The confirmation this very event needs.

    Adjourning, and finishing with the draw that everybody was paired with, change nothing for
    the pairings; finishing otherwise does (checklist, 157-163). An undo is as grave as what it
    undoes, or as the step that would take it back. Boards that the system pairs otherwise are confirmed in two
    steps, with its own beside them (68-69). Every exchange of numbers is confirmed, also before the start, where
    it is no breach (150). In an arena numbers pair nobody.
    """
    match event:
        case e.EventUndone(version=version) if not isinstance(tournament.history[version - 1], e.EventUndone):
            undone = tournament.history[version - 1]
            opposite = OPPOSITES.get(type(undone))
            return LEVEL_OF[opposite.integrity] if opposite else level_of(undone, tournament)
        case e.PairingNumbersIssued() if tournament.regulations.is_arena:
            return 0
        case e.PairingNumbersExchanged():
            return LEVEL_OF[e.PairingNumbersExchanged.integrity]
        case e.HandPairingEnded(differing=differing):
            return 4 if differing else 0
        case e.GameAdjourned() | e.AdjournedGameFinished(result=Result.DRAW):
            return 0
        case e.AdjournedGameFinished(round=r, during_round=during) if r >= during:
            return 0
        case e.RegulationsAmended() if _plays_as_before(tournament, event):
            return 0
    return LEVEL_OF[integrity_of(event)]


def guarded(tournament: Tournament, events: Sequence[e.Event], confirmed: int) -> list[e.Event]:
    """The events themselves once they are confirmed highly enough, else NeedsConfirmation.

    Leaving FIDE mode comes with the step that leaves it, in the same append; so does the end that follows from the last
    result. Raises KeptInFideMode and OutsideFideMode for what takes leaving FIDE mode first, as a step of its own.
    """
    _refuse_in_fide_mode(tournament, events)
    cause, cautions = departure(tournament, events), tuple(cautions_of(tournament, events))
    own = max((level_of(event, tournament) for event in events), default=0)
    level = max([4 if cause else own, *(caution.level for caution in cautions)])
    if confirmed < level:
        gravest = type(max(events, key=lambda event: level_of(event, tournament))).__name__ if own else ""
        raise NeedsConfirmation(level, cause or gravest, tuple(events), cautions)
    written = [*events, *closed_by_last_result(tournament, events)]
    return written if cause is None else [e.FideModeLeft(tournament.published, cause), *written]


def _refuse_in_fide_mode(tournament: Tournament, events: Sequence[e.Event]) -> None:
    """Regulations said before the start do not change during play (FIDE checklist, 57, 75, 85, 93, 196, 200)."""
    if tournament.left_fide_mode is not None:
        return
    for event in events:
        match event:
            case e.RegulationsAmended(during_round=during) if during and not _plays_as_before(tournament, event):
                raise KeptInFideMode("regulations")
            case e.RegulationsAmended(regulations=wanted):
                refuse_outside(wanted, allowed=outside(tournament.regulations))
            case e.PairsProhibited(during_round=during) if during:
                raise KeptInFideMode("prohibited-pairs")


def _plays_as_before(tournament: Tournament, event: e.RegulationsAmended) -> bool:
    """Only the tables by board are ordered anew, or the event is marked as a long one whose tie-breaks count the rating
    of the start as before (C.07, 10)."""
    wanted, laws = event.regulations, tournament.regulations
    by_board = replace(laws.teams, boards_by=wanted.teams.boards_by, least_board_games=wanted.teams.least_board_games)
    marked = wanted.rating_periods != laws.rating_periods
    return wanted == replace(laws, rating_periods=wanted.rating_periods, teams=by_board) and (
        not marked or laws.counted_rating is CountedRating.FIRST
    )


def departure(tournament: Tournament, events: Sequence[e.Event]) -> str | None:
    """The reason this step leaves FIDE mode; None where it does not, or FIDE mode is left already."""
    if tournament.left_fide_mode is not None:
        return None
    for event in events:
        match event:
            case (
                e.ResultCorrected(round=r, counts_from=first)
                | e.ColoursCorrected(round=r, counts_from=first)
                | e.GamesReseated(round=r, counts_from=first)
            ):
                if first and r < _first_of_late(tournament):
                    return "closed-round-changed"
            case e.EventUndone(version=version):
                if cause := _departure_by_undo(tournament, tournament.history[version - 1]):
                    return cause
            case e.TournamentClosed(after_round=after) if after:
                return "closed-early"
            case e.RoundWithdrawn(overridden=True):
                return "begun-round-withdrawn"
            case e.BoardsAltered(breaches=breaches) if breaches:
                return "criteria-overridden"
    return None


def _first_of_late(tournament: Tournament) -> int:
    """A result of a round before this one has been paired from twice; in a table drawn beforehand none ever is."""
    return 0 if rules_of(tournament).predetermined else tournament.published - 1


def _departure_by_undo(tournament: Tournament, undone: e.Event) -> str | None:
    if isinstance(undone, e.RoundPublished) and undone.round <= tournament.published:
        return "begun-round-withdrawn" if tournament.round(undone.round).begun else None
    old = any(round < _first_of_late(tournament) for round, _ in e.boards_of(undone))
    return "closed-round-changed" if old else None


# Cautions to be read before a step: the warnings of levels 2 and 3 that no event carries by its kind alone.


def cautions_of(tournament: Tournament, events: Sequence[e.Event]) -> Iterator[c.Caution]:
    """In the order of the events they are about."""
    return chain.from_iterable(_of(tournament, event) for event in events)


def _of(tournament: Tournament, event: e.Event) -> Iterator[c.Caution]:
    match event:
        case e.PlayerRegistered(player=new, from_waiting=False) | e.EntryWaitlisted(player=new) if failed := unmet(
            tournament, new
        ):
            yield c.OutsideConditions(new.name, failed)
        case e.RoundPaired(round=1):
            yield from (caution for caution in plan_cautions(tournament) if caution.level > 1)
        case e.RoundPaired(round=r):
            if games := adjourned_games(tournament):
                yield c.GamesStillAdjourned(games)
            if r == tournament.published + 1 and (absent := left_out(tournament)):
                yield c.LeftOutBefore(r - 1, tuple(tournament.entrants[id].name for id in absent))
        case e.RoundPublished(round=r, on=today) if today < (day := first_day_of(tournament, r)) and today:
            yield c.RoundBeforeItsDay(r, day, today)
        case e.ByeGranted(player=player, round=r, kind=Bye.HALF) if before := _half_point_byes(tournament, player, r):
            yield c.AnotherHalfPointBye(player, before + 1)
        case e.ByeGranted(player=player, kind=Bye.FULL):
            yield c.FullPointBye(player)
        case e.BoardsAltered(round=r, latecomer=late) if late is not None:
            found = late_board(tournament, r, late)
            ids, article = (found.board.white, found.board.black), found.why.article
            white, black = (tournament.entrants[id].name for id in ids)
            came, other = (white, black) if ids[0] == late else (black, white)
            number = article.number if article else ""
            yield c.LatecomerPlays(r, found.board.number, came, other, white, black, number)
        case e.BoardsAltered(round=r, both_colours_wrong=boards) if boards:
            yield c.BothColoursWrong(r, boards)
        case e.TournamentClosed():
            if boards := event.last_round_differs:
                yield c.LastRoundDiffers(event.after_round, event.after_round, boards, event.last_round_by)
            if event.without_playoff:
                yield c.PlayoffLeftOut(event.without_playoff)
        case e.RegulationsAmended():
            yield from _of_regulations(tournament, event)


def _of_regulations(tournament: Tournament, event: e.RegulationsAmended) -> Iterator[c.Caution]:
    old, new = tournament.regulations.system, event.regulations.system
    if old != new and event.during_round:
        before, after = has_starting_points(tournament.regulations), has_starting_points(event.regulations)
        unrated = unrated_for(tournament, new)
        yield c.SystemChanges(tournament.published + 1, old, new, unrated, after and not before, before and not after)
    if event.last_round_differs:
        boards, system = event.last_round_differs, event.last_round_by
        yield c.LastRoundDiffers(tournament.published, event.regulations.rounds, boards, system)


def first_day_of(tournament: Tournament, round: int) -> str:
    """The day from which a round may be published where there is one a day: its own, and not that of the one before.

    Empty: neither the schedule nor the round before says any.
    """
    schedule = tournament.details.schedule
    planned = schedule[round - 1][:10] if round <= len(schedule) else ""
    before = tournament.round(round - 1).published_on if round > 1 else ""
    following = (date.fromisoformat(before) + timedelta(days=1)).isoformat() if before else ""
    return max(planned, following)


def _half_point_byes(tournament: Tournament, player: EntrantId, besides: int) -> int:
    """The number that the player has in other rounds."""
    mine = (kind for (round, who), kind in tournament.byes.items() if who == player and round != besides)
    return sum(kind is Bye.HALF for kind in mine)
