"""Standings at the desk: the round, what puts each below the one above, and the ways to a wrong result."""

from pathlib import Path

from tests.desk.browsers import Browser, desk, with_round_one

AT = "/desk/t/open"


async def with_results_of_round_one(somebody: Browser) -> None:
    """White wins on boards 1 and 2, the others are drawn; round 2 is a draft."""
    await with_round_one(somebody)
    for board, result in enumerate(("1-0", "1-0", "1/2-1/2", "1/2-1/2"), 1):
        await somebody.go(f"{AT}/rounds/1")
        await somebody.send(f"{AT}/rounds/1/results", board=str(board), result=result, seen="")
    await somebody.send(f"{AT}/pair")


async def test_the_table_says_what_puts_each_below_the_one_above(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_results_of_round_one(anna)
        await anna.go(f"{AT}/standings")
    assert "first of 2 on 1" in anna.text
    assert "first of 4 on ½" in anna.text
    assert "level: they share the place" in anna.text


async def test_a_line_that_is_pressed_is_told_in_sentences(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_results_of_round_one(anna)
        await anna.go(f"{AT}/standings?player=3")
    assert "Why place 3?" in anna.text
    assert "Behind" in anna.text


async def test_before_round_one_the_page_says_that_there_is_no_table(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await anna.go("/desk/new")
        await anna.send("/desk/new", tournament_name="Open")
        answer = await anna.go(f"{AT}/standings")
    assert answer.status_code == 200
    assert "No round has been published yet." in anna.text


async def test_round_and_board_lead_to_the_correction_of_a_round_that_is_over(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_results_of_round_one(anna)
        answer = await anna.go(f"{AT}/standings?wrong=1 3")
    assert answer.url.path == f"{AT}/rounds/1/boards/3/correct"


async def test_a_board_of_a_round_in_play_leads_to_its_row(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        answer = await anna.go(f"{AT}/standings?wrong=1/3")
    assert (answer.url.path, answer.url.query) == (f"{AT}/rounds/1", b"board=3")


async def test_a_board_that_is_not_there_is_said_with_its_round(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_results_of_round_one(anna)
        for asked in ("1 99", "2 1", "0 0"):
            await anna.go(f"{AT}/standings?wrong={asked}")
            assert f"Round {asked[0]} has no board {asked[2:]}, or is not published." in anna.text


async def test_a_name_finds_the_games_of_a_player(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_results_of_round_one(anna)
        await anna.go(f"{AT}/standings?wrong=player a")
        assert f'href="{AT}/rounds/1/boards/1/correct"' in anna.page.text
        await anna.go(f"{AT}/standings?wrong=zorro")
    assert "Nobody of this name plays here." in anna.text


async def test_the_table_leads_to_prizes_papers_and_crosstable(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_results_of_round_one(anna)
        await anna.go(f"{AT}/standings")
        assert all(f'href="{AT}/{page}' in anna.page.text for page in ("prizes", "papers?round=1", "crosstable"))
        await anna.go(f"{AT}/crosstable?by=number")
    assert f'<a href="{AT}/players/5">5</a>' in anna.page.text


async def test_a_page_behind_the_last_is_not_there(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_results_of_round_one(anna)
        answers = [await anna.go(f"{AT}/{page}?page=2") for page in ("standings", "crosstable")]
    assert [answer.status_code for answer in answers] == [404, 404]


async def test_the_crosstable_of_a_round_robin_is_the_one_to_type_in(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await anna.go("/desk/new")
        await anna.send("/desk/new", tournament_name="Open", format="round-robin", order="C07-RR")
        answer = await anna.client.get(f"{AT}/crosstable", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, f"{AT}/table")
