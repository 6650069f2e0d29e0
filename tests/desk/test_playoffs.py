"""Play-offs through the pages of the desk, and what everybody sees of them."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
from starlette.applications import Starlette

from domain.decisions.rounds.results import record_result
from domain.events import PlayoffDecided, PlayoffHeld
from domain.words.games import Result
from server.services import services_of
from tests.desk.browsers import Browser, browser, desk, server, with_players
from tests.stewards.desk import invite

AT = "/desk/t/open"
PLAYOFF = "/desk/t/open-play-off"


async def with_a_tie(anna: Browser, count: int = 6, order: str = "PTS, PLAYOFF, RTNG") -> None:
    """One round is all there is, and White wins on every board."""
    await with_players(anna, count, rounds="1")
    await anna.go(f"{AT}/settings")
    await anna.send(f"{AT}/regulations", order=order, rounds="1", confirmed="4")
    await anna.go(AT)
    await anna.send(f"{AT}/pair", confirmed="2")
    await anna.send(f"{AT}/rounds/1/publish")
    for board in range(1, count // 2 + 1):
        await anna.go(f"{AT}/rounds/1")
        await anna.send(f"{AT}/rounds/1/results", board=str(board), result="1-0", seen="")
    await anna.go(AT)


async def with_a_playoff(anna: Browser, count: int = 6, **options: str) -> None:
    await with_a_tie(anna, count)
    await anna.go(f"{AT}/playoff")
    await anna.send(f"{AT}/playoff/hold", **options)


async def play(anna: Browser, result: str, **more: str) -> None:
    """Seats the next game and enters its result."""
    await anna.send(f"{PLAYOFF}/playoff/seat")
    await anna.send(f"{PLAYOFF}/playoff/results", result=result, **more)


async def test_a_tie_for_first_place_offers_a_play_off(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_a_tie(anna)
        assert "3 players are level for place 1. Hold a play-off" in anna.text
        await anna.go(f"{AT}/playoff")
        assert anna.form(f"{AT}/playoff/hold")["ended"]


async def test_without_playoff_in_the_list_the_desk_says_what_to_do(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_a_tie(anna, order="PTS, RTNG")
        assert "Hold a play-off" not in anna.text
        await anna.go(f"{AT}/playoff")
        assert "The regulations announce no play-off (32.5.1)." in anna.text


async def test_its_page_shows_the_tied_and_the_ways_on(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_a_playoff(anna)
        assert anna.page.url.path == f"{PLAYOFF}/playoff"
        assert "2 level: Armageddon, 5 min against 4" in anna.text
        assert "3 level: all play all, Armageddon" in anna.text
        await anna.send(f"{PLAYOFF}/playoff/seat")
        assert "Begins at" in anna.text
        assert "Lots drawn with the seed" in anna.text
        await anna.send(f"{PLAYOFF}/playoff/results", result="1-0")
        assert "Begins at" not in anna.text
        assert "The seed of the lot stands in the journal" not in anna.text


async def test_the_day_of_a_play_off_offers_no_pairing_by_the_system(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_a_playoff(anna)
        await anna.send(f"{PLAYOFF}/playoff/seat")
        await anna.go(PLAYOFF)
    assert "The day" in anna.text
    assert re.search("then (Pair|Close)", anna.text) is None


async def test_the_round_of_a_play_off_leads_to_no_next_round(tmp_path: Path) -> None:
    async with desk(tmp_path, chances=True) as anna:
        await with_a_playoff(anna)
        await anna.send(f"{PLAYOFF}/playoff/seat")
        for slug in (AT, PLAYOFF):
            await anna.go(f"{slug}/settings")
            await anna.send(f"{slug}/chances", shown="public", from_round="1", open_games="drawn")
        table, playoff = [(await anna.client.get(f"{slug[5:]}/pairings")).text for slug in (AT, PLAYOFF)]
    assert "if it ended now" in table
    assert "if it ended now" not in playoff


async def test_a_late_play_off_is_armageddon_at_once(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_a_playoff(anna, count=4, late="1")
        assert "late: Armageddon only (32.5.8)" in anna.text


async def names_of(anna: Browser, page: str, key: str) -> list[str]:
    lines = (await anna.go(page)).json()["data"][key]
    return [line["player"]["name"] for line in lines]


async def places(anna: Browser) -> list[str]:
    """The table of the tournament, best first."""
    return await names_of(anna, "/t/open/standings.json", "rows")


async def order_of_playoff(anna: Browser) -> list[str]:
    return await names_of(anna, "/t/open-play-off/playoff.json", "outcome")


async def correct(anna: Browser, result: str, at: str = PLAYOFF, round: int = 1, board: int = 1) -> None:
    path = f"{at}/rounds/{round}/boards/{board}/correct"
    await anna.go(path)
    await anna.send(path, result=result, reason="typed wrongly", confirmed="4")


async def test_the_order_comes_into_the_table_with_the_result_that_decides(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_a_playoff(anna, count=4, late="1")
        await play(anna, "1/2-1/2")
        assert "This order stands in the table of Open since" in anna.text
        assert "Bring this order" not in anna.text
        order = await order_of_playoff(anna)
        assert (await places(anna))[:2] == order
        await anna.go(AT)
        assert f"Its order stands in the table: {order[0]} (by Armageddon); {order[1]}" in anna.text
        assert "with the entry of Anna. It follows by itself if a game is corrected." in anna.text


async def test_the_table_follows_a_correction_in_the_play_off(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_a_playoff(anna, count=4, late="1")
        await play(anna, "1/2-1/2")
        before = await order_of_playoff(anna)
        await correct(anna, "1-0")
        assert await order_of_playoff(anna) == [before[1], before[0]]
        assert (await places(anna))[:2] == [before[1], before[0]]
        await anna.go(AT)
        assert "drift" not in anna.page.text


async def test_a_play_off_that_goes_on_after_a_correction_has_no_order_in_the_table(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_a_playoff(anna, count=4)
        await play(anna, "1-0")
        await play(anna, "1/2-1/2")
        await correct(anna, "1/2-1/2")
        await anna.go(AT)
        assert "It goes on:" in anna.text
        assert "Its order comes into the table by itself." in anna.text
        await anna.go(f"{AT}/history")
        assert "The order of the play-off open-play-off does not stand any more: it goes on" in anna.text
        await anna.go(f"{PLAYOFF}/playoff")
        await play(anna, "1-0")
        assert (await places(anna))[:2] == await order_of_playoff(anna)


async def undo_newest(anna: Browser, at: str, what: str) -> None:
    """The newest entry in whose line these words stand."""
    rows = (await anna.go(f"{at}/history")).text
    version = next(row for row in re.findall(r"(?s)<tr.*?</tr>", rows) if what in row)
    link = re.search(r"/history/([0-9]+)/undo", version)
    assert link is not None
    path = f"{at}/history/{link[1]}/undo"
    await anna.go(path)
    await anna.send(path, reason="too early", confirmed="4")


async def test_undo_of_the_result_that_decided_takes_the_order_out_of_the_table(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_a_playoff(anna, count=4, late="1")
        await play(anna, "1/2-1/2")
        await undo_newest(anna, PLAYOFF, "½ – ½")
        await anna.go(AT)
        assert "It goes on:" in anna.text


async def test_an_order_that_the_arbiter_has_taken_out_does_not_come_back_by_itself(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_a_playoff(anna, count=4, late="1")
        await play(anna, "1/2-1/2")
        order = await order_of_playoff(anna)
        await undo_newest(anna, AT, "Play-off decided")
        await anna.go(f"{PLAYOFF}/playoff")
        await anna.send(f"{PLAYOFF}/playoff/close")
        await anna.go(AT)
        assert f"It is decided, and its order is not in the table: {order[0]} (by Armageddon)" in anna.text
        await anna.send(f"{AT}/playoff/take")
        assert (await places(anna))[:2] == order


async def play_out(anna: Browser) -> None:
    """To the end; of two the better name wins."""
    while "This order stands in the table" not in anna.text:
        await anna.send(f"{PLAYOFF}/playoff/seat")
        stages = (await anna.client.get("/t/open-play-off/playoff.json")).json()["data"]["stages"]
        game = next(game for stage in stages for game in stage["games"] if game["round"] and game["result"] is None)
        won = "1-0" if game["white"]["name"] < game["black"]["name"] else "0-1"
        await anna.send(f"{PLAYOFF}/playoff/results", result=won)


async def test_a_correction_of_the_table_after_which_others_are_level_takes_the_order_out(tmp_path: Path) -> None:
    """Board 1 was no win: two of the three who played are not level with a third any more."""
    async with desk(tmp_path) as anna:
        await with_a_playoff(anna, late="1")
        await play_out(anna)
        order = await order_of_playoff(anna)
        assert sorted((await places(anna))[:3]) == sorted(order)
        await correct(anna, "1/2-1/2", at=AT)
        await anna.go(AT)
        assert "Those who play it are not the ones who are level now: it decides nothing." in anna.text
        assert "2 players are level for place 1. Hold a play-off" in anna.text
        await anna.go(f"{PLAYOFF}/playoff")
        assert "Nothing that is played here counts for it." in anna.text
        await correct(anna, "1-0", at=AT)
        assert (await places(anna))[:3] == order
        await anna.go(AT)
        assert "Its order stands in the table" in anna.text


async def test_no_table_is_final_while_games_of_its_play_off_are_on_the_board(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_a_playoff(anna)
        await anna.send(f"{PLAYOFF}/playoff/seat")
        await anna.go(AT)
        await anna.send(f"{AT}/close")
        assert "There is no final table while the play-off for place 1 is played" in anna.text
        assert "Close the tournament" in anna.text


async def test_a_play_off_that_has_given_no_order_is_asked_about_before_the_table_is_final(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_a_playoff(anna)
        await anna.go(AT)
        await anna.send(f"{AT}/close")
        assert "Players are level for place 1, and no play-off has decided it" in anna.text
        await anna.send(f"{AT}/close")
        assert "the table is final" in anna.text


async def test_a_tie_that_no_play_off_was_held_for_is_asked_about_too(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_a_tie(anna)
        await anna.send(f"{AT}/close")
        assert "Players are level for place 1, and no play-off has decided it" in anna.text


async def test_a_table_whose_play_off_is_decided_closes_without_a_question(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_a_playoff(anna, count=4, late="1")
        await play(anna, "1-0")
        await anna.go(AT)
        await anna.send(f"{AT}/close")
        assert "the table is final" in anna.text


async def test_a_closed_table_keeps_its_order_until_it_is_reopened(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_a_playoff(anna, count=4, late="1")
        await play(anna, "1/2-1/2")
        before = await order_of_playoff(anna)
        await anna.go(AT)
        await anna.send(f"{AT}/close")
        await correct(anna, "1-0")
        assert (await places(anna))[:2] == before
        await anna.go(f"{PLAYOFF}/playoff")
        assert "Open is closed with another order." in anna.text
        await anna.go(AT)
        assert "It gives another order now" in anna.text
        await anna.send(f"{AT}/reopen", reason="a play-off game was typed wrongly", confirmed="4")
        await anna.go(AT)
        assert "drift" not in anna.page.text
        assert (await places(anna))[:2] == [before[1], before[0]]


async def test_what_a_server_before_left_undone_is_done_at_the_start(tmp_path: Path) -> None:
    """It stopped between the result that decided and the order in the table."""
    async with server(tmp_path) as transport, browser(transport) as somebody:
        anna = await somebody.log_in()
        await with_a_playoff(anna, count=4, late="1")
        await anna.send(f"{PLAYOFF}/playoff/seat")
        played = await services_of(app_of(transport)).office.open("open-play-off")
        await played.command("the last result", "Anna", lambda t: record_result(t, 1, 1, Result.DRAW, None))
        await anna.go(AT)
        assert "It is decided, and its order is not in the table" in anna.text
    async with server(tmp_path) as transport, browser(transport) as somebody:
        office = await services_of(app_of(transport)).office.open("open")
        await office.reached(next(e.version for e in office.entries if isinstance(e.event, PlayoffHeld)) + 1)
        anna = await somebody.log_in()
        assert (await places(anna))[:2] == await order_of_playoff(anna)
        assert isinstance(office.entries[-1].event, PlayoffDecided)
        assert office.entries[-1].by == "Anna"


@asynccontextmanager
async def come_in(transport: httpx.ASGITransport, link: str) -> AsyncIterator[Browser]:
    """Somebody who was invited, by the link on their card."""
    async with browser(transport) as somebody:
        await somebody.go(link)
        yield somebody


def app_of(transport: httpx.ASGITransport) -> Starlette:
    assert isinstance(transport.app, Starlette)
    return transport.app


async def test_the_roles_of_a_tournament_hold_in_its_play_off(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as somebody:
        anna = await somebody.log_in()
        await with_a_playoff(anna, count=4, late="1")
        await anna.send(f"{PLAYOFF}/playoff/seat")
        links = {role: await invite(anna, role, role) for role in ("arbiter", "entry", "reader")}
        async with come_in(transport, links["reader"]) as reader:
            assert (await reader.go(f"{PLAYOFF}/playoff")).status_code == 200
            assert (await reader.send(f"{PLAYOFF}/playoff/results", result="1-0")).status_code == 403
        async with come_in(transport, links["entry"]) as helper:
            await helper.go(f"{AT}/enter")
            assert f'href="{PLAYOFF}/enter"' in helper.page.text
            await helper.go(f"{PLAYOFF}/enter")
            assert "Round 1" in helper.text
        async with come_in(transport, links["arbiter"]) as boris:
            await boris.go("/desk")
            assert f'href="{PLAYOFF}"' in boris.page.text
            await boris.go(f"{PLAYOFF}/playoff")
            await boris.send(f"{PLAYOFF}/playoff/results", result="1/2-1/2")
            assert "This order stands in the table of Open since" in boris.text
        await anna.go(AT)
        assert "with the entry of arbiter." in anna.text


async def test_an_invitation_to_a_play_off_opens_no_other_door(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as somebody:
        anna = await somebody.log_in()
        await with_a_playoff(anna, count=4, late="1")
        link = await invite(anna, "Boris", "arbiter", tournament="open-play-off")
        async with come_in(transport, link) as boris:
            assert (await boris.go(AT)).status_code == 403


async def test_an_arbiter_of_one_tournament_holds_its_play_off(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as somebody:
        anna = await somebody.log_in()
        await with_a_tie(anna, count=4)
        link = await invite(anna, "Boris", "arbiter")
        async with come_in(transport, link) as boris:
            await boris.go(f"{AT}/playoff")
            await boris.send(f"{AT}/playoff/hold", late="1")
            assert boris.page.url.path == f"{PLAYOFF}/playoff"
            await play(boris, "1-0")
            assert "This order stands in the table" in boris.text


async def test_a_correction_in_a_play_off_offers_no_choice_of_a_swiss(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_a_playoff(anna, count=4, late="1")
        await play(anna, "1-0")
        await anna.go(f"{PLAYOFF}/rounds/1/boards/1/correct")
        assert "The plan is read anew" in anna.text
        assert "F.7" not in anna.text
        assert "choice" not in anna.form(f"{PLAYOFF}/rounds/1/boards/1/correct")


async def test_the_confirmation_of_a_correction_is_in_plain_words(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_a_playoff(anna, count=4, late="1")
        await play(anna, "1-0")
        path = f"{PLAYOFF}/rounds/1/boards/1/correct"
        await anna.go(path)
        await anna.send(path, result="0-1", reason="typed wrongly")
        assert anna.page.status_code == 409
        assert "The plan is read anew: games that it does not have any more are taken back." in anna.text
        assert "F.7" not in anna.text


async def test_the_preview_of_a_correction_says_which_games_are_taken_back(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_a_playoff(anna, count=4)
        for result in ("1-0", "1-0", "1-0"):
            await play(anna, result)
        effect = f"{PLAYOFF}/rounds/2/boards/1/effect?result=0-1"
        table = (await anna.go(f"{effect}&part=table")).text
        assert "Round 3 is taken back. What is still to be played is paired again." in table
        assert "<h2>" in table
        assert "&lt;" not in table
        steps = (await anna.go(f"{effect}&part=pairings")).text
        assert "The play-off then" in steps
        assert "Games taken back:" in steps
        assert "by points" in steps


async def test_the_preview_of_a_correction_shows_the_steps_that_come_then(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_a_playoff(anna, count=4)
        for result in ("1-0", "1/2-1/2"):
            await play(anna, result)
        effect = f"{PLAYOFF}/rounds/1/boards/1/effect"
        level = (await anna.go(f"{effect}?result=1/2-1/2&part=pairings")).text
        assert "Armageddon, 5 min against 4" in level
        assert "The order leaves the table of the tournament until the play-off is decided anew." in level
        lost = (await anna.go(f"{effect}?result=0-1&part=pairings")).text
        assert "Another order comes into the table of the tournament:" in lost
        assert "Games taken back" not in lost


async def test_the_preview_of_a_correction_of_the_table_says_that_the_order_goes(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_a_playoff(anna, late="1")
        await play_out(anna)
        effect = f"{AT}/rounds/1/boards/1/effect?result=1/2-1/2&part=pairings"
        said = "those who played it would not be the ones who are level: its order leaves the table"
        assert said in (await anna.go(effect)).text


async def test_the_winner_of_the_lot_chooses_the_colour_at_the_desk(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_a_playoff(anna, count=4, late="1", armageddon_colours="winner-chooses")
        await anna.send(f"{PLAYOFF}/playoff/seat")
        assert "won the lot and chooses the colour" in anna.text
        stage = (await anna.go("/t/open-play-off/playoff.json")).json()["data"]["stages"][0]
        assert stage["state"] == "needs-colour"
        await anna.go(f"{PLAYOFF}/playoff")
        await anna.send(f"{PLAYOFF}/playoff/colour", colour="b")
        await anna.send(f"{PLAYOFF}/playoff/seat")
        game = (await anna.go("/t/open-play-off/playoff.json")).json()["data"]["stages"][0]["games"][0]
        assert game["black"] == stage["chooses_colour"]


async def test_the_plan_says_the_increment_and_the_share_of_those_who_drop_out(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_a_tie(anna, 24)
        await anna.go(f"{AT}/settings")
        await anna.send(f"{AT}/fide-mode/leave", confirmed="4")
        await anna.go(f"{AT}/settings")
        await anna.send(
            f"{AT}/regulations",
            increment_from_move="2 s from move 61",
            dropped_share="a tenth of the fund",
            confirmed="4",
            reason="said at the opening",
        )
        await anna.go(f"{AT}/playoff")
        assert "They share in the prizes: a tenth of the fund." in anna.text
        await anna.send(f"{AT}/playoff/hold", late="1")
        assert "They share in the prizes: a tenth of the fund." in anna.text
        await anna.send(f"{PLAYOFF}/playoff/seat")
        page = (await anna.go("/t/open-play-off/playoff")).text
        assert "Increment: 2 s from move 61." in page
        assert "a tenth of the fund" in page


async def test_moves_are_entered_with_the_result(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_a_playoff(anna)
        await play(anna, "1-0", moves="31", last_by="w")
        stages = (await anna.go("/t/open-play-off/playoff.json")).json()["data"]["stages"]
        assert stages[0]["games"][0]["half_moves"] == 61


async def test_a_panel_rules_and_an_arbiter_watches(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_a_playoff(anna)
        await anna.send(f"{PLAYOFF}/playoff/seat")
        await anna.send(f"{PLAYOFF}/playoff/arbiter", round="1", board="1", arbiter="Anna")
        await anna.send(
            f"{PLAYOFF}/playoff/panel", panel_1="Anna", panel_2="Bea", panel_3="Carl", ruling="the flag fell"
        )
        assert anna.refusal.startswith("Panel of arbiters: 3 different arbiters rule")
        await anna.send(
            f"{PLAYOFF}/playoff/panel", panel_1="Dora", panel_2="Bea", panel_3="Carl", ruling="the flag fell"
        )
        assert "panel: the flag fell" in anna.text


async def test_two_may_agree_on_longer_games(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_a_playoff(anna, count=4)
        await anna.send(f"{PLAYOFF}/playoff/agreement", organiser="Eva", arbiter="Anna", time_control="10 min + 5 s")
        page = await anna.go("/t/open-play-off/playoff")
        assert "longer games agreed: 10 min + 5 s (32.5.7)" in page.text


async def test_a_closed_play_off_has_its_order_as_its_table(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_a_playoff(anna, count=4, late="1")
        await play(anna, "1/2-1/2")
        await anna.send(f"{PLAYOFF}/playoff/close")
        data = (await anna.go("/t/open-play-off/standings.json")).json()["data"]
        outcome = (await anna.go("/t/open-play-off/playoff.json")).json()["data"]["outcome"]
        assert [row["player"]["name"] for row in data["rows"]] == [line["player"]["name"] for line in outcome]


async def test_play_off_games_are_not_in_the_table_or_the_report_of_the_tournament(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_a_tie(anna, count=4)
        before = (await anna.go("/t/open/report.trf")).text
        await anna.go(f"{AT}/playoff")
        await anna.send(f"{AT}/playoff/hold", late="1")
        await play(anna, "1/2-1/2")
        after = (await anna.go("/t/open/report.trf")).text
        games = [line[89:] for line in after.splitlines() if line.startswith("001")]
        assert games == [line[89:] for line in before.splitlines() if line.startswith("001")]


async def test_its_report_file_says_blitz_and_the_desk_what_no_record_says(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_a_playoff(anna, count=4)
        await play(anna, "1-0")
        await anna.go(f"{PLAYOFF}/exports")
        assert "Games for the blitz list: record 222 says 180+5." in anna.text
        assert "nor that the draw won for Black" in anna.text
        for form in ("trf16", "trf26", "trf26-rating"):
            lines = (await anna.go(f"{PLAYOFF}/exports/{form}")).text.splitlines()
            assert len([line for line in lines if line.startswith("001")]) == 2
            assert "092 Individual: Play-off" in lines
        assert "222 180+5" in lines


async def test_a_report_file_has_the_longer_games_that_were_agreed(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_a_playoff(anna, count=4)
        await anna.send(f"{PLAYOFF}/playoff/agreement", organiser="Eva", arbiter="Anna", time_control="10 min + 5 s")
        await play(anna, "1-0")
        lines = (await anna.go(f"{PLAYOFF}/exports/trf26")).text.splitlines()
        assert "122 10 min + 5 s" in lines
        assert not [line for line in lines if line.startswith("222")]


async def test_a_play_off_that_is_held_is_not_offered_again(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_a_playoff(anna)
        await anna.go(AT)
        assert "Hold a play-off" not in anna.text


async def test_another_tournament_has_no_page_of_a_play_off(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_a_tie(anna, count=4)
        assert (await anna.go("/t/open/playoff")).status_code == 404


async def test_the_desk_says_whose_last_games_may_begin_earlier(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna, 4, rounds="1")
        await anna.go(f"{AT}/settings")
        await anna.send(f"{AT}/regulations", order="PTS, PLAYOFF, RTNG", rounds="1", confirmed="4")
        await anna.go(AT)
        await anna.send(f"{AT}/pair", confirmed="2")
        await anna.send(f"{AT}/rounds/1/publish")
        await anna.go(AT)
        assert "Could be level for place 1 after this round:" in anna.text
        assert "Their games, boards 1, 2, may begin earlier (32.5.2)" in anna.text


async def test_the_desk_says_when_a_play_off_and_its_next_step_begin_at_the_earliest(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_a_tie(anna, count=4)
        assert "at the earliest: half an hour after the last of their games (32.5.3)." in anna.text
        assert "may begin earlier" not in anna.text
        await anna.go(f"{AT}/playoff")
        await anna.send(f"{AT}/playoff/hold")
        assert "at the earliest (32.5.3)." in anna.text
        for _ in range(2):
            await play(anna, "1/2-1/2")
        assert "Draw lots and seat the next games" in anna.text
        assert "at the earliest (32.5.3)." in anna.text
