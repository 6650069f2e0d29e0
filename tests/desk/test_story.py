"""The arbiter's day through the pages alone, without a line of JavaScript."""

from pathlib import Path

import pytest

from tests.desk.browsers import desk, with_players, with_round_one

AT = "/desk/t/open"


async def test_a_tournament_is_announced_with_its_name_alone(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await anna.go("/desk/new")
        await anna.send("/desk/new", tournament_name="Купа „Левски“ 2026")
        assert anna.page.url.path == "/desk/t/kupa-levski-2026"
        assert "Register the players" in anna.text


async def test_a_player_is_registered_by_form(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await anna.go("/desk/new")
        await anna.send("/desk/new", tournament_name="Open")
        await anna.go(f"{AT}/players")
        await anna.send(f"{AT}/players", name="Euwe, Max", rating="2530", title="GM", federation="ned")
        assert "registered." in anna.text
        assert "GM Euwe, Max 2530 NED" in anna.text


async def test_a_list_is_shown_before_anybody_is_registered(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await anna.go("/desk/new")
        await anna.send("/desk/new", tournament_name="Open")
        await anna.go(f"{AT}/players/import")
        await anna.send(f"{AT}/players/import", list='Name,Rating\n"Tal, Mihail",2700\n')
        assert "1 player would be registered." in anna.text
        await anna.go(f"{AT}/players")
        assert "Nobody is registered yet." in anna.text


async def test_a_player_who_is_here_already_is_the_same_one_in_a_list(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna, 4)
        await anna.go(f"{AT}/players/import")
        await anna.send(f"{AT}/players/import", list="Name;Rating\nPlayer A;2400\nNew One;1500")
        assert "1 name stands here twice" in anna.text
        await anna.send(f"{AT}/players/import")
        await anna.go(f"{AT}/players")
        assert (anna.text.count("Player A "), anna.text.count("New One ")) == (1, 1)


async def test_a_round_is_a_draft_before_it_is_published(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna)
        await anna.send(f"{AT}/pair")
        assert "Nobody sees this draft" in anna.text
        await anna.send(f"{AT}/rounds/1/publish")
        assert "Round 1 published." in anna.text


async def test_a_draft_can_be_discarded(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna)
        await anna.send(f"{AT}/pair")
        await anna.send(f"{AT}/rounds/1/discard")
        assert "Draft of round 1 thrown away." in anna.text


async def test_a_draft_is_altered_by_hand(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna, 4, rounds="3")
        await anna.send(f"{AT}/pair")
        await anna.go(f"{AT}/rounds/1/alter")
        await anna.send(f"{AT}/rounds/1/alter/begin")
        form = anna.form(f"{AT}/rounds/1/alter")
        seats = {"white": ["1", "2"], "black": ["4", "3"]}
        anna.page = await anna.client.post(f"{AT}/rounds/1/alter", data={**form, **seats})
        if "Please confirm" in anna.text:
            anna.page = await anna.client.post(
                f"{AT}/rounds/1/alter", data={**form, **seats, "confirmed": "3", "reason": "asked for"}
            )
        assert "altered by hand" in anna.text


async def test_results_are_entered_by_board_and_key(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        await anna.send(f"{AT}/rounds/1/results", board="2", result="=")
        assert "Round 1, board 2 (Player F – Player B): ½ – ½." in anna.text


async def test_a_result_is_cleared(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        await anna.send(f"{AT}/rounds/1/results", board="2", result="1", seen="")
        await anna.send(f"{AT}/rounds/1/results", board="2", result="clear", seen="1-0")
        assert "1 – 0 taken out again." in anna.text


async def test_the_next_round_waits_for_the_last_result(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        await anna.send(f"{AT}/pair")
        assert anna.page.status_code == 409
        assert anna.refusal.startswith("Round 1 is not finished: enter the result of boards 1, 2, 3, 4")


async def test_a_result_of_a_finished_round_is_corrected_with_a_reason(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        for board in "1234":
            await anna.send(f"{AT}/rounds/1/results", board=board, result="1", seen="")
        await anna.send(f"{AT}/rounds/1/close")
        path = f"{AT}/rounds/1/boards/2/correct"
        await anna.go(path)
        await anna.send(path, result="0-1", reason="score sheet")
        if "Please confirm" in anna.text:
            await anna.send(path)
        assert "corrected 1 – 0 → 0 – 1, counts from round 2 (score sheet)." in anna.text


async def test_a_withdrawn_player_is_readmitted(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna)
        await anna.go(f"{AT}/players/3")
        await anna.send(f"{AT}/players/3/withdraw", reason="ill")
        assert "Player C withdrawn from round 1 on (ill)." in anna.text
        await anna.send(f"{AT}/players/3/readmit")
        assert "Player C readmitted from round 1 on." in anna.text


async def test_a_bye_is_granted_and_taken_back(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna)
        await anna.go(f"{AT}/players/3")
        await anna.send(f"{AT}/players/3/bye", kind="H", round="2")
        assert "Player C: half-point bye in round 2." in anna.text
        await anna.send(f"{AT}/players/3/bye/revoke", round="2")
        assert "taken back" in anna.text


async def test_a_tournament_is_closed_after_its_last_round(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna, 4, rounds="1")
        for board in "12":
            await anna.send(f"{AT}/rounds/1/results", board=board, result="1", seen="")
        await anna.go(AT)
        await anna.send(f"{AT}/close")
        assert "The tournament is closed." in anna.text


async def test_the_lot_of_the_initial_colour_shows_its_seed(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna)
        await anna.send(f"{AT}/colour", colour="lot", seed="2026")
        assert "(seed 2026)" in anna.text


async def test_the_report_file_of_a_paired_tournament_is_given_out(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        answer = await anna.go(f"{AT}/exports/trf16")
        assert answer.text.startswith(("012 Open", "### "))
        assert "Player A" in answer.text


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ({"order": "BH FOO"}, "Tie-breaks: “FOO” is not a tie-break known here."),
        ({"order": "BH/C1 " * 21}, "Tie-breaks: a list has at most 20 tie-breaks, not 21."),
        ({"order": "BH F10"}, "Tie-breaks: “F10” is the name of a whole list, and a name stands first."),
        ({"order": "MP"}, "Tie-breaks: “MP” is for teams, and this is a tournament of players."),
        ({"rounds": "0"}, "Number of rounds must be a whole number from 1 to 100, not “0”."),
        ({"draw": "2"}, "Points: a draw cannot give less than a loss or more than a win"),
        ({"win": "1.3"}, "Points must be whole or half points such as 1 or 0.5, not “1.3”."),
        ({"ruleset": "mine"}, "Unplayed rounds cannot be “mine”"),
        ({"system": "swiss-9000"}, "Pairing system cannot be “swiss-9000”"),
    ],
)
async def test_regulations_that_cannot_be_are_refused(tmp_path: Path, typed: dict[str, str], says: str) -> None:
    async with desk(tmp_path) as anna:
        await anna.go("/desk/new")
        await anna.send("/desk/new", tournament_name="Open", **typed)
        assert anna.refusal.startswith(says)


async def test_a_list_of_tie_breaks_is_kept(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        await anna.go(f"{AT}/settings")
        await anna.send(f"{AT}/fide-mode/leave", confirmed="4")
        await anna.send(f"{AT}/regulations", order="BH/C1 BH SB", reason="as published")
        while "Nothing has been written yet." in anna.text:
            await anna.send(f"{AT}/regulations")
        await anna.go(f"{AT}/settings")
        assert anna.form(f"{AT}/regulations")["order"] == "BH/C1 BH SB"


async def test_the_form_offers_the_lists_by_name(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        page = (await anna.go("/desk/new")).text
    assert '<option value="33.3.4">Swiss, players of unlike ratings (article 33.3.4)</option>' in page
    assert '<option value="33.3.5">Swiss of teams (article 33.3.5)</option>' in page


async def test_a_list_with_a_name_can_be_extended_at_the_desk(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await anna.go("/desk/new")
        await anna.send("/desk/new", tournament_name="Open", order="C07-SWISS ARO")
        await anna.go(f"{AT}/settings")
        assert anna.form(f"{AT}/regulations")["order"] == "C07-SWISS ARO"


async def test_an_empty_list_is_points_alone(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await anna.go("/desk/new")
        await anna.send("/desk/new", tournament_name="Open", order=" , ")
        await anna.go(f"{AT}/settings")
        assert anna.form(f"{AT}/regulations")["order"] == ""


async def test_a_tie_break_that_does_not_fit_is_named_before_the_first_round(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await anna.go("/desk/new")
        await anna.send("/desk/new", tournament_name="Open", order="KS", fide_mode="off")
        says = "KS does not fit a Swiss: Koya is for round robins, and here nobody has a value (article 32.1.2)."
        assert says in (await anna.go(AT)).text
        assert says in (await anna.go(f"{AT}/settings")).text


async def test_players_who_must_not_meet_do_not(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna, 4, rounds="3")
        await anna.go(f"{AT}/settings")
        await anna.send(f"{AT}/prohibited", groups="Player A; Player C")
        assert "Not to be paired with each other: Player A, Player C." in anna.text
        assert anna.form(f"{AT}/prohibited")["groups"] == "Player A; Player C\n"
        await anna.send(f"{AT}/prohibited", groups="1-3: Player A; Player C\n2-: Player B; Player D")
        assert "Player A, Player C (rounds 1 to 3); Player B, Player D (from round 2 on)." in anna.text
        assert anna.form(f"{AT}/prohibited")["groups"] == "1-3: Player A; Player C\n2-: Player B; Player D\n"
        await anna.send(f"{AT}/prohibited", groups="3-1: Player A; Player C")
        assert anna.refusal == "Players who must not meet: the rounds 3-1 stand in the wrong order."
        await anna.go(AT)
        await anna.send(f"{AT}/pair")
        assert anna.page.url.path == f"{AT}/rounds/1"
        rows = [row for row in anna.page.text.split("<tr") if "Player A" in row]
        assert not any("Player C" in row for row in rows)


async def test_a_name_that_is_not_published_is_on_no_public_page(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna, 4)
        await anna.go(f"{AT}/players/2")
        await anna.send(f"{AT}/players/2/anonymise")
        for page in ("", "/players", "/pairings/1", "/standings", "/crosstable", "/players/2", "/players.csv"):
            assert "Player B" not in (await anna.go(f"/t/open{page}")).text
