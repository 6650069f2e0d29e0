"""Title norms that a player can still make, with the score that is needed of the games to come.

Nothing is said that the rules of norms do not give: the event is completed with the games to come, and the claim is
judged as any other. A score is enough if it is, whichever of the games it comes from.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import NamedTuple

from domain.cards.card import Cards
from domain.formats import rules_of
from domain.norms.choosing import NormCase, claim
from domain.norms.judging import UNRATED, Norm
from domain.ranking.elo import average
from domain.tournament import Tournament
from domain.words.players import EntrantId, PairingNumber
from domain.words.rating_lists import Speed, speed_of_clock
from domain.words.regulations import Format
from projections.moment.snapshot import Snapshot
from projections.table.norms import NormEvent, NormGround

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
    """They are those of the pairings; else some of them are the likely ones."""


class OpponentToPlay(NamedTuple):
    round: int
    opponent: PairingNumber
    known: bool


def norm_ground(snapshot: Snapshot, event: NormEvent = NormEvent.ORDINARY) -> NormGround:
    return snapshot.now(("norm-ground", event), lambda _: NormGround(snapshot, event))


def norms_in_reach(
    snapshot: Snapshot, player: EntrantId, likely: Sequence[EntrantId] = (), event: NormEvent = NormEvent.ORDINARY
) -> tuple[NormInReach, ...]:
    """The highest first. `likely` are opponents of rounds to come, the likeliest first.

    Nothing while more than four games are to come, or of one of them not even a likely opponent is known.
    """
    t = snapshot.tournament
    if not takes_norms(t) or snapshot.round != t.published or player not in t.players:
        return ()
    ground = norm_ground(snapshot, event)
    number = snapshot.people[player].number
    coming = [*opponents_to_play(snapshot, ground.cards, number, likely)] if number in ground.cards else []
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
    """Of players, at the standard speed, without an end that nobody knows."""
    laws = t.regulations
    one_a_round = laws.match_games == 1 and not laws.of_teams and not laws.with_bracket and not laws.is_playoff
    return one_a_round and speed_of_clock(t.details.clock) is Speed.STANDARD


def opponents_to_play(
    snapshot: Snapshot, cards: Cards, number: PairingNumber, likely: Sequence[EntrantId]
) -> Iterator[OpponentToPlay | None]:
    """None: nobody knows the opponent. `cards` are those of the rating report."""
    t, card, player = snapshot.tournament, cards[number], snapshot.by_number[number].id
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
