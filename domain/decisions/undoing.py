"""Undo of one event, not of everything since.

An undo is itself an event: the undone one stays in the journal and no longer counts. A fact that later ones rest on
cannot be pulled out from under them: the refusal names them, and they can be undone in the same step.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import StrEnum, auto
from typing import NamedTuple

from domain import events as e
from domain.decisions import refuse_if_closed
from domain.decisions.players.registering import registered
from domain.decisions.rounds.pairing import Ground, ground_of
from domain.formats import rules_of
from domain.refusals import CannotUndo, TournamentHasStarted
from domain.tournament import RoundState, Tournament, in_force, replay, undone
from domain.words.players import EntrantId

# The things that an event makes and needs, which say what cannot be undone alone.
# A result needs its board and a board its pairing. Which results a pairing was worked out from is said in
# `rounds/pairing.py`.


class ThingKind(StrEnum):
    PAIRING = auto()
    BOARD = auto()
    GAME = auto()
    """A further game of a match."""
    PUBLICATION = auto()
    RESULT = auto()
    RESULTS = auto()
    """Any of a round."""
    BY_HAND = auto()
    """The pairing by hand that is going on."""
    ILLEGAL_MOVE = auto()
    PLAY = auto()
    """That anything was played, paired or decided."""
    PLAYER = auto()
    """Or a team."""
    WAITING = auto()
    NUMBER = auto()
    ABSENCE = auto()
    BYE = auto()
    PLAYOFF = auto()
    ORDER_OF_PLAYOFF = auto()
    CLOSING = auto()


class Thing(NamedTuple):
    """Something an event brings about and a later one needs."""

    kind: ThingKind
    round: int = 0
    board: int = 0
    game: int = 0
    entrant: int = 0
    playoff: str = ""
    """Its address."""


PLAY, CLOSED = Thing(ThingKind.PLAY), Thing(ThingKind.CLOSING)
SEATING = (e.RoundPaired, e.BoardsAltered, e.ArenaGamesBegun)
"""Events that give players boards, by their numbers."""


def made_by(event: e.Event) -> frozenset[Thing]:
    made = (_rounds_made, _results_made, _entries_made, _ends_made)
    return frozenset(thing for by_subject in made for thing in by_subject(event))


def _rounds_made(event: e.Event) -> Iterator[Thing]:
    match event:
        case e.BoardsAltered(boards=boards, round=r, latecomer=late) if late is not None:
            yield from (
                Thing(ThingKind.BOARD, r, board.number) for board in boards if late in (board.white, board.black)
            )
        case e.RoundPaired(boards=boards, round=r) | e.BoardsAltered(boards=boards, round=r):
            yield from (Thing(ThingKind.PAIRING, r), PLAY)
            yield from (Thing(ThingKind.BOARD, r, board.number) for board in boards)
        case e.RoundPublished(round=r):
            yield from (Thing(ThingKind.PUBLICATION, r), PLAY)
        case e.ArenaGamesBegun(boards=boards, round=r):
            yield from (Thing(ThingKind.PUBLICATION, r), Thing(ThingKind.PAIRING, r), PLAY)
            yield from (Thing(ThingKind.BOARD, r, board.number) for board in boards)
        case e.HandPairingBegun(round=r):
            yield Thing(ThingKind.BY_HAND, r)
        case e.GamesAdded(round=r, board=board, games=games):
            yield from (Thing(ThingKind.GAME, r, board, game.number) for game in games)
            yield PLAY


def _results_made(event: e.Event) -> Iterator[Thing]:
    for round, board, game in e.games_of(event):
        yield from (Thing(ThingKind.RESULT, round, board, game), Thing(ThingKind.RESULTS, round), PLAY)
    match event:
        case e.MatchSettled(round=r):
            yield from (Thing(ThingKind.RESULTS, r), PLAY)
        case e.IllegalMoveNoted(round=r, board=board, game=number):
            yield Thing(ThingKind.ILLEGAL_MOVE, r, board, number)
        case e.PointsAdjusted():
            yield PLAY


def _entries_made(event: e.Event) -> Iterator[Thing]:
    match event:
        case e.PlayerRegistered(player=player):
            yield Thing(ThingKind.PLAYER, entrant=player.id)
        case e.TeamRegistered(team=team):
            yield Thing(ThingKind.PLAYER, entrant=team.id)
        case e.EntryWaitlisted(player=player):
            yield Thing(ThingKind.WAITING, entrant=player.id)
        case e.PairingNumbersIssued(order=order):
            yield from (Thing(ThingKind.NUMBER, entrant=id) for id in order)
        case e.PlayerWithdrawn(player=id) | e.PlayerExpelled(player=id):
            yield Thing(ThingKind.ABSENCE, entrant=id)
        case e.ByeGranted(player=id, round=r):
            yield Thing(ThingKind.BYE, r, entrant=id)


def _ends_made(event: e.Event) -> Iterator[Thing]:
    match event:
        case e.PlayoffStageOpened():
            yield PLAY
        case e.PlayoffHeld(playoff=playoff):
            yield Thing(ThingKind.PLAYOFF, playoff=playoff)
        case e.PlayoffDecided(source=playoff):
            yield Thing(ThingKind.ORDER_OF_PLAYOFF, playoff=playoff)
        case e.TournamentClosed():
            yield CLOSED


def needed_by(event: e.Event) -> frozenset[Thing]:
    needed = (_rounds_needed, _results_needed, _entries_needed, _ends_needed)
    return frozenset(thing for by_subject in needed for thing in by_subject(event))


def _rounds_needed(event: e.Event) -> Iterator[Thing]:
    match event:
        case e.RoundPaired(round=r) if r > 1:
            yield from (Thing(ThingKind.PUBLICATION, r - 1), Thing(ThingKind.PAIRING, r - 1))
        case (
            e.RoundPublished(round=r) | e.DraftDiscarded(round=r) | e.RoundWithdrawn(round=r) | e.BoardsAltered(round=r)
        ):
            yield Thing(ThingKind.PAIRING, r)
        case e.HandPairingEnded(round=r, engine=engine):
            yield Thing(ThingKind.BY_HAND, r)
            if engine:
                yield Thing(ThingKind.PAIRING, r)
        case e.RoundClosed(round=r):
            yield from (Thing(ThingKind.PUBLICATION, r), Thing(ThingKind.RESULTS, r))
        case e.GamesAdded(round=r, board=board, games=games):
            yield from (Thing(ThingKind.BOARD, r, board), Thing(ThingKind.PUBLICATION, r))
            yield from (Thing(ThingKind.RESULT, r, board, number) for number in range(1, games[0].number))
        case e.LineupsShown(round=r):
            yield Thing(ThingKind.PUBLICATION, r)
        case e.ArenaGameTakenBack(round=r, board=board):
            yield Thing(ThingKind.BOARD, r, board)


def _results_needed(event: e.Event) -> Iterator[Thing]:
    for r, board, game in e.games_of(event):
        yield from (Thing(ThingKind.BOARD, r, board), Thing(ThingKind.PUBLICATION, r))
        yield from (Thing(ThingKind.RESULT, r, board, game), Thing(ThingKind.GAME, r, board, game))
    match event:
        case (
            e.MatchSettled(round=r, board=board)
            | e.GameArbiterAssigned(round=r, board=board)
            | e.PanelRuled(round=r, board=board)
            | e.IllegalMoveNoted(round=r, board=board)
        ):
            yield from (Thing(ThingKind.BOARD, r, board), Thing(ThingKind.PUBLICATION, r))
        case e.IllegalMoveTakenBack(round=r, board=board, game=number):
            yield Thing(ThingKind.ILLEGAL_MOVE, r, board, number)
        case e.PointsAdjusted(round=r):
            yield Thing(ThingKind.PUBLICATION, r)


def _entries_needed(event: e.Event) -> Iterator[Thing]:
    kinds = (ThingKind.PLAYER, ThingKind.NUMBER) if isinstance(event, SEATING) else (ThingKind.PLAYER,)
    yield from (Thing(kind, entrant=id) for kind in kinds for id in _named(event))
    match event:
        case e.PlayerReadmitted(player=id):
            yield Thing(ThingKind.ABSENCE, entrant=id)
        case e.ByeRevoked(player=id, round=r):
            yield Thing(ThingKind.BYE, r, entrant=id)
        case e.WaitingEntryEnded(player=id):
            yield Thing(ThingKind.WAITING, entrant=id)
        case e.PlayerRegistered(player=player, from_waiting=True):
            yield Thing(ThingKind.WAITING, entrant=player.id)


def _ends_needed(event: e.Event) -> Iterator[Thing]:
    match event:
        case e.TournamentClosed():
            yield PLAY
        case e.TournamentReopened():
            yield CLOSED
        case e.PlayoffDecided(source=playoff):
            yield Thing(ThingKind.PLAYOFF, playoff=playoff)
        case e.PlayoffReopened(source=playoff):
            yield Thing(ThingKind.ORDER_OF_PLAYOFF, playoff=playoff)


def _named(event: e.Event) -> tuple[EntrantId, ...]:
    match event:
        case e.PairingNumbersIssued(order=order) | e.LotsDrawn(order=order) | e.EqualsOrdered(order=order):
            return order
        case e.PlayoffDeclared(tied=order) | e.PlayoffHeld(tied=order):
            return order
        case e.PlayoffStageOpened(order=order) | e.PlayoffDecided(order=order):
            return order
        case e.PairingNumbersExchanged(one=one, other=other):
            return (one, other)
        case e.OutsideValuesGiven(values=values):
            return tuple(value.player for value in values)
        case e.PeriodRatingsTaken(ratings=ratings):
            return tuple(one.player for one in ratings)
        case e.PairsProhibited(groups=groups):
            return tuple(id for group in groups for id in group)
        case e.RoundPaired(boards=boards, bye=bye) | e.BoardsAltered(boards=boards, bye=bye):
            seated = tuple(id for board in boards for id in (board.white, board.black))
            advancing = event.byes if isinstance(event, e.RoundPaired) else ()
            return (*seated, *advancing) if bye is None else (*seated, *advancing, bye)
        case e.ArenaGamesBegun(boards=boards):
            return tuple(id for board in boards for id in (board.white, board.black))
        case e.ArenaPauseSet(players=players):
            return players
        case e.GamesAdded(games=games):
            return (games[0].white, games[0].black)
        case e.GamesReseated(games=played):
            return tuple(id for one in played for id in (one.white, one.black))
        case e.MatchSettled(winner=winner):
            return (winner,)
        case e.TeamRegistered(team=team):
            return team.players
        case e.TeamDetailsAmended(team=team):
            return (team.id, *team.players)
        case e.PlayerTransferred():
            return (event.player, event.origin, event.into)
        case e.LineupGiven(team=id, players=players):
            return (id, *players)
    about = e.player_of(event)
    return () if about is None else (about,)


PERMANENT = (
    *(e.TournamentAnnounced, e.FideModeLeft, e.TournamentImported, e.PlayerAnonymised, e.PlayoffDeclared),
    *(e.TournamentHandedOff, e.HandoffEnded),
    e.OwnLinkRenewed,
    *(e.PaymentMade, e.PaymentCancelled),
    *(e.PhotoKept, e.PhotoRemoved),
)

FIRST_OF_A_KIND = (e.PlayerRegistered, e.TeamRegistered, e.ResultRecorded, e.ResultReported, e.GameAdjourned)
"""Events that may be the first of their kind: they rest on an earlier one if there is one (a board's result)."""

ENTRIES_OF_A_GAME = (e.ResultRecorded, e.ResultCleared, e.ResultCorrected, e.ResultCorrectedForRating)

OF_A_ROUND = frozenset(
    {ThingKind.PAIRING, ThingKind.BOARD, ThingKind.PUBLICATION, ThingKind.RESULT, ThingKind.RESULTS, ThingKind.GAME}
)


def undo(
    tournament: Tournament, version: int, reason: str = "", also: tuple[int, ...] = (), step: tuple[int, ...] = ()
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
    if money := tuple(one for one in sorted(needed) if isinstance(tournament.history[one - 1], e.PaymentMade)):
        raise CannotUndo(version, "money", money)
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
    if isinstance(history[version - 1], e.PaymentMade):
        raise CannotUndo(version, "payment")
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
            unanswered = tournament.round(round).boards_with(lambda game: game.result is None)
            open_boards = {(round, board) for board in unanswered}
            return tuple(v for v, event in earlier.items() if not open_boards.isdisjoint(e.boards_of(event)))
        case e.RoundPaired(round=round):
            closed = {r.number for r in tournament.rounds if r.state is RoundState.CLOSED}
            closings = {v: event.round for v, event in earlier.items() if isinstance(event, e.RoundClosed)}
            return tuple(v for v, r in closings.items() if r < round and r not in closed)
        case _:
            return ()


def _subject(history: Sequence[e.Event], version: int) -> int:
    event = history[version - 1]
    return _subject(history, event.version) if isinstance(event, e.EventUndone) else version


def _comes_back(history: Sequence[e.Event], version: int, subject: int, from_table: bool) -> None:
    """Check that what a returning event rests on is there. Raises CannotUndo with what was undone of it."""
    returning = history[subject - 1]
    unmet = needed_by(returning) - _there(history, subject)
    added = {thing for event in history if isinstance(event, e.GamesAdded) for thing in made_by(event)}
    unmet -= {thing for thing in unmet if thing.kind is ThingKind.GAME and thing not in added}
    if from_table and isinstance(returning, e.RoundPaired):
        unmet -= {Thing(ThingKind.PUBLICATION, returning.round - 1)}
    if isinstance(returning, FIRST_OF_A_KIND):
        unmet -= made_by(returning)
    if unmet:
        void = sorted(undone(history))
        ground = tuple(v for v in void if v < subject and made_by(history[v - 1]) & unmet)
        raise CannotUndo(version, "rests-on-undone" if ground else "ground-gone", ground)


def _there(history: Sequence[e.Event], before: int) -> set[Thing]:
    there: set[Thing] = set()
    for version, event in in_force(history):
        if version >= before:
            break
        if isinstance(event, e.RoundPaired | e.DraftDiscarded | e.RoundWithdrawn):
            there = {thing for thing in there if thing.kind not in OF_A_ROUND or thing.round < event.round}
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
        taken: set[Thing] = set()
        if isinstance(ground, e.DraftDiscarded | e.RoundWithdrawn):
            there = _there(history, subject)
            taken = {thing for thing in there if thing.kind in OF_A_ROUND and thing.round >= ground.round}
        return tuple(_resting(history, ground, made_by(ground) | taken, version, made_from))
    return tuple(_resting(history, ground, made_by(ground), subject, made_from))


def _resting(
    history: Sequence[e.Event], ground: e.Event, things: Collection[Thing], after: int, made_from: Ground
) -> Iterator[int]:
    """Later events in force that rest on `ground`, on these things or on each other, in one walk."""
    made, sources = set(things), [ground]
    for version, event in in_force(history):
        if version <= after:
            continue
        paired_from = isinstance(event, e.RoundPaired) and any(made_from(source, event.round) for source in sources)
        if paired_from or not made.isdisjoint(needed_by(event)):
            yield version
            made |= made_by(event)
            sources.append(event)


def strike(tournament: Tournament, players: Iterable[EntrantId], reason: str = "") -> list[e.Event]:
    """Undoes the registration of each, with all that was entered about that player alone.

    Raises TournamentHasStarted once round 1 is published, CannotUndo where something of others rests on the entry.
    """
    refuse_if_closed(tournament)
    if tournament.published:
        raise TournamentHasStarted("strike")
    branch, struck = tournament.copy(), list[e.Event]()
    for player in dict.fromkeys(players):
        registered(branch, player)
        version = registration_of(branch, player)
        alone = (one for one in dependents(branch, version) if e.player_of(branch.history[one - 1]) == player)
        undone = undo(branch, version, reason, tuple(alone))
        struck += undone
        branch = replay(undone, branch)
        if player in branch.waiting:
            struck.append(e.WaitingEntryEnded(player, reason))
            branch = replay(struck[-1:], branch)
    return struck


def registration_of(tournament: Tournament, entrant: EntrantId) -> int:
    """The newest entry in force that registers the player or the team."""
    return max(
        version
        for version, event in in_force(tournament.history)
        if (isinstance(event, e.PlayerRegistered) and event.player.id == entrant)
        or (isinstance(event, e.TeamRegistered) and event.team.id == entrant)
    )
