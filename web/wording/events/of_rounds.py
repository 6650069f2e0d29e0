"""Rounds and their boards."""

from domain import events as e
from domain.words.articles import cited
from web.wording.events.what import what_happened
from web.wording.status import engine_name
from web.wording.telling import Teller


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
def _(event: e.RoundPublished, t: Teller) -> str:
    return t.say("Round {round} published", round=event.round)


@what_happened.register
def _(event: e.RoundWithdrawn, t: Teller) -> str:
    if event.overridden:
        return t.say("Round {round} taken back although it had begun", round=event.round)
    return t.say("Round {round} taken back", round=event.round)


@what_happened.register
def _(event: e.DraftDiscarded, t: Teller) -> str:
    return t.say("Draft of round {round} thrown away", round=event.round)


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
def _(event: e.HandPairingBegun, t: Teller) -> str:
    return t.say("Pairing of round {round} by hand begun", round=event.round)


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
def _(event: e.RoundClosed, t: Teller) -> str:
    return t.say("Round {round} closed", round=event.round)
