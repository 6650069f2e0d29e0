"""Round robins and Scheveningen matches at the desk: chosen in the form, drawn, published, played in any round."""

import re
from pathlib import Path

from tests.desk.browsers import Browser, desk

AT = "/desk/t/open"
NAMES = ("Anna", "Boris", "Clara", "David", "Elena", "Fedor")


async def announced(anna: Browser, players: int = 4, clubs: str = "", **laws: str) -> None:
    """Rated from the first to the last; `clubs` are those of the players, a letter each."""
    await anna.go("/desk/new")
    shown = {"tournament_name": "Open", "order": "C07-SWISS", "format": "round-robin"}
    await anna.send("/desk/new", **(shown | laws))
    rows = (f"{name};{2500 - 10 * n};{clubs[n - 1 : n]}" for n, name in enumerate(NAMES[:players], 1))
    await anna.go(f"{AT}/players/import")
    await anna.send(f"{AT}/players/import", list="\n".join(("Name;Rating;Club", *rows)))
    await anna.send(f"{AT}/players/import")
    await anna.go(AT)


async def drawn(anna: Browser) -> None:
    await anna.send(f"{AT}/pair")
    await anna.go(f"{AT}/rounds/1")
    await anna.send(f"{AT}/rounds/1/publish")


async def test_a_single_round_and_a_table_before_its_numbers_count_their_own_rounds(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await announced(anna, 2, cycles="1")
        assert "2 players are registered, and will play 1 round. Draw it as a draft." in anna.text
        assert (await anna.go("/t/open/standings.json")).json()["data"]["rounds"] == 1


async def test_all_rounds_are_drawn_and_published_at_once(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await announced(anna, 6, cycles="2")
        assert "6 players are registered, and will play 10 rounds." in anna.text
        assert "Which colour has number 1" not in anna.text
        await anna.send(f"{AT}/pair")
        assert "Publish all 10 rounds" in anna.text
        await anna.send(f"{AT}/rounds/1/publish")
        await anna.go(f"{AT}/rounds/10")
        assert "Close round 10" in anna.text
        await anna.send(f"{AT}/rounds/10/results", board="1", result="1-0", seen="")
        assert (anna.refusal, "1 / 3" in anna.text) == ("", True)


async def test_today_shows_the_round_being_played(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await announced(anna)
        await drawn(anna)
        await anna.go(AT)
        assert "Round 1: 2 results are missing." in anna.text
        for board in ("1", "2"):
            await anna.go(f"{AT}/rounds/1")
            await anna.send(f"{AT}/rounds/1/results", board=board, result="1/2-1/2", seen="")
        await anna.go(AT)
        assert "Round 2: 2 results are missing." in anna.text
        assert "Round 2" in (await anna.go("/t/open/pairings")).text


async def test_the_list_of_tie_breaks_follows_the_format_unless_it_was_typed(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await announced(anna)
        await anna.go(f"{AT}/settings")
        assert anna.form(f"{AT}/regulations")["order"] == "C07-RR"
        await anna.send(f"{AT}/fide-mode/leave", confirmed="4")
        await anna.send(f"{AT}/regulations", format="round-robin", order="S003-RR")
        await anna.go(f"{AT}/settings")
        assert anna.form(f"{AT}/regulations")["order"] == "S003-RR"


async def test_fide_mode_refuses_buchholz_in_a_table_and_outside_it_is_a_warning(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await anna.go("/desk/new")
        wanted = {"tournament_name": "Open", "format": "round-robin", "order": "BH SB"}
        await anna.send("/desk/new", **wanted)
        refused = anna.refusal
        await anna.send("/desk/new", **wanted, fide_mode="off")
        await anna.go(f"{AT}/settings")
    assert "FIDE mode ranks no round robin by Buchholz, because everybody meets everybody (C.07, 8): BH." in refused
    assert "BH does not fit a round robin" in anna.text


async def test_numbers_are_drawn_before_the_rounds(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await announced(anna, numbers_by="lot")
        assert "Draw their numbers in the table by lot." in anna.text
        await anna.send(f"{AT}/numbers", seed="a seed")
        await anna.send(f"{AT}/pair")
        assert "Publish all 3 rounds" in anna.text
        await anna.go(f"{AT}/history")
        assert "a seed" in anna.text


async def test_colours_are_drawn_before_the_rounds(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await announced(anna, table_colours="lot", ends_by_itself="1", fide_mode="off")
        assert "Draw the colours of all pairs by lot." in anna.text
        await anna.send(f"{AT}/colour", colour="lot")
        await anna.go(AT)
        await drawn(anna)
        await anna.go(f"{AT}/rounds/1/why")
        assert "The colours of each pair were drawn by lot (seed " in anna.text


async def test_the_last_result_ends_a_tournament_that_ends_by_itself(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await announced(anna, ends_by_itself="1")
        await drawn(anna)
        for round in (1, 2, 3):
            for board in ("1", "2"):
                await anna.go(f"{AT}/rounds/{round}")
                await anna.send(f"{AT}/rounds/{round}/results", board=board, result="1/2-1/2", seen="")
        await anna.go(f"{AT}/history")
        assert "Tournament closed; the table is final" in anna.text


async def test_one_after_the_other_each_round_is_drawn_by_itself(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await announced(anna, drawn="one-by-one")
        await anna.send(f"{AT}/pair")
        assert "Publish round 1" in anna.text
        await anna.send(f"{AT}/rounds/1/publish")
        assert "Pair round 2" in anna.text


async def test_a_leaver_forfeits_and_nobody_enters_any_more(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await announced(anna)
        await drawn(anna)
        await anna.go(f"{AT}/players")
        assert ("Games without a result are forfeited." in anna.text, "Register" in anna.text) == (True, False)
        await anna.send(f"{AT}/players/withdraw", player="4", from_round="1", reason="ill")
        await anna.go(f"{AT}/rounds/3")
        assert "+ – −" in anna.text or "− – +" in anna.text


async def test_the_reason_of_a_pairing_is_the_table(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await announced(anna)
        await drawn(anna)
        await anna.go(f"{AT}/rounds/2/why")
    assert "By the Berger table for 4 players (C.05, Annex 1)" in anna.text


async def test_a_result_of_a_closed_round_is_corrected_with_a_preview(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await announced(anna)
        await drawn(anna)
        at = f"{AT}/rounds/1"
        for board in ("1", "2"):
            await anna.go(at)
            await anna.send(f"{at}/results", board=board, result="1-0", seen="")
        await anna.send(f"{at}/close")
        await anna.go(f"{at}/boards/1/correct")
        assert "Correct" in anna.text
        wrong = {"result": "0-1", "choice": "next-pairing", "reason": "typed wrongly", "seen": "1-0"}
        await anna.send(f"{at}/boards/1/correct", **wrong, confirmed="3")
        await anna.go(at)
        assert (anna.refusal, "corrected" in anna.text) == ("", True)


async def test_two_teams_are_named_in_the_form(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        match = {"format": "scheveningen", "first_team": "S", "second_team": "P"}
        await announced(anna, 4, "SSPX", **match)
        await anna.send(f"{AT}/pair")
        assert anna.refusal.startswith("The two teams have 2 and 1 players")
        await anna.go(f"{AT}/settings")
        await anna.send(f"{AT}/regulations", **(match | {"second_team": "S"}), order="C07-RR")
        assert "Second team: both teams are called “S”." in anna.text


async def test_the_options_are_fixed_once_a_round_is_paired(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await announced(anna)
        await drawn(anna)
        await anna.go(f"{AT}/settings")
        await anna.send(f"{AT}/regulations", order="C07-RR", cycles="2", confirmed="4", reason="no")
        assert "the format and its options can no longer be changed" in anna.text


async def test_the_crosstable_is_a_page_a_twin_and_a_look_back(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await announced(anna)
        await drawn(anna)
        await anna.go(f"{AT}/rounds/1")
        before = (await anna.go("/t/open/crosstable.json")).json()["position"]
        await anna.go(f"{AT}/rounds/1")
        await anna.send(f"{AT}/rounds/1/results", board="1", result="1-0", seen="")
        now = (await anna.go("/t/open/crosstable.json?by=number")).json()["data"]
        then = (await anna.go(f"/t/open/crosstable.json?by=number&at={before}")).json()["data"]
        await anna.go(f"/t/open/crosstable?at={before}")
    assert (now["open"], then["open"], "0 of 6 games" in anna.text) == (5, 6, True)


async def test_the_desks_crosstable_answers_with_games_and_points(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await announced(anna)
        await drawn(anna)
        await anna.go(f"{AT}/rounds/1")
        await anna.send(f"{AT}/rounds/1/results", board="2", result="1/2-1/2", seen="")
        answer = (await anna.go(f"{AT}/table/results")).json()
        await anna.go(f"{AT}/table")
    assert (answer["done"], len(answer["games"]), answer["points"]["2"]) == (1, 6, "½")
    assert answer["games"][1] == {"round": 1, "board": 2, "spot": "2", "result": "1/2-1/2", "mark": ""}
    assert "1 / 6" in anna.text


async def test_all_games_of_a_match_have_their_place_in_the_crosstable(tmp_path: Path) -> None:
    """A knock-out of matches of two games that has become a round robin before it began."""
    async with desk(tmp_path) as anna:
        await announced(anna, format="knock-out", match_games="2", further="rapid 1")
        await anna.go(f"{AT}/settings")
        await anna.send(f"{AT}/regulations", format="round-robin", order="C07-RR", confirmed="4")
        await anna.go(AT)
        await drawn(anna)
        await anna.go(f"{AT}/rounds/1")
        await anna.send(f"{AT}/rounds/1/results", board="2.2", result="1-0", seen="")
        answer = (await anna.go(f"{AT}/table/results")).json()
        page = (await anna.go(f"{AT}/table")).text
    assert [game["spot"] for game in answer["games"]][:4] == ["1", "1.2", "2", "2.2"]
    assert [game["result"] for game in answer["games"]][:4] == ["", "", "", "1-0"]
    assert (answer["done"], len(answer["games"]), 'data-board="2.2"' in page) == (1, 12, True)


async def test_the_crosstable_is_a_file_with_a_column_for_each_opponent(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await announced(anna, cycles="2")
        await drawn(anna)
        await anna.go(f"{AT}/rounds/1")
        await anna.send(f"{AT}/rounds/1/results", board="1", result="1-0", seen="")
        lines = (await anna.go("/t/open/crosstable.csv")).text.lstrip("\ufeff").splitlines()
    columns = lines[0].split(",")
    by_number = {line.split(",")[1]: dict(zip(columns, line.split(","), strict=True)) for line in lines[1:]}
    assert sorted(columns[5:]) == ["against_1", "against_2", "against_3", "against_4", "points"]
    assert (by_number["1"]["against_4"], by_number["4"]["against_1"]) == ("w1", "b0")
    assert (by_number["1"]["points"], by_number["2"]["against_3"]) == ("1", "")


async def test_a_swiss_has_no_crosstable_to_type_in(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await announced(anna, format="swiss")
        assert (await anna.go(f"{AT}/table")).status_code == 404


async def test_an_undone_withdrawal_brings_the_games_back(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await announced(anna)
        await drawn(anna)
        await anna.go(f"{AT}/players")
        await anna.send(f"{AT}/players/withdraw", player="4", from_round="1", reason="ill")
        assert (await anna.go(f"{AT}/table/results")).json()["done"] == 3
        await anna.go(f"{AT}/history")
        newest = max(int(found) for found in re.findall(r"/history/(\d+)/undo", anna.page.text))
        await anna.go(f"{AT}/history/{newest}/undo")
        await anna.send(f"{AT}/history/{newest}/undo", reason="came back", confirmed="4")
        assert (await anna.go(f"{AT}/table/results")).json()["done"] == 0


async def test_a_tournament_played_out_is_closed_with_its_final_table(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await announced(anna)
        await drawn(anna)
        for round in (3, 1, 2):
            for board in ("1", "2"):
                await anna.go(f"{AT}/rounds/{round}")
                await anna.send(f"{AT}/rounds/{round}/results", board=board, result="1-0", seen="")
        await anna.go(AT)
        assert "All rounds are played." in anna.text
        await anna.send(f"{AT}/close")
        assert "The tournament is closed." in anna.text
        await anna.go("/t/open/standings")
        assert "Final standings" in anna.text


async def test_the_games_of_a_match_are_offered_for_a_round_robin(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await anna.go("/desk/new")
        await anna.send("/desk/new", tournament_name="Cup", format="round-robin", match_games="2")
        await anna.go("/desk/t/cup/settings")
        assert re.search(r'name="match_games"[^>]* value="2"', anna.page.text)
