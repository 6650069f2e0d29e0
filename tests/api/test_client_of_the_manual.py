"""The client of the manual is short, the same in each language, and does what its page says at a real server."""

import os
import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.api.test_for_programs import Arbiter, running, with_key
from web.help.pages import FIRST_LANGUAGE, HELP_FOLDER
from web.wording import LANGUAGES

MOST_LINES = 60


def client(lang: str = FIRST_LANGUAGE) -> str:
    page = (HELP_FOLDER / lang / "write-a-client.md").read_text("utf-8")
    return str(re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)[0])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_is_short_and_the_same_in_each_language(lang: str) -> None:
    assert client(lang) == client()
    assert len(client().splitlines()) <= MOST_LINES


def test_it_enters_results_says_refusals_and_follows(tmp_path: Path) -> None:
    (tmp_path / "client.py").write_text(client(), "utf-8")
    environment = {**os.environ, "no_proxy": "*"}
    with running(tmp_path / "data") as address, httpx.Client(base_url=address, follow_redirects=True) as arbiter:
        key = with_key(Arbiter(arbiter))
        command = [sys.executable, str(tmp_path / "client.py"), address, "open"]
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as follower:
            entered = subprocess.run(
                [*command, key],
                env=environment,
                input="1 1\n2 =\n1 0\n9 1\n",
                capture_output=True,
                text=True,
                check=True,
            )
            assert follower.stdout
            seen = {follower.stdout.readline().strip() for _ in range(2)}
            follower.kill()
    first, second, differs, nowhere = entered.stdout.splitlines()
    assert first.endswith("(Player A – Player C): 1 – 0.")
    assert second.endswith("½ – ½.")
    assert differs.startswith("result-differs: Board 1 of round 1 has 1 – 0 by now")
    assert nowhere.startswith("no-such-board: Round 1 has no board 9")
    assert seen == {"1.1 Player A - Player C: 1-0", "1.2 Player D - Player B: 1/2-1/2"}
