"""The order of rating lists: preset by the kind of tournament, changed at the desk, and what it proposes."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from domain.words.rating_lists import RatedList, Speed, preset_order, rated_list
from tests.desk.browsers import Browser, desk, with_players
from tests.desk.test_rating_lists import LISTS, read_with, with_list, with_national

PLAYERS, CHECK = "/desk/t/open/players", "/desk/t/open/players/check"
BUL = "Name;Rating;Year\nTopalov, Veselin;2712;1975\nStefanova, Antoaneta;2410;1979\n"


@asynccontextmanager
async def two_lists(folder: Path) -> AsyncIterator[Browser]:
    """A desk with FIDE's list, a national one, and an open of two players."""
    async with desk(folder) as anna:
        await with_list(anna, folder)
        await with_national(anna, BUL)
        await read_with(anna)
        await with_players(anna, 2)
        yield anna


async def ordered(anna: Browser, *lists: str) -> None:
    """These lists count in tournaments of standard games; the other kinds stay as they are preset."""
    await anna.go(LISTS)
    chosen = {f"standard-{place}": (*lists, "", "", "", "")[place] for place in range(4)}
    await anna.send(f"{LISTS}/orders", **chosen, **{"preset-rapid": "1", "preset-blitz": "1"})


async def searched(anna: Browser, typed: str) -> list[tuple[int, str, list[str]]]:
    found = (await anna.go(f"{PLAYERS}/search?q={typed}")).json()["found"]
    return [(one["rating"], one["source"], one["others"]) for one in found]


@pytest.mark.parametrize(
    ("kind", "order"),
    [
        (Speed.STANDARD, ["FIDE standard", "BUL", "FIDE rapid", "FIDE blitz"]),
        (Speed.RAPID, ["FIDE rapid", "FIDE standard", "BUL", "FIDE blitz"]),
        (Speed.BLITZ, ["FIDE blitz", "FIDE standard", "BUL", "FIDE rapid"]),
    ],
)
def test_each_kind_of_tournament_has_a_preset_order(kind: Speed, order: list[str]) -> None:
    assert [str(one) for one in preset_order(kind, ["BUL"])] == order
    assert [str(rated_list(one)) for one in order] == order
    assert (rated_list("FIDE"), rated_list("fast"), rated_list("BUL")) == (None, None, RatedList("BUL"))


async def test_the_first_list_that_has_a_rating_proposes_it_and_the_others_stand_beside_it(tmp_path: Path) -> None:
    async with two_lists(tmp_path) as anna:
        assert await searched(anna, "stefanova+an") == [
            (2402, "FIDE 2026-11", ["2410 BUL 2026-10", "2390 FIDE 2026-11 rapid"]),
            (0, "", []),
        ]
        assert await searched(anna, "topalov") == [(2712, "BUL 2026-10", [])]


async def test_lists_are_moved_added_and_left_out(tmp_path: Path) -> None:
    async with two_lists(tmp_path) as anna:
        await ordered(anna, "BUL", "FIDE standard")
        form = anna.form(f"{LISTS}/orders")
        assert [form[f"standard-{place}"] for place in range(4)] == ["BUL", "FIDE standard", "", ""]
        assert [form[f"rapid-{place}"] for place in range(2)] == ["FIDE rapid", "FIDE standard"]
        assert (await searched(anna, "2902257"))[0] == (2410, "BUL 2026-10", ["2402 FIDE 2026-11"])
        assert [one["official_rating"] for one in anna.page.json()["found"]] == [2402]
        await ordered(anna, "FIDE blitz")
        assert await searched(anna, "serhii") == [(2501, "FIDE 2026-11 blitz", [])]
        assert await searched(anna, "topalov") == []
        await ordered(anna)
        assert "no list would count" in anna.refusal


async def test_a_rating_of_another_list_is_checked_against_that_list(tmp_path: Path) -> None:
    async with two_lists(tmp_path) as anna:
        await ordered(anna, "BUL", "FIDE standard")
        await anna.go(PLAYERS)
        await anna.send(
            PLAYERS, name="Stefanova, Antoaneta", rating="2410", national_rating="2410", title="GM", fide_id="2902257",
            federation="BUL", birth_year="1979", sex="w",
        )  # fmt: skip
        assert 'title="BUL 2026-10"' in anna.page.text
        await anna.go(CHECK)
        assert "Rating: 2410 → 2402" not in anna.text
        assert "FIDE rating, where another one counts: – → 2402" in anna.text
        await ordered(anna, "FIDE standard", "BUL")
        await anna.go(CHECK)
        assert "Rating: 2410 → 2402" in anna.text
        await anna.send(CHECK, take="3:rating")
        await anna.go(PLAYERS)
        assert 'title="FIDE 2026-11"' in anna.page.text


async def test_the_method_of_a_tournament_says_which_rating_is_proposed(tmp_path: Path) -> None:
    async with two_lists(tmp_path) as anna:
        for method, stefanova, topalov in (
            ("FIDE", 2402, None),
            ("BUL NRO", 2410, 2712),
            ("FIDON", 2402, 2712),
            ("NIDOF", 2410, 2712),
            ("HBFN", 2410, 2712),
            ("LBFN", 2402, 2712),
            ("OTHER", 2402, 2712),
        ):
            await anna.go("/desk/t/open/settings")
            await anna.send("/desk/t/open/details", rank_method=method)
            assert (await searched(anna, "stefanova+antoaneta"))[0][0] == stefanova, method
            assert [one[0] for one in await searched(anna, "topalov")] == ([topalov] if topalov else []), method
