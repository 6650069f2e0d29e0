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
from web.wording.events.tournament import tell_plainly, what_happened

OF_ROUNDS: Mapping[type[e.Event], str] = {
    e.RoundPublished: N_("Round {round} published"),
    e.DraftDiscarded: N_("Draft of round {round} thrown away"),
    e.HandPairingBegun: N_("Pairing of round {round} by hand begun"),
    e.RoundClosed: N_("Round {round} closed"),
    e.ResultCleared: N_("{game}: {was} taken out again"),
    e.ResultDisputed: N_("{game}: disputed, {claimed} was claimed"),
    e.GameAdjourned: N_("{game}: adjourned"),
    e.AdjournedGameFinished: N_("{game}: adjourned game finished, {result}"),
    e.GameArbiterAssigned: N_("Round {round}, board {board}: {arbiter} watches the game"),
    e.PlayoffHeld: N_("Play-off for place {place} held: {players}"),
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
def _(event: e.RoundWithdrawn, t: Teller) -> str:
    if event.overridden:
        return t.say("Round {round} taken back although it had begun", round=event.round)
    return t.say("Round {round} taken back", round=event.round)


@what_happened.register
def _(event: e.BoardsAltered, t: Teller) -> str:
    if event.latecomer is not None:
        board = next(one for one in event.boards if event.latecomer in (one.white, one.black))
        other = board.black if board.white == event.latecomer else board.white
        return t.say(
            "{latecomer} came late to round {round} and plays {other}, who had the bye: board {board}",
            latecomer=t.name(event.latecomer),
            other=t.name(other),
            round=event.round,
            board=board.number,
        )
    if not event.breaches:
        return t.say("Boards of round {round} altered by hand", round=event.round)
    articles = t.language.listing([cited(one).number for one in event.breaches])
    return t.say("Boards of round {round} altered by hand against {articles}", round=event.round, articles=articles)


@what_happened.register
def _(event: e.HandPairingEnded, t: Teller) -> str:
    if not event.engine:
        return t.say("Pairing of round {round} by hand ended", round=event.round)
    if not event.differing:
        return t.say(
            "Pairing of round {round} by hand ended as {system} pairs it", round=event.round, system=event.engine
        )
    boards = t.language.listing([str(board) for board in event.differing])
    return t.say(
        "Pairing of round {round} by hand ended; {system} pairs boards {boards} otherwise",
        round=event.round,
        system=event.engine,
        boards=boards,
    )


@what_happened.register
def _(event: e.ResultRecorded, t: Teller) -> str:
    if isinstance(t.row.before, Result):
        return f"{t.game()}: {t.result(t.row.before)} → {t.result(event.result)}"
    return f"{t.game()}: {t.result(event.result)}"


@what_happened.register
def _(event: e.ResultCorrected, t: Teller) -> str:
    change = {"game": t.game(), "was": t.result(event.was), "result": t.result(event.result)}
    return t.say("{game}: corrected {was} → {result}, counts from round {n}", n=event.counts_from, **change)


@what_happened.register
def _(event: e.ResultCorrectedForRating, t: Teller) -> str:
    change = {"game": t.game(), "was": t.result(event.was), "result": t.result(event.result)}
    return t.say("{game}: corrected for the rating report only, {was} → {result}", **change)


@what_happened.register
def _(event: e.ColoursCorrected, t: Teller) -> str:
    if not event.counts_from:
        return t.say("{game}: colours corrected for the rating report only", game=t.game())
    return t.say("{game}: colours corrected, counts from round {n}", game=t.game(), n=event.counts_from)


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
def _(event: e.ResultReported, t: Teller) -> str:
    result = t.result(event.result)
    if event.colour is Colour.WHITE:
        return t.say("{game}: White reports {result}", game=t.game(), result=result)
    return t.say("{game}: Black reports {result}", game=t.game(), result=result)


@what_happened.register
def _(event: e.DisputeSettled, t: Teller) -> str:
    change = {"game": t.game(), "was": t.result(event.was), "result": t.result(event.result)}
    if event.was is event.result:
        return t.say("{game}: dispute settled, {result} stands", **change)
    return t.say("{game}: dispute settled, {was} → {result}", **change)


@what_happened.register
def _(event: e.GamesAdded, t: Teller) -> str:
    many = Counter(game.kind for game in event.games)
    games = t.language.listing([t.language.ngettext(*FURTHER_GAMES[kind], n) for kind, n in many.items()])
    if event.seed:
        return t.say("{game}: level, {games} (lot for colours {seed})", game=t.game(), games=games, seed=event.seed)
    return t.say("{game}: level, {games}", game=t.game(), games=games)


@what_happened.register
def _(event: e.MatchSettled, t: Teller) -> str:
    who = {"game": t.game(), "name": t.name(event.winner)}
    match event.by:
        case SettledBy.LOTS if event.seed:
            return t.say("{game}: lots drawn, {name} goes on (seed {seed})", seed=event.seed, **who)
        case SettledBy.LOTS:
            return t.say("{game}: lots drawn, {name} goes on", **who)
        case SettledBy.FURTHER_GAMES:
            return t.say("{game}: {name} goes on by further games", **who)
        case SettledBy.LOWER_RATING:
            return t.say("{game}: {name} goes on with the lower rating", **who)
        case SettledBy.RULING:
            return t.say("{game}: {name} goes on, the arbiter decides", **who)


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
def _(event: e.PlayoffDeclared, t: Teller) -> str:
    values = {"place": event.place, "tournament": event.source, "players": t.names(event.tied)}
    return t.say("Play-off for place {place} of {tournament}, by tie-break: {players}", **values)


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
def _(event: e.PanelRuled, t: Teller) -> str:
    values = {"round": event.round, "board": event.board, "ruling": event.ruling}
    panel = t.language.listing(list(event.panel))
    return t.say("Round {round}, board {board}: ruled by {panel}: {ruling}", panel=panel, **values)


@what_happened.register
def _(event: e.LongerControlAgreed, t: Teller) -> str:
    values = {"organiser": event.organiser, "arbiter": event.arbiter, "control": event.time_control}
    return t.say("Longer games agreed by {organiser} and {arbiter}: {control}", **values)


@what_happened.register
def _(event: e.PlayoffDecided, t: Teller) -> str:
    by = decided_by(event.by[0], t.language)
    return t.say("Play-off decided, {by}: {players}", by=by, players=t.names(event.order))


@what_happened.register
def _(event: e.PlayoffReopened, t: Teller) -> str:
    return t.say(GONE[event.cause], playoff=event.source)
