"""Title norms that a player can still make, with the score that is needed of the games to come.

Nothing is said that the rules of norms do not give: the event is completed with the games to come, and the claim is
judged as any other. A score is enough if it is, whichever of the games it comes from. A player of a team meets whoever
is expected at the same board of the other team in rounds to come.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import NamedTuple

from domain.cards.card import Card, Cards
from domain.decisions.players.teams import team_of
from domain.formats import rules_of
from domain.norms.choosing import NormCase, claim
from domain.norms.judging import UNRATED, Norm
from domain.ranking.elo import average
from domain.tournament import Tournament
from domain.tournament_cards.cards import member_numbers
from domain.tournament_cards.lineups import expected_lineup, lineup_is_expected, team_match
from domain.words.players import EntrantId, PairingNumber, PlayerId
from domain.words.rating_lists import Speed, speed_of_clock
from domain.words.regulations import Format
from projections.moment.snapshot import Snapshot
from projections.table.norms import NormEvent, NormGround
from projections.table.rating_report import number_in_report

MOST_GAMES_TO_COME = 4
"""Before, hardly any opponent is known."""


class NormInReach(NamedTuple):
    norm: Norm
    half_points: int
    """Needed of the games to come; 0: the norm is made."""
    games: int
    """To come."""
    average: int
    """Of the opponents in them."""
    known: bool
    """They are those of the pairings and lineups; else some of them are the likely ones."""


class OpponentToPlay(NamedTuple):
    round: int
    opponent: PairingNumber
    known: bool


def norm_ground(snapshot: Snapshot, event: NormEvent = NormEvent.ORDINARY) -> NormGround:
    return snapshot.now(("norm-ground", event), lambda _: NormGround(snapshot, event))


def norms_in_reach(
    snapshot: Snapshot, player: EntrantId, likely: Sequence[EntrantId] = (), event: NormEvent = NormEvent.ORDINARY
) -> tuple[NormInReach, ...]:
    """The highest first. `likely` are opponents of rounds to come, of the player or the team, the likeliest first.

    Nothing while more than four games are to come, or of one of them not even a likely opponent is known.
    """
    t = snapshot.tournament
    if not takes_norms(t) or snapshot.round != t.published or player not in t.players:
        return ()
    ground = norm_ground(snapshot, event)
    number = number_in_report(snapshot, player)
    coming = [*opponents_to_play(snapshot, ground.cards, player, likely)] if number in ground.cards else []
    if not 0 < len(coming) <= MOST_GAMES_TO_COME or None in coming:
        return ()
    games = [one for one in coming if one is not None and not ground.left_out(one.opponent)]
    case, known = ground.case(number), all(one.known for one in games)
    ratings = [ground.game(one.round, one.opponent, 0).rating or UNRATED for one in games]
    needed = [(norm, _needed(ground, norm, case, games)) for norm in ground.of_use(number) if games]
    return tuple(
        NormInReach(norm, points, len(games), average(ratings), known) for norm, points in needed if points is not None
    )


def takes_norms(t: Tournament) -> bool:
    """Games of one a round at the standard speed; in a round robin everybody rated, since others may not count."""
    rated = t.regulations.format is not Format.ROUND_ROBIN or all(player.rating for player in t.players.values())
    return one_rated_game_a_round(t) and rated


def one_rated_game_a_round(t: Tournament) -> bool:
    """Of players or at a board of a team, at the standard speed, without an end that nobody knows."""
    laws = t.regulations
    one_a_round = (laws.match_games == 1 or laws.of_teams) and not laws.with_bracket and not laws.is_playoff
    return one_a_round and speed_of_clock(t.details.clock) is Speed.STANDARD


def opponents_to_play(
    snapshot: Snapshot, cards: Cards, player: EntrantId, likely: Sequence[EntrantId]
) -> Iterator[OpponentToPlay | None]:
    """None: nobody knows the opponent. `cards` are those of the rating report."""
    t, number = snapshot.tournament, number_in_report(snapshot, player)
    card = cards[number]
    if t.regulations.of_teams:
        yield from _at_a_board(t, card, PlayerId(player), likely)
        return
    met = {number, *(line.opponent for line in card.lines)}
    for round, line in enumerate(card.lines, 1):
        if line.code.open and line.opponent is not None:
            yield OpponentToPlay(round, line.opponent, known=True)
    numbers = (snapshot.people[id].number for id in likely if id in snapshot.people)
    others = iter([other for other in dict.fromkeys(numbers) if other in cards and other not in met])
    for round in range(t.published + 1, rules_of(t).rounds(t) + 1):
        if t.regulations.from_tables:
            boards = rules_of(t).pair(t, round).boards
            both = next(((board.white, board.black) for board in boards if player in (board.white, board.black)), ())
            for one in both:
                if one != player:
                    yield OpponentToPlay(round, snapshot.people[one].number, known=True)
        elif t.present(player, round):
            opponent = next(others, None)
            yield OpponentToPlay(round, opponent, known=False) if opponent is not None else None


def _at_a_board(
    t: Tournament, card: Card, player: PlayerId, likely: Sequence[EntrantId]
) -> Iterator[OpponentToPlay | None]:
    """Of a player of a team: nobody where they are not expected, or nobody sits there for the other team."""
    team = team_of(t, player)
    if team is None:
        return
    for round, line in enumerate(card.lines, 1):
        if line.code.open and line.opponent is not None:
            match = team_match(t, round, team.id) or ()
            both = [one for game in match[:1] for one in (game.white, game.black)]
            yield OpponentToPlay(
                round, line.opponent, known=not any(lineup_is_expected(t, round, one, match) for one in both)
            )
    numbers, others = member_numbers(t), iter(dict.fromkeys(likely))
    for round in range(t.published + 1, rules_of(t).rounds(t) + 1):
        if not t.present(team.id, round):
            continue
        lineups, other = _table_of(t, round, team.id) if t.regulations.from_tables else ({}, next(others, None))
        mine = lineups.get(team.id) or expected_lineup(t, team.id)
        if player not in mine or (other is None and t.regulations.from_tables):
            continue
        if other is None:
            yield None
            continue
        theirs = lineups.get(other) or expected_lineup(t, other)
        if mine.index(player) < len(theirs) and (foe := theirs[mine.index(player)]):
            yield OpponentToPlay(round, numbers[foe], known=bool(lineups))


def _table_of(
    t: Tournament, round: int, team: EntrantId
) -> tuple[Mapping[EntrantId, tuple[PlayerId, ...]], EntrantId | None]:
    """Who sits where as far as the table says it, and the other team; None: they rest."""
    seating = rules_of(t).pair(t, round)
    pairs = ((board.white, board.black) for board in seating.boards if team in (board.white, board.black))
    return dict(seating.lineups), next((one for pair in pairs for one in pair if one != team), None)


def _needed(ground: NormGround, norm: Norm, case: NormCase, games: Sequence[OpponentToPlay]) -> int | None:
    """The fewest half-points with which the norm is made, and with all more; None: with none."""

    def made(half_points: Sequence[int]) -> bool:
        to_come = (ground.game(one.round, one.opponent, n) for one, n in zip(games, half_points, strict=True))
        return claim(norm, replace(case, games=(*case.games, *to_come))).achieved

    enough = None
    for wanted in range(2 * len(games), -1, -1):
        ways = (way for way in product((2, 1, 0), repeat=len(games)) if sum(way) == wanted)
        if not all(map(made, ways)):
            return enough
        enough = wanted
    return enough
