"""Steps of rounds, games and play-offs."""

from dataclasses import replace
from typing import Protocol

from domain import events as e
from domain.folding.tournament import step
from domain.round import Game, Round, RoundState, SideReport, Version, match_at, moved_to, new_matches, with_further
from domain.state import Adjustment, Tournament
from domain.words.games import Colour, Result
from domain.words.players import EntrantId


@step.register
def _(event: e.RoundPaired, t: Tournament) -> None:
    matches = new_matches(event.boards, t.regulations.match_games)
    paired = Round(event.round, matches, event.bye, event.numbers, event.engine, event.engine_version, event.based_on)
    paired.byes = event.byes
    t.rounds[event.round - 1 :] = [paired]


@step.register
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


@step.register
def _(event: e.RoundWithdrawn | e.DraftDiscarded, t: Tournament) -> None:
    for round, winner in [at for at in t.armageddons if at[0] >= event.round]:
        _forget_armageddon(t, round, (winner, winner), round + 1)
    t.without_armageddon = frozenset(at for at in t.without_armageddon if at[0] < event.round)
    t.illegal_moves = {at: noted for at, noted in t.illegal_moves.items() if at[0] < event.round}
    del t.rounds[event.round - 1 :]
    t.lineups_shown = frozenset(round for round in t.lineups_shown if round < event.round)
    forget_rounds(t, event.round)
    if t.by_hand >= event.round:
        t.by_hand = 0


@step.register
def _(event: e.BoardsAltered, t: Tournament) -> None:
    round = t.round(event.round)
    kept = {(match[0].white, match[0].black): match for match in round.matches.values()}
    seats = {number: (match[0].white, match[0].black) for number, match in round.matches.items()}
    fresh = (kept.get((b.white, b.black)) or match_at(b, t.regulations.match_games) for b in event.boards)
    round.matches = {b.number: moved_to(match, b.number) for b, match in zip(event.boards, fresh, strict=True)}
    settled = {seats[number]: decided for number, decided in round.settled.items()}
    same = ((b.number, settled[b.white, b.black]) for b in event.boards if (b.white, b.black) in settled)
    round.settled = {number: replace(decided, board=number) for number, decided in same}
    round.bye = event.bye
    round.byes = tuple(id for id in round.byes if id not in round.seated)
    round.altered = True
    if event.latecomer is not None:
        round.latecomers = (*round.latecomers, event.latecomer)
        _come(t, event.latecomer, event.round)


def _come(t: Tournament, latecomer: EntrantId, round: int) -> None:
    t.byes.pop((round, latecomer), None)
    t.joined[latecomer] = min(round, t.joined.get(latecomer, 1))
    known = t.absences.get(latecomer, ())
    away = ((first, round) if back is None or back > round else (first, back) for first, back in known)
    t.absences[latecomer] = tuple((first, back) for first, back in away if first < back)


@step.register
def _(event: e.HandPairingBegun | e.HandPairingEnded, t: Tournament) -> None:
    t.by_hand = event.round if isinstance(event, e.HandPairingBegun) else 0


@step.register
def _(event: e.RoundClosed, t: Tournament) -> None:
    t.round(event.round).state = RoundState.CLOSED


@step.register
def _(event: e.ResultRecorded, t: Tournament) -> None:
    """Most of a replay is this, so that a round that is there is taken without a call."""
    number = event.round
    round = t.rounds[number - 1] if number > 0 else t.round(number)
    round.record(event.board, event.game, event.result, number + 1)


@step.register
def _(event: e.ResultCleared, t: Tournament) -> None:
    round, game = t.round(event.round), game_named_by(t, event)
    round.reports.pop((game.white, game.black, game.number), None)
    round.put(game._replace(versions=(), claims=()))
    _forget_armageddon(t, event.round, (game.white, game.black), event.round + 1)


@step.register
def _(event: e.ResultCorrected, t: Tournament) -> None:
    write_result(t, event, event.result, event.counts_from)
    mark_corrected(t, event)
    _forget_unless_drawn(t, event, event.result, event.counts_from)


@step.register
def _(event: e.ResultCorrectedForRating, t: Tournament) -> None:
    game = game_named_by(t, event)
    true = (game.rating_only or game.versions[-1])._replace(result=event.result)
    t.round(event.round).put(game._replace(rating_only=true))


@step.register
def _(event: e.ColoursCorrected, t: Tournament) -> None:
    game = game_named_by(t, event)
    last = (game.rating_only if not event.counts_from else None) or game.versions[-1]
    if event.counts_from:
        write_result(t, event, last.result.reversed, event.counts_from, swap=True)
        mark_corrected(t, event)
        return
    true = Version(last.counts_from, last.black, last.white, last.result.reversed)
    t.round(event.round).put(game._replace(rating_only=true))


@step.register
def _(event: e.GamesReseated, t: Tournament) -> None:
    round = t.round(event.round)
    for one in event.games:
        if event.counts_from and one.result is not Result.DRAW:
            game = round.game(one.board)
            _forget_armageddon(t, event.round, (game.white, game.black), event.counts_from)
        if event.counts_from:
            round.seat_from(round.game(one.board), event.counts_from)
        game = round.game(one.board)
        if event.counts_from:
            played = game.played_by(one.white, one.black, one.result, event.counts_from)
            round.put(played._replace(corrected=True, rating_only=None))
        else:
            true = Version(game.versions[-1].counts_from, one.white, one.black, one.result)
            round.put(game._replace(rating_only=true))


@step.register
def _(event: e.ResultDisputed, t: Tournament) -> None:
    game = game_named_by(t, event)
    t.round(event.round).dispute(game, (*game.claims, event.claimed))


@step.register
def _(event: e.ResultReported, t: Tournament) -> None:
    round, game = t.round(event.round), game_named_by(t, event)
    said = (*round.reports_of(game), SideReport(event.colour, event.result))
    round.reports[(game.white, game.black, game.number)] = said
    last = {one.colour: one.result for one in said}
    differ = len(set(last.values())) > 1
    round.dispute(game, (last[Colour.WHITE], last[Colour.BLACK]) if differ else ())


@step.register
def _(event: e.DisputeSettled | e.GameAdjourned, t: Tournament) -> None:
    result = event.result if isinstance(event, e.DisputeSettled) else Result.ADJOURNED
    write_result(t, event, result, event.round + 1)
    _forget_unless_drawn(t, event, result, event.round + 1)


@step.register
def _(event: e.AdjournedGameFinished, t: Tournament) -> None:
    """Pairings already made took it for a draw (F.9); those still to be made see the result."""
    write_result(t, event, event.result, max(event.round, event.during_round) + 1)


@step.register
def _(event: e.ArmageddonDecided | e.ArmageddonLeftOut, t: Tournament) -> None:
    game = t.round(event.round).game(event.board)
    _forget_armageddon(t, event.round, (game.white, game.black), event.counts_from)
    if isinstance(event, e.ArmageddonLeftOut):
        t.without_armageddon |= {(event.round, game.white), (event.round, game.black)}
    elif event.winner is not None:
        t.armageddons[event.round, event.winner] = event.points
        _beside(t, (event.round, event.winner), event.points, event.counts_from)


@step.register
def _(event: e.IllegalMoveNoted | e.IllegalMoveTakenBack, t: Tournament) -> None:
    game = game_named_by(t, event)
    at = event.round, game.white, game.black, game.number
    noted = t.illegal_moves.get(at, ())
    if isinstance(event, e.IllegalMoveNoted):
        t.illegal_moves[at] = (*noted, event)
        return
    last = max((n for n, one in enumerate(noted) if one.colour is event.colour), default=None)
    t.illegal_moves[at] = tuple(one for n, one in enumerate(noted) if n != last)


def _forget_unless_drawn(t: Tournament, event: "AboutGame", result: Result, counts_from: int) -> None:
    if (t.armageddons or t.without_armageddon) and result is not Result.DRAW:
        game = game_named_by(t, event)
        _forget_armageddon(t, event.round, (game.white, game.black), counts_from)


def _forget_armageddon(t: Tournament, round: int, players: tuple[EntrantId, EntrantId], counts_from: int) -> None:
    """Where the game is no draw any more its Armageddon was never to be played."""
    t.without_armageddon -= {(round, player) for player in players}
    for at in ((round, player) for player in players):
        if points := t.armageddons.pop(at, 0):
            _beside(t, at, -points, counts_from)


def _beside(t: Tournament, at: tuple[int, EntrantId], points: int, counts_from: int) -> None:
    t.adjustments[at] = (*t.adjustments.get(at, ()), Adjustment(points, counts_from, 0))


class AboutGame(Protocol):
    @property
    def round(self) -> int: ...
    @property
    def board(self) -> int: ...
    @property
    def game(self) -> int: ...


def game_named_by(t: Tournament, event: AboutGame) -> Game:
    return t.round(event.round).game(event.board, event.game)


def write_result(t: Tournament, event: AboutGame, result: Result, counts_from: int, swap: bool = False) -> None:
    t.round(event.round).record(event.board, event.game, result, counts_from, swap)


def mark_corrected(t: Tournament, event: AboutGame) -> None:
    t.round(event.round).put(game_named_by(t, event)._replace(corrected=True))


@step.register
def _(event: e.GamesAdded, t: Tournament) -> None:
    round = t.round(event.round)
    round.matches[event.board] = with_further(round.matches[event.board], event.games)
    round.state = RoundState.PUBLISHED


@step.register
def _(event: e.MatchSettled, t: Tournament) -> None:
    t.round(event.round).settled[event.board] = event


_OfAPlayoff = (
    e.PlayoffDeclared
    | e.PlayoffStageOpened
    | e.MovesCounted
    | e.GameArbiterAssigned
    | e.PanelRuled
    | e.LongerControlAgreed
    | e.PlayoffHeld
)


@step.register
def _(event: _OfAPlayoff, t: Tournament) -> None:
    known = t.playoff
    match event:
        case e.PlayoffDeclared():
            t.playoff = replace(known, declared=event)
        case e.PlayoffStageOpened(stage=stage):
            t.playoff = replace(known, opened={**known.opened, stage: event})
        case e.MovesCounted(round=round, half_moves=half_moves):
            game = game_named_by(t, event)
            at = round, game.white, game.black
            t.playoff = replace(known, half_moves={**known.half_moves, at: half_moves})
        case e.GameArbiterAssigned(round=round, board=board, arbiter=arbiter):
            t.playoff = replace(known, arbiters={**known.arbiters, (round, board): arbiter})
        case e.PanelRuled(round=round, board=board):
            t.playoff = replace(known, rulings={**known.rulings, (round, board): event})
        case e.LongerControlAgreed():
            t.playoff = replace(known, longer_control=event)
        case e.PlayoffHeld(playoff=playoff):
            t.playoff = replace(known, held={**known.held, playoff: event})


@step.register
def _(event: e.PlayoffDecided, t: Tournament) -> None:
    t.playoff = replace(t.playoff, decided={**t.playoff.decided, event.source: event})
    others = tuple(value for value in t.outside if value.player not in event.order)
    behind = range(len(event.order) - 1, -1, -1)
    own = (e.OutsideValue(player, 2 * number) for player, number in zip(event.order, behind, strict=True))
    t.outside = (*others, *own)


@step.register
def _(event: e.PlayoffReopened, t: Tournament) -> None:
    decided = dict(t.playoff.decided)
    order = decided.pop(event.source).order
    t.playoff = replace(t.playoff, decided=decided)
    t.outside = tuple(value for value in t.outside if value.player not in order)


def forget_rounds(t: Tournament, first: int) -> None:
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
