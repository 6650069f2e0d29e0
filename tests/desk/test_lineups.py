"""Lineups at the desk, and from captains who came in by their link."""

import re
from pathlib import Path

import httpx

from tests.desk.browsers import Browser, browser, desk, server
from tests.desk.teams import with_first_round, with_teams

LEAGUE = "/desk/t/league"
LINEUPS = f"{LEAGUE}/rounds/1/lineups"
CAPTAINS = f"{LEAGUE}/teams/captains"


def lineup_forms(somebody: Browser) -> dict[str, dict[str, str]]:
    """Team id to the fields of its form."""
    forms = re.findall(r'(?s)<form class="lineup[^>]*data-team="(\d+)".*?</form>', somebody.page.text)
    return {team: fields_of(somebody, team) for team in forms}


def fields_of(somebody: Browser, team: str) -> dict[str, str]:
    found = re.search(rf'(?s)<form class="lineup[^>]*data-team="{team}".*?</form>', somebody.page.text)
    assert found is not None
    text = found[0]
    fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', text))
    for name, options in re.findall(r'(?s)<select [^>]*name="([^"]+)">(.*?)</select>', text):
        chosen = re.search(r'<option value="(\d+)" selected', options)
        fields[name] = chosen[1] if chosen else ""
    return fields


async def give(somebody: Browser, team: str, **boards: str) -> None:
    await somebody.go(LINEUPS)
    data = {**fields_of(somebody, team), **{name.replace("_", "-"): value for name, value in boards.items()}}
    somebody.page = await somebody.client.post(LINEUPS, data=data)


def link_of(somebody: Browser, team: str) -> str:
    """The address on the card of a captain."""
    found = re.search(
        rf'(?s)data-team="{team}".*?class="link-of-captain" href="https?://[^/]+([^"]+)"', somebody.page.text
    )
    assert found is not None
    return found[1]


async def captain_of(transport: httpx.ASGITransport, chief: Browser, team: str, phone: Browser) -> None:
    await chief.go(CAPTAINS)
    if "/end" not in chief.page.text:
        await chief.send(CAPTAINS)
    await phone.go(link_of(chief, team))


async def first_match(somebody: Browser) -> tuple[str, str]:
    await somebody.go(LINEUPS)
    white, black, *_ = lineup_forms(somebody)
    return white, black


async def test_teams_without_a_lineup_are_expected_in_the_order_of_the_squad(tmp_path: Path) -> None:
    async with desk(tmp_path) as somebody:
        await with_first_round(somebody)
        await somebody.go(f"{LEAGUE}/rounds/1")
        assert LINEUPS in somebody.page.text
        await somebody.go(LINEUPS)
        assert "4 teams have not given their lineups: the first of their squads are expected." in somebody.text
        assert len(lineup_forms(somebody)) == 4


async def test_a_lineup_that_is_taken_says_so(tmp_path: Path) -> None:
    async with desk(tmp_path) as somebody:
        await with_first_round(somebody)
        white, _ = await first_match(somebody)
        await give(somebody, white)
        assert "3 teams have not given" in somebody.text
        assert "plays with" in somebody.text


async def test_a_lineup_against_board_order_names_team_board_player_and_rule(tmp_path: Path) -> None:
    async with desk(tmp_path) as somebody:
        await with_first_round(somebody)
        white, _ = await first_match(somebody)
        fields = fields_of(somebody, white)
        swapped = {"board_1": fields["board-2"], "board_2": fields["board-1"]}
        await give(somebody, white, **swapped)
        assert somebody.page.status_code == 409
        assert re.fullmatch(
            r"(\w+), round 1: board 2: \1 1 stands above \1 2 in the list of the team\. "
            r"Give another lineup, or have an arbiter take this one with a reason\.",
            somebody.refusal,
        )
        assert fields_of(somebody, white)["board-1"] == swapped["board_1"]
        await give(somebody, white, **swapped, reason="the captain was ill")
        assert somebody.refusal == ""
        assert "against the rules (board order) (the captain was ill)" in somebody.text


async def test_a_board_left_out_above_another_is_refused(tmp_path: Path) -> None:
    async with desk(tmp_path) as somebody:
        await with_first_round(somebody)
        white, _ = await first_match(somebody)
        await give(somebody, white, board_1="")
        assert somebody.refusal == (
            "Board 1 is empty and one below it is not: players move up, the last boards stay empty."
        )
        await give(somebody, white, board_2="")
        assert somebody.refusal == ""


async def test_the_arbiter_shows_all_lineups(tmp_path: Path) -> None:
    async with desk(tmp_path) as somebody:
        await with_first_round(somebody)
        await somebody.go(LINEUPS)
        await somebody.send(f"{LINEUPS}/show")
        assert "Lineups of round 1 shown to everybody" in somebody.text
        assert f'action="{LINEUPS}/show"' not in somebody.page.text


async def test_a_captain_hands_in_the_lineup_of_the_own_team_and_sees_no_other(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as chief, browser(transport) as phone:
        await with_first_round(await chief.log_in())
        white, black = await first_match(chief)
        await captain_of(transport, chief, white, phone)
        assert str(phone.page.url).endswith("/desk/t/league/lineup")
        assert "No lineup is in." in phone.text
        await phone.send(f"{LEAGUE}/lineup")
        assert "Your lineup is in. Nobody but the arbiter sees it before the other one is in." in phone.text
        assert "Their lineup is not shown yet." in phone.text
        await give(chief, black, board_2="")
        await phone.go(f"{LEAGUE}/lineup")
        assert "Everybody sees it." in phone.text
        assert "Their lineup is not shown yet." not in phone.text
        assert f'action="{LEAGUE}/lineup"' not in phone.page.text.split("Round 2")[0]


async def test_what_breaks_a_rule_is_refused_to_a_captain_even_with_a_reason(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as chief, browser(transport) as phone:
        await with_first_round(await chief.log_in())
        white, _ = await first_match(chief)
        fields = fields_of(chief, white)
        await captain_of(transport, chief, white, phone)
        swapped = {"board-1": fields["board-2"], "board-2": fields["board-1"], "reason": "please"}
        await phone.send(f"{LEAGUE}/lineup", round="1", **swapped)
        assert "board 2:" in phone.refusal
        await chief.go(LINEUPS)
        assert "4 teams have not given" in chief.text


async def test_a_captain_does_nothing_but_that(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as chief, browser(transport) as phone:
        await with_first_round(await chief.log_in())
        white, black = await first_match(chief)
        of_black = fields_of(chief, black)
        await captain_of(transport, chief, white, phone)
        for path in (LEAGUE, LINEUPS, f"{LEAGUE}/teams", CAPTAINS, f"{LEAGUE}/settings", "/desk/stewards"):
            assert (await phone.go(path)).status_code == 403
        await phone.go(f"{LEAGUE}/lineup")
        token = phone.form(f"{LEAGUE}/lineup")["form_token"]
        stolen = await phone.client.post(LINEUPS, data={**of_black, "form_token": token})
        assert stolen.status_code == 403
        others = await phone.client.post(
            f"{LEAGUE}/lineup",
            data={"round": "1", "board-1": of_black["board-1"], "form_token": token},
        )
        assert others.status_code == 409


async def test_a_link_that_is_ended_opens_nothing_and_a_new_one_does(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as chief, browser(transport) as phone:
        await with_first_round(await chief.log_in())
        white, _ = await first_match(chief)
        await captain_of(transport, chief, white, phone)
        await chief.go(CAPTAINS)
        old = link_of(chief, white)
        await chief.send(f"{CAPTAINS}/end", team=white)
        assert (await phone.go(f"{LEAGUE}/lineup")).status_code == 403
        assert (await phone.go(old)).status_code == 403
        await chief.send(CAPTAINS)
        assert link_of(chief, white) != old
        await phone.go(link_of(chief, white))
        assert phone.page.status_code == 200


async def test_captains_do_not_stand_among_the_people_at_the_desk(tmp_path: Path) -> None:
    async with desk(tmp_path) as chief:
        await with_teams(chief)
        await chief.go(CAPTAINS)
        await chief.send(CAPTAINS)
        assert chief.page.text.count("link-of-captain") == 4
        await chief.go("/desk/stewards")
        assert "Captain Sofia" not in chief.text


async def test_the_chief_arbiter_has_no_lineup_of_their_own(tmp_path: Path) -> None:
    async with desk(tmp_path) as chief:
        await with_teams(chief)
        assert (await chief.go(f"{LEAGUE}/lineup")).status_code == 404


async def test_a_lineup_is_due_before_the_round(tmp_path: Path) -> None:
    async with desk(tmp_path) as chief:
        await with_first_round(chief, lineup_minutes="60", schedule="2020-05-01T15:00")
        white, _ = await first_match(chief)
        assert "They were due on" in chief.text
        await give(chief, white)
        assert "the lineup was due at" in chief.refusal
        await give(chief, white, reason="the bus was late")
        assert chief.refusal == ""


async def test_today_and_the_draft_say_whose_lineups_are_missing_and_until_when(tmp_path: Path) -> None:
    async with desk(tmp_path) as chief:
        await with_teams(chief, lineup_minutes="60", schedule="2099-05-01T15:00")
        await chief.send(f"{LEAGUE}/pair", confirmed="2")
        for page in (LEAGUE, f"{LEAGUE}/rounds/1"):
            await chief.go(page)
            assert f'<a href="{LINEUPS}">Lineups of round 1</a>' in chief.page.text
            assert "0 of 4 teams have given theirs. Missing:" in chief.text
            assert "Due on" in chief.text
        white, _ = await first_match(chief)
        await give(chief, white)
        await chief.go(LEAGUE)
        assert "1 of 4 teams have given theirs." in chief.text


async def test_a_match_that_has_begun_waits_for_no_lineup(tmp_path: Path) -> None:
    async with desk(tmp_path) as chief:
        await with_first_round(chief)
        for match in (1, 2):
            await chief.go(f"{LEAGUE}/rounds/1")
            token = chief.form("/desk/logout")["form_token"]
            typed = {"form_token": token, "board": f"{match}.1", "result": "1"}
            await chief.client.post(f"{LEAGUE}/rounds/1/results", data=typed)
        await chief.go(LEAGUE)
        assert "lineups-due" not in chief.page.text


async def test_an_event_without_teams_is_led_to_the_page_of_teams(tmp_path: Path) -> None:
    async with desk(tmp_path) as chief:
        await chief.go("/desk/new")
        await chief.send("/desk/new", tournament_name="League", rounds="3", entrants="teams", team_boards="2")
        await chief.go(LEAGUE)
        assert "Register the teams." in chief.text
        assert f'href="{LEAGUE}/teams/import"' in chief.page.text


async def test_a_link_has_an_end_that_stands_on_its_card(tmp_path: Path) -> None:
    async with desk(tmp_path) as chief:
        await with_first_round(chief, schedule="2099-05-01T15:00")
        await chief.go(CAPTAINS)
        assert 'value="2099-05-01T23:59"' in chief.page.text
        await chief.send(CAPTAINS, until="2020-01-01T10:00")
        assert chief.page.status_code == 422 or chief.refusal
        await chief.send(CAPTAINS, until="2099-05-01T23:59")
        assert chief.text.count("Valid until 1 May 2099") == 4


async def test_a_link_that_was_ended_makes_room_for_a_new_one(tmp_path: Path) -> None:
    async with desk(tmp_path) as chief:
        await with_first_round(chief)
        await chief.go(CAPTAINS)
        await chief.send(CAPTAINS)
        assert chief.text.count("Valid until the arbiter ends it.") == 4
        await chief.send(f"{CAPTAINS}/end")
        assert "Make a link for 1 team" in chief.text
