"""Hypothesis strategies: random legal histories, every step of them made by a decision of the domain.

    @given(histories())
    def test_something(events: list[Event]) -> None: ...

A step that the rules refuse leaves nothing in the history, as at the desk.
"""

from collections.abc import Callable

from hypothesis import strategies as st

from domain.decisions import undoing
from domain.decisions.players import attendance, numbering, registering
from domain.decisions.players.registering import NewPlayer
from domain.decisions.rounds import by_hand, closing, correcting, pairing, results
from domain.decisions.rounds.correcting import Choice
from domain.events import Event, PlayedGame
from domain.refusals import Refusal
from domain.tournament import Tournament, evolve
from domain.words.games import Bye, Colour, Result
from domain.words.players import PlayerId, Title
from domain.words.regulations import Regulations
from tests.crosstable import announcement

Draw = Callable[[st.SearchStrategy[object]], object]
Step = Callable[[Tournament, "Dice"], list[Event]]

NAMES = ("Alice", "Bruno", "Carla", "David", "Eloise", "Finn", "Giorgia", "Kevin", "Louise", "Mark", "Nancy", "Oskar")
ORDERS = (("F10",), ("BH/C1", "BH", "SB"), ("DE", "WIN", "BPG"), ("PS", "KS", "ARO"))
RULESETS = ("raw", "vo2009", "c07_2024", "c07_2026")
REASON = "a reason"


class Dice:
    """Choices of one example, small on purpose so that Hypothesis can shrink them."""

    def __init__(self, draw: st.DrawFn) -> None:
        self._draw = draw

    def below(self, n: int) -> int:
        return self._draw(st.integers(0, max(0, n - 1)))

    def result(self) -> Result:
        return self._draw(st.sampled_from(list(Result)))

    def played(self) -> Result:
        return self._draw(st.sampled_from([Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS]))

    def choice(self) -> Choice:
        return self._draw(st.sampled_from(list(Choice)))

    def bye(self) -> Bye:
        return self._draw(st.sampled_from(list(Bye)))

    def player(self, t: Tournament) -> PlayerId:
        return sorted(t.players)[self.below(len(t.players))]

    def board(self, t: Tournament) -> tuple[int, int]:
        """A board of a round that exists; (1, 1) while there is none, which the rules refuse."""
        if not t.rounds:
            return 1, 1
        round = self.below(len(t.rounds)) + 1
        boards = sorted(t.round(round).matches)
        return round, boards[self.below(len(boards))] if boards else 1


def _result(t: Tournament, dice: Dice) -> list[Event]:
    round, board = dice.board(t)
    match = t.round(round).matches.get(board) if t.rounds else None
    game = match[0] if match else None
    return results.record_result(t, round, board, dice.result(), game.result if game else None)


def _all_results(t: Tournament, dice: Dice) -> list[Event]:
    """The rest of the newest round, so that histories get somewhere."""
    newest = t.published
    missing = t.round(newest).unanswered if newest else ()
    return [e for g in missing for e in results.record_result(t, newest, g.board, dice.played(), None)]


def _next_round(t: Tournament, dice: Dice) -> list[Event]:
    made = [*_all_results(t, dice)]
    ahead = t.copy()
    for event in made:
        evolve(ahead, event)
    drafted = pairing.pair_round(ahead)
    for event in drafted:
        evolve(ahead, event)
    return [*made, *drafted, *pairing.publish_round(ahead, ahead.paired)]


def _correct(t: Tournament, dice: Dice) -> list[Event]:
    round, board = dice.board(t)
    return correcting.correct_result(t, round, board, dice.result(), REASON, dice.choice(), override=True)


def _colours(t: Tournament, dice: Dice) -> list[Event]:
    return correcting.correct_colours(t, *dice.board(t), REASON, dice.choice(), override=True)


def _reseat(t: Tournament, dice: Dice) -> list[Event]:
    """Two boards of a round whose Blacks had sat at the other one."""
    round, board = dice.board(t)
    boards = sorted(t.round(round).matches) if t.rounds else [1]
    other = boards[dice.below(len(boards))] if boards else 1
    (white, black), (white_there, black_there) = (correcting.seats_known(t, round, at) for at in (board, other))
    games = [PlayedGame(board, white, black_there, dice.played()), PlayedGame(other, white_there, black, dice.played())]
    return correcting.correct_players(t, round, games, REASON, dice.choice(), override=True)


def _undo(t: Tournament, dice: Dice) -> list[Event]:
    version = max(1, t.version - dice.below(8))
    return undoing.undo(t, version, REASON, undoing.dependents(t, version))


def _late(t: Tournament, dice: Dice) -> list[Event]:
    return registering.register(t, NewPlayer(f"Late {len(t.players)}", 2000 + dice.below(9) * 50))


STEPS: dict[str, Step] = {
    "next round": _next_round,
    "result": _result,
    "all results": _all_results,
    "correct": _correct,
    "colours": _colours,
    "reseat": _reseat,
    "draft": lambda t, dice: pairing.pair_round(t),
    "publish": lambda t, dice: pairing.publish_round(t, t.paired),
    "discard": lambda t, dice: pairing.discard_draft(t, t.paired),
    "take back": lambda t, dice: pairing.withdraw_round(t, t.published, REASON, override=True),
    "close round": lambda t, dice: pairing.close_round(t, t.published),
    "clear": lambda t, dice: results.clear_result(t, *dice.board(t), dice.played()),
    "dispute": lambda t, dice: results.dispute_result(t, *dice.board(t), dice.played()),
    "settle": lambda t, dice: results.settle_dispute(t, *dice.board(t), dice.played()),
    "adjourn": lambda t, dice: results.adjourn(t, *dice.board(t)),
    "finish": lambda t, dice: results.finish_adjourned(t, *dice.board(t), dice.played()),
    "withdraw": lambda t, dice: attendance.withdraw(t, [dice.player(t)], reason=REASON),
    "readmit": lambda t, dice: attendance.readmit(t, dice.player(t)),
    "bye": lambda t, dice: attendance.grant_bye(t, dice.player(t), t.published + 1 + dice.below(2), dice.bye()),
    "revoke": lambda t, dice: attendance.revoke_bye(t, dice.player(t), t.published + 1),
    "late entry": _late,
    "rating": lambda t, dice: registering.correct_rating(t, dice.player(t), 1900 + dice.below(8) * 100, REASON),
    "anonymise": lambda t, dice: registering.anonymise(t, dice.player(t)),
    "lots": lambda t, dice: numbering.draw_lots(t, "seed"),
    "begin by hand": lambda t, dice: by_hand.begin(t, t.paired + dice.below(2)),
    "end by hand": lambda t, dice: by_hand.end(t, t.by_hand),
    "undo": _undo,
    "close": lambda t, dice: closing.close_tournament(t, REASON),
    "reopen": lambda t, dice: closing.reopen_tournament(t, REASON),
}
"""The steps that an arbiter may take, by name."""

LIKELY = ("next round", "result", "all results", "correct")
"""Drawn more often than the rest."""


@st.composite
def histories(draw: st.DrawFn, steps: int = 12, most_players: int = 9) -> list[Event]:
    """A tournament announced, some players, a few rounds played, and up to `steps` things that happened since."""
    dice = Dice(draw)
    made = _start(draw, draw(st.integers(4, most_players)))
    t = Tournament()
    for event in made:
        evolve(t, event)
    names = [name for name in STEPS for _ in range(4 if name in LIKELY else 1)]
    played = ["next round"] * draw(st.integers(0, 3))
    for name in [*played, *draw(st.lists(st.sampled_from(names), min_size=steps // 3, max_size=steps))]:
        for event in _tried(STEPS[name], t, dice):
            evolve(t, event)
            made.append(event)
    return made


def _tried(step: Step, t: Tournament, dice: Dice) -> list[Event]:
    try:
        return step(t, dice)
    except Refusal:
        return []


def _start(draw: st.DrawFn, players: int) -> list[Event]:
    regulations = Regulations(
        rounds=draw(st.integers(2, 5)),
        order=draw(st.sampled_from(ORDERS)),
        ruleset=draw(st.sampled_from(RULESETS)),
        shared_places=draw(st.booleans()),
    )
    t = Tournament()
    made = list(announcement(regulations))
    evolve(t, made[0])
    field = [
        NewPlayer(NAMES[n], 2400 - 50 * n if n % 4 else 0, Title.FM if n % 3 == 0 else Title.NONE)
        for n in range(players)
    ]
    for event in [*registering.register_many(t, field), *numbering.set_initial_colour(t, Colour.WHITE)]:
        evolve(t, event)
        made.append(event)
    return made
