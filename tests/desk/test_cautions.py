"""What is to be read before a step: shown where the step is taken, and acknowledged once."""

from pathlib import Path

from tests.desk.browsers import desk, with_players

AT = "/desk/t/open"
TOO_MANY = "Not all 9 planned rounds can be paired: nobody meets the same player twice, so 4 players can play 3 rounds"


async def test_a_plan_that_cannot_be_paired_is_said_at_the_desk_before_the_first_round(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna, count=4, rounds="9")
        for page in (AT, f"{AT}/settings"):
            await anna.go(page)
            assert TOO_MANY in anna.text


async def test_it_is_acknowledged_when_the_first_round_is_paired(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna, count=4, rounds="9")
        await anna.send(f"{AT}/pair")
        assert "Please read this" in anna.text
        assert TOO_MANY in anna.text
        await anna.send(f"{AT}/pair")
    assert "Draft of round 1: 2 boards" in anna.text


async def test_a_small_field_is_told_when_the_results_begin_to_matter(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna, count=8, rounds="6")
        await anna.go(AT)
    assert "With 8 players it hangs on the results from round 5 on whether there is a legal pairing." in anna.text
