"""The command itself: help, version, and bad words in one sentence."""

import gc
import subprocess
import sys
from pathlib import Path

import pytest

from server import cli
from server.version import program_version
from tests.cli.conftest import CASES, Tablo

TOOLS = ("pair", "standings", "check", "generate")
TABLO = Path(sys.executable).parent / "tablo"


@pytest.mark.parametrize("word", TOOLS)
def test_every_tool_helps(tablo: Tablo, word: str) -> None:
    answer = tablo(word, "--help")
    assert answer.code == 0
    assert answer.out.startswith(f"usage: tablo {word}")


@pytest.mark.process
def test_the_command_helps(tablo: Tablo) -> None:
    answer = tablo("--help")
    assert answer.code == 0
    assert all(word in answer.out for word in cli.COMMANDS)


@pytest.mark.process
def test_help_on_all_words_loads_none_of_their_modules() -> None:
    asked = "import sys; from server.cli import main; main(['--help']); print(*sys.modules)"
    done = subprocess.run((sys.executable, "-c", asked), capture_output=True, text=True, timeout=60, check=True)
    modules = {place.partition(":")[0] for place, _ in cli.COMMANDS.values()}
    assert modules & set(done.stdout.split()) == set()
    assert "server.app" not in done.stdout.split()


@pytest.mark.parametrize("was_on", [True, False])
def test_garbage_is_collected_after_loading_as_it_was_before(was_on: bool) -> None:
    (gc.enable if was_on else gc.disable)()
    try:
        cli.parser(["verify"])
        assert gc.isenabled() is was_on
    finally:
        gc.enable()


def test_the_version(tablo: Tablo) -> None:
    assert tablo("--version").out == f"tablo {program_version()}\n"


@pytest.mark.parametrize("arguments", [(), ("dance",), ("pair",), ("pair", "a", "b"), ("pair", "--loud", "a")])
def test_bad_words_get_one_sentence(tablo: Tablo, arguments: tuple[str, ...]) -> None:
    assert "--help" in tablo(*arguments).complaint


@pytest.mark.process
@pytest.mark.parametrize("word", ["pair", "setup", "upgrade", "cluster-keys"])
def test_a_tool_does_not_wait_for_the_web_server(word: str) -> None:
    script = f"import sys; from server import cli; cli.main(['{word}', '--help']); print('starlette' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=30)
    assert done.stdout.splitlines()[-1] == "False"


@pytest.mark.process
def test_pairing_loads_neither_the_parser_of_programs_nor_what_is_said_about_packages() -> None:
    script = "import sys; from server import cli; cli.main(['pair', '--help']); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=30)
    assert {"msgspec", "importlib.metadata", "email"} & set(done.stdout.split()) == set()


@pytest.mark.process
def test_the_real_process_pairs_and_refuses() -> None:
    paired = subprocess.run(
        [TABLO, "pair", CASES / "held_2014.trf", "--round", "1"],
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    refused = subprocess.run([TABLO, "pair", "nowhere.trf"], capture_output=True, text=True, timeout=30, check=False)
    assert (paired.returncode, paired.stdout.splitlines()[0], paired.stderr) == (0, "7", "")
    assert (refused.returncode, refused.stdout, refused.stderr.count("\n")) == (2, "", 1)
