"""Who sees what comes next: chosen by the organiser, kept in the journal, until a round for the desk alone."""

import pytest

from domain import events as e
from domain.decisions.setup.chances import show_chances
from domain.refusals import BadField
from domain.tournament import Tournament, evolve, replay
from domain.words.choices.chances import ChancesFor, OpenGames

TO_ALL_FROM_FIVE = e.ChancesShown(ChancesFor.PUBLIC, 5, OpenGames.RATING)


def test_the_desk_alone_sees_it_unless_somebody_says_otherwise() -> None:
    chances = Tournament().chances
    assert not chances.off
    assert not any(chances.for_everybody(published) for published in range(10))


def test_what_is_chosen_counts_and_the_same_again_is_no_news() -> None:
    t = Tournament()
    assert show_chances(t, ChancesFor.PUBLIC, 5, OpenGames.RATING) == [TO_ALL_FROM_FIVE]
    evolve(t, TO_ALL_FROM_FIVE)
    assert t.chances == TO_ALL_FROM_FIVE
    assert show_chances(t, ChancesFor.PUBLIC, 5, OpenGames.RATING) == []
    assert show_chances(Tournament(), ChancesFor.DESK, 1, OpenGames.DRAWN) == []


@pytest.mark.parametrize(("from_round", "seen_from"), [(1, 0), (2, 2), (5, 5)])
def test_everybody_sees_it_once_the_round_is_published(from_round: int, seen_from: int) -> None:
    chances = e.ChancesShown(ChancesFor.PUBLIC, from_round, OpenGames.DRAWN)
    assert [chances.for_everybody(published) for published in range(7)] == [n >= seen_from for n in range(7)]


def test_an_undo_brings_back_what_was_before() -> None:
    off = e.ChancesShown(ChancesFor.OFF, 1, OpenGames.DRAWN)
    t = replay([TO_ALL_FROM_FIVE, off, e.EventUndone(2)])
    assert t.chances == TO_ALL_FROM_FIVE


@pytest.mark.parametrize("from_round", [0, -1, 101])
def test_a_round_that_no_tournament_has_is_refused(from_round: int) -> None:
    with pytest.raises(BadField) as refused:
        show_chances(Tournament(), ChancesFor.PUBLIC, from_round, OpenGames.DRAWN)
    assert refused.value.field == "from_round"
