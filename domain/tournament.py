"""What is true now: the fold of all events into one tournament.

`replay(events)` gives the state, `evolve(tournament, event)` moves it one step. Nothing here
decides whether something was allowed: what is in the journal has happened. A `Tournament` is
mutated by `evolve` alone; everybody else reads it or asks for a `copy()` to think ahead.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import singledispatch

from domain import events as e
from domain.games import Bye, Colour, Result
from domain.play import Game, Round, Stage, Version
from domain.players import Player, PlayerId
from domain.regulations import Details, Regulations

__all__ = ["Game", "Round", "Stage", "Tournament", "Version", "evolve", "in_force", "replay", "undone"]


Absence = tuple[int, int | None]
"""First round away, first round back (None = not yet)."""


@dataclass(slots=True)
class Tournament:
    """The state. Build it with `replay`; look, do not touch."""

    details: Details = field(default_factory=lambda: Details(""))
    regulations: Regulations = field(default_factory=Regulations)
    players: dict[PlayerId, Player] = field(default_factory=dict)
    joined: dict[PlayerId, int] = field(default_factory=dict)
    absences: dict[PlayerId, tuple[Absence, ...]] = field(default_factory=dict)
    byes: dict[tuple[int, PlayerId], Bye] = field(default_factory=dict)
    anonymous: frozenset[PlayerId] = frozenset()
    initial_colour: Colour | None = None
    numbers: tuple[PlayerId, ...] = ()
    lots: tuple[PlayerId, ...] = ()
    prohibited: tuple[tuple[PlayerId, ...], ...] = ()
    prizes: e.PrizesAnnounced | None = None
    rounds: list[Round] = field(default_factory=list)
    closed: bool = False
    left_fide_mode: int | None = None
    """The round during which FIDE mode was left; None = still in it."""
    history: list[e.Event] = field(default_factory=list)

    @property
    def version(self) -> int:
        """The journal position this state was folded up to."""
        return len(self.history)

    @property
    def paired(self) -> int:
        """The newest round that has boards, drafts included."""
        return len(self.rounds)

    @property
    def published(self) -> int:
        """The newest round that everybody may see; 0 = none yet."""
        return next((r.number for r in reversed(self.rounds) if r.published), 0)

    @property
    def draft(self) -> Round | None:
        return self.rounds[-1] if self.rounds and not self.rounds[-1].published else None

    def round(self, number: int) -> Round:
        """Raises IndexError for a round that has no boards."""
        if not 1 <= number <= len(self.rounds):
            raise IndexError(number)
        return self.rounds[number - 1]

    def away(self, player: PlayerId, round: int) -> bool:
        """Withdrawn, or not arrived yet, in `round`."""
        if self.joined.get(player, 1) > round:
            return True
        return any(first <= round and (back is None or round < back) for first, back in self.absences.get(player, ()))

    def present(self, player: PlayerId, round: int) -> bool:
        """To be paired in `round`."""
        return not self.away(player, round) and (round, player) not in self.byes

    def copy(self) -> "Tournament":
        """A branch to think ahead on; games and players are immutable and shared."""
        return replace(
            self,
            players=dict(self.players),
            joined=dict(self.joined),
            absences=dict(self.absences),
            byes=dict(self.byes),
            rounds=[replace(r, games=dict(r.games)) for r in self.rounds],
            history=list(self.history),
        )


def replay(events: Iterable[e.Event], into: Tournament | None = None) -> Tournament:
    """All events in order, from nothing or from where `into` stands."""
    tournament = into if into is not None else Tournament()
    for event in events:
        evolve(tournament, event)
    return tournament


def evolve(tournament: Tournament, event: e.Event) -> None:
    """One step. An undo is the only event that looks back: it folds the others again."""
    tournament.history.append(event)
    if isinstance(event, e.EventUndone):
        _fold_again(tournament)
    else:
        _apply(event, tournament)


def undone(history: Sequence[e.Event]) -> frozenset[int]:
    """Versions that do not count, because they were undone by an undo that does."""
    out: set[int] = set()
    for version in range(len(history), 0, -1):
        event = history[version - 1]
        if version not in out and isinstance(event, e.EventUndone):
            out.add(event.version)
    return frozenset(out)


def in_force(history: Sequence[e.Event]) -> Iterator[tuple[int, e.Event]]:
    """(version, event) of everything that counts, undos themselves left out."""
    void = undone(history)
    for version, event in enumerate(history, 1):
        if version not in void and not isinstance(event, e.EventUndone):
            yield version, event


def _fold_again(tournament: Tournament) -> None:
    fresh = Tournament(history=tournament.history)
    for _, event in in_force(tournament.history):
        _apply(event, fresh)
    for name in Tournament.__slots__:
        setattr(tournament, name, getattr(fresh, name))


@singledispatch
def _apply(event: e.Event, t: Tournament) -> None:
    raise TypeError(f"no rule for {type(event).__name__}")


# The tournament


@_apply.register
def _(event: e.TournamentAnnounced, t: Tournament) -> None:
    t.details = event.details
    t.regulations = event.regulations


@_apply.register
def _(event: e.DetailsAmended, t: Tournament) -> None:
    t.details = event.details


@_apply.register
def _(event: e.RegulationsAmended, t: Tournament) -> None:
    t.regulations = event.regulations


@_apply.register
def _(event: e.TournamentImported, t: Tournament) -> None:
    """Where it came from is history, not state."""


@_apply.register
def _(event: e.PairsProhibited, t: Tournament) -> None:
    t.prohibited = event.groups


@_apply.register
def _(event: e.FideModeLeft, t: Tournament) -> None:
    if t.left_fide_mode is None:
        t.left_fide_mode = event.during_round


@_apply.register
def _(event: e.TournamentClosed, t: Tournament) -> None:
    t.closed = True


@_apply.register
def _(event: e.TournamentReopened, t: Tournament) -> None:
    t.closed = False


@_apply.register
def _(event: e.PrizesAnnounced, t: Tournament) -> None:
    t.prizes = event


# Players


@_apply.register
def _(event: e.PlayerRegistered, t: Tournament) -> None:
    t.players[event.player.id] = event.player
    t.joined[event.player.id] = event.from_round


@_apply.register
def _(event: e.PlayerDetailsAmended, t: Tournament) -> None:
    rating = t.players[event.player.id].rating
    t.players[event.player.id] = replace(event.player, rating=rating)


@_apply.register
def _(event: e.RatingCorrected, t: Tournament) -> None:
    if event.counts_from:
        t.players[event.player] = replace(t.players[event.player], rating=event.rating)


@_apply.register
def _(event: e.PlayerWithdrawn, t: Tournament) -> None:
    before = tuple(a for a in t.absences.get(event.player, ()) if a[1] is not None)
    t.absences[event.player] = (*before, (event.from_round, None))


@_apply.register
def _(event: e.PlayerReadmitted, t: Tournament) -> None:
    t.absences[event.player] = tuple(
        (first, event.from_round if back is None else back) for first, back in t.absences.get(event.player, ())
    )


@_apply.register
def _(event: e.PlayerAnonymised, t: Tournament) -> None:
    t.anonymous |= {event.player}


@_apply.register
def _(event: e.ByeGranted, t: Tournament) -> None:
    t.byes[event.round, event.player] = event.kind


@_apply.register
def _(event: e.ByeRevoked, t: Tournament) -> None:
    t.byes.pop((event.round, event.player), None)


# Lots and numbers


@_apply.register
def _(event: e.InitialColourDrawn, t: Tournament) -> None:
    t.initial_colour = event.colour


@_apply.register
def _(event: e.PairingNumbersIssued, t: Tournament) -> None:
    t.numbers = event.order


@_apply.register
def _(event: e.LotsDrawn, t: Tournament) -> None:
    t.lots = event.order


# Rounds


@_apply.register
def _(event: e.RoundPaired, t: Tournament) -> None:
    games = {b.number: Game(b.number, b.white, b.black) for b in event.boards}
    paired = Round(event.round, games, event.bye, event.numbers, event.engine, event.engine_version, event.based_on)
    t.rounds[event.round - 1 :] = [paired]


@_apply.register
def _(event: e.RoundPublished, t: Tournament) -> None:
    t.round(event.round).stage = Stage.PUBLISHED


@_apply.register
def _(event: e.RoundWithdrawn | e.DraftDiscarded, t: Tournament) -> None:
    del t.rounds[event.round - 1 :]


@_apply.register
def _(event: e.BoardsAltered, t: Tournament) -> None:
    """Boards whose players stay keep their result; a changed board starts afresh."""
    round = t.round(event.round)
    kept = {(g.white, g.black): g for g in round.games.values()}
    round.games = {
        b.number: replace(kept.get((b.white, b.black), Game(b.number, b.white, b.black)), board=b.number)
        for b in event.boards
    }
    round.bye = event.bye
    round.altered = True


@_apply.register
def _(event: e.RoundClosed, t: Tournament) -> None:
    t.round(event.round).stage = Stage.CLOSED


# Results


def _write(t: Tournament, round: int, board: int, result: Result, counts_from: int, swap: bool = False) -> None:
    """A new version of a game, and with it an end of any dispute. Replay spends its time here: no `replace`."""
    games = t.round(round).games
    game = games[board]
    last = game.versions[-1] if game.versions else None
    white, black = (last.white, last.black) if last else (game.white, game.black)
    if swap:
        white, black = black, white
    version = Version(counts_from, white, black, result)
    earlier = tuple(v for v in game.versions if v.counts_from < counts_from) if last else ()
    games[board] = Game(board, game.white, game.black, (*earlier, version), game.rating_only, (), game.corrected)


def _mark(t: Tournament, round: int, board: int) -> None:
    games = t.round(round).games
    games[board] = replace(games[board], corrected=True)


@_apply.register
def _(event: e.ResultRecorded, t: Tournament) -> None:
    _write(t, event.round, event.board, event.result, event.round + 1)


@_apply.register
def _(event: e.ResultCleared, t: Tournament) -> None:
    games = t.round(event.round).games
    games[event.board] = replace(games[event.board], versions=(), claims=())


@_apply.register
def _(event: e.ResultCorrected, t: Tournament) -> None:
    _write(t, event.round, event.board, event.result, event.counts_from)
    _mark(t, event.round, event.board)


@_apply.register
def _(event: e.ResultCorrectedForRating, t: Tournament) -> None:
    games = t.round(event.round).games
    game = games[event.board]
    true = replace(game.rating_only or game.versions[-1], result=event.result)
    games[event.board] = replace(game, rating_only=true)


@_apply.register
def _(event: e.ColoursCorrected, t: Tournament) -> None:
    games = t.round(event.round).games
    game = games[event.board]
    last = (game.rating_only if not event.counts_from else None) or game.versions[-1]
    if event.counts_from:
        _write(t, event.round, event.board, last.result.reversed, event.counts_from, swap=True)
        _mark(t, event.round, event.board)
        return
    true = replace(last, white=last.black, black=last.white, result=last.result.reversed)
    games[event.board] = replace(game, rating_only=true)


@_apply.register
def _(event: e.ResultDisputed, t: Tournament) -> None:
    games = t.round(event.round).games
    game = games[event.board]
    games[event.board] = replace(game, claims=(*game.claims, event.claimed))


@_apply.register
def _(event: e.DisputeSettled, t: Tournament) -> None:
    _write(t, event.round, event.board, event.result, event.round + 1)


@_apply.register
def _(event: e.GameAdjourned, t: Tournament) -> None:
    _write(t, event.round, event.board, Result.ADJOURNED, event.round + 1)


@_apply.register
def _(event: e.AdjournedGameFinished, t: Tournament) -> None:
    """Pairings already made took it for a draw (F.9); those still to be made see the result."""
    _write(t, event.round, event.board, event.result, max(event.round, event.during_round) + 1)
