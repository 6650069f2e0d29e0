"""`tablo demo`: the festival as its seed says, and the playing of it over a clock of our own."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette

from domain.decisions.rounds.results import record_result
from domain.events import ResultRecorded
from domain.moves.games import played
from domain.tournament import Tournament, replay
from domain.words.games import Result
from projections.round.live_boards import live_boards
from server.app import create_app
from server.cli import main
from server.cli.demo import PATH, DemoPage, addition, seeded
from server.cli.demo.event import LIVE_BOARD_COUNT, SECTIONS, TEAM_EVENT, THE_OPEN, WRONG, festival_appends, known_games
from server.cli.demo.playing import FAST, HUMAN, Playing, PlayingPace
from server.http.auth import open_access
from server.services import Services, services_of
from server.settings import Settings
from tests.desk.browsers import PASSWORD, WORKERS, browser
from tests.locked_door import lock_door

SEED = 7
NOW = datetime(2026, 11, 28, 12, 20, tzinfo=UTC)
PAGE = DemoPage("a password of the demo", still=False)


class TimeIsUp(Exception):
    pass


@dataclass
class Hall:
    """The demo on a server, played by a clock that the test moves."""

    app: Starlette
    pace: PlayingPace
    now: float = 0.0

    @property
    def services(self) -> Services:
        return services_of(self.app)

    async def tournament(self, slug: str) -> Tournament:
        return (await self.services.office.open(slug)).tournament

    async def play(self, seconds: float) -> float:
        """So long, or until everything is over; returns the time that it took."""
        began, end = self.now, self.now + seconds

        async def sleep(pause: float) -> None:
            if self.now >= end:
                raise TimeIsUp
            self.now = min(end, self.now + pause)
            await asyncio.sleep(0)

        with suppress(TimeIsUp):
            await Playing(self.services, SEED, self.pace, lambda: self.now, sleep).work()
        return self.now - began


@asynccontextmanager
async def hall(folder: Path, pace: PlayingPace = HUMAN) -> AsyncIterator[Hall]:
    lock_door(folder, PASSWORD)
    settings = Settings(data=folder, host="0.0.0.0", chances=False)
    seeded(settings.journal_url, SEED, pace)
    added = replace(addition(SEED, pace, PAGE), works=lambda _: {})
    app = create_app(settings, open_access(folder), WORKERS, addition=added)
    async with app.router.lifespan_context(app):
        yield Hall(app, pace)


def folded(seed: int = SEED, *, begun: bool = True) -> dict[str, Tournament]:
    found = {section.slug: Tournament() for section in SECTIONS}
    for append in festival_appends(seed, NOW, played=begun, round_seconds=HUMAN.round_seconds):
        if append.stream in found:
            replay(append.events, found[append.stream])
    return found


def results(t: Tournament) -> list[list[Result | None]]:
    return [round.results for round in t.rounds]


def test_a_seed_says_everything() -> None:
    once, again, another = ([*festival_appends(n, NOW, played=True, round_seconds=600)] for n in (SEED, SEED, 8))
    assert once == again
    assert [one.events for one in once] != [one.events for one in another]


def test_it_is_found_in_round_six_with_some_results() -> None:
    festival = folded()
    assert {slug: (len(t.entrants), t.published) for slug, t in festival.items()} == {
        THE_OPEN.slug: (160, 6),
        TEAM_EVENT.slug: (12, 6),
    }
    for t in festival.values():
        *before, now = (len(round.unanswered) for round in t.rounds)
        assert before == [0] * 5
        assert 0 < now < len(t.round(6).games)


def test_its_people_are_of_many_alphabets_and_play_once() -> None:
    people = [player for t in folded().values() for player in t.players.values()]
    names = [player.name for player in people]
    assert len(set(names)) == len(names) == 160 + 12 * 5
    assert len({player.federation for player in people}) == 18
    for letters in ("[а-я]", "[α-ω]", "[a-z]", "[ğłřßþő]"):
        assert any(re.search(letters, name) for name in names)
    assert {player.sex.value for player in people} == {"m", "w"}


def test_the_games_of_the_live_boards_are_legal_to_their_end() -> None:
    games = known_games()
    assert len(games) == LIVE_BOARD_COUNT
    assert [played(game).unreadable for game in games] == [""] * LIVE_BOARD_COUNT
    assert all(game.complete and game.result for game in games)


async def test_a_result_comes_within_ten_seconds(tmp_path: Path) -> None:
    async with hall(tmp_path) as demo:
        before = {slug: (await demo.services.office.open(slug)).position for slug in (THE_OPEN.slug, TEAM_EVENT.slug)}
        await demo.play(10)
        for slug, position in before.items():
            office = await demo.services.office.open(slug)
            assert isinstance(office.entries[position].event, ResultRecorded)


async def test_a_round_ends_and_the_next_one_is_paired_and_published(tmp_path: Path) -> None:
    async with hall(tmp_path) as demo:
        await demo.play(HUMAN.round_seconds)
        t = await demo.tournament(THE_OPEN.slug)
        assert t.published == 7
        assert len(t.details.schedule) == 6
        assert not t.round(6).unanswered
        assert 0 < len(t.round(7).unanswered) < len(t.round(7).games)


async def test_a_whole_event_of_nine_rounds_takes_five_minutes(tmp_path: Path) -> None:
    async with hall(tmp_path, FAST) as demo:
        assert (await demo.tournament(THE_OPEN.slug)).published == 0
        assert await demo.play(1000) <= 300
        ends = [await demo.tournament(section.slug) for section in SECTIONS]
        assert [(t.published, t.closed) for t in ends] == [(9, True), (7, True)]
        assert all(t.left_fide_mode is None for t in ends)
        async with browser(httpx.ASGITransport(app=demo.app)) as anybody:
            assert "The festival is over" in (await anybody.go(PATH)).text


async def test_a_server_that_begins_again_goes_on(tmp_path: Path) -> None:
    async with hall(tmp_path / "stopped") as demo:
        await demo.play(60)
        left = len((await demo.tournament(THE_OPEN.slug)).round(6).unanswered)
    async with hall(tmp_path / "stopped") as demo:
        await demo.play(10)
        assert 0 < len((await demo.tournament(THE_OPEN.slug)).round(6).unanswered) < left
        await demo.play(400)
        stopped = results(await demo.tournament(THE_OPEN.slug))
    async with hall(tmp_path / "whole") as demo:
        await demo.play(400)
        assert results(await demo.tournament(THE_OPEN.slug))[:6] == stopped[:6]


async def test_whoever_is_at_the_desk_goes_before(tmp_path: Path) -> None:
    async with hall(tmp_path) as demo:
        office = await demo.services.office.open(THE_OPEN.slug)
        board = office.tournament.round(6).unanswered[-1].board
        entered = Result.BLACK_WINS_BY_FORFEIT
        await office.command("by-hand-1", "Anna", lambda t: record_result(t, 6, board, entered, None))
        await demo.play(HUMAN.round_seconds)
        assert office.tournament.round(6).game(board).result is entered
        assert office.tournament.published == 7


async def test_the_live_boards_show_the_games_that_the_results_tell(tmp_path: Path) -> None:
    async with hall(tmp_path) as demo:
        await demo.play(400)
        office = await demo.services.office.open(THE_OPEN.slug)
        now = demo.services.snapshots.now(office)
        view = live_boards(now, demo.services.games.shown(office.id).boards(now.current))
        assert [board.board for board in view.boards] == [*range(1, LIVE_BOARD_COUNT + 1)]
        assert [board.unreadable for board in view.boards] == [""] * LIVE_BOARD_COUNT
        assert not view.strangers
        assert not view.differing


async def test_a_demo_that_is_still_shows_its_boards_and_writes_nothing(tmp_path: Path) -> None:
    async with hall(tmp_path) as demo:
        before = [(await demo.services.office.open(section.slug)).position for section in SECTIONS]
        [work] = addition(SEED, HUMAN, DemoPage("", still=True)).works(demo.services).values()
        await work()
        assert len(demo.services.games.all(THE_OPEN.slug).games) == LIVE_BOARD_COUNT
        assert [(await demo.services.office.open(section.slug)).position for section in SECTIONS] == before


async def test_the_codes_of_its_page_lead_to_wall_phone_and_desk(tmp_path: Path) -> None:
    async with hall(tmp_path) as demo, browser(httpx.ASGITransport(app=demo.app)) as anybody:
        page = (await anybody.go(PATH)).text
        led = re.findall(r'src="/screen/qr.svg\?to=([^"]+)"', page)
        walls = [f"/t/{section.slug}/screen" for section in SECTIONS]
        assert led == [*walls, "/f/harbour", f"/desk/t/{THE_OPEN.slug}"]
        assert [(await anybody.go(path)).status_code for path in led] == [200] * 4


@pytest.mark.parametrize(("client", "told"), [("127.0.0.1", True), ("203.0.113.9", False)])
async def test_the_password_is_told_at_this_machine_alone(tmp_path: Path, client: str, told: bool) -> None:
    async with hall(tmp_path) as demo, browser(httpx.ASGITransport(app=demo.app, client=(client, 1))) as somebody:
        assert (PAGE.password in (await somebody.go(PATH)).text) is told


async def test_the_desk_suggests_a_correction_until_it_is_made(tmp_path: Path) -> None:
    async with hall(tmp_path) as demo, browser(httpx.ASGITransport(app=demo.app)) as anna:
        await anna.log_in()
        desk = f"/desk/t/{THE_OPEN.slug}"
        board = f"{desk}/rounds/{WRONG.round}/boards/{WRONG.board}"
        assert f'href="{board}/correct"' in (await anna.go(desk)).text
        effect = (await anna.go(f"{board}/effect?result={WRONG.played.value}&choice=next-pairing&part=pairings")).text
        assert re.search("Round [456] would have been paired differently on", effect), effect
        await anna.go(f"{board}/correct")
        typed = {"result": WRONG.played.value, "reason": "Wrong slip", "choice": "next-pairing", "confirmed": "4"}
        await anna.send(f"{board}/correct", **typed)
        assert anna.refusal == ""
        assert f'href="{board}/correct"' not in (await anna.go(desk)).text
        assert "stands as on the slip now" in (await anna.go(PATH)).text


def test_it_never_plays_on_a_journal_that_is_no_demo(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    players = tmp_path / "Club open.csv"
    players.write_text("Name;Rating\nEuwe, Max;2530\n")
    data = tmp_path / "data"
    assert main(["import", str(players), "--data", str(data)]) == 0
    before = {path: path.read_bytes() for path in data.iterdir()}
    assert main(["demo", "--data", str(data), "--port", "0"]) == 2
    assert "is no demo" in capsys.readouterr().err
    assert {path: path.read_bytes() for path in before} == before
    assert not (data / "access.json").exists()


def test_another_seed_takes_another_directory(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    seeded(Settings(data=tmp_path).journal_url, SEED, HUMAN)
    assert main(["demo", "--data", str(tmp_path), "--port", "0", "--seed", "8"]) == 2
    assert f"has the festival of seed {SEED}" in capsys.readouterr().err


def test_it_takes_no_directory_with_the_keys_of_a_server(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lock_door(tmp_path, PASSWORD)
    before = (tmp_path / "access.json").read_bytes()
    assert main(["demo", "--data", str(tmp_path), "--port", "0"]) == 2
    assert "is no demo" in capsys.readouterr().err
    assert (tmp_path / "access.json").read_bytes() == before
