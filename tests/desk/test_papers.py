"""The desk's page of papers, and each of them as PDF."""

import asyncio
import sys
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from domain.refusals import FileKind
from server.services import services_of
from server.workers.limits import FileLimits
from server.workers.pool import LIMITS
from tests.desk.browsers import Browser, browser, desk, server, with_players, with_round_one
from tests.live.loopback import eventually
from web.paper.papers import ALL_OF_ROUND, BY_NAME

AT = "/desk/t/open/papers"


def read(of: Browser) -> str:
    """The PDF that was answered last."""
    assert of.page.headers["content-type"] == "application/pdf"
    return " ".join(page.extract_text() for page in PdfReader(BytesIO(of.page.content)).pages)


async def test_before_round_one_lists_are_there_and_pairings_are_not(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna)
        await anna.go(AT)
        assert f"{AT}/check-in.pdf" in anna.page.text
        assert f"{AT}/pairings.pdf" not in anna.page.text
        assert "nothing to print yet" in anna.text
        await anna.go(f"{AT}/check-in.pdf")
        assert "Player A" in read(anna)


async def test_without_the_library_a_sentence_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    async with desk(tmp_path) as anna:
        await with_players(anna)
        await anna.go(AT)
        await anna.go(f"{AT}/check-in.pdf")
        assert anna.page.status_code == 409
        assert "pip install 'tablo-chess[paper]'" in anna.text


async def test_every_paper_that_the_page_offers_is_a_pdf(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        await anna.go(AT)
        offered = [name for name in (*BY_NAME, ALL_OF_ROUND) if f"{AT}/{name}.pdf" in anna.page.text]
        assert {"pairings", "slips", "standings", ALL_OF_ROUND} <= set(offered)
        for name in set(offered) - {"it1"}:
            await anna.go(f"{AT}/{name}.pdf?size=letter")
            assert anna.page.status_code == 200, name
            assert read(anna)


async def test_a_paper_with_nothing_on_it_is_a_sentence_and_no_empty_file(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        await anna.go(AT)
        assert "/papers/it1.pdf" not in anna.page.text
        await anna.go(f"{AT}/it1.pdf")
        assert anna.page.status_code == 409
        assert "Certificates of norms (IT1): there is nothing to print." in anna.text


async def test_slips_are_offered_only_while_a_game_has_no_result(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna, count=2)
        await anna.go(AT)
        assert f"{AT}/slips.pdf" in anna.page.text
        await anna.go("/desk/t/open/rounds/1")
        await anna.send("/desk/t/open/rounds/1/results", board="1", result="1-0")
        await anna.go(AT)
    assert f"{AT}/slips.pdf" not in anna.page.text
    assert "three to a page, for games without a result · nothing to print yet" in anna.text


async def test_a_name_that_is_no_paper_is_not_found(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        await anna.go(f"{AT}/nothing.pdf")
        assert anna.page.status_code == 404


async def test_words_that_are_no_choice_are_the_usual_ones(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        await anna.go(f"{AT}/pairings.pdf?round=99&size=a0&lang=xx&event=party")
        assert "Round 1" in read(anna)


async def test_where_phones_cannot_reach_the_server_the_page_says_so_and_no_code_is_printed(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as anna:
        await with_round_one(await anna.log_in())
        await anna.go(AT)
        local = "this server answers on this computer alone" in anna.text
        await anna.go(f"{AT}/pairings.pdf")
        assert ("http" in read(anna)) is not local


async def test_a_paper_that_takes_too_long_is_a_sentence_on_the_page_and_the_next_one_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna)
        with monkeypatch.context() as patch:
            patch.setitem(LIMITS, FileKind.PAPER, FileLimits(0, 2048))  # type: ignore[arg-type]
            await anna.go(f"{AT}/badges.pdf")
        assert anna.page.status_code == 422
        assert "open-badges.pdf was not made in 0 seconds. Ask for it once more" in anna.text
        await anna.go(f"{AT}/check-in.pdf")
        assert "Player A" in read(anna)


async def test_the_page_of_papers_gets_a_worker_ready(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as anna:
        await with_players(await anna.log_in())
        workers = services_of(transport.app).workers  # type: ignore[attr-defined]
        await asyncio.to_thread(workers.let_go, 0)
        before = set(workers.pids())
        await anna.go(AT)
        await eventually(lambda: len(set(workers.pids()) - before) == 1)


async def test_papers_that_an_event_of_its_kind_never_has_are_not_listed(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        await anna.go(AT)
        assert "Match sheets" not in anna.text
        assert "Bracket" not in anna.text
        assert "Result slips" in anna.text
