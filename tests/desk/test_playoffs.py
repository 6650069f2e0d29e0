"""Play-offs through the pages of the desk, and what everybody sees of them."""

from pathlib import Path

from tests.desk.browsers import Browser, desk, with_players

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
        assert "2 level: Armageddon, 5 min against 4." in anna.text
        assert "3 level: all play all, Armageddon." in anna.text
        await anna.send(f"{PLAYOFF}/playoff/seat")
        assert "Begins at" in anna.text
        assert "Lots drawn with the seed" in anna.text


async def test_a_late_play_off_is_armageddon_at_once(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_a_playoff(anna, count=4, late="1")
        assert "late: Armageddon only (32.5.8)" in anna.text


async def test_the_order_is_brought_into_the_table_and_out_of_it_after_a_correction(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_a_playoff(anna, count=4, late="1")
        await play(anna, "1/2-1/2")
        assert "by Armageddon" in anna.text
        await anna.send(f"{AT}/playoff/take", playoff="open-play-off")
        black = (await anna.go("/t/open-play-off/playoff.json")).json()["data"]["outcome"][0]["player"]["name"]
        table = (await anna.go("/t/open/standings.json")).json()["data"]["rows"]
        assert table[0]["player"]["name"] == black
        await anna.go(f"{PLAYOFF}/rounds/1/boards/1/correct")
        path = f"{PLAYOFF}/rounds/1/boards/1/correct"
        await anna.send(path, result="1-0", reason="typed wrongly", confirmed="4")
        await anna.go(f"{AT}/playoff")
        await anna.send(f"{AT}/playoff/take")
        table = (await anna.go("/t/open/standings.json")).json()["data"]["rows"]
        assert table[0]["player"]["name"] != black


async def test_the_desk_of_the_table_says_by_itself_that_a_correction_gives_another_order(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_a_playoff(anna, count=4, late="1")
        await play(anna, "1/2-1/2")
        await anna.go(AT)
        assert "The play-off is decided, and its order is not in the table" in anna.text
        await anna.send(f"{AT}/playoff/take")
        assert "its order is not in the table" not in anna.text
        path = f"{PLAYOFF}/rounds/1/boards/1/correct"
        await anna.go(path)
        await anna.send(path, result="1-0", reason="typed wrongly", confirmed="4")
        order = (await anna.go("/t/open-play-off/playoff.json")).json()["data"]["outcome"]
        names = "; ".join(line["player"]["name"] for line in order)
        await anna.go("/t/open/standings")
        assert "This table has the order that the arbiter took over" in anna.text
        for page in (f"{AT}/playoff", AT):
            await anna.go(page)
            assert f"The play-off now gives another order: {names}" in anna.text
        await anna.send(f"{AT}/playoff/take")
        await anna.go(AT)
        assert "now gives another order" not in anna.text


async def test_the_desk_of_the_table_says_that_its_play_off_goes_on_again(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_a_playoff(anna, count=4)
        await play(anna, "1-0")
        await play(anna, "1/2-1/2")
        await anna.send(f"{AT}/playoff/take")
        path = f"{PLAYOFF}/rounds/1/boards/1/correct"
        await anna.go(path)
        await anna.send(path, result="1/2-1/2", reason="typed wrongly", confirmed="4")
        await anna.go(AT)
        assert "goes on after a correction" in anna.text
        await anna.send(f"{AT}/playoff/take", confirmed="4")
        assert "Its order is not in the table." in anna.text
        assert "goes on after a correction" not in anna.text


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
        assert "nothing is left to play" in (await anna.go(f"{effect}&part=pairings")).text


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
        rounds = [line for line in after.splitlines() if line.startswith("001")]
        assert rounds == [line for line in before.splitlines() if line.startswith("001")]


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


async def test_the_desk_says_who_is_not_invited_to_the_play_off(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_a_tie(anna)
        await anna.go(f"{AT}/playoff")
        assert "people who are invited to this one alone need an invitation to it" in anna.text


async def test_a_play_off_that_is_held_is_not_offered_again(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_a_playoff(anna)
        await anna.go(AT)
        assert "Hold a play-off" not in anna.text


async def test_another_tournament_has_no_page_of_a_play_off(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_a_tie(anna, count=4)
        assert (await anna.go("/t/open/playoff")).status_code == 404
