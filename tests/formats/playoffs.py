"""Play-offs played out in tests: by a table of results, or by anybody who answers for a pairing."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from domain.formats.playoff.reading import read
from domain.formats.playoff.state import NextStage, Pairing, PlayoffGame, PlayoffOutcome, PlayoffState, Stage
from domain.words.games import Result
from domain.words.options import PlayoffOptions
from domain.words.players import EntrantId

Answer = Callable[[Pairing], tuple[Result, int]]
"""Result and half-moves of a game."""
LONGEST_PLAYOFF_WAVES = 60


def next_stage(state: PlayoffState) -> NextStage | None:
    """The things to be done before it goes on; None = it is over."""
    position = read(state)
    return None if position.outcome else position.next


def tied(number: int, **options: object) -> PlayoffState:
    """So many level players, 1 with the best tie-break."""
    chosen = replace(PlayoffOptions(), **options)  # type: ignore[arg-type]
    return PlayoffState(tuple(EntrantId(n) for n in range(1, number + 1)), chosen)


Choice = Callable[[Stage], EntrantId]
"""The one with White in a stage whose number 1 chooses."""


def first_takes_white(stage: Stage) -> EntrantId:
    return stage.numbers[0]


def drawn(
    state: PlayoffState,
    orders: Mapping[str, tuple[int, ...]] | None = None,
    choose: Choice = first_takes_white,
) -> PlayoffState:
    """With the lots and colours that the next games need: lots as given by the stage's name, else by tie-break."""
    while (upcoming := next_stage(state)) is not None and (upcoming.lots or upcoming.colours):
        lots = dict(state.lots)
        for stage in upcoming.lots:
            order = (orders or {}).get(stage.name)
            lots[stage.name] = tuple(map(EntrantId, order)) if order else stage.players
        whites = {**state.chosen_white, **{stage.name: choose(stage) for stage in upcoming.colours}}
        state = replace(state, lots=lots, chosen_white=whites)
    return state


def played(
    state: PlayoffState, answer: Answer, waves: int = LONGEST_PLAYOFF_WAVES, choose: Choice = first_takes_white
) -> PlayoffState:
    """So many waves further, or to the end."""
    for _ in range(waves):
        state = drawn(state, choose=choose)
        upcoming = next_stage(state)
        if upcoming is None or not upcoming.pairings:
            return state
        games = []
        for pairing in upcoming.pairings:
            result, half_moves = answer(pairing)
            games.append(PlayoffGame(pairing.white, pairing.black, result, half_moves, len(games) + 1))
        state = replace(state, waves=(*state.waves, tuple(games)))
    return state


def ended(state: PlayoffState) -> PlayoffOutcome:
    found = read(state).outcome
    assert found is not None, read(state).next
    return found


def stages(state: PlayoffState) -> list[str]:
    return [stage.name for stage in read(state).stages]


def better_seed_wins(pairing: Pairing) -> tuple[Result, int]:
    return (Result.WHITE_WINS if pairing.white < pairing.black else Result.BLACK_WINS), 60


def always_drawn(pairing: Pairing) -> tuple[Result, int]:
    return Result.DRAW, 80


def winners(*pairs: tuple[int, int], half_moves: Mapping[tuple[int, int], int] | None = None) -> Answer:
    """(winner, loser) of each pairing whatever the colours; every other game is drawn."""

    def answer(pairing: Pairing) -> tuple[Result, int]:
        length = (half_moves or {}).get((pairing.white, pairing.black), 60)
        length = (half_moves or {}).get((pairing.black, pairing.white), length)
        if (pairing.white, pairing.black) in pairs:
            return Result.WHITE_WINS, length
        return (Result.BLACK_WINS if (pairing.black, pairing.white) in pairs else Result.DRAW), length

    return answer


def in_turn(first: Answer, stage: str, then: Answer) -> Answer:
    """The second answer for games of the stage of that name, and what comes out of it."""
    return lambda pairing: then(pairing) if pairing.stage.startswith(stage) else first(pairing)
