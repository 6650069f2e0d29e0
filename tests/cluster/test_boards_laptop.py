"""`tablo boards` at a federation's server: workers are killed while a round is played."""

import asyncio
from pathlib import Path

from tests.cluster.machines import machines
from tests.journal.postgres import Cluster
from tests.live_boards.laptop import Laptop, made_key

BOARDS = 6


def test_workers_that_are_killed_lose_no_move(tmp_path: Path, postgres_server: Cluster) -> None:
    (folder := tmp_path / "boards").mkdir()
    with machines(postgres_server, {"open": BOARDS}, gateways=1, TABLO_CHANCES="0") as made:
        url = f"http://127.0.0.1:{made.ports[0]}"
        laptop = Laptop(folder, url, made_key(url), tmp_path / "sender.log", made.database)
        laptop.start()
        try:
            for plies in (4, 8, 12):
                for board in range(1, BOARDS + 1):
                    laptop.write(board, plies)
                laptop.has(BOARDS, plies)
                owner = asyncio.run(made.owner("t/open"))
                assert owner is not None
                owner.kill()
                for board in range(1, BOARDS + 1):
                    laptop.write(board, plies + 2)
                for board in range(1, BOARDS + 1):
                    laptop.has(board, plies + 2)
                owner.start()
            assert laptop.kept()[1] == {f"1.{board}": 14 for board in range(1, BOARDS + 1)}
        finally:
            laptop.stop()
