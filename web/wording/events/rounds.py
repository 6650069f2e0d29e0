"""Sentences about rounds, games and play-offs."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from domain import events as e
from domain.words.articles import cited
from domain.words.games import Colour, Result, SettledBy
from domain.words.options import OrderGone
from web.wording import N_
from web.wording.chess.knockouts import FURTHER_GAMES
from web.wording.chess.playoffs import decided_by, stage_name
from web.wording.chess.status import engine_name
from web.wording.chess.telling import Teller
from web.wording.events.tournament import Sentence, tell_plainly, what_happened

REPORTED = {Colour.WHITE: N_("{game}: White reports {result}"), Colour.BLACK: N_("{game}: Black reports {result}")}
ILLEGAL = {
    Colour.WHITE: N_("{game}: an illegal move of White noted"),
    Colour.BLACK: N_("{game}: an illegal move of Black noted"),
}
NOT_ILLEGAL = {
    Colour.WHITE: N_("{game}: an illegal move of White taken back"),
    Colour.BLACK: N_("{game}: an illegal move of Black taken back"),
}
DRAWN = N_("{game}: lots drawn, {name} goes on (seed {seed})")
SETTLED: Mapping[SettledBy, str] = {
    SettledBy.LOTS: N_("{game}: lots drawn, {name} goes on"),
    SettledBy.FURTHER_GAMES: N_("{game}: {name} goes on by further games"),
    SettledBy.LOWER_RATING: N_("{game}: {name} goes on with the lower rating"),
    SettledBy.RULING: N_("{game}: {name} goes on, the arbiter decides"),
}

OF_ROUNDS: Mapping[type[e.Event], Sentence] = {
    e.RoundPublished: lambda event: (
        N_("Round {round} published by the clock") if event.by_clock else N_("Round {round} published")
    ),
    e.DraftDiscarded: N_("Draft of round {round} thrown away"),
    e.HandPairingBegun: N_("Pairing of round {round} by hand begun"),
    e.RoundClosed: N_("Round {round} closed"),
    e.ResultCleared: N_("{game}: {was} taken out again"),
    e.ResultDisputed: N_("{game}: disputed, {claimed} was claimed"),
    e.GameAdjourned: N_("{game}: adjourned"),
    e.ArmageddonDecided: lambda event: (
        N_("Round {round}, board {board}: {winner} won the Armageddon")
        if event.winner is not None
        else N_("Round {round}, board {board}: the Armageddon is taken back")
    ),
    e.ArmageddonLeftOut: N_("Round {round}, board {board}: no Armageddon was played"),
    e.AdjournedGameFinished: N_("{game}: adjourned game finished, {result}"),
    e.GameArbiterAssigned: N_("Round {round}, board {board}: {arbiter} watches the game"),
    e.RoundWithdrawn: lambda event: (
        N_("Round {round} taken back although it had begun") if event.overridden else N_("Round {round} taken back")
    ),
    e.ResultCorrected: N_("{game}: corrected {was} → {result}, counts from round {n}"),
    e.ResultCorrectedForRating: N_("{game}: corrected for the rating report only, {was} → {result}"),
    e.ColoursCorrected: lambda event: (
        N_("{game}: colours corrected, counts from round {n}")
        if event.counts_from
        else N_("{game}: colours corrected for the rating report only")
    ),
    e.ResultReported: lambda event: REPORTED[event.colour],
    e.IllegalMoveNoted: lambda event: ILLEGAL[event.colour],
    e.IllegalMoveTakenBack: lambda event: NOT_ILLEGAL[event.colour],
    e.DisputeSettled: lambda event: (
        N_("{game}: dispute settled, {result} stands")
        if event.was is event.result
        else N_("{game}: dispute settled, {was} → {result}")
    ),
    e.MatchSettled: lambda event: DRAWN if event.by is SettledBy.LOTS and event.seed else SETTLED[event.by],
    e.PlayoffHeld: N_("Play-off for place {place} held: {players}"),
    e.PlayoffDeclared: N_("Play-off for place {place} of {tournament}, by tie-break: {players}"),
    e.PanelRuled: N_("Round {round}, board {board}: ruled by {panel}: {ruling}"),
    e.LongerControlAgreed: N_("Longer games agreed by {organiser} and {arbiter}: {control}"),
}
tell_plainly(OF_ROUNDS)


@what_happened.register
def _(event: e.RoundPaired, t: Teller) -> str:
    n = len(event.boards)
    engine = engine_name((event.engine, event.engine_version), t.language)
    if event.engine == e.BY_HAND:
        return t.language.ngettext(
            "Draft of round {round}: {n} board, paired by hand", "Draft of round {round}: {n} boards, paired by hand",
            n, round=event.round,
        )  # fmt: skip
    return t.language.ngettext(
        "Draft of round {round}: {n} board, paired by {engine}",
        "Draft of round {round}: {n} boards, paired by {engine}",
        n, round=event.round, engine=engine,
    )  # fmt: skip


@what_happened.register
def _(event: e.ArenaBegun, t: Teller) -> str:
    return t.say("The arena goes on until {time}", time=t.language.local_time(event.ends))


@what_happened.register
def _(event: e.ArenaEnded, t: Teller) -> str:
    return t.say("The arena is over: no game begins any more")


@what_happened.register
def _(event: e.ArenaGamesBegun, t: Teller) -> str:
    games = [
        t.say("board {board}: {white} – {black}", board=one.number, white=t.name(one.white), black=t.name(one.black))
        for one in event.boards
    ]
    return t.say("Games begin: {games}", games="; ".join(games))


@what_happened.register
def _(event: e.ArenaGameTakenBack, t: Teller) -> str:
    return t.say("The game at board {board} is taken back (round {round})", board=event.board, round=event.round)


@what_happened.register
def _(event: e.ArenaPauseSet, t: Teller) -> str:
    players = "; ".join(map(t.name, event.players))
    paused = t.say("Pause: {players}", players=players)
    return paused if event.paused else t.say("Back from a pause: {players}", players=players)


@what_happened.register
def _(event: e.BoardsAltered, t: Teller) -> str:
    if event.latecomer is not None:
        board = next(one for one in event.boards if event.latecomer in (one.white, one.black))
        other = board.black if board.white == event.latecomer else board.white
        values = {"latecomer": t.name(event.latecomer), "other": t.name(other), "board": board.number}
        pattern = N_("{latecomer} came late to round {round} and plays {other}, who had the bye: board {board}")
        return t.say(pattern, round=event.round, **values)
    if not event.breaches:
        return t.say("Boards of round {round} altered by hand", round=event.round)
    articles = t.language.listing([cited(one).number for one in event.breaches])
    return t.say("Boards of round {round} altered by hand against {articles}", round=event.round, articles=articles)


@what_happened.register
def _(event: e.HandPairingEnded, t: Teller) -> str:
    system = engine_name((event.engine, event.engine_version), t.language)
    values = {"round": event.round, "system": system}
    if not event.engine:
        return t.say("Pairing of round {round} by hand ended", **values)
    if not event.differing:
        return t.say("Pairing of round {round} by hand ended as {system} pairs it", **values)
    boards = t.language.listing([str(board) for board in event.differing])
    return t.say(
        "Pairing of round {round} by hand ended; {system} pairs boards {boards} otherwise", boards=boards, **values
    )


@what_happened.register
def _(event: e.ResultRecorded, t: Teller) -> str:
    if isinstance(t.row.before, Result):
        return f"{t.game()}: {t.result(t.row.before)} → {t.result(event.result)}"
    return f"{t.game()}: {t.result(event.result)}"


@what_happened.register
def _(event: e.GamesReseated, t: Teller) -> str:
    games = t.language.listing(
        [f"{one.board}: {t.name(one.white)} – {t.name(one.black)} {t.result(one.result)}" for one in event.games]
    )
    said = {"n": event.round, "games": games}
    if not event.counts_from:
        return t.say("Round {n}, for the rating report only, was played as {games}", **said)
    return t.say("Round {n} was played as {games}, counts from round {first}", first=event.counts_from, **said)


@what_happened.register
def _(event: e.GamesAdded, t: Teller) -> str:
    many = Counter(game.kind for game in event.games)
    games = t.language.listing([t.language.ngettext(*FURTHER_GAMES[kind], n) for kind, n in many.items()])
    if event.seed:
        return t.say("{game}: level, {games} (lot for colours {seed})", game=t.game(), games=games, seed=event.seed)
    return t.say("{game}: level, {games}", game=t.game(), games=games)


@what_happened.register
def _(event: e.EventUndone, t: Teller) -> str:
    if event.label:
        return t.say("Undone: entry {version}, {why}", version=event.version, why=event.label)
    if t.row.undid is None:
        return t.say("Undone: entry {version}", version=event.version)
    return t.say(
        "Undone: entry {version}, {what}, by {who}, {time}",
        version=event.version,
        what=what_happened(t.row.undid.event, replace(t, row=t.row.undid)),
        who=t.row.undid.by,
        time=t.language.clock(t.row.undid.at.astimezone()),
    )


GONE: Mapping[OrderGone, str] = {
    OrderGone.GOES_ON: N_("The order of the play-off {playoff} does not stand any more: it goes on"),
    OrderGone.OTHERS_TIED: N_(
        "The order of the play-off {playoff} does not stand any more: those who played it are not the ones who are "
        "level now"
    ),
}


@what_happened.register
def _(event: e.PlayoffStageOpened, t: Teller) -> str:
    values = {"stage": stage_name(event.stage, t.language), "players": t.names(event.order), "seed": event.seed}
    if event.white is not None:
        winner, white = t.names(event.order[:1]), t.names((event.white,))
        chosen = {**values, "winner": winner, "white": white}
        return t.say("{winner} won the lot for {stage} and chose: {white} has White", **chosen)
    return t.say("Lots drawn for {stage}: {players} (seed {seed})", **values)


@what_happened.register
def _(event: e.MovesCounted, t: Teller) -> str:
    return t.language.ngettext(
        "{game}: {n} half-move on the score sheet", "{game}: {n} half-moves on the score sheet", event.half_moves,
        game=t.game(),
    )  # fmt: skip


@what_happened.register
def _(event: e.PlayoffDecided, t: Teller) -> str:
    by = decided_by(event.by[0], t.language)
    return t.say("Play-off decided, {by}: {players}", by=by, players=t.names(event.order))


@what_happened.register
def _(event: e.PlayoffReopened, t: Teller) -> str:
    return t.say(GONE[event.cause], playoff=event.source)
