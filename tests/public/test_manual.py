"""The manual: a page for each pairing system, and one on which of them is for what."""

from pathlib import Path

import pytest

from domain.pairing import SYSTEMS
from tests.desk.browsers import browser, desk, server
from web.wording import language
from web.wording.manual import CHAPTERS, IN_SHORT, WHICH_FOR_WHAT
from web.wording.pairing import system_name, system_purpose

ENGLISH = language("en")


def test_every_system_has_a_chapter_a_short_name_and_an_event_that_it_suits() -> None:
    assert set(CHAPTERS) == set(IN_SHORT) == {one.system for one in WHICH_FOR_WHAT} == set(SYSTEMS)


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_a_chapter_leaves_nothing_out(system: str) -> None:
    chapter = CHAPTERS[system]
    parts = (chapter.suits, chapter.needs, chapter.way, chapter.unusual, chapter.options, chapter.sources)
    assert all(parts)
    assert all(sentence.endswith(".") for part in parts for sentence in part)


@pytest.mark.parametrize("system", sorted(SYSTEMS))
async def test_the_page_of_a_system_is_there_for_everybody(tmp_path: Path, system: str) -> None:
    async with server(tmp_path) as transport, browser(transport) as anybody:
        answer = await anybody.go(f"/help/{system}")
    assert answer.status_code == 200
    assert system_name(system, ENGLISH) in anybody.text
    assert system_purpose(system, ENGLISH) in anybody.text
    assert all(sentence in anybody.text for sentence in CHAPTERS[system].suits)


async def test_the_overview_leads_to_every_system(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as anybody:
        html = (await anybody.go("/help/systems")).text
    assert all(f'href="/help/{system}"' in html for system in SYSTEMS)


async def test_a_system_that_is_none_is_not_in_the_manual(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as anybody:
        assert (await anybody.go("/help/monrad")).status_code == 404
    assert "The manual has no page on this system." in anybody.text


async def test_a_language_that_is_chosen_stays_chosen(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as anybody:
        answer = await anybody.go("/help/lim?lang=bg")
    assert "bg" in answer.headers["set-cookie"]


async def test_the_forms_lead_to_the_manual_beside_the_choice_of_the_system(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        html = (await anna.go("/desk/new")).text
    assert 'href="/help/systems"' in html
    assert all(f'href="/help/{system}"' in html for system in SYSTEMS)
