"""Every field of a player has a box, a label of its own, and is kept and told."""

from pathlib import Path

from tests.decisions.test_player_fields import NAMES, TYPED
from tests.desk.browsers import desk, with_players, with_round_one
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


async def test_points_beside_the_results_are_given_with_a_reason(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        await anna.go(f"{AT}/1")
        await anna.send(f"{AT}/1/points", round="1", points="-½", reason="a phone rang")
        assert "Player A: ½ taken away in round 1 by the arbiter (a phone rang)." in anna.text
        await anna.go("/t/open/players/1")
        assert "−½" in anna.text
        await anna.go("/t/open/standings.json")
        assert {row["player"]["id"]: row["points"] for row in anna.page.json()["data"]["rows"]}[1] == -0.5


async def test_points_that_are_none_are_refused_with_a_sentence(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        for typed, said in (
            ("a lot", "Points must be whole or half points such as 1 or 0.5, not “a lot”."),
            ("0", "Points: write what is given or taken away, such as 0.5 or -1, at most 10 points."),
        ):
            await anna.go(f"{AT}/1")
            await anna.send(f"{AT}/1/points", round="1", points=typed, reason="why")
            assert anna.refusal == said
