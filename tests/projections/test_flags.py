"""Flags beside federations, where the organiser chose them."""

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from domain.decisions.setup.announcing import amend_details
from domain.tournament import Tournament, replay
from domain.words.federations import FEDERATIONS, has_flag
from domain.words.players import Player, player_id
from projections.moment.people import people
from projections.moment.snapshot import snapshot
from tests.crosstable import announced
from web.flags import FLAGS, flag_file, flag_url

CODES = ("BUL", "FID", "XQX", "WAL", "")


def five_people(*, flags: bool, hidden: frozenset[int] = frozenset()) -> dict[str, bool]:
    players = [Player(player_id(n), f"Player {n}", federation=code) for n, code in enumerate(CODES, 1)]
    t = announced(players=players)
    t = replay(amend_details(t, replace(t.details, flags=flags)), t)
    found = people(t, frozenset(player_id(n) for n in hidden))
    return {CODES[id - 1]: person.flag for id, person in found.items()}


def test_nobody_has_a_flag_until_the_organiser_says_so() -> None:
    assert not any(five_people(flags=False).values())


def test_everybody_with_a_federation_has_the_room_of_a_flag() -> None:
    assert five_people(flags=True) == {"BUL": True, "FID": True, "XQX": True, "WAL": True, "": False}


def test_fide_no_federation_and_an_unknown_code_have_no_drawing() -> None:
    assert [code for code in (*CODES, "NON", "AHO") if not flag_url(code)] == ["FID", "XQX", "", "NON", "AHO"]


def test_a_table_that_was_shown_before_gets_its_flags() -> None:
    t = announced(players=[Player(player_id(1), "Jones, Gwen", federation="WLS")])
    before = snapshot(t)
    t = replay(amend_details(t, replace(t.details, flags=True)), t)
    assert [person.flag for person in snapshot(t, before).people.values()] == [True]


def test_somebody_anonymous_is_not_known_by_a_flag() -> None:
    assert five_people(flags=True, hidden=frozenset({1}))["BUL"] is False


def test_every_federation_of_a_country_has_a_drawing_and_no_drawing_is_for_nobody() -> None:
    drawn = {path.name for path in FLAGS.glob("*.svg")}
    assert drawn == {flag_file(code) for code in FEDERATIONS if has_flag(code)}
    assert len(drawn) == 207
    assert "MIT" in (FLAGS / "LICENSE.txt").read_text()


@pytest.mark.parametrize("code", [code for code in FEDERATIONS if has_flag(code)])
def test_a_flag_is_a_small_drawing_of_three_to_two_that_loads_nothing(code: str) -> None:
    text = (FLAGS / flag_file(code)).read_text("utf-8")
    assert len(text) < 4096
    assert not re.search(r"script|href|url\(|<style|<image|\son\w+=", text)
    width, height = (float(number) for number in ElementTree.fromstring(text).attrib["viewBox"].split()[2:])
    assert 1.4 < width / height < 1.6


def test_the_address_of_a_flag_changes_with_its_drawing() -> None:
    assert re.fullmatch(r"/static/flags/gre\.svg\?v=[0-9a-f]{10}", flag_url("GRE"))
    assert flag_url("WAL") == flag_url("WLS")


def test_flags_that_are_shown_stay_so_where_other_details_change() -> None:
    t: Tournament = announced()
    t = replay(amend_details(t, replace(t.details, flags=True)), t)
    t = replay(amend_details(t, replace(t.details, city="Sofia")), t)
    assert t.details.flags
