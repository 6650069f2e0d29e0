"""Drafts, hidden and archived tournaments, and those thrown away before round 1."""

import pytest

from domain import events as e
from domain.decisions.setup.announcing import (
    announce_tournament,
    archive,
    bring_back,
    hide,
    make_public,
    take_from_archive,
    throw_away,
)
from domain.refusals import TournamentHasStarted
from domain.tournament import Tournament, replay
from domain.words.regulations import Details, Regulations, Visibility
from tests.crosstable import announced
from tests.crosstable import tournament as crosstable


def draft() -> Tournament:
    return replay(announce_tournament(Details("Open"), Regulations(), Visibility.DRAFT))


def test_a_tournament_of_an_old_journal_is_public() -> None:
    assert replay([e.TournamentAnnounced(Details("Open"), Regulations())]).public


def test_a_draft_is_public_once_it_is_announced() -> None:
    t = draft()
    assert not t.public
    assert replay(make_public(t), t).public


def test_a_hidden_tournament_can_be_shown_again() -> None:
    t = announced()
    replay(hide(t), t)
    assert (t.public, t.visibility) == (False, Visibility.HIDDEN)
    assert replay(make_public(t), t).public


def test_a_draft_is_not_hidden_once_more() -> None:
    assert hide(draft()) == []


def test_an_archived_tournament_stays_public() -> None:
    t = announced()
    replay(archive(t), t)
    assert t.archived
    assert t.public
    assert archive(t) == []
    assert not replay(take_from_archive(t), t).archived


def test_a_tournament_is_thrown_away_before_round_1_and_can_come_back() -> None:
    t = announced()
    replay(throw_away(t, "a trial"), t)
    assert (t.thrown_away, t.public) == (True, False)
    assert throw_away(t) == []
    replay(bring_back(t), t)
    assert (t.thrown_away, t.public) == (False, True)


def test_nothing_that_was_played_is_thrown_away() -> None:
    t = crosstable("A 2000 =w2\nB 1900 =b1")
    with pytest.raises(TournamentHasStarted):
        throw_away(t)
