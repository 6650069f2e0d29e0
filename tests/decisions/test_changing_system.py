"""Another pairing system: before round 1 nothing but regulations, after it a guarded step; ratings that one needs."""

from dataclasses import replace

import pytest

from domain import events as e
from domain.decisions.integrity import cautions_of, guarded
from domain.decisions.players.registering import correct_rating
from domain.decisions.rounds.pairing import close_round, pair_round, publish_round
from domain.decisions.rounds.why import reasons
from domain.decisions.setup.announcing import amend_regulations, leave_fide_mode
from domain.decisions.setup.planning import plan_cautions
from domain.decisions.setup.regulations import IN_FORCE, outside
from domain.pairing import SYSTEMS, systems_for
from domain.refusals import (
    DraftOutdated,
    KeptInFideMode,
    NeedsConfirmation,
    RatingsMissing,
    ReasonMissing,
    TournamentHasStarted,
)
from domain.tournament import Tournament, replay
from domain.words.cautions import SystemChanges, UnratedPlayers
from domain.words.options import RoundRobinOptions
from domain.words.players import PlayerId
from domain.words.regulations import Entrants, Format, Regulations
from tests.crosstable import entered, published, with_results

DUTCH, DUBOV = "dutch-2026", "dubov-2026"
MISJUDGED = "too few rounds for the field"
OTHERS = sorted(systems_for(Entrants.PLAYERS).keys() - {DUTCH})
OF_MATCHES = [system for system in OTHERS if SYSTEMS[system].games_of_match > 1]
OF_SINGLE_GAMES = [system for system in OTHERS if system not in OF_MATCHES]


def of_system(system: str, unrated: int = 0, **laws: object) -> Tournament:
    """Eight players before round 1, the last so many without a rating."""
    ratings = [2400 - 50 * n if n < 8 - unrated else 0 for n in range(8)]
    return entered(ratings, replace(IN_FORCE, system=system, rounds=5, **laws))  # type: ignore[arg-type]


def paired(state: Tournament) -> Tournament:
    return replay(pair_round(state), state)


def played(state: Tournament) -> Tournament:
    """One more round, White winning every game."""
    with_results(published(state))
    return replay(close_round(state, state.published), state)


def to(system: str, state: Tournament) -> Regulations:
    return replace(state.regulations, system=system, match_games=SYSTEMS[system].games_of_match)


@pytest.mark.parametrize("system", OTHERS)
def test_before_round_one_only_the_regulations_change(system: str) -> None:
    state = of_system(DUTCH)
    [amended] = amend_regulations(state, to(system, state))
    assert amended == e.RegulationsAmended(to(system, state), 0)
    assert guarded(replay([e.FideModeLeft(0, "own-rules")], state), [amended], confirmed=0) == [amended]


@pytest.mark.parametrize("system", OF_MATCHES)
def test_after_round_one_single_games_do_not_become_matches(system: str) -> None:
    state = played(of_system(DUTCH))
    with pytest.raises(TournamentHasStarted):
        amend_regulations(state, to(system, state), MISJUDGED)


@pytest.mark.parametrize("system", OF_SINGLE_GAMES)
def test_after_round_one_it_needs_a_reason_and_fide_mode_left_before(system: str) -> None:
    state = played(of_system(DUTCH))
    with pytest.raises(ReasonMissing):
        amend_regulations(state, to(system, state))
    events = amend_regulations(state, to(system, state), MISJUDGED)
    assert [type(event) for event in events] == [e.RegulationsAmended]
    with pytest.raises(KeptInFideMode):
        guarded(state, events, confirmed=4)
    replay(leave_fide_mode(state), state)
    with pytest.raises(NeedsConfirmation) as asked:
        guarded(state, events, confirmed=3)
    assert (asked.value.level, asked.value.what) == (4, "RegulationsAmended")
    assert asked.value.cautions == (SystemChanges(2, DUTCH, system, 0, start=SYSTEMS[system].starting_points),)
    assert guarded(state, events, confirmed=4) == events


@pytest.mark.parametrize("system", OF_SINGLE_GAMES)
def test_rounds_of_before_stay_and_the_next_is_paired_by_the_new_system(system: str) -> None:
    state = played(played(of_system(DUTCH)))
    boards, numbers = [state.round(n).boards for n in (1, 2)], state.numbers
    replay(amend_regulations(state, to(system, state), MISJUDGED), state)
    paired(state)
    assert [state.round(n).boards for n in (1, 2)] == boards
    assert state.numbers == numbers
    assert [state.round(n).engine for n in (1, 2, 3)] == [DUTCH, DUTCH, system]
    assert [reasons(state, n).system for n in (1, 2, 3)] == [DUTCH, DUTCH, system]
    assert reasons(state, 3).foreign == ()


def test_a_draft_of_the_old_system_is_not_published() -> None:
    state = paired(of_system(DUTCH))
    replay(amend_regulations(state, to(DUBOV, state), MISJUDGED), state)
    with pytest.raises(DraftOutdated):
        publish_round(state, 1)


def test_a_system_that_draws_a_colour_cannot_follow_one_without_that_lot() -> None:
    state = played(of_system(DUTCH))
    state.initial_colour = None
    with pytest.raises(TournamentHasStarted):
        amend_regulations(state, to(DUBOV, state), MISJUDGED)


def test_rounds_of_a_table_have_no_system_to_change() -> None:
    state = paired(of_system(DUTCH, format=Format.ROUND_ROBIN, round_robin=RoundRobinOptions(one_by_one=True)))
    with pytest.raises(TournamentHasStarted):
        amend_regulations(state, to(DUBOV, state), MISJUDGED)


# Ratings


def test_dubov_is_among_the_rules_in_force() -> None:
    assert outside(to(DUBOV, of_system(DUTCH))) == ()


def test_players_without_a_rating_are_named_before_a_round_is_paired() -> None:
    state = of_system(DUBOV, unrated=2)
    with pytest.raises(RatingsMissing) as refused:
        pair_round(state)
    assert (refused.value.round, refused.value.players) == (1, (PlayerId(7), PlayerId(8)))
    assert UnratedPlayers(2) in tuple(plan_cautions(state))
    for player in refused.value.players:
        replay(correct_rating(state, player, 1400, "the arbiter's estimate"), state)
    assert UnratedPlayers(2) not in tuple(plan_cautions(state))
    assert len(paired(state).round(1).boards) == 4


def test_other_systems_pair_the_unrated() -> None:
    assert len(paired(of_system(DUTCH, unrated=8)).round(1).boards) == 4


def test_a_change_to_dubov_says_how_many_need_a_rating_first() -> None:
    state = played(of_system(DUTCH, unrated=3))
    events = amend_regulations(state, to(DUBOV, state), MISJUDGED)
    assert tuple(cautions_of(state, events)) == (SystemChanges(2, DUTCH, DUBOV, 3),)
    with pytest.raises(RatingsMissing):
        pair_round(replay(events, state))


def test_a_rating_corrected_before_round_four_moves_the_numbers_and_later_it_does_not() -> None:
    """C.04.2, 2.3 of 2026."""
    state = played(played(of_system(DUBOV)))
    replay(correct_rating(state, PlayerId(8), 2600, "a typing error"), state)
    assert state.numbers[0] == PlayerId(8)
    state = played(played(state))
    before = state.numbers
    replay(correct_rating(state, PlayerId(7), 2700, "a typing error"), state)
    assert state.numbers == before
