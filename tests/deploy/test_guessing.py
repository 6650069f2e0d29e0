"""Limits on what strangers may try, and how often; and the key that processes share from their first moment."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import httpx

from server.http.auth import TRIES_BY_NAME, TRIES_OF_A_CODE, open_access
from tests.deploy.processes import PASSWORD, serving, token_of

STARTING = 8


def test_processes_that_start_together_share_one_key(tmp_path: Path) -> None:
    together = Barrier(STARTING)

    def start(_: int) -> str:
        together.wait()
        return open_access(tmp_path).stored.key

    with ThreadPoolExecutor(STARTING) as processes:
        assert len(set(processes.map(start, range(STARTING)))) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["access.json"]


def test_after_wrong_passwords_under_a_name_the_right_one_has_to_wait(tmp_path: Path) -> None:
    with (
        serving(tmp_path, TABLO_DATA=str(tmp_path / "data")) as server,
        httpx.Client(base_url=server.url, timeout=60) as eve,
    ):
        token = token_of(eve.get("/desk/login").text)
        tries = ["guess number one"] * TRIES_BY_NAME + [PASSWORD]
        answers = [
            eve.post("/desk/login", data={"form_token": token, "name": "Eve", "password": one}, timeout=30).status_code
            for one in tries
        ]
    assert answers == [403] * TRIES_BY_NAME + [429]


def test_the_setup_code_is_not_guessed_either(tmp_path: Path) -> None:
    """From another machine: the address it was asked by is not this machine's own."""
    elsewhere = {"Host": "chess.example.org"}
    nothing_set = {"TABLO_DATA": str(tmp_path / "data"), "TABLO_PASSWORD": ""}
    with (
        serving(tmp_path, **nothing_set) as server,
        httpx.Client(base_url=server.url, timeout=60, headers=elsewhere) as eve,
    ):
        token = token_of(eve.get("/desk/first").text)
        sent = {"form_token": token, "name": "Eve", "password": PASSWORD, "again": PASSWORD, "setup_token": "0000"}
        answers = [eve.post("/desk/first", data=sent).status_code for _ in range(TRIES_OF_A_CODE + 1)]
    assert answers == [403] * TRIES_OF_A_CODE + [429]
