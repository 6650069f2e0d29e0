"""An arena at the desk, on players' phones and for programs: who sits down next is decided with the result."""

from io import BytesIO
from pathlib import Path
from typing import Any

from pypdf import PdfReader

from tests.desk.browsers import Browser, browser, server
from tests.desk.test_player_reports import DESK, link, report

ARENA = f"{DESK}/arena"


async def begun(anna: Browser, players: int = 6) -> None:
    await (await anna.log_in()).go("/desk/new")
    kind = {"format": "arena", "fide_mode": "off", "order": "TPR"}
    await anna.send("/desk/new", tournament_name="Open", visibility="public", **kind)
    await anna.go(f"{DESK}/players/import")
    lines = "\n".join(f"Player {chr(65 + n)};{2400 - 50 * n}" for n in range(players))
    await anna.send(f"{DESK}/players/import", list=f"Name;Rating\n{lines}")
    await anna.send(f"{DESK}/players/import")
    await anna.go(ARENA)
    await anna.send(f"{ARENA}/begin", arena_minutes="60")


async def now(anna: Browser) -> dict[str, Any]:
    found: dict[str, Any] = (await anna.client.get("/t/open/pairings.json")).json()["data"]
    return found


def pairs(view: dict[str, Any]) -> list[tuple[int, str, str]]:
    return [(row["board"], row["white"]["name"], row["black"]["name"]) for row in view["boards"]]


async def test_what_two_players_report_brings_them_their_next_games(tmp_path: Path) -> None:
    async with server(tmp_path) as at, browser(at) as anna, browser(at) as white, browser(at) as black:
        await begun(anna)
        await anna.go(f"{DESK}/settings")
        await anna.send(f"{DESK}/player-reports", allowed="1")
        first = (await now(anna))["boards"][0]
        for phone, side in ((white, "white"), (black, "black")):
            await phone.go(await link(anna, first[side]["id"]))
            assert (await report(phone, "1-0")).status_code == 200
        view = await now(anna)
        assert [board for board, *_ in pairs(view)] == [2, 3]
        assert [(one["name"], one["bye"]) for one in view["unpaired"]] == [
            ("Player B", "waits"),
            ("Player A", "waits"),
        ]
        await anna.go(ARENA)
        await anna.send(f"{ARENA}/results", entry="2 1/2-1/2 ")
        assert [board for board, *_ in pairs(await now(anna))] == [1, 2, 3]
        await white.go(white.page.url.path)
        assert "Round 2, board 1" in white.text


async def test_whoever_comes_late_or_back_plays_at_once(tmp_path: Path) -> None:
    async with server(tmp_path) as at, browser(at) as anna:
        await begun(anna, 5)
        await anna.go(f"{DESK}/players")
        await anna.send(f"{DESK}/players", name="Late", rating="2000")
        assert anna.page.status_code == 200, anna.text
        assert "Late" in {name for _, *names in pairs(await now(anna)) for name in names}
        await anna.go(ARENA)
        for player in ("1", "2"):
            await anna.send(f"{ARENA}/pause", player=player)
        await anna.send(f"{ARENA}/results", entry="1 1-0 ")
        assert [one["name"] for one in (await now(anna))["unpaired"]] == []
        assert [board for board, *_ in pairs(await now(anna))] == [2, 3]


async def test_a_table_without_a_game_is_named(tmp_path: Path) -> None:
    async with server(tmp_path) as at, browser(at) as anna:
        await begun(anna, 4)
        await anna.send(f"{ARENA}/results", board="9", result="1")
        assert anna.refusal == "No game is in play at board 9: its result is entered already, or the number is another."


async def test_the_page_says_what_the_arena_is_at_and_its_end_is_another(tmp_path: Path) -> None:
    async with server(tmp_path) as at, browser(at) as anna:
        await begun(anna, 4)
        view = await now(anna)
        assert (view["arena"], view["games"]) == (True, 2)
        await anna.send(f"{ARENA}/end")
        assert "The time is over: no game begins any more." in anna.text
        assert "arena_ends" not in await now(anna)
        await anna.send(f"{ARENA}/begin", arena_minutes="30")
        assert "New games begin until" in anna.text
        await anna.go(DESK)
        assert "The arena goes on: whoever is free is paired at once" in anna.text


async def test_all_pages_know_it(tmp_path: Path) -> None:
    async with server(tmp_path) as at, browser(at) as anna:
        await begun(anna, 5)
        for page in ("", "/players", "/standings", "/crosstable", "/pairings/1", "/screen"):
            found = await anna.client.get(f"/t/open{page}")
            assert (page, found.status_code) == (page, 200)
        assert "of 1" not in (await anna.client.get("/t/open")).text
        for page in ("", "/rounds/1", "/players", "/standings", "/papers", "/settings", "/history", "/exports"):
            await anna.go(DESK + page)
            assert (page, anna.page.status_code) == (page, 200)
            assert "Pair round" not in anna.text


async def test_no_round_is_named_while_it_goes_on_and_nothing_is_final(tmp_path: Path) -> None:
    async with server(tmp_path) as at, browser(at) as anna:
        await begun(anna, 4)
        table = (await anna.client.get("/t/open/standings")).text
        assert "2 games are still to be played" in table
        assert "round 1 in play" not in table
        for player in ("1", "2", "3", "4"):
            await anna.send(f"{ARENA}/pause", player=player, paused="1")
        for entry in ("1 1-0 ", "2 1-0 "):
            await anna.go(ARENA)
            await anna.send(f"{ARENA}/results", entry=entry)
        for page in ("/t/open/standings", "/t/open", f"{DESK}/standings"):
            assert "Final standings" not in (await anna.client.get(page)).text
        await anna.go(ARENA)
        await anna.send(f"{ARENA}/end")
        assert "Whoever is free is paired by itself" not in anna.text
        assert "Final standings" in (await anna.client.get("/t/open/standings")).text
        await anna.go(DESK)
        assert "The arena is over." in anna.text
        assert "All rounds are played" not in anna.text


async def test_a_players_own_page_says_that_they_wait_and_has_the_newest_game_on_top(tmp_path: Path) -> None:
    async with server(tmp_path) as at, browser(at) as anna, browser(at) as phone:
        await begun(anna, 4)
        await anna.go(f"{DESK}/settings")
        await anna.send(f"{DESK}/player-reports", allowed="1")
        where = await link(anna, 1)
        await phone.go(where)
        assert "You wait for the next game." not in phone.text
        await anna.go(ARENA)
        await anna.send(f"{ARENA}/results", entry="1 1-0 ")
        await phone.go(where)
        assert "You wait for the next game." in phone.text
        await anna.send(f"{ARENA}/results", entry="2 1-0 ")
        await phone.go(where)
        assert "You wait for the next game." not in phone.text
        assert phone.text.index("Round 2") < phone.text.index("Round 1")


async def test_two_who_press_the_same_row_at_once_do_not_end_the_next_game_at_that_table(tmp_path: Path) -> None:
    async with server(tmp_path) as at, browser(at) as anna, browser(at) as boris:
        await begun(anna, 7)
        await (await boris.log_in("Boris")).go(ARENA)
        await anna.go(ARENA)
        assert 'value="1 1-0  1"' in anna.page.text
        await anna.send(f"{ARENA}/results", entry="1 1-0  1")
        await boris.send(f"{ARENA}/results", entry="1 0-1  1")
        assert boris.refusal.startswith("Board 1 of round 1 has 1 – 0 by now")
        view = await now(anna)
        assert (1, view["games"], view["open"]) == (view["boards"][0]["board"], 3, 3)


async def test_a_typed_board_means_the_game_in_play_there_and_the_page_says_so(tmp_path: Path) -> None:
    async with server(tmp_path) as at, browser(at) as anna:
        await begun(anna, 7)
        await anna.send(f"{ARENA}/results", entry="1 1-0 ")
        await anna.go(ARENA)
        assert "The board means the game in play there." in anna.text
        _, white, black = next(one for one in pairs(await now(anna)) if one[0] == 1)
        await anna.send(f"{ARENA}/results", board="1", result="0")
        assert f"Round 2, board 1 ({white} – {black}): 0 – 1" in anna.text
        await anna.go(f"{DESK}/rounds/1")
        assert "Results are typed on the page of the arena" in anna.text
        assert 'id="quick-board"' not in anna.page.text


async def test_the_crosstable_names_no_round(tmp_path: Path) -> None:
    async with server(tmp_path) as at, browser(at) as anna:
        await begun(anna, 4)
        for page in ("/t/open/crosstable", f"{DESK}/crosstable"):
            told = (await anna.client.get(page)).text
            assert "round 1 in play" not in told
            assert "after round" not in told


async def test_the_page_of_whoever_waits_says_nothing_of_a_bye(tmp_path: Path) -> None:
    async with server(tmp_path) as at, browser(at) as anna:
        await begun(anna, 5)
        waits = (await now(anna))["unpaired"][0]["id"]
        page = (await anna.client.get(f"/t/open/players/{waits}")).text
        assert "bye" not in page
        assert "not paired" not in page


async def test_paper_has_all_games_in_play_while_it_goes_on(tmp_path: Path) -> None:
    async with server(tmp_path) as at, browser(at) as anna:
        await begun(anna, 6)
        for entry in ("1 1-0  1", "2 1-0  1"):
            await anna.go(ARENA)
            await anna.send(f"{ARENA}/results", entry=entry)
        assert len(pairs(await now(anna))) == 3
        for paper in ("pairings", "slips"):
            found = await anna.client.get(f"{DESK}/papers/{paper}.pdf")
            said = "".join(page.extract_text() for page in PdfReader(BytesIO(found.content)).pages)
            assert "Games in play" in said
            assert [letter for letter in "ABCDEF" if f"Player {letter}" not in said] == []
        await anna.go(f"{DESK}/players")
        assert "Paired from round" not in anna.text
