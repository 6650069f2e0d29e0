"""The properties of every play-off whatever is played in it."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from domain.formats.playoff.plan import StepForm
from domain.formats.playoff.reading import read
from domain.formats.playoff.state import Pairing, PlayoffState
from domain.words.games import Result
from domain.words.options import ArmageddonColours, FewestMoves, PairingForm, PlayoffOptions
from domain.words.players import EntrantId
from tests.formats.playoffs import played

RESULTS = [result for result in Result if result is not Result.ADJOURNED]

options = st.builds(
    PlayoffOptions,
    pairing_form=st.sampled_from(PairingForm),
    fewest_moves=st.sampled_from(FewestMoves),
    late=st.booleans(),
    places=st.just(1),
    armageddon_colours=st.sampled_from(ArmageddonColours),
    increment_from_move=st.sampled_from(["", "2 s from move 61"]),
    dropped_share=st.sampled_from(["", "a tenth of the fund"]),
)


@st.composite
def states(draw: st.DrawFn) -> PlayoffState:
    number = draw(st.integers(2, 14))
    chosen = draw(options)
    places = draw(st.integers(1, min(number, 8) - 1))
    refused = draw(st.dictionaries(st.integers(1, number).map(EntrantId), st.integers(0, 5), max_size=2))
    return PlayoffState(
        tuple(EntrantId(n) for n in range(1, number + 1)), replace(chosen, places=places), refused=refused
    )


@st.composite
def played_out(draw: st.DrawFn) -> PlayoffState:
    state = draw(states())
    likely = draw(st.sampled_from([RESULTS, [Result.DRAW], [Result.DRAW, Result.WHITE_WINS, Result.BLACK_WINS]]))

    def answer(_: Pairing) -> tuple[Result, int]:
        return draw(st.sampled_from(likely)), draw(st.sampled_from([40, 60, 61]))

    return played(state, answer, choose=lambda stage: draw(st.sampled_from(stage.numbers)))


@settings(deadline=None)
@given(played_out())
def test_every_play_off_ends_and_places_every_tied_player(state: PlayoffState) -> None:
    end = read(state).outcome
    assert end is not None
    assert sorted(end.order) == sorted(state.seeds)
    assert len(end.by) == len(end.order)


@settings(deadline=None)
@given(played_out())
def test_the_colours_of_an_armageddon_game_of_two_are_those_of_the_lot_or_of_the_choice(state: PlayoffState) -> None:
    chosen = state.options.armageddon_colours is ArmageddonColours.WINNER_CHOOSES
    for stage in read(state).stages:
        if stage.step.form is StepForm.ARMAGEDDON and any(game.wave is not None for game in stage.games):
            white = state.chosen_white[stage.name] if chosen else stage.numbers[0]
            assert stage.games[0].white == white
    assert chosen or not state.chosen_white


@settings(deadline=None)
@given(played_out())
def test_nothing_that_was_seated_is_void(state: PlayoffState) -> None:
    assert read(state).void == ()


@settings(deadline=None)
@given(played_out())
def test_nobody_plays_two_games_at_a_time(state: PlayoffState) -> None:
    for wave in state.waves:
        seated = [player for game in wave for player in (game.white, game.black)]
        assert len(set(seated)) == len(seated)


@settings(deadline=None)
@given(played_out())
def test_of_the_games_of_a_stage_nobody_has_a_colour_twice_more(state: PlayoffState) -> None:
    for stage in read(state).stages:
        for player in stage.players:
            whites = sum(game.white == player for game in stage.games)
            blacks = sum(game.black == player for game in stage.games)
            assert abs(whites - blacks) <= 1


@settings(deadline=None)
@given(played_out(), st.data())
def test_another_result_of_any_game_leaves_a_play_off_that_goes_on(state: PlayoffState, data: st.DataObject) -> None:
    if not state.waves:
        return
    at = data.draw(st.integers(0, len(state.waves) - 1))
    changed = tuple(replace(game, result=data.draw(st.sampled_from(RESULTS))) for game in state.waves[at])
    state = replace(state, waves=(*state.waves[:at], changed, *state.waves[at + 1 :]))
    void = set(read(state).void)
    kept = tuple(tuple(g for g in wave if (n, g) not in void) for n, wave in enumerate(state.waves))
    again = replace(state, waves=kept)
    assert read(again).void == ()
    end = read(played(again, lambda _: (Result.BLACK_WINS, 50))).outcome
    assert end is not None
    assert sorted(end.order) == sorted(state.seeds)
