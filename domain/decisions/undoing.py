"""Undo of one event, not of everything since.

An undo is itself an event: the undone one stays in the journal and no longer counts. What later
facts rest on cannot be pulled out from under them: the refusal names them, and they can be
undone in the same step.
"""

from collections.abc import Collection, Iterator, Sequence

from domain import events as e
from domain.refusals import CannotUndo
from domain.tournament import Game, RoundState, Tournament, in_force, replay, undone
from domain.words.entrants import EntrantId

PERMANENT = (e.TournamentAnnounced, e.FideModeLeft, e.TournamentImported, e.PlayerAnonymised)
"""Events that cannot be undone."""

FIRST_OF_A_KIND = (e.PlayerRegistered, e.TeamRegistered, e.ResultRecorded, e.GameAdjourned)
"""Events that may be the first of their kind: a player, a board's result. It rests on an earlier one and needs none."""

Thing = tuple[str, int, int] | tuple[str, int, int, int]
"""Something an event brings about and a later one needs: a player, a round's pairing, a board, a result."""

OF_A_ROUND = frozenset({"pairing", "board", "publication", "result", "results"})
"""Things that go when their round is paired again or taken back."""


def undo(tournament: Tournament, version: int, reason: str = "", also: tuple[int, ...] = ()) -> list[e.Event]:
    """Makes the event at `version` count as never happened, with its dependents named in `also`.

    Undoing an undo brings the event back. Raises CannotUndo with the dependents that are missing
    from `also`. What rests on others goes first, so that every step of the journal is a possible state.
    """
    _possible(tournament, version)
    needed = dependents(tournament, version)
    if missing := tuple(sorted(set(needed) - set(also))):
        raise CannotUndo(version, "depended-on", missing)
    undos: list[e.Event] = [
        e.EventUndone(v, reason=reason, during_round=tournament.published) for v in (*reversed(needed), version)
    ]
    replay(undos, tournament.copy())  # a mistake of ours here must fail before it is in the journal for ever
    return undos


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
        _comes_back(history, version, subject)
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


def _comes_back(history: Sequence[e.Event], version: int, subject: int) -> None:
    """Check that what a returning event rests on is there. Raises CannotUndo with what was undone of it."""
    returning = history[subject - 1]
    unmet = _needed(returning) - _there(history, subject)
    if isinstance(returning, FIRST_OF_A_KIND):
        unmet -= _made(returning)
    if unmet:
        void = sorted(undone(history))
        ground = tuple(v for v in void if v < subject and _made(history[v - 1]) & unmet)
        raise CannotUndo(version, "rests-on-undone" if ground else "ground-gone", ground)


def _there(history: Sequence[e.Event], before: int) -> set[Thing]:
    """All that the events in force before a version have brought about and not taken away again."""
    there: set[Thing] = set()
    for version, event in in_force(history):
        if version >= before:
            break
        if isinstance(event, e.RoundPaired | e.DraftDiscarded | e.RoundWithdrawn):
            there = {thing for thing in there if thing[0] not in OF_A_ROUND or thing[1] < event.round}
        there |= _made(event)
    return there


def dependents(tournament: Tournament, version: int) -> tuple[int, ...]:
    """Versions of later events in force that rest on this one, directly or through each other.

    An undo that brings an event back needs the pairings and entries made without it out of the way.
    """
    history = tournament.history
    subject = _subject(history, version)
    ground = history[subject - 1]
    if subject in undone(history):
        return tuple(_resting(history, ground, _made(ground) | _taken(history, subject), after=version))
    return tuple(_resting(history, ground, _made(ground), after=subject))


def _taken(history: Sequence[e.Event], subject: int) -> set[Thing]:
    """All that an event that takes a round away would take once more."""
    event = history[subject - 1]
    if not isinstance(event, e.DraftDiscarded | e.RoundWithdrawn):
        return set()
    return {thing for thing in _there(history, subject) if thing[0] in OF_A_ROUND and thing[1] >= event.round}


def _resting(history: Sequence[e.Event], ground: e.Event, things: Collection[Thing], after: int) -> Iterator[int]:
    """Later events in force that rest on `ground`, on these things or on each other, in one walk."""
    made, sources = set(things), [ground]
    for version, event in in_force(history):
        if version > after and (not made.isdisjoint(_needed(event)) or _paired_from_any(sources, event)):
            yield version
            made |= _made(event)
            sources.append(event)


def _paired_from_any(sources: Sequence[e.Event], event: e.Event) -> bool:
    """`event` is a pairing that would have been decided otherwise without one of these."""
    return isinstance(event, e.RoundPaired) and any(paired_from(source, event.round) for source in sources)


def paired_from(earlier: e.Event, round: int) -> bool:
    """A pairing of `round` is made from this, among other things."""
    match earlier:
        case (
            e.RatingCorrected(counts_from=first)
            | e.ResultCorrected(counts_from=first)
            | e.ColoursCorrected(counts_from=first)
            | e.PointsAdjusted(counts_from=first)
        ):
            return 0 < first <= round
        case e.AdjournedGameFinished(during_round=during):
            return during < round
        case (
            e.ResultRecorded(round=r)
            | e.ResultCleared(round=r)
            | e.DisputeSettled(round=r)
            | e.GameAdjourned(round=r)
            | e.BoardsAltered(round=r)
        ):
            return r < round
        case (
            e.PlayerRegistered(from_round=r)
            | e.TeamRegistered(from_round=r)
            | e.PlayerWithdrawn(from_round=r)
            | e.PlayerExpelled(from_round=r)
            | e.PlayerReadmitted(from_round=r)
        ):
            return r <= round
        case e.ByeGranted(round=r) | e.ByeRevoked(round=r):
            return r == round
        case (
            e.InitialColourDrawn()
            | e.PairingNumbersIssued()
            | e.PairingNumbersExchanged()
            | e.PairsProhibited()
            | e.RegulationsAmended()
        ):
            return True
    return False


def _made(event: e.Event) -> frozenset[Thing]:
    return frozenset(_makes(event))


def _makes(event: e.Event) -> Iterator[Thing]:
    for round, board, game in e.games_of(event):
        yield from (("result", round, board, game), ("results", round, 0), ("play", 0, 0))
    match event:
        case e.RoundPaired(boards=boards, round=r) | e.BoardsAltered(boards=boards, round=r):
            yield from (("pairing", r, 0), ("play", 0, 0))
            yield from (("board", r, board.number) for board in boards)
        case e.RoundPublished(round=r):
            yield from (("publication", r, 0), ("play", 0, 0))
        case e.HandPairingBegun(round=r):
            yield "by hand", r, 0
        case e.PlayerRegistered(player=player):
            yield "player", player.id, 0
        case e.TeamRegistered(team=team):
            yield "player", team.id, 0
        case e.PairingNumbersIssued(order=order):
            yield from (("number", id, 0) for id in order)
        case e.PlayerWithdrawn(player=id) | e.PlayerExpelled(player=id):
            yield "absence", id, 0
        case e.ByeGranted(player=id, round=r):
            yield "bye", id, r
        case e.PointsAdjusted():
            yield "play", 0, 0
        case e.TournamentClosed():
            yield "close", 0, 0


def _needed(event: e.Event) -> frozenset[Thing]:
    return frozenset(_needs(event))


def _needs(event: e.Event) -> Iterator[Thing]:
    for round, board, game in e.games_of(event):
        yield from (("board", round, board), ("publication", round, 0), ("result", round, board, game))
    yield from (("player", id, 0) for id in _named(event))
    if isinstance(event, e.RoundPaired | e.BoardsAltered):
        yield from (("number", id, 0) for id in _named(event))
    match event:
        case e.RoundPaired(round=r) if r > 1:
            yield "publication", r - 1, 0
        case (
            e.RoundPublished(round=r) | e.DraftDiscarded(round=r) | e.RoundWithdrawn(round=r) | e.BoardsAltered(round=r)
        ):
            yield "pairing", r, 0
        case e.HandPairingEnded(round=r, engine=engine):
            yield "by hand", r, 0
            if engine:
                yield "pairing", r, 0
        case e.RoundClosed(round=r):
            yield from (("publication", r, 0), ("results", r, 0))
        case e.PlayerReadmitted(player=id):
            yield "absence", id, 0
        case e.ByeRevoked(player=id, round=r):
            yield "bye", id, r
        case e.PointsAdjusted(round=r):
            yield "publication", r, 0
        case e.TournamentClosed():
            yield "play", 0, 0
        case e.TournamentReopened():
            yield "close", 0, 0


def _named(event: e.Event) -> tuple[EntrantId, ...]:
    """Everybody who has to be there for an event to make sense."""
    match event:
        case e.PairingNumbersIssued(order=order) | e.LotsDrawn(order=order) | e.EqualsOrdered(order=order):
            return order
        case e.PairingNumbersExchanged(one=one, other=other):
            return (one, other)
        case e.OutsideValuesGiven(values=values):
            return tuple(value.player for value in values)
        case e.PairsProhibited(groups=groups):
            return tuple(id for group in groups for id in group)
        case e.RoundPaired(boards=boards, bye=bye) | e.BoardsAltered(boards=boards, bye=bye):
            seated = tuple(id for board in boards for id in (board.white, board.black))
            return seated if bye is None else (*seated, bye)
        case e.TeamRegistered(team=team):
            return team.players
        case e.TeamDetailsAmended(team=team):
            return (team.id, *team.players)
        case e.LineupGiven(team=id, players=players):
            return (id, *players)
    about = e.player_of(event)
    return () if about is None else (about,)
