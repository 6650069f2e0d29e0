"""McMahon at the desk: announced with its list, told in the reasons, shown apart in the table, corrected by name."""

from pathlib import Path

import pytest

from tests.desk.browsers import Browser, desk

LAWS = {
    "tournament_name": "Open",
    "rounds": "3",
    "system": "mcmahon",
    "fide_mode": "off",
    "order": "C07-SWISS",
    "bar": "2200",
    "band": "100",
    "floor": "1900",
}


async def with_players(anna: Browser, **laws: str) -> None:
    """Eight players, rated 2400 to 2050: four at the bar of 2200 or above it, three below."""
    await anna.go("/desk/new")
    await anna.send("/desk/new", **(LAWS | laws))
    players = "\n".join(f"Player {chr(65 + n)};{2400 - 50 * n}" for n in range(8))
    await anna.go("/desk/t/open/players/import")
    await anna.send("/desk/t/open/players/import", list=f"Name;Rating\n{players}")
    await anna.send("/desk/t/open/players/import")
    await anna.go("/desk/t/open")
    await anna.send("/desk/t/open/colour", colour="w")


async def with_round_one(anna: Browser) -> None:
    await with_players(anna)
    await anna.send("/desk/t/open/pair", confirmed="2")
    await anna.send("/desk/t/open/rounds/1/publish")
    at = "/desk/t/open/rounds/1"
    for board in range(1, 5):
        await anna.go(at)
        await anna.send(f"{at}/results", board=str(board), result="1-0", seen="")


async def test_its_list_of_tie_breaks_comes_with_it_and_goes_with_it(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna)
        with_it = (await anna.go("/desk/t/open/settings")).text
        await anna.send("/desk/t/open/regulations", system="dutch-2026", order="MCMAHON")
        without = (await anna.go("/desk/t/open/settings")).text
    assert 'name="order" type="text" value="MCMAHON"' in with_it
    assert 'name="order" type="text" value="C07-SWISS"' in without


async def test_fide_mode_does_not_have_it(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await anna.go("/desk/new")
        await anna.send("/desk/new", **(LAWS | {"fide_mode": "on"}))
    assert "FIDE mode" in anna.text
    assert "Pairing system" in anna.text


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"floor": "2200"}, "Floor must be a rating below the bar"),
        ({"band": "5"}, "players at the bar begin with more than 49 points"),
        ({"band": "0"}, "Band must be a whole number from 1 to 4000"),
    ],
)
async def test_a_bar_that_cannot_be_is_refused_with_a_sentence(
    tmp_path: Path, typed: dict[str, str], told: str
) -> None:
    async with desk(tmp_path) as anna:
        await anna.go("/desk/new")
        await anna.send("/desk/new", **(LAWS | typed))
    assert told in anna.text


async def test_the_desk_advises_a_bar_that_fits_the_rounds(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna, rounds="5")
        await anna.go("/desk/t/open/settings")
    assert "5 players begin at the bar; for 5 rounds 6 to 12 should. A bar of 2100 would fit." in anna.text


async def test_reasons_and_table_name_starting_points_apart_from_points(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        why = (await anna.go("/desk/t/open/rounds/1/why")).text
        table = (await anna.go("/t/open/standings")).text
        player = (await anna.go("/t/open/players/1")).text
    assert "Starting points, which count in the brackets: 3 points for" in why
    assert "Bracket 1 (3 points)" in why
    assert "Places go by the McMahon score (MMS)" in table
    assert "sum of the opponents&#39; McMahon scores" in table
    assert "McMahon score: starting points and points" in player


async def test_a_correction_of_starting_points_is_confirmed_and_told(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        await anna.go("/desk/t/open/players/8")
        await anna.send("/desk/t/open/players/8/start", starting_points="2.5", reason="strong abroad")
        asked = anna.text
        await anna.go("/desk/t/open/players/8")
        await anna.send("/desk/t/open/players/8/start", starting_points="2.5", reason="strong abroad", confirmed="3")
        told = (await anna.go("/desk/t/open/history")).text
        sent = (await anna.go("/t/open/report.trf")).text
    assert "A player begins with other points than by the rating" in asked
    assert "Starting points of Player H corrected: 1 → 2½, count from round 2" in told
    assert "XXA    8  1.0  2.5  2.5" in sent
    assert "### Regulations: system mcmahon;" in sent
    assert "bar 2200; band 100; floor 1900; top 3" in sent


async def test_bar_and_band_stand_fast_once_a_round_is_paired(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        await anna.go("/desk/t/open/settings")
        await anna.send("/desk/t/open/regulations", bar="2300", reason="too many", confirmed="4")
    assert "bar, band and floor can no longer be changed" in anna.text
