"""A match of several games at the desk: each game has its line, the score stands above, a level match has a button."""

import re
from pathlib import Path

from tests.desk.browsers import Browser, desk

AT = "/desk/t/cup"
ROUND = f"{AT}/rounds/1"


TWO = "Name;Rating\nAlice;2400\nBob;2300"
FOUR = f"{TWO}\nCleo;2200\nDora;2100"


async def entered_cup(anna: Browser, players: str, **laws: str) -> None:
    """A knock-out announced with these players, at its front page."""
    await anna.go("/desk/new")
    await anna.send("/desk/new", tournament_name="Cup", format="knock-out", byes="1", **laws)
    await with_entries(anna, players)


async def with_entries(anna: Browser, players: str) -> None:
    await anna.go(f"{AT}/players/import")
    await anna.send(f"{AT}/players/import", list=players)
    await anna.send(f"{AT}/players/import")
    await anna.go(AT)


async def publish_round_1(anna: Browser) -> None:
    await anna.send(f"{AT}/colour", colour="w")
    await anna.go(AT)
    await anna.send(f"{AT}/pair")
    await anna.go(ROUND)
    await anna.send(f"{ROUND}/publish")
    await anna.go(ROUND)


async def test_a_bracket_without_players_has_no_number_of_rounds(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await anna.go("/desk/new")
        await anna.send("/desk/new", tournament_name="Cup", format="knock-out", byes="1")
        await anna.go(AT)
        assert "0 rounds" not in anna.text
        await with_entries(anna, FOUR)
        assert "2 rounds" in anna.text


async def final_of_two_games(anna: Browser, **laws: str) -> None:
    """Alice and Bob, published."""
    await entered_cup(anna, TWO, **{"match_games": "2", "further": "rapid 1, armageddon"} | laws)
    await publish_round_1(anna)


async def enter(anna: Browser, spot: str, result: str) -> None:
    await anna.send(f"{ROUND}/results", board=spot, result=result, seen="")
    await anna.go(ROUND)


def matches(anna: Browser) -> str:
    found = re.search(r'(?s)<section id="matches".*?</section>', anna.page.text)
    assert found is not None
    return " ".join(re.sub(r"<[^>]+>", " ", found[0]).split())


async def test_each_game_of_a_match_has_its_line_and_the_score_runs_above(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await final_of_two_games(anna, games_at_once="1")
        assert re.findall(r'<tr data-board="([^"]+)"', anna.page.text) == ["1", "1.2"]
        await enter(anna, "1.2", "1-0")
        assert anna.refusal == ""
        assert matches(anna).startswith("1 Alice 0 – 1 Bob")


async def test_a_level_match_offers_what_the_regulations_have_next(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await final_of_two_games(anna)
        await enter(anna, "1", "1-0")
        await enter(anna, "1,2", "1-0")
        assert "Add: 1 rapid game" in matches(anna)
        await anna.send(f"{ROUND}/boards/1/match", step="games")
        await anna.go(ROUND)
        assert re.findall(r'<tr data-board="([^"]+)"', anna.page.text) == ["1", "1.2", "1.3"]
        await enter(anna, "1.3", "=")
        assert "Add: 1 Armageddon game" in matches(anna)
        await anna.send(f"{ROUND}/boards/1/match", step="games")
        await anna.go(ROUND)
        await enter(anna, "1.4", "=")
        assert re.search(r"(Alice|Bob) goes on by further games", matches(anna))


async def test_lots_are_drawn_where_the_regulations_say_so(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await final_of_two_games(anna, level="lots", match_games="1")
        await enter(anna, "1", "=")
        assert "Draw lots" in matches(anna)
        await anna.send(f"{ROUND}/close")
        assert anna.refusal == "Round 1: the match on board 1 is level. Add further games, or draw lots."
        await anna.go(ROUND)
        await anna.send(f"{ROUND}/boards/1/match", step="lots")
        await anna.go(ROUND)
        assert re.search(r"(Alice|Bob) goes on by lots", matches(anna))


async def test_the_arbiter_says_who_goes_on_with_a_reason(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await final_of_two_games(anna, match_games="1")
        await enter(anna, "1", "=")
        await anna.send(f"{ROUND}/boards/1/match", winner="2")
        assert anna.refusal == "Say why this player goes on: the reason stands in the journal."
        await anna.go(ROUND)
        await anna.send(f"{ROUND}/boards/1/match", winner="2", reason="ill")
        await anna.go(ROUND)
        assert "Bob goes on by ruling" in matches(anna)


async def test_games_that_nobody_needs_are_left_out_with_one_button(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await final_of_two_games(anna, match_games="3", games_at_once="1")
        await enter(anna, "1", "1-0")
        await enter(anna, "1.2", "0-1")
        assert "Decided: leave the other games out" in matches(anna)
        await anna.send(f"{ROUND}/boards/1/match", step="leave-out")
        await anna.go(ROUND)
        await anna.send(f"{ROUND}/close")
        assert anna.refusal == ""


async def test_the_second_game_is_on_when_the_first_has_its_result(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await final_of_two_games(anna)
        assert re.findall(r'<tr data-board="([^"]+)"', anna.page.text) == ["1"]
        await anna.send(f"{ROUND}/results", board="1.2", result="1-0", seen="")
        assert anna.refusal == (
            "Game 2 on board 1 of round 1 is not on yet: the games of a match are played one after the other."
        )
        await enter(anna, "1", "1-0")
        assert re.findall(r'<tr data-board="([^"]+)"', anna.page.text) == ["1", "1.2"]


async def test_a_match_that_is_won_has_no_more_games_and_the_round_closes(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await final_of_two_games(anna, match_games="3")
        await enter(anna, "1", "1-0")
        await enter(anna, "1.2", "0-1")
        assert re.findall(r'<tr data-board="([^"]+)"', anna.page.text) == ["1", "1.2"]
        assert matches(anna) == "1 Alice 2 – 0 Bob Alice goes on"
        await anna.send(f"{ROUND}/results", board="1.3", result="1-0", seen="")
        assert anna.refusal == "The match on board 1 of round 1 is won: game 3 is not played."
        await anna.go(ROUND)
        await anna.send(f"{ROUND}/close")
        assert anna.refusal == ""


async def test_a_later_game_is_corrected_by_itself(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await final_of_two_games(anna)
        await enter(anna, "1", "1-0")
        await enter(anna, "1.2", "=")
        await anna.send(f"{ROUND}/close")
        await anna.go(f"{ROUND}/boards/1/correct?game=2")
        await anna.send(f"{ROUND}/boards/1/correct", result="1-0", reason="score sheet", confirmed="3")
        await anna.go(ROUND)
        assert matches(anna).startswith("1 Alice 1 – 1 Bob")


async def test_the_form_takes_the_options_of_a_bracket_and_says_what_is_no_step(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await final_of_two_games(anna, third_place="1")
        await anna.go(f"{AT}/settings")
        assert anna.form(f"{AT}/regulations")["further"] == "rapid 1, armageddon 1"
        assert re.search(r'name="third_place" value="1" checked', anna.page.text)
        await anna.send(f"{AT}/regulations", further="chess boxing")
        assert anna.refusal == "Further games: “chess boxing” is no step; write rapid 2, blitz 2, armageddon 1."


async def test_the_lines_of_a_bracket_are_drawn_before_the_colour(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await entered_cup(anna, TWO, bracket="lot")
        await anna.send(f"{AT}/lots", seed="x7")
        await anna.go(AT)
        await anna.send(f"{AT}/colour", colour="w")
        await anna.go(AT)
        await anna.send(f"{AT}/pair")
        assert anna.refusal == ""


async def cup_of_four(anna: Browser, **laws: str) -> None:
    """Round 1 is played, and Alice has won; round 2 is published."""
    await entered_cup(anna, FOUR, **laws)
    await publish_round_1(anna)
    await enter(anna, "1", "1-0")
    await enter(anna, "2", "1-0")
    await anna.send(f"{AT}/pair")
    await anna.go(f"{AT}/rounds/2")
    await anna.send(f"{AT}/rounds/2/publish")


async def test_the_preview_of_a_correction_names_the_later_match_with_other_players(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await cup_of_four(anna)
        await anna.go(f"{ROUND}/boards/1/effect?result=0-1&part=pairings")
        assert "Round 2 would have been paired differently on 1 board." in anna.text
        assert 'round-effect" open' in anna.page.text
        assert re.search(r"Alice – \w+|\w+ – Alice", anna.text)
        assert re.search(r"Dora – \w+|\w+ – Dora", anna.text)


async def test_a_level_match_comes_before_the_next_pairing(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await cup_of_four(anna)
        final = f"{AT}/rounds/2"
        await anna.go(final)
        await anna.send(f"{final}/results", board="1", result="=", seen="")
        await anna.go("/t/cup")
        assert "Round 2 of 2: 1 match is level" in anna.text
        await anna.go(AT)
        assert "Round 2: 1 match is level. Decide who goes on." in anna.text
        page = (await anna.go(final)).text
        assert page.index('id="matches"') < page.index('id="desk-entry"')
        assert re.search(r'id="close-round" class="quiet"', page)
        await anna.send(f"{final}/boards/1/match", winner="1", reason="agreed")
        await anna.go("/t/cup")
        assert "All 2 rounds played" in anna.text
        page = (await anna.go(final)).text
        assert re.search(r'id="close-round" class="primary"', page)
        assert page.index('id="matches"') > page.index('id="desk-entry"')


async def test_the_reasons_of_a_round_are_the_matches_that_led_to_it(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await cup_of_four(anna)
        await anna.go(f"{ROUND}/why")
        assert "Board 1 : Alice (seed 1) – Dora (seed 4)" in anna.text
        await anna.go(f"{AT}/rounds/2/why")
        found = re.search(r"Board 1 : (\w+) \(won board 1 of round 1\) – (\w+) \(won board 2 of round 1\)", anna.text)
        assert found is not None
        assert found[1] == "Alice"
