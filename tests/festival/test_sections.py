"""A festival knows its sections; the tournaments themselves know nothing of it."""

import pytest

from domain import events as e
from domain.decisions.setup.announcing import announce_prizes
from domain.festival.decisions import (
    add_section,
    amend_festival,
    announce_festival,
    order_sections,
    remove_section,
    rename_section,
)
from domain.festival.events import FestivalDetails
from domain.festival.state import Festival, replay_festival
from domain.refusals import AlreadyASection, BadField, NoSuchSection, SectionTitleTaken
from domain.tournament import replay
from projections.festivals.prizes import festival_prizes
from projections.moment.snapshot import snapshot
from tests.crosstable import tournament

SUMMER = FestivalDetails("Summer in Varna", "Varna", "2026-07-01", "2026-07-09")


def festival() -> Festival:
    f = replay_festival(announce_festival(SUMMER))
    for slug, title in (("varna-a", "A"), ("varna-b", "B"), ("seniors", "Seniors")):
        f = replay_festival(add_section(f, slug, title), f)
    return f


def test_sections_stand_in_the_order_in_which_they_came() -> None:
    assert festival().sections == {"varna-a": "A", "varna-b": "B", "seniors": "Seniors"}


def test_they_can_be_put_into_another_order() -> None:
    f = festival()
    f = replay_festival(order_sections(f, ("seniors", "varna-a", "varna-b")), f)
    assert list(f.sections) == ["seniors", "varna-a", "varna-b"]
    assert order_sections(f, tuple(f.sections)) == []


def test_an_order_names_every_section_once() -> None:
    with pytest.raises(BadField) as refused:
        order_sections(festival(), ("seniors", "seniors", "varna-a"))
    assert refused.value.rule == "each-once"


def test_a_tournament_stands_in_a_festival_once() -> None:
    with pytest.raises(AlreadyASection) as refused:
        add_section(festival(), "varna-a", "Masters")
    assert refused.value.title == "A"


def test_two_sections_have_two_titles() -> None:
    with pytest.raises(SectionTitleTaken):
        rename_section(festival(), "varna-b", "a")


def test_a_section_is_renamed_and_stays_where_it_was() -> None:
    f = festival()
    f = replay_festival(rename_section(f, "varna-a", "Masters"), f)
    assert next(iter(f.sections.items())) == ("varna-a", "Masters")


def test_a_section_taken_out_twice_is_one_event() -> None:
    f = festival()
    f = replay_festival(remove_section(f, "varna-b"), f)
    assert ("varna-b" in f.sections, remove_section(f, "varna-b")) == (False, [])


def test_an_unknown_section_is_refused() -> None:
    with pytest.raises(NoSuchSection):
        rename_section(festival(), "blitz", "Blitz")


def test_the_last_day_is_not_before_the_first() -> None:
    with pytest.raises(BadField) as refused:
        amend_festival(festival(), FestivalDetails("Summer in Varna", start="2026-07-09", end="2026-07-01"))
    assert refused.value.field == "end"


def test_a_festival_has_a_name() -> None:
    with pytest.raises(BadField) as refused:
        announce_festival(FestivalDetails("  "))
    assert (refused.value.field, refused.value.rule) == ("name", "required")


def test_a_festival_may_last_one_day_and_not_end_before_it_begins() -> None:
    assert announce_festival(FestivalDetails("Blitz", start="2026-07-01", end="2026-07-01"))
    with pytest.raises(BadField) as refused:
        announce_festival(FestivalDetails("Blitz", start="2026-07-02", end="2026-07-01"))
    assert (refused.value.field, refused.value.rule) == ("end", "not-before:2026-07-02")


def test_a_cup_won_in_another_section_strikes_no_prize_of_money() -> None:
    """Alice has the first prize of one section and the cup of the other; Bruno a hundred in both."""
    text = "Alice 2400  +w2\nBruno 2300  -b1"
    money = (e.Prize("first", 30000), e.Prize("second", 10000, place=2))
    cup = (e.Prize("cup", 0), e.Prize("second", 10000, place=2))
    sections = []
    for slug, prizes in (("a", money), ("b", cup)):
        t = tournament(text)
        sections.append((slug, slug.upper(), snapshot(replay(announce_prizes(t, prizes), t))))
    won = [
        (section.slug, row.person.name, row.award.cents)
        for section, row in festival_prizes(sections, one_each=True).winners
    ]
    assert won == [("a", "Alice", 30000), ("a", "Bruno", 10000), ("b", "Alice", 0)]
