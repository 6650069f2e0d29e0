"""The rating list at the desk: sent as a file, followed to its end, searched from the form of a player."""

import re
from pathlib import Path

from server.office.rating_lists import RatingLists
from server.rating_lists.sqlite import shelf_of
from tests.desk.browsers import WORKERS, Browser, desk, with_players
from tests.files.rating_lists import ANNA, KARPOV, text_list, zipped

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


async def test_the_first_lines_that_cannot_be_read_are_on_the_page(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_list(anna, tmp_path, text_list([KARPOV, {**ANNA, "birthday": "May"}]))
        assert "1 line could not be read" in anna.text
        assert "3, birthday: “May” cannot be" in anna.text


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
        assert "it is looked for in FIDE 2026-11." in anna.text


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


async def with_national(anna: Browser, text: str, encoding: str = "utf-8") -> None:
    await anna.go(LISTS)
    await anna.send(LISTS, files={"file": ("bul.csv", text.encode(encoding))}, publisher="bul", month="2026-10")


async def read_with(anna: Browser, **columns: str) -> None:
    await anna.send(anna.page.url.path, **columns)
    if anna.page.status_code == 200:
        while (await anna.go(f"{LISTS}/progress")).json()["underway"]:
            continue
        await anna.go(LISTS)


async def test_a_national_list_shows_its_columns_before_it_is_read(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_national(anna, "Player;ELO;Points\nТопалов, Веселин;2700;2712\nТал, Михаил;2600;2611\n")
        assert "Columns of the list of BUL 2026-10" in anna.text
        assert "Топалов, Веселин 2700 2712" in anna.text
        guessed = {name: field for name, field in anna.form(anna.page.url.path).items() if name.startswith("column-")}
        assert guessed == {"column-0": "name", "column-1": "rating", "column-2": ""}
        await read_with(anna, **{"column-1": "", "column-2": "rating"})
        assert "BUL 2026-10 2" in anna.text
        (found,) = shelf_of(tmp_path).search("topalov", publisher="BUL")
        assert found.standard == 2712
        assert list((tmp_path / "rating-lists").glob("waiting-*")) == []


async def test_the_letters_of_a_national_list_are_found_shown_and_chosen(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_national(anna, "Name;Rating\nТопалов, Веселин;2700\n", "cp1251")
        assert "Топалов, Веселин 2700" in anna.text
        await anna.send(anna.page.url.path, encoding="windows-1252", again="1")
        assert "Òîïàëîâ, Âåñåëèí 2700" in anna.text
        await read_with(anna, encoding="windows-1251")
        (found,) = shelf_of(tmp_path).search("topalov", publisher="BUL")
        assert found.name == "Топалов, Веселин"


async def test_a_list_without_a_line_of_heads_is_read_from_its_first_line(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_national(anna, "1975;2712;Топалов Веселин\n1936;2611;Тал Михаил\n")
        await read_with(anna, header="", **{"column-0": "birth_year", "column-1": "rating", "column-2": "name"})
        assert "BUL 2026-10 2" in anna.text


async def test_of_two_columns_with_one_meaning_and_of_none_the_page_says_what_is_wrong(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_national(anna, "Name;Rating;Elo\nТал, Михаил;2600;2611\n")
        assert anna.page.status_code == 200
        assert "the columns 'Rating' and 'Elo' mean the same" in anna.text
        assert anna.form(anna.page.url.path)["column-1"] == "rating"
        await read_with(anna, **{"column-0": ""})
        assert anna.page.status_code == 422
        await read_with(anna, **{"column-0": "name", "column-1": "rating"})
        assert "BUL 2026-10 1" in anna.text


async def test_a_line_that_cannot_be_read_is_told_and_the_columns_can_be_chosen_again(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_national(anna, "Name;Rating;Points\nТал, Михаил;strong;2611\n")
        await read_with(anna)
        assert "line 2, column 2: Rating must be a number" in anna.text
        again = re.search(rf'href="({LISTS}/columns/[^"]+)"', anna.page.text)
        assert again is not None
        await anna.go(again[1])
        await read_with(anna, **{"column-1": "", "column-2": "rating"})
        assert "BUL 2026-10 1" in anna.text


async def test_a_list_that_is_not_here_any_more_is_not_found(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        for name in ("BUL--0123456789abcdef", "..%2Faccess.json", "BUL"):
            assert (await anna.go(f"{LISTS}/columns/{name}")).status_code == 404


def test_while_a_file_arrives_no_other_list_may_come(tmp_path: Path) -> None:
    lists = RatingLists(shelf_of(tmp_path), tmp_path / "rating-lists", WORKERS)
    with lists.arriving():
        assert lists.underway
    assert not lists.underway
