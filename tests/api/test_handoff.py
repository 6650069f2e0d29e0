"""A program hands a tournament off, fetches the file for the other machine, and sends what was written there."""

from base64 import b64decode, b64encode
from pathlib import Path

from server.care import handoffs
from tests.api.programs import Program, hall
from tests.desk.browsers import browser, server
from tests.desk.test_handoff import typed
from tests.festival.playing import services_of_test


async def handed_off(program: Program) -> handoffs.HandoffFile:
    assert (await program.post("/handoff", {"handed_to": "the laptop"})).status_code == 200
    there = (await program.get("/api/t/open/handoff")).json()
    assert there["handed_to"] == "the laptop"
    return handoffs.read_handoff("there", b64decode(there["file"]))


async def test_a_program_carries_it_there_and_back(tmp_path: Path) -> None:
    async with (
        hall(tmp_path / "server") as (anna, program),
        server(tmp_path / "laptop") as laptop,
        browser(laptop) as boris,
    ):
        assert (await program.get("/api/t/open/handoff")).json()["file"] == ""
        file = await handed_off(program)
        refused = await program.post("/archive")
        assert (refused.status_code, refused.json()["code"]) == (409, "played-elsewhere")
        await boris.log_in("Boris")
        there = await handoffs.taken_here(services_of_test(boris).office, file)
        here = services_of_test(anna).office.known("open")
        assert here is not None
        for board, ends in ((1, False), (2, True)):
            await typed(boris, board, "1-0")
            if ends:
                await handoffs.given_back(there)
            body = {"file": b64encode(await handoffs.homeward(there)).decode()}
            before = here.position
            assert (await program.post("/handoff/return?preview=1", body)).status_code == 200
            assert here.position == before
            assert (await program.post("/handoff/return", body)).status_code == 200
            assert (here.tournament.handoff is None) is ends
        assert here.position == there.position + 1


async def test_a_file_that_is_none_is_refused(tmp_path: Path) -> None:
    async with hall(tmp_path) as (_, program):
        for file in ("no base64!", b64encode(b"no file").decode()):
            answer = await program.post("/handoff/return", {"file": file})
            assert answer.json()["code"] == "no-handoff-file"
