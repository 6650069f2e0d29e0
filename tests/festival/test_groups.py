"""Groups of a stage: their number and size, and who is dealt into which."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.festival.decisions import add_section, announce_festival, link_sections, unlink_sections
from domain.festival.events import FestivalDetails, GroupsDrawn, PlannedStage
from domain.festival.groups import GroupRules, announce_groups, draw_groups, group_sizes, letters, snake
from domain.festival.state import Festival, replay_festival
from domain.refusals import BadField, GroupsDrawnAlready, LinkedInACircle
from domain.tournament import Tournament
from domain.words.festivals import Carry, Seeding
from domain.words.players import Player, player_id
from domain.words.regulations import Details, Regulations
from tests.crosstable import announced


@pytest.mark.parametrize(
    ("entrants", "sizes"),
    [(4, (4,)), (8, (4, 4)), (15, (8, 7)), (16, (8, 8)), (23, (6, 6, 6, 5)), (32, (8,) * 4), (50, (7, 7, *(6,) * 6))],
)  # fmt: skip
def test_groups_are_as_equal_as_can_be_and_a_power_of_two(entrants: int, sizes: tuple[int, ...]) -> None:
    assert group_sizes(entrants) == sizes


def test_where_no_power_of_two_fits_another_number_does() -> None:
    assert group_sizes(12, 4, 4) == (4, 4, 4)


def test_three_players_are_no_group() -> None:
    with pytest.raises(BadField) as refused:
        group_sizes(3)
    assert refused.value.rule == "groups:4:10"


@given(st.integers(4, 2000))
def test_every_field_of_four_and_more_can_be_put_into_groups_of_four_to_ten(entrants: int) -> None:
    sizes = group_sizes(entrants)
    assert sum(sizes) == entrants
    assert max(sizes) - min(sizes) <= 1
    assert 4 <= min(sizes) <= max(sizes) <= 10
    assert list(sizes) == sorted(sizes, reverse=True)


@given(st.integers(4, 300), st.integers(2, 6), st.integers(0, 6))
def test_the_snake_puts_everybody_into_one_group_of_the_planned_size(entrants: int, least: int, more: int) -> None:
    try:
        sizes = group_sizes(entrants, least, least + more)
    except BadField:
        assert not [n for n in range(1, entrants + 1) if least * n <= entrants <= (least + more) * n]
        return
    groups = snake(range(entrants), sizes)
    assert tuple(map(len, groups)) == sizes
    assert sorted(player for group in groups for player in group) == list(range(entrants))


def test_the_snake_goes_to_and_fro() -> None:
    assert snake(range(1, 13), (4, 4, 4)) == ((1, 6, 7, 12), (2, 5, 8, 11), (3, 4, 9, 10))


def test_groups_are_named_by_letters() -> None:
    assert [letters(n) for n in (1, 26, 27, 52, 53)] == ["A", "Z", "AA", "AZ", "BA"]


def test_groups_have_letters_of_the_script_of_their_word() -> None:
    assert [letters(n, "Група") for n in (1, 2, 3, 21, 22)] == ["А", "Б", "В", "Х", "АА"]


def entered(count: int) -> Tournament:
    players = [Player(player_id(n), f"Player {n}", 2400 - 10 * n) for n in range(1, count + 1)]
    return announced(Regulations(), Details("Entries"), players)


def festival(*sections: str) -> Festival:
    f = replay_festival(announce_festival(FestivalDetails("Cup")))
    for slug in sections:
        f = replay_festival(add_section(f, slug, slug.title()), f)
    return f


FINAL = PlannedStage("Final", 2, Carry.NONE, Regulations(rounds=3))


def drawn(seeding: Seeding = Seeding.SNAKE, seed: str = "x7") -> tuple[Festival, GroupsDrawn]:
    f = festival("entries")
    rules = GroupRules(Regulations(rounds=3), 4, 4, seeding, (FINAL,), "Group")
    events = draw_groups(f, "entries", entered(8), rules, seed)
    [event] = events
    assert isinstance(event, GroupsDrawn)
    return replay_festival(events, f), event


def test_a_draw_by_rating_has_no_seed() -> None:
    _, event = drawn()
    assert (event.seed, [(g.title, g.entrants) for g in event.groups]) == (
        "",
        [("Group A", (1, 4, 5, 8)), ("Group B", (2, 3, 6, 7))],
    )


def test_the_same_lot_draws_the_same_groups() -> None:
    groups = [drawn(Seeding.LOT, seed)[1].groups for seed in ("one", "one", "two")]
    assert (groups[0] == groups[1], groups[0] == groups[2]) == (True, False)


def test_a_pool_is_drawn_once() -> None:
    f, _ = drawn()
    with pytest.raises(GroupsDrawnAlready):
        draw_groups(f, "entries", entered(8), GroupRules(Regulations(), 4, 4), "x")


def test_groups_become_sections_that_lead_into_the_final() -> None:
    f, _ = drawn()
    f = replay_festival(announce_groups(f, "entries", ("cup-a", "cup-b"), ("cup-final",)), f)
    assert f.sections == {"entries": "Entries", "cup-a": "Group A", "cup-b": "Group B", "cup-final": "Final"}
    assert (f.links["cup-final"].sources, f.links["cup-final"].places) == (("cup-a", "cup-b"), 2)
    assert announce_groups(f, "entries", ("cup-a", "cup-b"), ("cup-final",)) == []


def test_nobody_qualifies_for_a_stage_they_come_from() -> None:
    f = festival("a", "b", "c")
    f = replay_festival(link_sections(f, ["a"], 2, "b"), f)
    f = replay_festival(link_sections(f, ["b"], 2, "c"), f)
    with pytest.raises(LinkedInACircle):
        link_sections(f, ["c"], 2, "a")
    assert f.leads_to("a") == {"b", "c"}


def test_a_link_is_taken_back() -> None:
    f = festival("a", "b")
    f = replay_festival(link_sections(f, ["a"], 2, "b"), f)
    assert link_sections(f, ["a"], 2, "b") == []
    f = replay_festival(unlink_sections(f, "b"), f)
    assert (f.links, unlink_sections(f, "b")) == ({}, [])


@pytest.mark.parametrize(("places", "least"), [(1, 0), (100, 100)])
def test_places_and_least_games_have_their_edges(places: int, least: int) -> None:
    f = festival("a", "b")
    assert link_sections(f, ["a"], places, "b", least_games=least)


@pytest.mark.parametrize(
    ("places", "least", "field"),
    [(0, 1, "qualifying_places"), (101, 1, "qualifying_places"), (1, -1, "least_games"), (1, 101, "least_games")],
)
def test_a_link_beyond_them_names_its_field(places: int, least: int, field: str) -> None:
    with pytest.raises(BadField) as refusal:
        link_sections(festival("a", "b"), ["a"], places, "b", least_games=least)
    assert refusal.value.field == field
