"""Somebody comes after the round is published: at the desk two steps, chosen and confirmed."""

from pathlib import Path

from tests.api.programs import Program, make_key
from tests.desk.browsers import Browser, browser, desk, server, with_players

LATE = "/desk/t/open/rounds/1/latecomer"


async def left_out(anna: Browser) -> None:
    """Ten players, of whom number 10 has leave for round 1, and number 9 the bye."""
    await with_players(anna, count=10)
    await anna.go("/desk/t/open/players/10")
    await anna.send("/desk/t/open/players/10/bye", round="1", kind="Z")
    await publish(anna)


async def publish(anna: Browser) -> None:
    await anna.go("/desk/t/open")
    await anna.send("/desk/t/open/pair")
    await anna.send("/desk/t/open/rounds/1/publish")


async def test_the_player_is_chosen_and_the_two_confirmed(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await left_out(anna)
        assert "Somebody came late" in anna.text
        await anna.go(LATE)
        assert "has the bye of round 1. Who came, and plays now?" in anna.text
        await anna.send(LATE, player="10")
        assert "Player J came late and plays Player I, who had the bye of round 1. Board 5:" in anna.text
        assert "The pairing system gives these two their colours (5.2.5). No other board changes." in anna.text
        assert "This is reported to FIDE (C.04.2, 4.4)." in anna.text
        await anna.send(LATE, confirmed="3")
        assert str(anna.page.url).startswith("http://localhost/desk/t/open/rounds/1?did=")
        assert "Somebody came late" not in anna.text
        await anna.go("/t/open/pairings/1.json")
        board = anna.page.json()["data"]["boards"][4]
        await anna.go("/desk/t/open/history")
        assert "came late to round 1 and plays" in anna.text
    assert {board["white"]["name"], board["black"]["name"]} == {"Player J", "Player I"}


async def test_somebody_registered_after_the_pairing_is_offered(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna, count=9)
        await publish(anna)
        await anna.go(LATE)
        assert "everybody else is paired. Register the player who came first." in anna.text
        await anna.go("/desk/t/open/players")
        await anna.send("/desk/t/open/players", name="Newcomer", rating="2200")
        await anna.go(LATE)
        assert "Newcomer 2200 · entered after the pairing" in anna.text
        await anna.send(LATE)
        await anna.send(LATE, confirmed="3")
        await anna.go("/desk/t/open/rounds/1/why")
    assert "One of the two came late, the other had the bye (C.04.2, 4.4)." in anna.text


async def test_two_who_may_not_meet_are_refused_on_the_page(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna, count=10)
        await anna.go("/desk/t/open/settings")
        await anna.send("/desk/t/open/prohibited", groups="Player I; Player J")
        await anna.go("/desk/t/open/players/10")
        await anna.send("/desk/t/open/players/10/bye", round="1", kind="Z")
        await publish(anna)
        await anna.go(LATE)
        await anna.send(LATE, player="10")
    assert anna.refusal.startswith("Round 1 cannot stand like this: ")
    assert "kept apart by the arbiter" in anna.refusal


async def test_a_player_without_a_board_is_refused_a_return_with_the_way_out(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await left_out(anna)
        await anna.go("/desk/t/open/players/10")
        anna.page = await anna.client.post(
            "/desk/t/open/players/10/bye/revoke",
            data={**anna.form("/desk/t/open/players/10/bye"), "round": "1"},
        )
    assert "“Somebody came late”, on the page of the round" in anna.refusal


async def test_a_program_seats_somebody_who_came_late(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as anna, browser(transport) as other:
        await with_players(await anna.log_in(), count=9)
        program = Program(other.client, await make_key(anna, "pairings"))
        await publish(anna)
        await anna.go("/desk/t/open/players")
        await anna.send("/desk/t/open/players", name="Newcomer", rating="2200")
        asked = await program.post("/rounds/1/latecomer", {"entrant": 10})
        assert (asked.status_code, asked.json()["code"]) == (409, "needs-confirmation")
        done = (await program.post("/rounds/1/latecomer", {"entrant": 10, "confirmed": 3})).json()
        assert [entry["event"] for entry in done["entries"]] == ["PairingNumbersIssued", "BoardsAltered"]
        again = await program.post("/rounds/1/latecomer", {"entrant": 10, "confirmed": 3})
        assert again.json()["code"] == "nobody-has-the-bye"
