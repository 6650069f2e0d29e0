"""One step for each type of event, from state to state; nothing is asked whether it was allowed.

`STEPS[type(event)](event, tournament)` is what `domain/tournament.py` folds a history with.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import singledispatch
from typing import Protocol

from domain import events as e
from domain.round import Game, Round, RoundState, Version, match_at, moved_to, new_matches, with_further
from domain.state import Tournament
from domain.words.games import Result


@singledispatch
def _step(event: e.Event, t: Tournament) -> None:
    raise TypeError(f"no step for {type(event).__name__}")


STEPS: Mapping[type, Callable[[e.Event, Tournament], None]] = _step.registry
"""By the event's class. Looked up instead of calling `_step`: its way there takes a fourth of a replay."""


# The tournament


@_step.register
def _(event: e.TournamentAnnounced, t: Tournament) -> None:
    t.details = event.details
    t.regulations = event.regulations


@_step.register
def _(event: e.DetailsAmended, t: Tournament) -> None:
    t.details = event.details


@_step.register
def _(event: e.RegulationsAmended, t: Tournament) -> None:
    t.regulations = event.regulations


@_step.register
def _(event: e.TournamentImported, t: Tournament) -> None:
    t.imported = event


@_step.register
def _(event: e.PairsProhibited, t: Tournament) -> None:
    t.prohibited = event.bans


@_step.register
def _(event: e.FideModeLeft, t: Tournament) -> None:
    if t.left_fide_mode is None:
        t.left_fide_mode = event.during_round


@_step.register
def _(event: e.TournamentClosed, t: Tournament) -> None:
    t.closed = True


@_step.register
def _(event: e.TournamentReopened, t: Tournament) -> None:
    t.closed = False


@_step.register
def _(event: e.PrizesAnnounced, t: Tournament) -> None:
    t.prizes = event


# Players


@_step.register
def _(event: e.PlayerRegistered, t: Tournament) -> None:
    t.players[event.player.id] = event.player
    t.joined[event.player.id] = event.from_round


@_step.register
def _(event: e.PlayerDetailsAmended, t: Tournament) -> None:
    rating = t.players[event.player.id].rating
    t.players[event.player.id] = replace(event.player, rating=rating)


@_step.register
def _(event: e.RatingCorrected, t: Tournament) -> None:
    if event.counts_from:
        t.players[event.player] = replace(t.players[event.player], rating=event.rating)
        t.report_ratings.pop(event.player, None)
    else:
        t.report_ratings[event.player] = event.rating


@_step.register
def _(event: e.PlayerWithdrawn, t: Tournament) -> None:
    before = tuple(a for a in t.absences.get(event.player, ()) if a[1] is not None)
    t.absences[event.player] = (*before, (event.from_round, None))
    _forfeit(t, event.forfeits)


@_step.register
def _(event: e.PlayerExpelled, t: Tournament) -> None:
    before = tuple(a for a in t.absences.get(event.player, ()) if a[1] is not None)
    t.absences[event.player] = (*before, (event.from_round, None))
    t.expelled |= {event.player}
    _forfeit(t, event.forfeits)


def _forfeit(t: Tournament, games: tuple[e.ForfeitedGame, ...]) -> None:
    for one in games:
        t.round(one.round).record(one.board, one.game, one.result, one.round + 1)


@_step.register
def _(event: e.PlayerReadmitted, t: Tournament) -> None:
    t.expelled -= {event.player}
    t.absences[event.player] = tuple(
        (first, event.from_round if back is None else back) for first, back in t.absences.get(event.player, ())
    )
    for one in event.reopened:
        round = t.round(one.round)
        round.put(round.game(one.board, one.game)._replace(versions=(), claims=()))


@_step.register
def _(event: e.PlayerAnonymised, t: Tournament) -> None:
    t.anonymous |= {event.player}


@_step.register
def _(event: e.ByeGranted, t: Tournament) -> None:
    t.byes[event.round, event.player] = event.kind


@_step.register
def _(event: e.ByeRevoked, t: Tournament) -> None:
    t.byes.pop((event.round, event.player), None)


@_step.register
def _(event: e.PointsAdjusted, t: Tournament) -> None:
    at = event.round, event.player
    t.adjustments[at] = (*t.adjustments.get(at, ()), (event.points, event.counts_from))


@_step.register
def _(event: e.StartingPointsCorrected, t: Tournament) -> None:
    before = t.corrected_starts.get(event.player, ())
    t.corrected_starts[event.player] = (*before, (event.counts_from, event.points))


@_step.register
def _(event: e.HalfPointByesBarred, t: Tournament) -> None:
    t.barred |= {event.player}


@_step.register
def _(event: e.HalfPointByesAllowed, t: Tournament) -> None:
    t.barred -= {event.player}


# Stages


@_step.register
def _(event: e.EntrantsQualified, t: Tournament) -> None:
    t.qualified[event.source] = event
    t.accepted.pop(event.source, None)


@_step.register
def _(event: e.QualificationAccepted, t: Tournament) -> None:
    t.accepted[event.source] = event


# Teams


@_step.register
def _(event: e.TeamRegistered, t: Tournament) -> None:
    t.teams[event.team.id] = event.team
    t.joined[event.team.id] = event.from_round


@_step.register
def _(event: e.TeamDetailsAmended, t: Tournament) -> None:
    t.teams[event.team.id] = event.team


@_step.register
def _(event: e.PlayerTransferred, t: Tournament) -> None:
    origin, into = t.teams[event.origin], t.teams[event.into]
    t.teams[origin.id] = origin.without(event.player)
    t.teams[into.id] = into.joined_by(event.player, reserve=event.reserve)


@_step.register
def _(event: e.LineupGiven, t: Tournament) -> None:
    t.lineups[event.round, event.team] = event.players


@_step.register
def _(event: e.LineupsShown, t: Tournament) -> None:
    t.lineups_shown |= {event.round}


# Lots and numbers


@_step.register
def _(event: e.InitialColourDrawn, t: Tournament) -> None:
    t.initial_colour = event.colour
    t.colour_seed = event.seed


@_step.register
def _(event: e.PairingNumbersIssued, t: Tournament) -> None:
    t.numbers = event.order
    t.numbers_drawn_by = event.drawn_by


@_step.register
def _(event: e.StartPositionDrawn, t: Tournament) -> None:
    t.start_positions[event.round] = event.position


@_step.register
def _(event: e.PairingNumbersExchanged, t: Tournament) -> None:
    place = {event.one: event.other, event.other: event.one}
    t.numbers = tuple(place.get(player, player) for player in t.numbers)


@_step.register
def _(event: e.LotsDrawn, t: Tournament) -> None:
    t.lots = event.order


@_step.register
def _(event: e.EqualsOrdered, t: Tournament) -> None:
    t.by_arbiter = event.order


@_step.register
def _(event: e.OutsideValuesGiven, t: Tournament) -> None:
    t.outside = event.values


# Rounds


@_step.register
def _(event: e.RoundPaired, t: Tournament) -> None:
    matches = new_matches(event.boards, t.regulations.match_games)
    paired = Round(event.round, matches, event.bye, event.numbers, event.engine, event.engine_version, event.based_on)
    paired.byes = event.byes
    t.rounds[event.round - 1 :] = [paired]


@_step.register
def _(event: e.RoundPublished, t: Tournament) -> None:
    t.round(event.round).state = RoundState.PUBLISHED
    t.round(event.round).published_on = event.on
    if event.round == 1:
        t.first_ratings = {player.id: player.rating for player in t.players.values()}
        t.entry_ratings = {}
        return
    for player in t.players.values():
        if player.id not in t.first_ratings and t.joined.get(player.id, 1) <= event.round:
            t.entry_ratings.setdefault(player.id, player.rating)


@_step.register
def _(event: e.RoundWithdrawn | e.DraftDiscarded, t: Tournament) -> None:
    del t.rounds[event.round - 1 :]
    t.lineups_shown = frozenset(round for round in t.lineups_shown if round < event.round)
    _forget_rounds(t, event.round)
    if t.by_hand >= event.round:
        t.by_hand = 0


@_step.register
def _(event: e.BoardsAltered, t: Tournament) -> None:
    """Boards whose players stay keep their result; a changed board starts afresh."""
    round = t.round(event.round)
    kept = {(match[0].white, match[0].black): match for match in round.matches.values()}
    seats = {number: (match[0].white, match[0].black) for number, match in round.matches.items()}
    fresh = (kept.get((b.white, b.black)) or match_at(b, t.regulations.match_games) for b in event.boards)
    round.matches = {b.number: moved_to(match, b.number) for b, match in zip(event.boards, fresh, strict=True)}
    settled = {seats[number]: decided for number, decided in round.settled.items()}
    round.settled = {
        b.number: replace(settled[b.white, b.black], board=b.number)
        for b in event.boards
        if (b.white, b.black) in settled
    }
    round.bye = event.bye
    round.byes = tuple(id for id in round.byes if id not in round.seated)
    round.altered = True


@_step.register
def _(event: e.HandPairingBegun, t: Tournament) -> None:
    t.by_hand = event.round


@_step.register
def _(event: e.HandPairingEnded, t: Tournament) -> None:
    t.by_hand = 0


@_step.register
def _(event: e.RoundClosed, t: Tournament) -> None:
    t.round(event.round).state = RoundState.CLOSED


# Play-offs


@_step.register
def _(event: e.PlayoffDeclared, t: Tournament) -> None:
    t.playoff = replace(t.playoff, declared=event)


@_step.register
def _(event: e.PlayoffStageOpened, t: Tournament) -> None:
    t.playoff = replace(t.playoff, opened={**t.playoff.opened, event.stage: event})


@_step.register
def _(event: e.MovesCounted, t: Tournament) -> None:
    game = _game(t, event)
    at = event.round, game.white, game.black
    t.playoff = replace(t.playoff, half_moves={**t.playoff.half_moves, at: event.half_moves})


@_step.register
def _(event: e.GameArbiterAssigned, t: Tournament) -> None:
    t.playoff = replace(t.playoff, arbiters={**t.playoff.arbiters, (event.round, event.board): event.arbiter})


@_step.register
def _(event: e.PanelRuled, t: Tournament) -> None:
    t.playoff = replace(t.playoff, rulings={**t.playoff.rulings, (event.round, event.board): event})


@_step.register
def _(event: e.LongerControlAgreed, t: Tournament) -> None:
    t.playoff = replace(t.playoff, longer_control=event)


@_step.register
def _(event: e.PlayoffHeld, t: Tournament) -> None:
    t.playoff = replace(t.playoff, held={**t.playoff.held, event.playoff: event})


@_step.register
def _(event: e.PlayoffDecided, t: Tournament) -> None:
    """A player is worth as many points as there are tied players behind."""
    t.playoff = replace(t.playoff, decided={**t.playoff.decided, event.source: event})
    others = tuple(value for value in t.outside if value.player not in event.order)
    behind = range(len(event.order) - 1, -1, -1)
    own = (e.OutsideValue(player, 2 * number) for player, number in zip(event.order, behind, strict=True))
    t.outside = (*others, *own)


@_step.register
def _(event: e.PlayoffReopened, t: Tournament) -> None:
    order = t.playoff.decided[event.source].order
    t.playoff = replace(
        t.playoff, decided={source: known for source, known in t.playoff.decided.items() if source != event.source}
    )
    t.outside = tuple(value for value in t.outside if value.player not in order)


def _forget_rounds(t: Tournament, first: int) -> None:
    """The rounds of a play-off from `first` on were taken back, and with them their lots and moves."""
    facts = t.playoff
    if facts.declared is not None:
        t.playoff = replace(
            facts,
            opened={name: stage for name, stage in facts.opened.items() if stage.round < first},
            half_moves={at: moves for at, moves in facts.half_moves.items() if at[0] < first},
            arbiters={at: arbiter for at, arbiter in facts.arbiters.items() if at[0] < first},
            rulings={at: ruling for at, ruling in facts.rulings.items() if at[0] < first},
        )


# Results


class AboutGame(Protocol):
    """An event that speaks of one game."""

    @property
    def round(self) -> int: ...
    @property
    def board(self) -> int: ...
    @property
    def game(self) -> int: ...


def _game(t: Tournament, event: AboutGame) -> Game:
    return t.round(event.round).game(event.board, event.game)


def _write(t: Tournament, event: AboutGame, result: Result, counts_from: int, swap: bool = False) -> None:
    """A new version of a game, and with it an end of any dispute."""
    t.round(event.round).record(event.board, event.game, result, counts_from, swap)


def _mark(t: Tournament, event: AboutGame) -> None:
    t.round(event.round).put(_game(t, event)._replace(corrected=True))


@_step.register
def _(event: e.ResultRecorded, t: Tournament) -> None:
    """Most of a replay is this, so that a round that is there is taken without a call."""
    number = event.round
    round = t.rounds[number - 1] if number > 0 else t.round(number)
    round.record(event.board, event.game, event.result, number + 1)


@_step.register
def _(event: e.ResultCleared, t: Tournament) -> None:
    t.round(event.round).put(_game(t, event)._replace(versions=(), claims=()))


@_step.register
def _(event: e.ResultCorrected, t: Tournament) -> None:
    _write(t, event, event.result, event.counts_from)
    _mark(t, event)


@_step.register
def _(event: e.ResultCorrectedForRating, t: Tournament) -> None:
    game = _game(t, event)
    true = (game.rating_only or game.versions[-1])._replace(result=event.result)
    t.round(event.round).put(game._replace(rating_only=true))


@_step.register
def _(event: e.ColoursCorrected, t: Tournament) -> None:
    game = _game(t, event)
    last = (game.rating_only if not event.counts_from else None) or game.versions[-1]
    if event.counts_from:
        _write(t, event, last.result.reversed, event.counts_from, swap=True)
        _mark(t, event)
        return
    true = Version(last.counts_from, last.black, last.white, last.result.reversed)
    t.round(event.round).put(game._replace(rating_only=true))


@_step.register
def _(event: e.GamesReseated, t: Tournament) -> None:
    round = t.round(event.round)
    for one in event.games:
        if event.counts_from:
            round.seat_from(round.game(one.board), event.counts_from)
        game = round.game(one.board)
        if event.counts_from:
            played = game.played_by(one.white, one.black, one.result, event.counts_from)
            round.put(played._replace(corrected=True, rating_only=None))
        else:
            true = Version(game.versions[-1].counts_from, one.white, one.black, one.result)
            round.put(game._replace(rating_only=true))


@_step.register
def _(event: e.ResultDisputed, t: Tournament) -> None:
    game = _game(t, event)
    t.round(event.round).put(game._replace(claims=(*game.claims, event.claimed)))


@_step.register
def _(event: e.DisputeSettled, t: Tournament) -> None:
    _write(t, event, event.result, event.round + 1)


@_step.register
def _(event: e.GameAdjourned, t: Tournament) -> None:
    _write(t, event, Result.ADJOURNED, event.round + 1)


@_step.register
def _(event: e.AdjournedGameFinished, t: Tournament) -> None:
    """Pairings already made took it for a draw (F.9); those still to be made see the result."""
    _write(t, event, event.result, max(event.round, event.during_round) + 1)


# Level matches


@_step.register
def _(event: e.GamesAdded, t: Tournament) -> None:
    """A correction may have made a match of a closed round level: the round is open again."""
    round = t.round(event.round)
    round.matches[event.board] = with_further(round.matches[event.board], event.games)
    round.state = RoundState.PUBLISHED


@_step.register
def _(event: e.MatchSettled, t: Tournament) -> None:
    t.round(event.round).settled[event.board] = event
