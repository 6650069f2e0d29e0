"""Small fields of teams made by hand, and the answer on which the twin and the engine of C.04.6 agree."""

from collections.abc import Iterable, Mapping, Sequence

from domain.cards.card import Card, CardLine, PairingTask, RoundPairing
from domain.words.games import Code, Colour
from domain.words.teams import ColourPreferences, TeamOptions
from tests.pairing.by_the_article_team import Team, pair, team_of
from tests.pairing.compare_team_swiss import by_engine
from tests.pairing.comparing import unordered
from tests.pairing.random_team_rounds import MATCH_POINTS

STRANGER = 90
"""The first of the opponents of before who are not there any more."""
A, B, NO_COLOURS = (TeamOptions(preferences=kind) for kind in ColourPreferences)
NOBODY: Iterable[tuple[int, int]] = ()


def matches(colours: str, ahead: int = 0) -> list[CardLine]:
    """Drawn matches against strangers, the last one against a team with so many points less."""
    lines = [CardLine(Code.DRAW, 2, STRANGER + at, Colour(colour)) for at, colour in enumerate(colours)]
    return [*lines[:-1], *(CardLine(line.code, line.points, line.opponent, line.colour, ahead) for line in lines[-1:])]


def team(number: int, score: int, lines: Sequence[CardLine] = (), rounds: int = 1) -> Card:
    filled = (*[CardLine(Code.ZERO_BYE, 0)] * (rounds - len(lines)), *lines)
    return Card(number, lines=filled, carried=score - sum(line.points for line in lines), present=number < STRANGER)


def task(
    cards: Iterable[Card], apart: Iterable[tuple[int, int]] = (), left: int = 9, options: TeamOptions = A
) -> PairingTask:
    """The next round, with so many to come after it."""
    given = {one.number: one for one in cards}
    rounds = max(len(one.lines) for one in given.values())
    foes = {line.opponent for one in given.values() for line in one.lines if line.opponent}
    strangers = {n: team(n, 0, rounds=rounds) for n in foes if n >= STRANGER}
    return PairingTask(
        strangers | given,
        rounds + 1,
        rounds + 1 + left,
        forbidden=frozenset(map(frozenset, apart)),
        scoring=MATCH_POINTS,
        teams=options,
    )


def agreed(asked: PairingTask) -> RoundPairing | None:
    """The twin's answer, which is that of the engine."""
    answer = pair(asked)
    assert unordered(answer) == unordered(by_engine(asked))
    return answer


def meetings(asked: PairingTask) -> set[tuple[int, ...]]:
    answer = agreed(asked)
    assert answer is not None
    return {tuple(sorted((board.white, board.black))) for board in answer.pairs}


def field(
    scores: Mapping[int, int], apart: Iterable[tuple[int, int]] = NOBODY, floated: Iterable[int] = (), left: int = 9
) -> PairingTask:
    """Teams by number and score without a colour to prefer, some of which met another score in the round before."""
    cards = [team(n, score, matches("w", ahead=int(n in floated))) for n, score in scores.items()]
    return task(cards, apart, left)


def teams_of(asked: PairingTask) -> dict[int, Team]:
    return {number: team_of(asked, number) for number in asked.cards if number < STRANGER}
