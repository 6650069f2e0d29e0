"""Every field of a player has a box, a label of its own, and is kept and told."""

from pathlib import Path

from tests.decisions.test_player_fields import NAMES, TYPED
from tests.desk.browsers import desk, with_players
from web.wording.fields import LABELS

AT = "/desk/t/open/players"


def test_every_field_of_a_player_has_a_label() -> None:
    assert set(NAMES) <= set(LABELS)


async def test_every_field_of_a_player_can_be_typed_and_is_kept(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna)
        await anna.go(f"{AT}/8")
        assert set(NAMES) <= set(anna.form(f"{AT}/8"))
        await anna.send(f"{AT}/8", **TYPED)
        await anna.go(f"{AT}/8")
        kept = anna.form(f"{AT}/8")
        assert {name: kept[name] for name in NAMES} == TYPED


async def test_what_was_typed_stands_in_its_box_beside_a_refusal(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna)
        await anna.go(AT)
        await anna.send(AT, name="Euwe, Max", title="GM", sex="m", rating="9999")
        assert anna.refusal.startswith("Rating")
        boxes = anna.form(AT)
        assert (boxes["name"], boxes["title"], boxes["sex"], boxes["rating"]) == ("Euwe, Max", "GM", "m", "9999")
