"""A program sets fees, notes payments, gives money back, cancels, and reads what is open."""

from pathlib import Path

from tests.api.programs import Program, hall


async def owed(program: Program) -> list[int]:
    """Of all entrants, by number."""
    answer = (await program.get("/api/t/open/fees")).json()
    rows = sorted(answer["entrants"], key=lambda row: row["entrant"]["id"])
    return [row["due"] - row["paid"] for row in rows]


async def test_each_command_of_fees_from_the_first_to_the_last(tmp_path: Path) -> None:
    async with hall(tmp_path, "players") as (_, program):
        fees = {"cents": 2500, "by_category": [{"category": "U18", "cents": 950}], "fee_of_leavers": "nothing"}
        assert (await program.post("/fees/set-up", fees)).status_code == 200
        everybody = await owed(program)
        assert set(everybody) == {2500}
        await program.post("/fees/1/own", {"cents": 0, "reason": "plays first board"})
        await program.post("/fees/paid", {"entrant": 2, "cents": 1000, "way": "card", "day": "2026-11-29"})
        await program.post("/fees/paid", {"entrant": 3})
        assert (await owed(program))[:3] == [0, 1500, 0]
        await program.post("/fees/3/refund", {"cents": 500, "reason": "came late"})
        await program.post("/fees/2/cancel", {"receipt": 1, "reason": "another player"})
        assert (await owed(program))[:3] == [0, 2500, 500]
        refused = (await program.post("/fees/2/refund", {"cents": 1, "reason": "ill"})).json()
        assert refused["code"] == "nothing-paid"
        await program.post("/players/3/withdraw", {})
        assert (await owed(program))[2] == 500, "who has played owes the fee"


async def test_transfers_are_noted_together_or_not_at_all(tmp_path: Path) -> None:
    async with hall(tmp_path, "players") as (_, program):
        fees = {"cents": 2500, "iban": "BG80 BNBG 9661 1020 3456 78", "holder": "Chess Club"}
        assert (await program.post("/fees/set-up", fees)).status_code == 200
        rows = (await program.get("/api/t/open/fees")).json()["entrants"]
        assert len({row["reference"] for row in rows}) == len(rows)
        transfers = [{"entrant": id, "cents": 2500, "day": "2026-11-29"} for id in (1, 2)]
        assert (await program.post("/fees/statement/paid", {"transfers": transfers})).status_code == 200
        assert (await owed(program))[:3] == [0, 0, 2500]
        transfers = [{"entrant": 3, "cents": 2500}, {"entrant": 1, "cents": 2500}]
        assert (await program.post("/fees/statement/paid", {"transfers": transfers})).json()["code"] == "nothing-owed"
        assert (await owed(program))[:3] == [0, 0, 2500]
