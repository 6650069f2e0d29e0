"""Behind every board stands why it is paired like that."""

import re
from html import unescape
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import httpx
import pytest

from tests.desk.browsers import Browser, desk, with_players, with_round_one

CASES = Path(__file__).parent.parent / "cases"


async def with_round_two(somebody: Browser) -> None:
    """Eight players; White won every game of round 1, and round 2 is a draft."""
    await with_round_one(somebody)
    at = "/desk/t/open/rounds/1"
    for board in range(1, 5):
        await somebody.go(at)
        await somebody.send(f"{at}/results", board=str(board), result="1-0", seen="")
    await somebody.send("/desk/t/open/pair")


def reasons_on(somebody: Browser) -> list[str]:
    """The anchors on the page of reasons of round 1 that the page leads to, wherever it stands itself."""
    linked = [
        urljoin(str(somebody.page.url), href) for href in re.findall(r'href="([^"]*/why#[^"]*)"', somebody.page.text)
    ]
    return [urlsplit(link).fragment for link in linked if urlsplit(link).path == "/desk/t/open/rounds/1/why"]


def answer_on(page: httpx.Response) -> str:
    found = re.search(r'<p class="answer" role="status">(.*?)</p>', page.text)
    return unescape(found[1]) if found else ""


async def test_every_board_of_a_draft_leads_to_its_reason(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna)
        await anna.send("/desk/t/open/pair")
        links = reasons_on(anna)
        page = await anna.go("/desk/t/open/rounds/1/why")
    assert links == [f"board-{n}" for n in range(1, 5)]
    assert all(f'id="{anchor}"' in page.text for anchor in links)


async def test_every_board_of_a_published_round_leads_to_its_reason(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        await anna.go("/desk/t/open/rounds/1")
        links = reasons_on(anna)
    assert links == [f"board-{n}" for n in range(1, 5)]


async def test_players_are_named_with_their_numbers(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        await anna.go("/desk/t/open/rounds/1/why")
    assert "Board 1: 1 Player A - 5 Player E, bracket 1" in anna.text
    assert "residents 1 Player A · 2 Player B · 3 Player C" in anna.text


async def test_two_who_have_met_are_answered_with_the_article(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_two(anna)
        await anna.go("/desk/t/open/rounds/2/why?a=1&b=5")
    assert "1 Player A and 5 Player E: they must not meet: C1 (they have met before)" in anna.text


async def test_the_two_are_asked_for_by_numbers_or_by_the_beginnings_of_names(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_two(anna)
        page = await anna.go("/desk/t/open/rounds/2/why")
        assert page.text.count('list="numbers"') == 2
        assert page.text.count('<option value="5">Player E</option>') == 1
        by_number = answer_on(await anna.go("/desk/t/open/rounds/2/why?a=1&b=5"))
        by_name = answer_on(await anna.go("/desk/t/open/rounds/2/why?a=player+a&b=Player+E"))
    assert by_name == by_number != ""


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("a=1&b=1", "Choose two different players of this tournament."),
        ("a=1&b=99", "Player must be a whole number from 1 to 8, not “99”."),
        (
            "a=1&b=Player",
            "Player is ambiguous: “Player” begins more than one name. Type more of it, or the pairing number.",
        ),
        ("a=1&b=²", "Player: there is nobody called “²” here."),
    ],
)
async def test_a_question_without_two_players_is_answered_with_what_is_wrong(
    tmp_path: Path, asked: str, said: str
) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        page = await anna.go(f"/desk/t/open/rounds/1/why?{asked}")
    assert (page.status_code, answer_on(page)) == (200, said)


async def test_the_reasons_are_those_of_the_day_whatever_is_corrected_later(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_two(anna)
        before = (await anna.go("/desk/t/open/rounds/2/why")).text
        await anna.go("/desk/t/open/rounds/2")
        await anna.send("/desk/t/open/rounds/2/publish")
        at = "/desk/t/open/rounds/1/boards/1/correct"
        await anna.go(at)
        await anna.send(at, result="0-1", reason="score sheet")
        await anna.send(at, confirmed="3")
        history = (await anna.go("/desk/t/open/history")).text
        after = (await anna.go("/desk/t/open/rounds/2/why")).text
    assert "score sheet" in history
    assert _told(after) == _told(before)
    assert 'id="foreign"' not in after


async def test_boards_altered_by_hand_are_said_to_be_no_work_of_the_engine(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna)
        await anna.send("/desk/t/open/pair")
        at = "/desk/t/open/rounds/1/alter"
        await anna.go(at)
        await anna.send(f"{at}/begin")
        fields = {**anna.form(at), "white": ["6", "5", "3", "7"], "black": ["1", "2", "8", "4"], "reason": "sponsor"}
        await anna.client.post(at, data={**fields, "confirmed": "3"})
        await anna.go("/desk/t/open/rounds/1/why")
    assert "altered by hand" in anna.text
    assert "Board 1: 6 Player F - 1 Player A." in anna.text


async def test_boards_out_of_a_file_are_compared_with_the_engines(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        for name in ("held_2014.trf", "2021_03.trf"):
            await anna.go("/desk/import")
            await anna.send("/desk/import", files={"file": (name, (CASES / name).read_bytes())})
            await anna.send("/desk/import")
        ours = await anna.go("/desk/t/mario-held-annotated-example-14-players/rounds/5/why")
        theirs = await anna.go("/desk/t/juni-blitzschach-5-plus-0/rounds/1/why")
    assert (ours.status_code, 'id="foreign"' in ours.text) == (200, False)
    assert "imported from a file, and were not made by this engine" in theirs.text


async def test_a_round_that_is_not_there_has_no_reasons(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna)
        assert (await anna.go("/desk/t/open/rounds/1/why")).status_code == 404


def _told(page: str) -> str:
    return page[page.index('<div class="why-boards">') :]


async def test_a_bye_that_the_regulations_give_to_the_last_is_the_first_step(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna, 5)
        await anna.go("/desk/t/open/settings")
        await anna.send("/desk/t/open/fide-mode/leave", confirmed="4")
        await anna.go("/desk/t/open/settings")
        await anna.send("/desk/t/open/regulations", bye_rule="last", confirmed="4")
        await anna.go("/desk/t/open")
        await anna.send("/desk/t/open/pair", confirmed="4")
        await anna.go("/desk/t/open/rounds/1/why?a=5&b=1")
        said = "Bye, before anybody is paired: 5 Player E, the last of the lowest score group (0 points)"
        assert said in anna.text.replace("\N{NO-BREAK SPACE}", " ")
        assert "pairs otherwise" not in anna.text
        assert 'id="bye"' in anna.page.text


async def test_a_board_says_its_points_and_the_colours_had_before_the_sentence_is_opened(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_two(anna)
        page = (await anna.go("/desk/t/open/rounds/2/why")).text
    first = page[page.index('<summary class="why-row">') : page.index('id="board-1"')]
    assert first.count('class="had"') == 2
    assert 'aria-label="w"' in first
    assert '<span class="number">1</span>' in first
    assert "Bracket 1" in page
