"""Live boards among two workers: the folder is at one, the tournament at the other."""

import html
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import msgspec
import pytest

from domain.records import dataclass
from domain.refusals import NoFolderOfBoards, OutsideTheFolderOfBoards
from domain.stewards.events import ApiKeyMade, Scope
from server.cluster.bus import bus_address, connected
from server.http.auth import key_text, new_session, secret_hash
from server.http.middleware import COOKIE
from server.services import Services
from tests.cluster.nats_servers import nats_servers
from tests.cluster.test_house import until
from tests.cluster.test_worker import FORMS, Gateway, worker
from tests.crosstable import history
from tests.desk.file_server import serving
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

    async def send(self, at: str = AT, **typed: str) -> int:
        token = self.owner.access.form_token(SESSION)
        body = "&".join(f"{name}={value}" for name, value in {"form_token": token, **typed}.items()).encode()
        return (await self.gateway.asked(KEY, at, "POST", body, FORMS, self._cookie)).status

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


async def test_a_desk_chooses_and_shows_files_of_another_machine(tmp_path: Path, cluster: Cluster) -> None:
    async with AsyncExitStack() as stack, hall(tmp_path, cluster, stack) as there:
        desk = await there.page(AT)
        assert str(there.file.parent) in desk
        assert '<option value="games.pgn">' in desk
        assert await there.send(path="games.pgn") == 303
        await until(lambda: moves(there.owner) == ("e4",))
        assert "1 game of this round is at its board" in await there.page(AT)
        there.file.write_text(game("1. e4 e5 2. Nf3", "1-0", Round="1.1", White="?", Black="?"))
        await until(lambda: len(moves(there.owner)) == 3)
        assert there.owner.games.revision("open") == there.boards.games.revision("open")
        assert "1 result is offered" in await there.page(AT)


async def test_the_owner_alone_asks_an_address_and_all_have_its_games(tmp_path: Path, cluster: Cluster) -> None:
    files = {"/games.pgn": game("1. e4 e5", Round="1.1", White="?", Black="?").encode()}
    with serving(files) as served:
        async with AsyncExitStack() as stack, hall(tmp_path, cluster, stack) as there:
            assert await there.send(f"{AT}/addresses", url=f"{served.url}/games.pgn") == 303
            await until(lambda: moves(there.owner) == ("e4", "e5"))
            await until(lambda: there.owner.games.revision("open") == there.boards.games.revision("open"))
            assert [one.url for one in there.owner.board_addresses.of("open")] == [f"{served.url}/games.pgn"]
            assert there.boards.board_addresses.known == {}
            await until(lambda: all(one.answered for one in there.owner.board_addresses.of("open")))
            assert "is read" in await there.page(AT)


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
        assert (await there.owner.boards.seen("open")).chosen == "games.pgn"
        await there.send(leave="1")
        assert not there.boards.boards.places
        assert (await there.owner.boards.seen("open")).chosen == ""


async def test_without_the_machine_that_has_the_folder_the_desk_says_so_and_the_games_stay(
    tmp_path: Path, cluster: Cluster
) -> None:
    async with AsyncExitStack() as stack, hall(tmp_path, cluster, stack) as there:
        await there.send(path="games.pgn")
        await until(lambda: moves(there.owner) == ("e4",))
        await stack.aclose()
        assert moves(there.owner) == ("e4",)
        assert "may read no files" in await there.page(AT)
        with pytest.raises(NoFolderOfBoards):
            await there.owner.boards.watch("open", "games.pgn")


async def test_a_worker_that_comes_later_has_the_games(tmp_path: Path, cluster: Cluster) -> None:
    database, boards = cluster.database(), tmp_path / "boards"
    boards.mkdir()
    (boards / "games.pgn").write_text(game("1. e4", Round="1.1", White="?", Black="?"))
    with nats_servers(tmp_path / "nats") as servers:
        async with worker(tmp_path / "one", database, servers.url, boards) as one:
            await write(one.office.journal, "open", history(FOUR))
            await one.office.learn("open")
            await one.boards.watch("open", "games.pgn")
            async with worker(tmp_path / "two", database, servers.url) as two:
                await two.office.open("open")
                assert moves(two) == moves(one) == ("e4",)


async def test_a_program_sends_games_through_a_gateway_to_the_owner(tmp_path: Path, cluster: Cluster) -> None:
    key = ApiKeyMade("k0", "Boards", secret_hash("secret"), (Scope.BOARDS,))
    async with AsyncExitStack() as stack, hall(tmp_path, cluster, stack) as there:
        await there.owner.stewards.command("c", "Anna", lambda _: [key])
        headers = (b"authorization", f"Bearer {key_text('k0', 'secret')}".encode()), (b"content-type", b"text/plain")
        text = game("1. e4 c5", Round="1.1", White="?", Black="?").encode()
        answer = await there.gateway.asked(KEY, "/api/t/open/boards", "POST", text, *headers)
        assert (answer.status, msgspec.json.decode(answer.body)["taken"]) == (200, 1)
        assert moves(there.owner) == ("e4", "c5")
        await there.boards.office.open("open")
        await until(lambda: moves(there.boards) == ("e4", "c5"))


def moves(of: Services) -> tuple[str, ...]:
    return next((kept.game.moves for kept in of.games.all("open").games.values()), ())
