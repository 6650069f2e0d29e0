"""Steps of play-offs."""

from dataclasses import replace

from domain import events as e
from domain.folding.game import game_named_by
from domain.folding.step import step
from domain.state import Tournament


@step.register
def _(event: e.PlayoffDeclared, t: Tournament) -> None:
    t.playoff = replace(t.playoff, declared=event)


@step.register
def _(event: e.PlayoffStageOpened, t: Tournament) -> None:
    t.playoff = replace(t.playoff, opened={**t.playoff.opened, event.stage: event})


@step.register
def _(event: e.MovesCounted, t: Tournament) -> None:
    game = game_named_by(t, event)
    at = event.round, game.white, game.black
    t.playoff = replace(t.playoff, half_moves={**t.playoff.half_moves, at: event.half_moves})


@step.register
def _(event: e.GameArbiterAssigned, t: Tournament) -> None:
    t.playoff = replace(t.playoff, arbiters={**t.playoff.arbiters, (event.round, event.board): event.arbiter})


@step.register
def _(event: e.PanelRuled, t: Tournament) -> None:
    t.playoff = replace(t.playoff, rulings={**t.playoff.rulings, (event.round, event.board): event})


@step.register
def _(event: e.LongerControlAgreed, t: Tournament) -> None:
    t.playoff = replace(t.playoff, longer_control=event)


@step.register
def _(event: e.PlayoffHeld, t: Tournament) -> None:
    t.playoff = replace(t.playoff, held={**t.playoff.held, event.playoff: event})


@step.register
def _(event: e.PlayoffDecided, t: Tournament) -> None:
    """A player is worth as many points as there are tied players behind."""
    t.playoff = replace(t.playoff, decided={**t.playoff.decided, event.source: event})
    others = tuple(value for value in t.outside if value.player not in event.order)
    behind = range(len(event.order) - 1, -1, -1)
    own = (e.OutsideValue(player, 2 * number) for player, number in zip(event.order, behind, strict=True))
    t.outside = (*others, *own)


@step.register
def _(event: e.PlayoffReopened, t: Tournament) -> None:
    order = t.playoff.decided[event.source].order
    t.playoff = replace(
        t.playoff, decided={source: known for source, known in t.playoff.decided.items() if source != event.source}
    )
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
