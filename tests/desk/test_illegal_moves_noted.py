"""Illegal moves on the page of a round: noted, counted, taken back, and the loss offered at the second."""

from pathlib import Path

from tests.api.programs import Program, hall, make_key
from tests.desk.browsers import browser, desk, server, with_round_one

ROUND = "/desk/t/open/rounds/1"
NOTE, TAKE_BACK = f"{ROUND}/illegal-moves", f"{ROUND}/illegal-moves/take-back"
OFFER = "loses the game, unless the opponent cannot checkmate"


async def test_the_second_offers_the_loss_and_enters_nothing(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        await anna.go(ROUND)
        await anna.send(NOTE, board="1", colour="b")
        await anna.go(ROUND)
        assert "1 illegal move" in anna.text
        assert OFFER not in anna.text
        await anna.send(NOTE, board="1", colour="b")
        await anna.go(ROUND)
        assert "2 illegal moves" in anna.text
        assert OFFER in anna.text
        await anna.go("/t/open/pairings/1.json")
        assert anna.page.json()["data"]["boards"][0]["result"] is None
        assert "illegal" not in anna.page.text
        await anna.go(ROUND)
        await anna.send(TAKE_BACK, board="1", colour="b")
        await anna.go(ROUND)
        assert OFFER not in anna.text
        await anna.go("/desk/t/open/history")
        assert "an illegal move of Black taken back" in anna.text


async def test_programs_with_the_key_of_results_read_them(tmp_path: Path) -> None:
    async with hall(tmp_path, "results") as (anna, program):
        for _ in range(2):
            assert (await program.post("/rounds/1/illegal-moves", {"board": 2, "colour": "b"})).status_code == 200
        [one] = (await program.get("/api/t/open/illegal-moves")).json()["illegal_moves"]
        assert (one["round"], one["board"], one["game"], one["colour"], one["loss"]) == (1, 2, 1, "b", "1-0")
        assert len(one["noted"]) == 2
        black = (await program.get("/t/open/pairings/1.json")).json()["data"]["boards"][1]["black"]
        assert one["player"]["name"] == black["name"]
        other = Program(program.client, await make_key(anna, "boards", name="Boards"))
        assert (await other.get("/api/t/open/illegal-moves")).json()["code"] == "scope-missing"


async def test_programs_note_them_and_take_them_back(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as anna, browser(transport) as other:
        await with_round_one(await anna.log_in())
        program = Program(other.client, await make_key(anna, "results"))
        one = {"board": 1, "colour": "w"}
        assert (await program.post("/rounds/1/illegal-moves", one)).status_code == 200
        assert (await program.post("/rounds/1/illegal-moves/take-back", one)).status_code == 200
        again = await program.post("/rounds/1/illegal-moves/take-back", one)
        assert (again.status_code, again.json()["code"]) == (409, "no-illegal-move")
        await program.post("/rounds/1/results", {"board": 1, "result": "1-0"})
        late = await program.post("/rounds/1/illegal-moves", one)
        assert (late.status_code, late.json()["code"]) == (409, "game-has-ended")
