"""A field of a player is written down once: forms, lists and what is published follow from it."""

from dataclasses import fields

import pytest

from domain.decisions.new_player import NewPlayer, read_player
from domain.files.player_list import read_roster
from domain.words.players import Player, player_id
from server.routes.forms import Form

TYPED = {
    "name": "Euwe, Max",
    "rating": "2530",
    "title": "GM",
    "federation": "NED",
    "fide_id": "1000012",
    "sex": "m",
    "birth_year": "1901",
    "club": "VAS",
    "national_rating": "2511",
    "k": "20",
}
NAMES = [field.name for field in fields(Player) if field.name != "id"]


@pytest.mark.parametrize("name", NAMES)
def test_a_form_fills_every_field_of_a_player(name: str) -> None:
    read = read_player(Form({"name": "x", name: TYPED[name]}))
    assert str(getattr(read, name)) == TYPED[name]


def test_a_list_fills_every_field_by_its_name() -> None:
    header = ";".join(name.replace("_", " ") for name in NAMES)
    line = ";".join(TYPED[name] for name in NAMES)
    (listed,) = read_roster(f"{header}\n{line}".encode()).players
    assert listed.player == read_player(Form(TYPED))


def test_a_registration_keeps_every_field() -> None:
    player = read_player(Form(TYPED)).registered_as(player_id(7))
    assert {name: str(getattr(player, name)) for name in NAMES} == TYPED
    assert player.id == 7


def test_somebody_not_registered_yet_is_no_player_of_the_tournament() -> None:
    assert NewPlayer("Euwe, Max") != Player(player_id(0), "Euwe, Max")
