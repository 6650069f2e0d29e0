"""What is said to be needed in play-offs, beside how they end."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from domain.formats.playoff.reading import outcome, read
from domain.formats.playoff.state import PlayoffGame, PlayoffState
from domain.words.games import Result
from domain.words.players import EntrantId, PairingNumber
from projections.chances.by_playoff import ByPlayoff
from projections.chances.needs.in_playoffs import needs_in_playoff
from projections.moment.chances_found import FIRST, Aim, AimKind, Need, NeedKind
from tests.formats.playoffs import better_seed_wins, drawn, in_turn, next_stage, played, tied, winners
from tests.tiers import tries

RESULTS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)


def of_state(state: PlayoffState, boards: int = 0) -> ByPlayoff:
    return ByPlayoff(state, {id: PairingNumber(id) for id in state.seeds}, boards, goes_on=True)


def needs(state: PlayoffState, boards: int = 0) -> dict[EntrantId, Need]:
    """Of the places that the play-off decides."""
    found = needs_in_playoff(of_state(state, boards), [Aim(AimKind.QUALIFY, state.options.places)])
    return {id: found[PairingNumber(id)][0] for id in state.seeds}


def kinds(state: PlayoffState) -> list[NeedKind]:
    return [need.kind for need in needs(state).values()]


def seated(state: PlayoffState) -> PlayoffState:
    state = drawn(state)
    found = next_stage(state)
    assert found is not None
    games = [PlayoffGame(pair.white, pair.black, board=at) for at, pair in enumerate(found.pairings, 1)]
    return replace(state, waves=(*state.waves, tuple(games)))


def with_result(state: PlayoffState, game: PlayoffGame, result: Result) -> PlayoffState:
    *waves, last = state.waves
    known = replace(game, result=result, half_moves=80 + 2 * game.board)
    return replace(state, waves=(*waves, tuple(known if one == game else one for one in last)))


def test_two_need_a_point_and_a_half_of_two() -> None:
    for need in needs(tied(2)).values():
        assert (need.kind, need.games, need.enough, need.needed) == (NeedKind.POINTS, 2, 3, 2)


def test_who_has_won_the_first_game_draws_the_second() -> None:
    assert kinds(played(tied(2), better_seed_wins, 1)) == [NeedKind.DRAW, NeedKind.MUST_WIN]


def test_a_draw_of_armageddon_is_enough_for_black() -> None:
    level = played(tied(2), winners(), 2)
    assert kinds(level) == [NeedKind.WIN_DECIDES, NeedKind.WIN_DECIDES]
    state = seated(level)
    [game] = state.waves[-1]
    found = needs(state)
    assert (found[game.white].kind, found[game.black].kind) == (NeedKind.WIN_DECIDES, NeedKind.DRAW)


def test_of_three_one_is_level_at_best_and_waits_for_the_others() -> None:
    state = played(tied(3), better_seed_wins, 2)
    assert kinds(state) == [NeedKind.DRAW, NeedKind.OTHERS, NeedKind.MUST_WIN]


def test_a_knockout_sends_losers_home() -> None:
    assert {(need.kind, need.games) for need in needs(tied(4)).values()} == {(NeedKind.WIN_ALL, 2)}
    state = played(tied(4), better_seed_wins, 2)
    assert kinds(state) == [NeedKind.POINTS, NeedKind.POINTS, NeedKind.OUT, NeedKind.OUT]


def test_the_first_in_the_final_waits_for_one_match() -> None:
    level_once = in_turn(better_seed_wins, "four/1B", winners())
    state = played(tied(4), level_once, 2)
    found = needs(state)
    assert found[EntrantId(4)].kind is NeedKind.OUT
    assert (found[EntrantId(1)].kind, found[EntrantId(1)].games) == (NeedKind.WIN_ALL, 1)
    assert found[EntrantId(2)].kind is found[EntrantId(3)].kind is NeedKind.MUST_WIN


def test_who_has_left_is_out() -> None:
    state = replace(played(tied(3), winners(), 1), refused={EntrantId(1): 1})
    assert kinds(state)[0] is NeedKind.OUT
    state = replace(played(tied(4), better_seed_wins, 2), refused={EntrantId(1): 2})
    assert kinds(state)[0] is NeedKind.OUT


def test_the_ninth_of_many_is_out() -> None:
    assert kinds(tied(11)) == [NeedKind.WIN_ALL] * 8 + [NeedKind.OUT] * 3


def test_one_is_through_while_the_others_are_level() -> None:
    state = played(tied(3, places=2), winners((1, 2), (1, 3)), 3)
    assert kinds(state) == [NeedKind.CERTAIN, NeedKind.WIN_DECIDES, NeedKind.WIN_DECIDES]


def test_of_other_places_only_what_follows_is_said() -> None:
    state = played(tied(3, places=2), winners((1, 2), (1, 3)), 3)
    asked = [FIRST, Aim(AimKind.QUALIFY, 3)]
    found = needs_in_playoff(of_state(state), asked)
    assert [need.kind for need in found[PairingNumber(1)]] == [NeedKind.OPEN, NeedKind.CERTAIN]
    assert [need.kind for need in found[PairingNumber(2)]] == [NeedKind.OPEN, NeedKind.OPEN]


def test_teams_must_win_the_match() -> None:
    assert all(need.matches for need in needs(played(tied(2), better_seed_wins, 1), boards=2).values())


def moments(state: PlayoffState, dice: Random) -> Iterator[PlayoffState]:
    """To the end, result after result; only the last one is decided."""
    while (position := read(state)).outcome is None:
        yield state
        if position.next.waiting:
            state = with_result(state, dice.choice(position.next.waiting), dice.choice(RESULTS))
        elif position.next.lots:
            state = drawn(state)
        else:
            state = seated(state)
    yield state


def points_of(state: PlayoffState, id: EntrantId) -> list[int]:
    """Half-points of the games that are over, one after the other; a drawn Armageddon is won by Black."""
    games = (
        (one.wave, one.game.points(id, armageddon=stage.step.form.armageddon))
        for stage in read(state).stages
        for one in stage.games
        if one.game is not None and not one.game.open and id in (one.white, one.black)
    )
    return [points for _, points in sorted(games)]


def holds(need: Need, through: bool, points: int) -> bool:
    """`points`: of the next game."""
    match need.kind:
        case NeedKind.CERTAIN | NeedKind.OUT:
            return through is need.certain
        case NeedKind.DRAW:
            return through or not points
        case NeedKind.WIN:
            return through or points < 2
        case NeedKind.MUST_WIN:
            return points == 2 or not through
        case NeedKind.WIN_DECIDES:
            return through is (points == 2)
    return True


@pytest.mark.parametrize("number", range(3, 13))
@pytest.mark.parametrize("options", [{}, {"late": True}, {"places": 2}], ids=["one place", "late", "two places"])
def test_sentences_hold(number: int, options: dict[str, object]) -> None:
    for seed in range(tries(3)):
        *before, last = moments(tied(number, **options), Random(seed))
        end = outcome(last)
        assert end is not None
        for state in before:
            for id, need in needs(state).items():
                next = [*points_of(last, id)[len(points_of(state, id)) :], 0][0]
                assert holds(need, id in end.order[: state.options.places], next), (state, id, need)
