"""Play-offs: held, drawn, played, ruled about, decided."""

from collections.abc import Mapping

from domain import events as e
from domain.words.options import OrderGone
from web.wording import N_
from web.wording.events.what import what_happened
from web.wording.playoffs import decided_by, stage_name
from web.wording.telling import Teller

GONE: Mapping[OrderGone, str] = {
    OrderGone.GOES_ON: N_("The order of the play-off {playoff} does not stand any more: it goes on"),
    OrderGone.OTHERS_TIED: N_(
        "The order of the play-off {playoff} does not stand any more: those who played it are not the ones who are "
        "level now"
    ),
}


@what_happened.register
def _(event: e.PlayoffHeld, t: Teller) -> str:
    return t.say("Play-off for place {place} held: {players}", place=event.place, players=t.names(event.tied))


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
def _(event: e.GameArbiterAssigned, t: Teller) -> str:
    values = {"round": event.round, "board": event.board, "arbiter": event.arbiter}
    return t.say("Round {round}, board {board}: {arbiter} watches the game", **values)


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
