"""Pairs that may not meet in the rounds to come."""

from collections.abc import Iterable, Sequence

from domain import events as e
from domain.decisions import refuse_if_closed
from domain.decisions.players.registering import entrant
from domain.refusals import BadField
from domain.tournament import Tournament
from domain.words.players import EntrantId
from domain.words.rounds import ALWAYS, RoundSpan


def prohibit(
    tournament: Tournament, groups: Iterable[Iterable[EntrantId]], reason: str = "", rounds: Sequence[RoundSpan] = ()
) -> list[e.Event]:
    """Nobody of a group meets anybody else of it (off by default, Q18); `rounds` where not all the time, by group."""
    refuse_if_closed(tournament)
    wanted = tuple(tuple(dict.fromkeys(group)) for group in groups)
    for group in wanted:
        for player in group:
            entrant(tournament, player)
        if len(group) < 2:
            raise BadField("group", " ".join(map(str, group)), "at-least-two-players")
    spans = tuple(rounds) or (ALWAYS,) * len(wanted)
    for span in spans:
        if span.last and span.first > span.last:
            raise BadField("groups", f"{span.first}-{span.last}", "rounds-in-order")
    if tuple(zip(wanted, spans, strict=True)) == tournament.prohibited:
        return []
    return prohibited(wanted, spans, tournament.paired, reason)


def prohibited(
    groups: tuple[tuple[EntrantId, ...], ...], rounds: Sequence[RoundSpan], during_round: int, reason: str = ""
) -> list[e.Event]:
    limited = any(span != ALWAYS for span in rounds)
    return [e.PairsProhibited(groups, during_round, reason, tuple(rounds) if limited else ())]
