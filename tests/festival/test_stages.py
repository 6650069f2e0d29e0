"""Groups, their final, and everybody who qualifies: from the desk of a festival, on a real journal."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from domain import events as e
from domain.decisions.players.numbering import set_initial_colour
from domain.decisions.rounds.closing import reopen_tournament
from domain.decisions.rounds.correcting import Choice, correct_result
from domain.decisions.rounds.pairing import pair_round
from domain.words.games import Colour, Result
from server.services import Services
from tests.desk.browsers import Browser, browser, desk, server
from tests.festival.playing import (
    CUP,
    cup_with_entries,
    do,
    groups_of_four,
    play_to_the_end,
    services_of_test,
)

A, B, FINAL = "cup-group-a", "cup-group-b", "cup-final"


@pytest.fixture
async def anna(tmp_path: Path) -> AsyncIterator[Browser]:
    async with desk(tmp_path) as somebody:
        await cup_with_entries(somebody)
        yield somebody


async def names(services: Services, slug: str) -> list[str]:
    return [player.name for player in (await services.office.open(slug)).tournament.players.values()]


async def arrived(services: Services, slug: str, players: int) -> list[str]:
    """The players of a tournament, once there are so many."""
    office = await services.office.open(slug)
    async with asyncio.timeout(10):
        while len(office.tournament.players) < players:
            await office.reached(office.position + 1)
    return await names(services, slug)


async def test_groups_and_their_final_are_announced_with_one_form(anna: Browser) -> None:
    await groups_of_four(anna)
    services = services_of_test(anna)
    assert await names(services, A) == ["Player A", "Player D", "Player E", "Player H"]
    assert await names(services, B) == ["Player B", "Player C", "Player F", "Player G"]
    assert await names(services, FINAL) == []
    sections = (await anna.go("/f/cup.json")).json()["sections"]
    assert [row["title"] for row in sections] == ["Entries", "Group A", "Group B", "Final"]


async def test_sent_twice_the_groups_are_there_once(anna: Browser) -> None:
    form = {**anna.form(f"{CUP}/groups"), "pool": "cup-entries", "least": "4", "most": "4"}
    for _ in range(2):
        await anna.client.post(f"{CUP}/groups", data=form)
    assert [slug for slug in services_of_test(anna).office if "group" in slug] == [A, B]


async def test_whoever_qualifies_is_registered_when_the_group_is_closed(anna: Browser) -> None:
    await groups_of_four(anna)
    services = services_of_test(anna)
    await play_to_the_end(services, A)
    assert await arrived(services, FINAL, 2) == ["Player A", "Player D"]
    await play_to_the_end(services, B)
    assert await arrived(services, FINAL, 4) == ["Player A", "Player D", "Player B", "Player C"]
    await anna.go(CUP)
    assert anna.text.count("2 have come") == 2


async def test_a_server_that_was_away_registers_them_when_it_comes_back(tmp_path: Path) -> None:
    async with desk(tmp_path) as somebody:
        await cup_with_entries(somebody)
        await groups_of_four(somebody)
        services = services_of_test(somebody)
        services.office.changed = lambda _tournament, _position, _news: None
        await play_to_the_end(services, A)
        assert await names(services, FINAL) == []
    async with server(tmp_path) as transport, browser(transport) as somebody:
        services = services_of_test(somebody)
        assert await arrived(services, FINAL, 2) == ["Player A", "Player D"]


async def test_a_group_that_is_over_and_not_closed_sends_its_best_on_request(anna: Browser) -> None:
    await groups_of_four(anna)
    services = services_of_test(anna)
    await anna.go(CUP)
    assert "Register them now" not in anna.text
    await play_to_the_end(services, A, close=False)
    await anna.go(CUP)
    await anna.send(f"{CUP}/send", into=FINAL, source=A)
    assert await names(services, FINAL) == ["Player A", "Player D"]


async def test_what_the_arbiter_took_back_does_not_come_again_by_itself(tmp_path: Path) -> None:
    async with desk(tmp_path) as somebody:
        await cup_with_entries(somebody)
        await groups_of_four(somebody)
        services = services_of_test(somebody)
        await play_to_the_end(services, A)
        await arrived(services, FINAL, 2)
        final = await services.office.open(FINAL)
        back = [e.EventUndone(version) for version in range(final.position, 1, -1)]
        await do(services, FINAL, lambda _: back)
    async with server(tmp_path) as transport, browser(transport) as somebody:
        services = services_of_test(somebody)
        await services.stages._send_from(A)
        assert await names(services, FINAL) == []


async def correct_in_group_a(services: Services) -> None:
    """Player E takes the points of D, and D's place: the group is opened again for it."""
    await do(services, A, reopen_tournament, "a protest")
    t = (await services.office.open(A)).tournament
    people = {player.name: player.id for player in t.players.values()}
    for round in (1, 2, 3):
        for game in t.round(round).games:
            if {game.white, game.black} == {people["Player D"], people["Player E"]}:
                wins = Result.WHITE_WINS if game.white == people["Player E"] else Result.BLACK_WINS
                await do(services, A, correct_result, round, game.board, wins, "misread", Choice.NEXT_PAIRING)


async def final_of_both(anna: Browser) -> Services:
    await groups_of_four(anna)
    services = services_of_test(anna)
    await play_to_the_end(services, A)
    await play_to_the_end(services, B)
    await arrived(services, FINAL, 4)
    return services


async def test_a_correction_in_a_group_is_shown_at_the_desk_of_the_final_and_accepted(anna: Browser) -> None:
    services = await final_of_both(anna)
    await do(services, FINAL, set_initial_colour, Colour.WHITE)
    await do(services, FINAL, pair_round)
    await correct_in_group_a(services)
    await anna.go(f"/desk/t/{FINAL}")
    assert "Would have qualified Player E" in anna.text
    assert "Would not have qualified Player D" in anna.text
    assert "Change the entrants" not in anna.text
    await anna.send(f"/desk/t/{FINAL}/qualifiers/accept", reason="round 1 is paired")
    assert "Would have qualified" not in anna.text
    assert "round 1 is paired" in anna.text


async def test_the_preview_of_a_correction_says_what_it_would_change_in_the_final(anna: Browser) -> None:
    services = await final_of_both(anna)
    await do(services, A, reopen_tournament, "a protest")
    t = (await services.office.open(A)).tournament
    people = {player.name: player.id for player in t.players.values()}
    [(round, game)] = [
        (one.number, game)
        for one in t.rounds
        for game in one.games
        if {game.white, game.black} == {people["Player D"], people["Player E"]}
    ]
    result = "1-0" if game.white == people["Player E"] else "0-1"
    at = f"/desk/t/{A}/rounds/{round}/boards/{game.board}/effect"
    await anna.go(f"{at}?part=table&choice=next-pairing&result={result}")
    assert "Cup: Final : other entrants would have qualified" in anna.text
    assert "Would not have qualified: Player D Would have qualified: Player E" in anna.text
    await anna.go(f"{at}?part=table&choice=rating-only&result={result}")
    assert "Cup: Final" not in anna.text


async def test_an_undo_says_whom_it_would_exchange_in_the_final(anna: Browser) -> None:
    services = await final_of_both(anna)
    await correct_in_group_a(services)
    await anna.go(f"/desk/t/{A}/history/{(await services.office.open(A)).position}/undo")
    assert "Cup: Final" not in anna.text
    await do(services, FINAL, set_initial_colour, Colour.WHITE)
    await anna.go(f"/desk/t/{FINAL}")
    await anna.send(f"/desk/t/{FINAL}/qualifiers/exchange", reason="corrected", confirmed="3")
    await anna.go(f"/desk/t/{A}/history/{(await services.office.open(A)).position}/undo")
    assert "Would not have qualified: Player E Would have qualified: Player D" in anna.text


async def test_the_group_and_the_festival_say_that_others_would_have_qualified(anna: Browser) -> None:
    services = await final_of_both(anna)
    await anna.go(f"/desk/t/{A}")
    assert "Cup: Final :" not in anna.text
    await correct_in_group_a(services)
    await anna.go(f"/desk/t/{A}")
    assert "Cup: Final : its entrants came before a correction here" in anna.text
    assert "Would have qualified: Player E" in anna.text
    await anna.go(CUP)
    assert "2 have come corrected since: 1 would not have qualified" in anna.text


async def test_before_the_final_begins_the_entrants_can_be_changed(anna: Browser) -> None:
    services = await final_of_both(anna)
    await correct_in_group_a(services)
    await anna.go(f"/desk/t/{FINAL}")
    await anna.send(f"/desk/t/{FINAL}/qualifiers/exchange", reason="corrected", confirmed="3")
    assert sorted(await names(services, FINAL)) == ["Player A", "Player B", "Player C", "Player E"]
    assert "Would have qualified" not in anna.text


async def test_a_page_of_another_moment_decides_nothing(anna: Browser) -> None:
    services = await final_of_both(anna)
    await correct_in_group_a(services)
    await anna.go(f"/desk/t/{FINAL}")
    await do(services, A, lambda _: [e.PlayerAnonymised(e.EntrantId(4))])
    await anna.send(f"/desk/t/{FINAL}/qualifiers/accept", reason="late")
    assert "has moved on since this page was shown" in anna.refusal


async def test_a_super_final_follows_the_final(anna: Browser) -> None:
    await groups_of_four(anna, super_title="Super-final", super_rounds="1", super_places="2")
    festival = services_of_test(anna).festivals.festivals.open("cup").festival
    assert {into: link.sources for into, link in festival.links.items()} == {
        FINAL: (A, B),
        "cup-super-final": (FINAL,),
    }


async def test_sections_are_linked_by_hand(anna: Browser) -> None:
    for title in ("Open", "Masters"):
        await anna.send(f"{CUP}/announce", title=title, rounds="3", format="swiss")
    await anna.send(f"{CUP}/link", sources="cup-open", into="cup-masters", qualifying_places="3", carry="points")
    assert "all their points" in anna.text
    await anna.send(f"{CUP}/unlink")
    assert services_of_test(anna).festivals.festivals.open("cup").festival.links == {}


async def test_a_player_page_says_where_the_points_come_from(anna: Browser) -> None:
    await groups_of_four(anna, final_carry="points")
    services = services_of_test(anna)
    for group in ("cup-group-a", "cup-group-b"):
        await play_to_the_end(services, group)
        await services.stages._send_from(group)
    await anna.go("/t/cup-final/players/1")
    assert "Brings 3 along (all their points): place 1 in Cup: Group A" in anna.text
    assert 'href="/t/cup-group-a/players/1"' in anna.page.text
    [came] = (await anna.go("/t/cup-final/players/1.json")).json()["data"]["came_from"]
    assert (came["name"], came["place"], came["points"]) == ("Cup: Group A", 1, 3)
    await play_to_the_end(services, "cup-final", close=False)
    for page in ("standings", "crosstable"):
        await anna.go(f"/t/cup-final/{page}")
        assert "The points begin with those brought along: Cup: Group A (all their points)" in anna.text


async def test_the_history_names_the_source_and_leads_to_it(anna: Browser) -> None:
    await groups_of_four(anna)
    services = services_of_test(anna)
    await play_to_the_end(services, "cup-group-a")
    await services.stages._send_from("cup-group-a")
    await anna.go("/desk/t/cup-final/history")
    assert "Qualified in Cup: Group A: Player A" in anna.text
    assert '<a class="small" href="/desk/t/cup-group-a">' in anna.page.text


async def test_the_desk_of_a_section_leads_to_its_festival(anna: Browser) -> None:
    await anna.go("/desk/t/cup-entries")
    assert '<a class="event of-festival" href="/desk/festivals/cup">Cup</a>' in anna.page.text
