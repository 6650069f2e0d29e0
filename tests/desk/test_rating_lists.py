"""The rating list at the desk: sent as a file, followed to its end, searched from the form of a player."""

from pathlib import Path

from server.office.rating_lists import RatingLists
from server.rating_lists.choosing import shelf_of
from tests.desk.browsers import Browser, desk, with_players
from tests.files.rating_lists import text_list, zipped

LISTS = "/desk/rating-lists"


async def with_list(anna: Browser, folder: Path, inside: bytes | None = None) -> None:
    await anna.go(LISTS)
    path = zipped(folder, text_list() if inside is None else inside)
    await anna.send(LISTS, files={"file": ("players_list.zip", path.read_bytes())})
    while (await anna.go(f"{LISTS}/progress")).json()["underway"]:
        continue
    await anna.go(LISTS)


async def test_a_list_is_sent_and_searched(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_list(anna, tmp_path)
        assert "FIDE 2026-11" in anna.text
        await with_players(anna, 2)
        answer = (await anna.go("/desk/t/open/players/search?q=стефанова ан")).json()
        assert answer["list"] == "FIDE 2026-11, 4 players"
        assert [(one["fide_id"], one["rating"], one["title"]) for one in answer["found"]] == [
            (2902257, 2402, "GM"),
            (34188771, 0, ""),
        ]


async def test_a_broken_file_says_why_and_leaves_the_old_list(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_list(anna, tmp_path)
        await with_list(anna, tmp_path, b"no list at all")
        assert "not FIDE's combined rating list" in anna.text
        assert "FIDE 2026-11" in anna.text


async def test_a_month_that_is_none_is_refused(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await anna.go(LISTS)
        await anna.send(LISTS, files={"file": ("players_list.zip", b"x")}, month="November")
        assert "2026-11" in anna.refusal


async def test_the_form_says_which_list_it_searches(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna, 2)
        await anna.go("/desk/t/open/players")
        assert "players are found while you type" in anna.text
        await with_list(anna, tmp_path)
        await anna.go("/desk/t/open/players")
        assert "FIDE 2026-11 is searched" in anna.text


async def test_differences_are_taken_over_at_the_desk(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_list(anna, tmp_path)
        await with_players(anna, 2)
        await anna.go("/desk/t/open/players")
        await anna.send("/desk/t/open/players", name="Стефанова, Антоанета", rating="2350")
        await anna.send("/desk/t/open/players", name="Karpov, Anatoly", rating="2617", fide_id="4100026")
        assert anna.text.count("typed") == 3
        check = "/desk/t/open/players/check"
        await anna.go(check)
        assert "not on the list" in anna.text
        await anna.send(check, take="3:name", agreeing="1")
        assert "Stefanova, Antoaneta" not in anna.text
        await anna.go(check)
        await anna.send(check, take="3:rating")
        await anna.go("/desk/t/open/players")
        assert "2402" in anna.text
        assert anna.page.text.count('title="FIDE 2026-11"') == 2


def test_while_a_file_arrives_no_other_list_may_come(tmp_path: Path) -> None:
    lists = RatingLists(shelf_of(tmp_path), tmp_path / "rating-lists")
    with lists.arriving():
        assert lists.underway
    assert not lists.underway
