"""Undo of one event, not of everything since.

An undo is itself an event: the undone one stays in the journal and no longer counts. A fact that later ones rest on
cannot be pulled out from under them: the refusal names them, and they can be undone in the same step.
"""

from collections.abc import Collection, Iterator, Sequence

from domain import events as e
from domain.decisions.made_and_needed import Thing, made_by, needed_by
from domain.decisions.pairing_ground import Ground, ground_of
from domain.formats import rules_of
from domain.refusals import CannotUndo
from domain.tournament import Game, RoundState, Tournament, in_force, replay, undone

PERMANENT = (e.TournamentAnnounced, e.FideModeLeft, e.TournamentImported, e.PlayerAnonymised, e.PlayoffDeclared)
"""Events that cannot be undone."""

FIRST_OF_A_KIND = (e.PlayerRegistered, e.TeamRegistered, e.ResultRecorded, e.ResultReported, e.GameAdjourned)
"""Events that may be the first of their kind: they rest on an earlier one if there is one (a board's result)."""

ENTRIES_OF_A_GAME = (e.ResultRecorded, e.ResultCleared, e.ResultCorrected, e.ResultCorrectedForRating)

OF_A_ROUND = frozenset({"pairing", "board", "publication", "result", "results", "game"})
"""Things that go when their round is paired again or taken back."""


def undo(
    tournament: Tournament,
    version: int,
    reason: str = "",
    also: tuple[int, ...] = (),
    step: tuple[int, ...] = (),
) -> list[e.Event]:
    """Makes the event at `version` count as never happened, with its dependents named in `also`.

    `step` has the other entries of the step that it was part of, which go with it (`of_one_match`). Undoing an undo
    brings the event back. Raises CannotUndo with the dependents that are missing from `also`. Events that rest on
    others go first, so that every step of the journal is a possible state.
    """
    together = {version, *step}
    for one in sorted(together):
        _possible(tournament, one)
    needed = {other for one in together for other in dependents(tournament, one)}
    if missing := tuple(sorted(needed - together - set(also))):
        raise CannotUndo(version, "depended-on", missing)
    last_first = [*sorted(needed - together, reverse=True), *sorted(together, reverse=True)]
    undos: list[e.Event] = [e.EventUndone(v, reason=reason, during_round=tournament.published) for v in last_first]
    replay(undos, tournament.copy())  # a mistake of ours here must fail before it is in the journal for ever
    return undos


def of_one_match(tournament: Tournament, version: int, written_with: Collection[int]) -> tuple[int, ...]:
    """Other entries, among those written in the same step, that say the same of other games of the match.

    A match that somebody did not come to gets all its forfeits at once, and so they are taken back.
    """
    history, gone = tournament.history, undone(tournament.history)
    one = history[_subject(history, version) - 1]
    if not isinstance(one, ENTRIES_OF_A_GAME):
        return ()
    kind, place = (type(history[version - 1]), type(one)), [*e.boards_of(one)]
    alike = []
    for other in written_with:
        subject = history[_subject(history, other) - 1]
        same = (type(history[other - 1]), type(subject)) == kind and [*e.boards_of(subject)] == place
        if same and other != version and other not in gone:
            alike.append(other)
    return tuple(sorted(alike))


def _possible(tournament: Tournament, version: int) -> None:
    history = tournament.history
    if not 1 <= version <= len(history):
        raise CannotUndo(version, "unknown")
    if version in undone(history):
        raise CannotUndo(version, "undone")
    if isinstance(history[version - 1], PERMANENT):
        raise CannotUndo(version, "permanent")
    subject = _subject(history, version)
    if subject in undone(history):
        _comes_back(history, version, subject, rules_of(tournament).predetermined)
        if unfinished := _unfinished_without(tournament, subject, version):
            raise CannotUndo(version, "rests-on-undone", unfinished)


def _unfinished_without(tournament: Tournament, subject: int, version: int) -> tuple[int, ...]:
    """Undone entries without which a returning pairing or closing would leave a round behind it unfinished.

    An entry that was undone before entry `version` took the pairing or closing back is none: both stood without it.
    """
    history = tournament.history
    missed = undone(history) - undone(history[: version - 1])
    earlier = {v: history[v - 1] for v in sorted(missed) if v < subject}
    match history[subject - 1]:
        case e.RoundClosed(round=round) if round <= tournament.paired:
            open_boards = {(round, board) for board in tournament.round(round).boards_with(_has_no_result)}
            return tuple(v for v, event in earlier.items() if not open_boards.isdisjoint(e.boards_of(event)))
        case e.RoundPaired(round=round):
            closed = {r.number for r in tournament.rounds if r.state is RoundState.CLOSED}
            closings = {v: event.round for v, event in earlier.items() if isinstance(event, e.RoundClosed)}
            return tuple(v for v, r in closings.items() if r < round and r not in closed)
        case _:
            return ()


def _has_no_result(game: Game) -> bool:
    return game.result is None


def _subject(history: Sequence[e.Event], version: int) -> int:
    """The entry that an undo is about in the end, through undos of undos; of any other entry itself."""
    event = history[version - 1]
    return _subject(history, event.version) if isinstance(event, e.EventUndone) else version


def _comes_back(history: Sequence[e.Event], version: int, subject: int, from_table: bool) -> None:
    """Check that what a returning event rests on is there. Raises CannotUndo with what was undone of it."""
    returning = history[subject - 1]
    unmet = needed_by(returning) - _there(history, subject)
    unmet -= _announced(history, unmet)
    if from_table and isinstance(returning, e.RoundPaired):
        unmet -= {("publication", returning.round - 1, 0)}
    if isinstance(returning, FIRST_OF_A_KIND):
        unmet -= made_by(returning)
    if unmet:
        void = sorted(undone(history))
        ground = tuple(v for v in void if v < subject and made_by(history[v - 1]) & unmet)
        raise CannotUndo(version, "rests-on-undone" if ground else "ground-gone", ground)


def _announced(history: Sequence[e.Event], things: Collection[Thing]) -> set[Thing]:
    """Games among these that came with the pairing: nobody ever added them."""
    added = {thing for event in history if isinstance(event, e.GamesAdded) for thing in made_by(event)}
    return {thing for thing in things if thing[0] == "game" and thing not in added}


def _there(history: Sequence[e.Event], before: int) -> set[Thing]:
    """All that the events in force before a version have brought about and not taken away again."""
    there: set[Thing] = set()
    for version, event in in_force(history):
        if version >= before:
            break
        if isinstance(event, e.RoundPaired | e.DraftDiscarded | e.RoundWithdrawn):
            there = {thing for thing in there if thing[0] not in OF_A_ROUND or thing[1] < event.round}
        there |= made_by(event)
    return there


def dependents(tournament: Tournament, version: int) -> tuple[int, ...]:
    """Versions of later events in force that rest on this one, directly or through each other.

    An undo that brings an event back needs the pairings and entries made without it out of the way.
    """
    history, made_from = tournament.history, ground_of(tournament)
    subject = _subject(history, version)
    ground = history[subject - 1]
    if subject in undone(history):
        things = made_by(ground) | _taken(history, subject)
        return tuple(_resting(history, ground, things, version, made_from))
    return tuple(_resting(history, ground, made_by(ground), subject, made_from))


def _taken(history: Sequence[e.Event], subject: int) -> set[Thing]:
    """All that an event that takes a round away would take once more."""
    event = history[subject - 1]
    if not isinstance(event, e.DraftDiscarded | e.RoundWithdrawn):
        return set()
    return {thing for thing in _there(history, subject) if thing[0] in OF_A_ROUND and thing[1] >= event.round}


def _resting(
    history: Sequence[e.Event], ground: e.Event, things: Collection[Thing], after: int, made_from: Ground
) -> Iterator[int]:
    """Later events in force that rest on `ground`, on these things or on each other, in one walk."""
    made, sources = set(things), [ground]
    for version, event in in_force(history):
        if version > after and (not made.isdisjoint(needed_by(event)) or _paired_from_any(sources, event, made_from)):
            yield version
            made |= made_by(event)
            sources.append(event)


def _paired_from_any(sources: Sequence[e.Event], event: e.Event, made_from: Ground) -> bool:
    """`event` is a pairing that would have been decided otherwise without one of these."""
    return isinstance(event, e.RoundPaired) and any(made_from(source, event.round) for source in sources)
