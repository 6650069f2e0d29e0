"""Several players who did not come, ticked in the list and withdrawn in one step."""

from pathlib import Path

from tests.desk.browsers import Browser, desk, with_players, with_round_one

AT = "/desk/t/open"


async def leave(anna: Browser, *players: str, **typed: str) -> None:
    await anna.go(f"{AT}/players")
    data = {**anna.form(f"{AT}/players/withdraw"), **typed, "player": list(players)}
    anna.page = await anna.client.post(f"{AT}/players/withdraw", data=data)


async def away(anna: Browser) -> list[str]:
    """Players whose row has no box to tick."""
    await anna.go(f"{AT}/players")
    return [str(n) for n in range(1, 9) if f'name="player" value="{n}"' not in anna.page.text]


async def test_those_ticked_leave_in_one_step(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        await leave(anna, "2", "3", "7", reason="did not come")
        assert "Player B withdrawn from round 2 on (did not come)." in anna.text
        assert await away(anna) == ["2", "3", "7"]
        await anna.go(f"{AT}/exports/journal")
        entries = anna.page.text.splitlines()[-3:]
        assert len({entry.split('"command_id"')[1][:45] for entry in entries}) == 1


async def test_who_did_not_come_is_ticked_already(tmp_path: Path) -> None:
    """F.8."""
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        await anna.send(f"{AT}/rounds/1/results", board="1", result="+", seen="")
        await anna.go(f"{AT}/rounds/1")
        assert (
            "1 player did not come, and counts as withdrawn unless excused before the next pairing (C.05, 6.5)."
            in anna.text
        )
        await anna.go(f"{AT}/players")
        assert anna.page.text.count(" checked") == 1
        assert "did not come" in anna.text


async def test_sent_twice_they_leave_once(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna)
        await anna.go(f"{AT}/players")
        data = {**anna.form(f"{AT}/players/withdraw"), "player": ["1", "2"]}
        for _ in range(2):
            answer = await anna.client.post(f"{AT}/players/withdraw", data=data)
            assert answer.status_code == 200
        assert await away(anna) == ["1", "2"]


async def test_if_one_of_them_cannot_leave_nobody_does_and_the_ticks_stay(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna)
        await leave(anna, "2")
        await leave(anna, "1", "2")
        assert anna.refusal == "Player B is not playing in round 1 anyway."
        assert 'value="1" form="leaving" aria-label="Tick Player A" checked' in anna.page.text
        assert await away(anna) == ["2"]


async def test_with_nobody_ticked_the_page_says_what_to_do(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna)
        await leave(anna)
        assert anna.refusal == "Players: nobody is ticked. Tick in the list whom it concerns."


async def test_each_withdrawal_can_be_undone_by_itself(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna)
        await leave(anna, "1", "2")
        await anna.go(f"{AT}/exports/journal")
        newest = len(anna.page.text.splitlines())
        await anna.go(f"{AT}/history/{newest}/undo")
        await anna.send(f"{AT}/history/{newest}/undo")
        assert await away(anna) == ["1"]
