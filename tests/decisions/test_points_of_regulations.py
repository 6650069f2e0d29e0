"""The points an event may give, which stand once it has begun."""

from dataclasses import replace

import pytest

from domain import events as e
from domain.decisions.integrity import guarded
from domain.decisions.setup.announcing import amend_regulations, announce_tournament, leave_fide_mode
from domain.decisions.setup.prohibited_pairs import prohibit
from domain.refusals import BadField, KeptInFideMode, NeedsConfirmation
from domain.tournament import replay
from domain.tournament_cards.cards import table_cards
from domain.words.games import Scoring
from domain.words.players import EntrantId
from domain.words.regulations import Details, Regulations
from tests.crosstable import tournament

STARTED = "A +w2\nB -b1"
HIGH = 4


def test_a_new_event_counts_one_half_and_nothing() -> None:
    assert Regulations().scoring == Scoring(win=2, draw=1, loss=0, pairing_bye=2, absence=0)


@pytest.mark.parametrize(
    "scoring", [Scoring(6, 2, 0, 6), Scoring(2, 1, 0, 1), Scoring(2, 1, 0, 0), Scoring(6, 3, 2, 4)]
)
def test_points_that_can_be_set(scoring: Scoring) -> None:
    (announced,) = announce_tournament(Details("Open"), Regulations(scoring=scoring))
    assert isinstance(announced, e.TournamentAnnounced)
    assert announced.regulations.scoring == scoring


def test_a_bye_worth_nothing_gives_nothing() -> None:
    laws = Regulations(rounds=1, scoring=Scoring(pairing_bye=0))
    assert table_cards(tournament("A +w2\nB -b1\nC U", regulations=laws, close_last=True))[3].score == 0


def test_with_usual_points_the_bye_is_a_whole_a_half_or_nothing() -> None:
    """Points are whole numbers of half-points, and a bye is not above a win."""
    for half_points in range(HIGH):
        laws = Regulations(scoring=Scoring(pairing_bye=half_points))
        if half_points <= laws.scoring.win:
            assert announce_tournament(Details("Open"), laws)
        else:
            with pytest.raises(BadField):
                announce_tournament(Details("Open"), laws)


@pytest.mark.parametrize(
    "change",
    [{"scoring": Scoring(6, 2, 0, 6)}, {"scoring": Scoring(pairing_bye=1)}, {"order": ("BH",)}, {"rounds": 5}],
    ids=["points", "bye", "tie-breaks", "rounds"],
)
def test_what_the_regulations_said_before_the_start_changes_only_outside_fide_mode(change: dict[str, object]) -> None:
    state = tournament(STARTED, rounds=3)
    events = amend_regulations(state, replace(state.regulations, **change), "asked for")  # type: ignore[arg-type]
    with pytest.raises(KeptInFideMode):
        guarded(state, events, confirmed=4)
    replay(leave_fide_mode(state), state)
    with pytest.raises(NeedsConfirmation) as gate:
        guarded(state, events, confirmed=3)
    assert (gate.value.level, gate.value.what) == (4, "RegulationsAmended")


def test_who_is_kept_apart_changes_only_outside_fide_mode() -> None:
    state = tournament("A +w2 .\nB -b1 .", rounds=3)
    events = prohibit(state, [[EntrantId(1), EntrantId(2)]], "family")
    with pytest.raises(KeptInFideMode):
        guarded(state, events, confirmed=4)
    assert guarded(replay(leave_fide_mode(state), state), events, confirmed=4) == events
