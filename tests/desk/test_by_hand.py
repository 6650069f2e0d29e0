"""Pairing by hand: when the engine finds nothing legal, and what is said while somebody types."""

import re
from collections.abc import Sequence
from pathlib import Path

import httpx

from tests.desk.browsers import Browser, browser, desk, server, with_players, with_round_one
from tests.desk.teams import with_teams

BOTH_WRONG = "both players have the opposite of the colour that is due."
BY_HAND = "/desk/t/open/pair-by-hand"
CHECK = "/desk/t/open/rounds/1/alter/check"


async def stuck(somebody: Browser) -> None:
    """Two players who have met, and a second round to pair."""
    await with_round_one(somebody, count=2, rounds="3")
    await somebody.go("/desk/t/open/rounds/1")
    await somebody.send("/desk/t/open/rounds/1/results", board="1", result="1-0")
    await somebody.send("/desk/t/open/pair")


async def seat(
    somebody: Browser, action: str, white: Sequence[str], black: Sequence[str], **typed: str
) -> httpx.Response:
    """Both columns of a pairing by hand; the page keeps one value a name, so the lists are given here."""
    await somebody.go(action)
    await somebody.send(f"{action}/begin")
    data = {**somebody.form(action), **typed, "white": list(white), "black": list(black)}
    somebody.page = await somebody.client.post(action, data=data)
    return somebody.page


async def check(somebody: Browser, at: str, white: str, black: str, bye: str = "") -> list[dict[str, object]]:
    answer = await somebody.client.get(at, params={"white": white.split(","), "black": black.split(","), "bye": bye})
    found: list[dict[str, object]] = answer.json()["breaches"]
    return found


async def test_when_nothing_is_legal_the_players_are_named(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await stuck(anna)
    assert anna.page.status_code == 409
    assert anna.refusal.startswith("Round 2 cannot be paired: Player A has no legal opponent left.")
    assert '<a href="/desk/t/open/players/1">Player A</a>' in anna.page.text


async def test_what_the_arbiter_may_do_comes_mildest_first(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await stuck(anna)
    ways = ["Relax the colours", "A bye, also a second one", "Let two meet again", "Shorten the event", "by hand."]
    places = [anna.text.index(way) for way in ways]
    assert places == sorted(places)
    for link in (BY_HAND, f"{BY_HAND}?a=1&amp;b=2", "/desk/t/open/settings", "/desk/t/open/players/1"):
        assert f'href="{link}"' in anna.page.text


async def test_other_refusals_to_pair_stay_on_the_page_of_the_day(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        await anna.go("/desk/t/open/rounds/1")
        await anna.send("/desk/t/open/pair")
    assert anna.refusal.startswith("Round 1 is not finished")


async def test_a_rematch_that_was_offered_is_seated_already(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await stuck(anna)
        await anna.go(f"{BY_HAND}?a=2&b=1")
        form = anna.form(BY_HAND)
    assert (form["white"], form["black"]) == ("2", "1")


async def test_a_pairing_by_hand_begins_with_what_the_engine_can_do(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna)
        await anna.go(BY_HAND)
        form = anna.form(BY_HAND)
    assert (form["white"], form["black"]) == ("1", "5")


async def test_a_round_without_a_legal_pairing_is_finished_by_hand(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await stuck(anna)
        await seat(anna, BY_HAND, ["2"], ["1"], reason="only two are left", override="1")
        assert "The pairing breaks criteria that are absolute" in anna.text
        await anna.send(BY_HAND, confirmed="3")
        await anna.send(BY_HAND, confirmed="4")
        assert str(anna.page.url).startswith("http://localhost/desk/t/open/rounds/2")
        history = (await anna.go("/desk/t/open/history")).text
        await anna.go("/desk/t/open/rounds/2/why")
    assert "paired by hand" in history
    assert "only two are left" in history
    assert "The engine found no legal pairing here: no legal opponents for 1 Player A." in anna.text.replace(
        "\xa0", " "
    )


async def test_without_insisting_a_rematch_is_refused_and_stays_typed(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await stuck(anna)
        await seat(anna, BY_HAND, ["2"], ["1"], reason="only two are left")
    assert "Player B, Player A have played each other already (C1)" in anna.refusal
    assert anna.form(BY_HAND)["white"] == "2"


async def test_a_legal_pairing_by_hand_is_confirmed_too(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna)
        await seat(anna, BY_HAND, ["1", "3", "5", "7"], ["2", "4", "6", "8"], reason="club evening")
    assert "The pairing is altered by hand. This is reported to FIDE (C.04.2, 4.4)." in anna.text


async def test_a_rematch_is_said_at_its_board_while_it_is_typed(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await stuck(anna)
        (found,) = await check(anna, f"{BY_HAND}/check", "2", "1")
    assert found == {
        "article": "C1",
        "edition": "dutch-2026",
        "sentence": "Player B, Player A have played each other already (C1).",
        "rows": [1],
        "bye": False,
    }


async def test_who_sits_twice_is_said_at_both_boards_and_who_stands_once_for_all(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        found = await check(anna, CHECK, "1,1,3,7", "5,2,,8")
    assert [(f["article"], f["rows"]) for f in found] == [("1.5", [1, 2]), ("1.5", [])]
    assert str(found[1]["sentence"]).startswith("Player D, Player F must sit at one board")


async def test_boards_as_the_engine_made_them_are_in_order(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        assert await check(anna, CHECK, "1,6,3,8", "5,2,7,4") == []


async def test_half_a_name_is_nobody_yet(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        found = await check(anna, CHECK, "1,6,3,Pla", "5,2,7,4")
    assert [(f["article"], f["rows"]) for f in found] == [("1.5", [])]


async def test_teams_are_seated_by_the_beginnings_of_their_names_too(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_teams(anna)
        found = await check(anna, "/desk/t/league/pair-by-hand/check", "Sof,Bur", "Plo,Var")
    assert found == []


async def test_a_bye_for_somebody_on_a_board_concerns_both_places(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        (found,) = await check(anna, CHECK, "1,6,3,8", "5,2,7,4", bye="8")
    assert (found["rows"], found["bye"]) == ([4], True)


async def test_the_validator_says_why_nothing_can_be_paired_yet(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        answer = await anna.client.get(f"{BY_HAND}/check")
    assert answer.status_code == 409
    assert answer.json()["sentence"].startswith("Round 1 is not finished")


async def test_boards_are_compared_with_those_of_the_system_when_the_pairing_by_hand_ends(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna, 4, rounds="3")
        await anna.go("/desk/t/open")
        await anna.send("/desk/t/open/pair")
        at = "/desk/t/open/rounds/1/alter"
        await anna.go(at)
        await anna.send(f"{at}/begin")
        assert "Round 1 is being paired by hand by Anna since" in anna.text
        assert "round 1 by hand" in (await anna.go("/desk/t/open")).text
        await anna.go(at)
        seated = {**anna.form(at), "white": ["1", "3"], "black": ["4", "2"], "reason": "sponsor"}
        anna.page = await anna.client.post(f"{at}/end", data=seated)
        assert "The boards are not those of the pairing system." in anna.text
        assert "Player A – Player D Player A – Player C" in anna.text
        seated["confirmed"] = "4"
        anna.page = await anna.client.post(f"{at}/end", data=seated)
    assert (
        "Pairing of round 1 by hand ended; Swiss, FIDE Dutch system of 2026 (C.04.3) pairs boards 1, 2 otherwise"
        in anna.text
    )
    assert "altered by hand" in anna.text


async def test_a_draft_is_not_published_while_it_is_paired_by_hand(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna, 4, rounds="3")
        await anna.send("/desk/t/open/pair")
        await anna.go("/desk/t/open/rounds/1/alter")
        await anna.send("/desk/t/open/rounds/1/alter/begin")
        await anna.go("/desk/t/open/rounds/1")
        await anna.send("/desk/t/open/rounds/1/publish")
    assert anna.refusal == "Round 1 is being paired by hand: end that first."


async def test_both_colours_wrong_are_said_while_somebody_types(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna, 4, rounds="3")
        await anna.send("/desk/t/open/pair")
        await anna.send("/desk/t/open/rounds/1/publish")
        for board in ("1", "2"):
            await anna.go("/desk/t/open/rounds/1")
            await anna.send("/desk/t/open/rounds/1/results", board=board, seen="", result="1/2-1/2")
        await anna.go("/desk/t/open")
        await anna.send("/desk/t/open/pair")
        stands = anna.form("/desk/t/open/rounds/2/publish")
        found = await check(anna, "/desk/t/open/rounds/2/alter/check", "1,4", "2,3")
    assert stands
    assert [one["sentence"] for one in found] == [f"Board {n}: {BOTH_WRONG}" for n in (1, 2)]


async def test_the_two_who_are_to_meet_again_stay_when_the_pairing_begins(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await stuck(anna)
        await anna.go(f"{BY_HAND}?a=2&b=1")
        await anna.send(f"{BY_HAND}/begin")
        form = anna.form(BY_HAND)
    assert (form["white"], form["black"]) == ("2", "1")


async def test_no_board_can_be_sent_before_the_pairing_by_hand_begins(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        await anna.go("/desk/t/open/rounds/1/alter")
        before = anna.text
        await anna.send("/desk/t/open/rounds/1/alter/begin")
    assert "Seat them like this" not in before
    assert "Seat them like this" in anna.text


async def test_legal_boards_that_are_published_are_insisted_on_from_the_first_look(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        await anna.go("/desk/t/open/rounds/1/alter")
    assert "so they stand (C.04.2, 4.4): every change is insisted on, with a reason." in anna.text


async def test_the_desks_of_others_say_who_pairs_by_hand_and_since_when(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as anna, browser(transport) as boris:
        await with_round_one(await anna.log_in())
        await anna.go("/desk/t/open/rounds/1/alter")
        await anna.send("/desk/t/open/rounds/1/alter/begin")
        await boris.log_in("Boris")
        for page in ("/desk/t/open", "/desk/t/open/rounds/1"):
            await boris.go(page)
            assert re.search(r"Round 1 is being paired by hand by Anna since \d\d:\d\d\.", boris.text), page
        assert "Enter it" not in boris.text


async def test_where_no_bye_helps_the_way_out_is_by_hand_or_an_early_end(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await stuck(anna)
    assert anna.refusal == (
        "Round 2 cannot be paired: Player A has no legal opponent left. "
        "No bye helps: pair the round by hand, or end the tournament after round 1."
    )
    assert "It does not help here" in anna.text
    assert 'href="/desk/t/open#end-early"' in anna.page.text


async def test_a_bye_that_helps_is_named(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna, count=4)
        await anna.go("/desk/t/open/settings")
        await anna.send(
            "/desk/t/open/prohibited",
            groups="Player A; Player B\nPlayer A; Player C\nPlayer A; Player D\nPlayer B; Player C",
        )
        await anna.go("/desk/t/open")
        await anna.send("/desk/t/open/pair", confirmed="2")
    assert "A bye for" in anna.refusal


async def test_when_everybody_has_left_nothing_is_offered_to_be_paired(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await stuck(anna)
        for player in ("1", "2"):
            await anna.go(f"/desk/t/open/players/{player}")
            await anna.send(f"/desk/t/open/players/{player}/withdraw")
        await anna.go("/desk/t/open")
    assert "Nobody is left to be paired: readmit somebody, or end the tournament early." in anna.text
    assert "Pair round 2" not in anna.text


async def test_points_and_former_opponents_stand_beside_everybody(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        for board in range(1, 5):
            await anna.go("/desk/t/open/rounds/1")
            await anna.send("/desk/t/open/rounds/1/results", board=str(board), result="1-0", seen="")
        await anna.send("/desk/t/open/pair")
        await anna.go("/desk/t/open/rounds/2/alter")
    lines = re.findall(r'<li data-number="(\d)">.*?class="points">(\S+)</span>.*?class="met[^>]*>(\S+)', anna.page.text)
    assert {number: (points, met) for number, points, met in lines}["1"] == ("1", "5w1")
    assert {number: (points, met) for number, points, met in lines}["5"] == ("0", "1b0")
