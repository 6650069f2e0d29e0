"""Made-up events of the formats that are no Swiss: tables for the generator, brackets played to their end."""

import random
from argparse import Namespace
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from domain import events as e
from domain.cards.card import Pair, PairingTask, RoundPairing
from domain.decisions.rounds.matches import add_further_games, draw_lots_for_match
from domain.decisions.rounds.pairing import close_round, pair_round, publish_round
from domain.decisions.rounds.results import record_result
from domain.files.exporting import report_of
from domain.files.header import round_comments, rules_comment
from domain.files.trf import Ladder, write
from domain.files.trf.event_format import RULES_IN_FORCE
from domain.formats import rules_of
from domain.formats.round_robin import cycled_round
from domain.formats.tables.bracket import bracket_size, double_elimination_bracket, knockout_bracket
from domain.formats.tables.round_robin import BoardsByNumber, berger_rounds
from domain.formats.tables.scheveningen import FEWEST_IN_A_TEAM, MOST_IN_A_TEAM, scheveningen_round
from domain.pairing.generator import Wishes, made_up_field, made_up_result
from domain.ranking.lists import items_of, read_new_list
from domain.ranking.tiebreaks.fitness import EventFacts, MisfitReason, misfits
from domain.tournament import Tournament, replay
from domain.tournament_cards import numbers_of
from domain.words.games import Result
from domain.words.players import PairingNumber, Player, player_id
from domain.words.regulations import Details, Format, Regulations
from server.cli.exits import BadInput
from server.cli.formats import BRACKET_FORMATS, CYCLES
from server.cli.language import said, terminal
from web.wording.chess.tiebreaks import misfit

OFF_IN_A_FORMAT = ("byes", "full_byes", "zero_byes", "withdrawals")
"""Shares that a made-up event of such a format has none of."""
TIEBREAKS_OF_A_TABLE = "DE,WIN,SB,KS"
MOST_TABLE_ROUNDS, MOST_IN_A_BRACKET = 99, 1024
MOST_IN_A_MATCH = 2 * MOST_IN_A_TEAM
PLAYERS_OF_A_MATCH = 16
"""The number of players in a match of two teams where nobody gives another."""


@dataclass(frozen=True, slots=True)
class RoundsOfTable:
    """The rounds of a table, as a system that the generator can ask."""

    boards: Callable[[int], BoardsByNumber]

    def pair(self, task: PairingTask) -> RoundPairing:
        pairs = (Pair(PairingNumber(white), PairingNumber(black)) for white, black in self.boards(task.round))
        return RoundPairing(tuple(pairs))


def table_of(name: str, players: int) -> RoundsOfTable:
    if name in CYCLES:
        return RoundsOfTable(lambda round: cycled_round(players, CYCLES[name], round))
    return RoundsOfTable(lambda round: scheveningen_round(players // 2, round))


def as_format(arguments: Namespace) -> Namespace:
    """The arguments of `tablo generate` for a format: nobody is away, and the rounds follow from the players.

    Raises BadInput where something else was asked for.
    """
    if any(getattr(arguments, share) for share in OFF_IN_A_FORMAT):
        raise BadInput(said("format-without-byes", system=arguments.system))
    if arguments.rounds is not None and arguments.rounds != rounds_of(arguments.system, arguments.players or 0):
        raise BadInput(said("format-counts-rounds", system=arguments.system))
    if arguments.system in BRACKET_FORMATS and arguments.tiebreaks:
        raise BadInput(said("bracket-without-tiebreaks", system=arguments.system))
    off = dict.fromkeys(OFF_IN_A_FORMAT, 0.0)
    listed = "" if arguments.system in BRACKET_FORMATS else arguments.tiebreaks or TIEBREAKS_OF_A_TABLE
    _refuse_buchholz(listed)
    match = arguments.system == Format.SCHEVENINGEN
    players = arguments.players or (PLAYERS_OF_A_MATCH if match else None)
    return Namespace(**(vars(arguments) | off | {"tiebreaks": listed, "players": players}))


def _refuse_buchholz(listed: str) -> None:
    """Raises BadInput for tie-breaks that C.07, 8 does not have in a table of everybody against everybody."""
    event = EventFacts(RULES_IN_FORCE, predetermined=True)
    for one in misfits(read_new_list(items_of(listed)).order, event):
        if one.reason is MisfitReason.BUCHHOLZ_IN_ROUND_ROBIN:
            raise BadInput(misfit(one, terminal(), event))


def with_rounds(arguments: Namespace) -> Namespace:
    """With the number of rounds. Raises BadInput for players that no table or bracket fits."""
    players = arguments.players
    rounds = rounds_of(arguments.system, players)
    if arguments.system == Format.SCHEVENINGEN and not rounds:
        raise BadInput(said("match-of-two-teams", least=2 * FEWEST_IN_A_TEAM, most=MOST_IN_A_MATCH, players=players))
    if not 0 < rounds <= MOST_TABLE_ROUNDS or (arguments.system in BRACKET_FORMATS and players > MOST_IN_A_BRACKET):
        raise BadInput(said("table-too-large", players=players, rounds=rounds))
    return Namespace(**(vars(arguments) | {"rounds": rounds}))


def rounds_of(name: str, players: int) -> int:
    """The rounds of so many players; 0 where they cannot play it."""
    if name == Format.SCHEVENINGEN:
        fits = players % 2 == 0 and FEWEST_IN_A_TEAM <= players // 2 <= MOST_IN_A_TEAM
        return players // 2 if fits else 0
    if players < 2:
        return 0
    if name in CYCLES:
        return CYCLES[name] * berger_rounds(players)
    size = bracket_size(players)
    twice = name == Format.DOUBLE_ELIMINATION and size > 2
    return (double_elimination_bracket if twice else knockout_bracket)(size)[-1].round


def played_bracket(name: str, wishes: Wishes, dice: random.Random, seed: str, title: str) -> Tournament:
    """A bracket from the announcement to the final: level matches go to further games, then to lots."""
    cards = made_up_field(wishes, dice.random)
    laws = Regulations(format=Format(name), order=())
    players = [Player(player_id(n), f"Player {n}", card.rating) for n, card in cards.items()]
    t = replay(
        [
            e.TournamentAnnounced(Details(title), laws),
            *map(e.PlayerRegistered, players),
            e.InitialColourDrawn(wishes.initial_colour),
        ]
    )
    while not rules_of(t).over(t):
        t = replay(pair_round(t), t)
        t = replay(publish_round(t, t.paired), t)
        for board in t.round(t.published).matches:
            t = _decided(t, board, lambda pair: made_up_result(wishes, cards, pair, dice.random), seed)
    return replay(close_round(t, t.published), t)


def _decided(t: Tournament, board: int, result: Callable[[Pair], Result], seed: str) -> Tournament:
    """With the results of the games of a match, until it says who goes on."""
    round, rules = t.published, rules_of(t)
    t = _played(t, board, result)
    while board in rules.undecided(t, round):
        further = rules.next_step(t, round, board) is not None
        events = add_further_games if further else draw_lots_for_match
        t = _played(replay(events(t, round, board, seed), t), board, result)
    return t


def _played(t: Tournament, board: int, result: Callable[[Pair], Result]) -> Tournament:
    for game in t.round(t.published).matches[board]:
        if game.result is None:
            pair = Pair(PairingNumber(game.white), PairingNumber(game.black))
            t = replay(record_result(t, t.published, board, result(pair), None, game=game.number), t)
    return t


def bracket_file(t: Tournament, ladder: Ladder, comments: Sequence[str]) -> str:
    """The report file of a bracket, its places and level matches in it."""
    numbers, places = numbers_of(t), rules_of(t).places(t, t.published)
    report = report_of(t, places={numbers[id]: place for id, place in places.items()})
    return write(report, ladder, comments=[*comments, rules_comment(t), *round_comments(t)])
