"""Live boards among two workers: the folder is at one, the tournament at the other."""

import asyncio
import html
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from domain.records import dataclass
from domain.refusals import NoFolderOfBoards, OutsideTheFolderOfBoards
from server.cluster.bus import bus_address, connected
from server.http.auth import new_session
from server.http.middleware import COOKIE
from server.services import Services
from tests.cluster.nats_servers import nats_servers
from tests.cluster.test_worker import FORMS, Gateway, worker
from tests.crosstable import history
from tests.journal.postgres import Cluster
from tests.live_boards.files import game
from tests.public.served import write

KEY, AT = "t/open", "/desk/t/open/live-boards"
FOUR = """
    Anna  2400 ?w2
    Boris 2300 ?b1
    Clara 2200 ?w4
    David 2100 ?b3
"""


@dataclass(frozen=True, slots=True)
class Hall:
    """The desk and the pages of the worker that has no folder."""

    file: Path
    boards: Services
    owner: Services
    gateway: Gateway

    async def page(self, path: str) -> str:
        answer = await self.gateway.asked(KEY, path, "GET", b"", self._cookie)
        assert answer.status == 200
        return html.unescape(answer.body.decode())

    async def send(self, **typed: str) -> int:
        token = self.owner.access.form_token(SESSION)
        body = "&".join(f"{name}={value}" for name, value in {"form_token": token, **typed}.items()).encode()
        return (await self.gateway.asked(KEY, AT, "POST", body, FORMS, self._cookie)).status

    @property
    def _cookie(self) -> tuple[bytes, bytes]:
        return b"cookie", f"{COOKIE}={self.owner.access.sign(SESSION)}".encode()


SESSION = new_session("Anna")


@asynccontextmanager
async def hall(folder: Path, cluster: Cluster, stack: AsyncExitStack) -> AsyncIterator[Hall]:
    """`stack` holds the worker that has the folder."""
    database, boards = cluster.database(), folder / "boards"
    boards.mkdir()
    (boards / "games.pgn").write_text(game("1. e4", Round="1.1", White="?", Black="?"))
    with nats_servers(folder / "nats") as servers:
        async with worker(folder / "two", database, servers.url) as owner:
            await write(owner.office.journal, "open", history(FOUR))
            assert await owner.holding.mine(KEY)
            one = await stack.enter_async_context(worker(folder / "one", database, servers.url, boards))
            async with connected(bus_address(servers.url), "gateway") as bus:
                yield Hall(boards / "games.pgn", one, owner, Gateway(bus))
            await stack.aclose()


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not true():
            await asyncio.to_thread(true)


async def test_a_desk_chooses_and_shows_files_of_another_machine(tmp_path: Path, cluster: Cluster) -> None:
    async with AsyncExitStack() as stack, hall(tmp_path, cluster, stack) as there:
        desk = await there.page(AT)
        assert str(there.file.parent) in desk
        assert '<option value="games.pgn">' in desk
        assert await there.send(path="games.pgn") == 303
        assert "1 game of this round is at its board" in await there.page(AT)
        assert there.owner.boards.games("open")[0].game.moves == ("e4",)
        before = there.owner.boards.revision
        there.file.write_text(game("1. e4 e5 2. Nf3", "1-0", Round="1.1", White="?", Black="?"))
        await until(lambda: len(there.owner.boards.games("open")[0].game.moves) == 3)
        assert there.owner.boards.revision > before
        assert there.owner.boards.revision == there.boards.boards.revision
        assert "1 result is offered" in await there.page(AT)


async def test_a_path_that_the_other_machine_refuses_is_a_sentence_here(tmp_path: Path, cluster: Cluster) -> None:
    async with AsyncExitStack() as stack, hall(tmp_path, cluster, stack) as there:
        assert [await there.send(path=path) for path in ("../access.json", "nothing.pgn")] == [409, 409]
        with pytest.raises(OutsideTheFolderOfBoards) as refused:
            await there.owner.boards.watch("open", "../access.json")
        assert refused.value.folder == str(there.file.parent)
        assert not there.boards.boards.places


async def test_what_is_left_is_left_at_both(tmp_path: Path, cluster: Cluster) -> None:
    async with AsyncExitStack() as stack, hall(tmp_path, cluster, stack) as there:
        await there.send(path="games.pgn")
        assert there.owner.boards.watches("open")
        await there.send(leave="1")
        assert not there.boards.boards.watches("open")
        assert not there.owner.boards.watches("open")


async def test_without_the_machine_that_has_the_folder_the_desk_says_so_and_the_games_stay(
    tmp_path: Path, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with AsyncExitStack() as stack, hall(tmp_path, cluster, stack) as there:
        await there.send(path="games.pgn")
        await stack.aclose()
        monkeypatch.setattr("server.live_boards.watching.LATEST_WORD_SECONDS", 0.0)
        place = there.owner.boards.place("open")
        assert place is not None
        assert place.trouble != ""
        assert len(there.owner.boards.games("open")) == 1
        assert "may read no files" in await there.page(AT)
        with pytest.raises(NoFolderOfBoards):
            await there.owner.boards.watch("open", "games.pgn")


async def test_a_worker_that_comes_later_is_told_what_is_watched(
    tmp_path: Path, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.cluster.boards.RETOLD_SECONDS", 3600.0)
    database, boards = cluster.database(), tmp_path / "boards"
    boards.mkdir()
    (boards / "games.pgn").write_text(game("1. e4", Round="1.1", White="?", Black="?"))
    with nats_servers(tmp_path / "nats") as servers:
        async with worker(tmp_path / "one", database, servers.url, boards) as one:
            await one.boards.watch("open", "games.pgn")
            async with worker(tmp_path / "two", database, servers.url) as two:
                await until(lambda: two.boards.watches("open"))
                assert (two.boards.games("open"), two.boards.chosen("open")) == (one.boards.games("open"), "games.pgn")
