"""Events drawn at random: every kind of result, byes, forfeits, open games."""

from hypothesis import strategies as st

from domain.cards.card import Card, CardLine
from domain.ranking.tiebreaks import Context, Direct, Divisor, LowestVoluntary, Ruleset, Unrated
from domain.words.games import Bye, Code, Colour, Result, Scoring

Cards = dict[int, Card]

RESULTS = st.sampled_from([*Result, Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS])
MISSED = st.sampled_from([*(bye.code for bye in Bye), Code.PAIRING_BYE, Code.ZERO_BYE])


@st.composite
def events(draw: st.DrawFn, most_players: int = 9, most_rounds: int = 6, unrated: bool = True) -> Cards:
    """Cards of an event. Nothing stops a pair from meeting twice."""
    numbers = range(1, draw(st.integers(1, most_players)) + 1)
    lines: dict[int, list[CardLine]] = {n: [] for n in numbers}
    for _ in range(draw(st.integers(0, most_rounds))):
        _round(draw, lines)
    ratings = st.integers(1000, 2800) | (st.just(0) if unrated else st.nothing())
    return {n: Card(n, rating=draw(ratings), lines=tuple(lines[n])) for n in numbers}


def _round(draw: st.DrawFn, lines: dict[int, list[CardLine]]) -> None:
    order = draw(st.permutations(list(lines)))
    boards = draw(st.integers(0, len(order) // 2))
    worth = Scoring()
    for at in range(boards):
        white, black, result = order[2 * at], order[2 * at + 1], draw(RESULTS)
        lines[white].append(CardLine(result.white, worth.points(result.white), black, Colour.WHITE))
        lines[black].append(CardLine(result.black, worth.points(result.black), white, Colour.BLACK))
    for number in order[2 * boards :]:
        code = draw(MISSED)
        lines[number].append(CardLine(code, worth.points(code)))


CONTEXTS = st.builds(
    Context,
    ruleset=st.sampled_from(Ruleset),
    rounds=st.integers(0, 9),
    predetermined=st.booleans(),
    divisor=st.sampled_from(Divisor),
    direct=st.sampled_from([None, *Direct]),
    unrated=st.sampled_from(Unrated),
    lowest_voluntary=st.sampled_from(LowestVoluntary),
    short_schedule_last=st.booleans(),
    adjust=st.booleans(),
    dummies=st.booleans(),
    voluntary_cut=st.booleans(),
)

_OWN = "PTS PS PS/C1 KS KS/L+1 KS/L-2 WIN WON BPG BWG REP STD KASHDAN DE DE/P DE1 RTNG RTNG/R"
_OPPONENTS = "BH BH/C1 BH/C2 BH/M1 BH/M2 BH/P BH/C1/P FB FB/C1 FB/M1 AOB AOB/F SOB SB SB/C1 SB/C2 SB/P SBX2"
_RATINGS = "ARO ARO/C1 ARO/M1 TPR TPR400 PTP APRO APPO"

INDIVIDUAL = [*_OWN.split(), *_OPPONENTS.split(), *_RATINGS.split()]
"""Every tie-break that looks at players without looking at their numbers."""
