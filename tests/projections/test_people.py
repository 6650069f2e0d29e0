"""People in a view: all at once, or each when somebody asks, always the same."""

from dataclasses import fields

import pytest

from domain import events as e
from domain.tournament import Tournament, replay
from domain.words.players import PlayerId
from projections.moment.overview import overview
from projections.moment.people import PeopleByNeed, Person, people
from tests.crosstable import tournament

OPEN = "Alice GM 2500 +w2 .\nBob 2400 -b1 +w3\nCarla 2300 . -b2"
LATE = PlayerId(3)


@pytest.fixture
def state() -> Tournament:
    """Alice left after round 1, Carla came for round 2, and Bob has become anonymous."""
    return replay([e.PlayerAnonymised(PlayerId(2))], tournament(OPEN))


def test_people_by_need_are_the_same_as_all_at_once(state: Tournament) -> None:
    assert dict(PeopleByNeed(state)) == people(state)


def test_somebody_who_never_registered_is_nobody(state: Tournament) -> None:
    assert PeopleByNeed(state).get(PlayerId(9)) is None


def test_a_person_has_the_published_fields_of_the_player(state: Tournament) -> None:
    person, player = people(state)[LATE], state.players[LATE]
    shared = [field.name for field in fields(Person) if hasattr(player, field.name)]
    assert {name: getattr(person, name) for name in shared} == {name: getattr(player, name) for name in shared}
    assert "rating" in shared


def test_those_away_are_late_or_have_left(state: Tournament) -> None:
    away = {round: set(state.all_away(round)) for round in (1, 2, 3)}
    assert away == {round: {id for id in state.players if state.away(id, round)} for round in (1, 2, 3)}
    assert LATE in away[1]
    assert LATE not in away[2]


def test_those_away_are_marked_and_not_counted(state: Tournament) -> None:
    marked = {person.id for person in people(state).values() if person.away}
    assert marked == state.all_away(state.published + 1)
    assert overview(state).players == len(state.players) - len(marked)
