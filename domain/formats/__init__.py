"""Formats, which say what comes next in an event: one module for each format behind one contract (`FormatRules`).

rules_of(tournament).due(tournament) -> the rounds to be paired now
rules_of(tournament).pair(tournament, round) -> Seating
"""

from collections.abc import Collection
from itertools import chain

from domain.formats.arena import Arena
from domain.formats.brackets import DoubleElimination, Knockout
from domain.formats.contract import FormatRules, Seating
from domain.formats.from_tables import RoundRobin, Scheveningen
from domain.formats.playoff.rules import Playoff
from domain.formats.swiss import Swiss
from domain.round import Game, Match
from domain.state import Tournament
from domain.words.regulations import Format

__all__ = ["FORMATS", "FormatRules", "Seating", "current_round", "games_left_out", "games_on", "matches_on", "rules_of"]

FORMATS: dict[str, FormatRules] = {
    Format.SWISS: Swiss(),
    Format.PLAYOFF: Playoff(),
    Format.ROUND_ROBIN: RoundRobin(),
    Format.SCHEVENINGEN: Scheveningen(),
    Format.KNOCKOUT: Knockout(),
    Format.DOUBLE_ELIMINATION: DoubleElimination(),
    Format.ARENA: Arena(),
}
"""By the name that the journal stores."""


def rules_of(tournament: Tournament) -> FormatRules:
    return FORMATS[tournament.regulations.format]


def games_on(tournament: Tournament, round: int) -> tuple[Game, ...]:
    """The games of a round, without those that wait for others of their match or that nobody needs any more."""
    return tuple(chain.from_iterable(matches_on(tournament, round)))


def matches_on(tournament: Tournament, round: int) -> tuple[Match, ...]:
    paired, rules = tournament.round(round), rules_of(tournament)
    if not rules.knocks_out:
        return tuple(paired.matches.values())
    return tuple(_without(rules.to_come(tournament, round, board), match) for board, match in paired.matches.items())


def _without(numbers: Collection[int], match: Match) -> Match:
    return tuple(game for game in match if game.number not in numbers) if numbers and len(match) > 1 else match


def games_left_out(tournament: Tournament, round: int) -> list[Game]:
    paired, rules = tournament.round(round), rules_of(tournament)
    return [
        game
        for board, match in paired.matches.items()
        if (later := rules.to_come(tournament, round, board)) and rules.out_of_reach(tournament, round, board)
        for game in match
        if game.number in later
    ]


def current_round(tournament: Tournament) -> int:
    """The round that is being played: of several that take results the first with a game that has none.

    0 before the first is published.
    """
    if tournament.regulations.is_arena:
        return tournament.published
    open_rounds = rules_of(tournament).in_play(tournament)
    if len(open_rounds) == 1:
        return open_rounds[0]
    waiting = (n for n in open_rounds if any(game.result is None for game in games_on(tournament, n)))
    return next(waiting, max(open_rounds, default=tournament.published))
