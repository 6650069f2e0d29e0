"""A field of a player is written down once: forms, lists and what is published follow from it."""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path

import pytest

from domain.decisions.players.registering import NewPlayer, read_player
from domain.words.players import Player, player_id
from server.routes.forms import Form
from tests.files.rosters import read_roster

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
    "official_rating": "2498",
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


ROOT = Path(__file__).parents[2]
NICKNAME: Mapping[str, Mapping[str, str]] = {
    "domain/words/players.py": {
        "    national_rating: int = 0\n": '    national_rating: int = 0\n    nickname: str = ""\n',
    },
    "web/api/commands/__init__.py": {
        "    k: f.KFactor | None = None\n": "    k: f.KFactor | None = None\n    nickname: f.ClubName | None = None\n",
        "    k: f.KFactor = 0\n": '    k: f.KFactor = 0\n    nickname: f.ClubName = ""\n',
    },
    "projections/moment/people.py": {
        "    fide_id: int = 0\n": '    fide_id: int = 0\n    nickname: str = ""\n',
    },
    "web/wording/fields.py": {
        '    "k": N_("K factor"),\n': '    "k": N_("K factor"),\n    "nickname": N_("Nickname"),\n',
    },
    "web/templates/desk/player_fields.html": {
        '("club", "national_rating",': '("club", "national_rating", "nickname",',
        '  "k": \' inputmode': '  "nickname": " ",\n  "k": \' inputmode',
    },
}
"""A made-up field: file by file, a line that is there and what takes its place."""

EVERYWHERE = """
from datetime import UTC, datetime
from domain.decisions.players.registering import read_player
from domain.events import PlayerDetailsAmended, PlayerRegistered
from domain.files.lists.rows import read_rows
from domain.files.lists.players import roster_of
from domain.tournament import replay
from domain.words.players import player_id
from projections.moment.people import people
from server.journal.codec import Codec
from server.journal.entries import Append
from server.routes.forms import Form
from web.api.commands import PlayerOfList
from web.api.people import person
from web.rendering import environment
from web.wording import language
from web.wording.refusals import sentence
from domain.refusals import BadField

typed = read_player(Form({"name": "Tal, Mihail", "nickname": "Misha"}))
[listed] = roster_of(*read_rows("Name;Nickname\\nTal, Mihail;Misha".encode())).players
assert listed.player == typed
player = typed.registered_as(player_id(1))
event, codec = PlayerRegistered(player), Codec()
written = codec.write(Append("open", 0, "Anna", "c", [event]), event, 1, datetime.now(UTC), "0" * 64)
assert codec.read(written.name, written.row, "open", 1).event == event
assert '"nickname":"Misha"' in PlayerOfList(name="Tal, Mihail", nickname="Misha").fields()
[shown] = people(replay([event])).values()
assert person(shown)["nickname"] == "Misha"
try:
    read_player(Form({"name": "Tal, Mihail", "nickname": "x" * 121})).registered_as(player_id(1))
except BadField as refused:
    assert "Nickname" in sentence(refused, None, language("en"))
else:
    raise AssertionError("a nickname of 121 letters was taken")
around = {"refused": None, "typed": None, "bad_field": ""}
page = environment("en").get_template("desk/player_fields.html").make_module(around)
assert 'name="nickname"' in str(page.player_box("nickname", player))
assert ">Nickname</label>" in str(page.player_box("nickname", player))
assert any("nickname" in names for names in page.details)
"""


@pytest.mark.process
def test_a_new_field_takes_at_most_five_files(tmp_path: Path) -> None:
    """Form, list, registration, journal, refusal, public data and the commands of programs know it then."""
    assert len(NICKNAME) <= 5
    for package in ("domain", "projections", "web", "server"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__", "pictures"))
    for path, changes in NICKNAME.items():
        text = (tmp_path / path).read_text()
        for old, new in changes.items():
            assert text.count(old) == 1, (path, old)
            text = text.replace(old, new)
        (tmp_path / path).write_text(text)
    program = [sys.executable, "-W", "error", "-c", EVERYWHERE]
    done = subprocess.run(
        program, cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(tmp_path)}, stderr=subprocess.PIPE
    )
    assert done.returncode == 0, done.stderr.decode()
