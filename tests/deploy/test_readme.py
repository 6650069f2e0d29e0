"""deploy/README.md, the manual and the statements: what they tell people to type is there and is understood."""

import re
import shlex
from pathlib import Path

import httpx
import pytest

from server.cli import parser
from tests.deploy.processes import serving
from web.help.pages import HELP_FOLDER

ROOT = Path(__file__).parent.parent.parent
README = (ROOT / "deploy" / "README.md").read_text()
BLOCKS = "\n".join(re.findall(r"^```sh\n(.*?)^```$", README, re.MULTILINE | re.DOTALL))
WORDS = "serve|gateway|cluster-keys|demo|setup|upgrade|journal|mirror|verify|backup|restore"
TABLO = re.compile(rf"(?:^|[\s/`])tablo ((?:{WORDS})\b[^\n`<>]*)")


@pytest.mark.parametrize("words", [found[1] for line in BLOCKS.splitlines() if (found := TABLO.search(line))])
def test_the_program_understands_its_commands(words: str) -> None:
    given = shlex.split(words)
    assert callable(parser(given).parse_args(given).run)


ELSEWHERE = [*HELP_FOLDER.glob("*/*.md"), *(ROOT / name for name in ("README.md", "SECURITY.md", "PRIVACY.md"))]
COMMANDS_ELSEWHERE = sorted(
    {
        words
        for file in ELSEWHERE
        for words in re.findall(
            r"(?:^|`)(?:sudo )?(?:\.venv/bin/)?tablo ([^`\n]*)", file.read_text("utf-8"), re.MULTILINE
        )
    }
)
NAMED_ONLY = re.compile(r"[a-z-]+( [a-z]+)?")
"""A command that a sentence names without saying what it is given."""


@pytest.mark.parametrize("words", COMMANDS_ELSEWHERE)
def test_the_program_understands_the_commands_of_the_manual(words: str) -> None:
    given = shlex.split(words)
    if NAMED_ONLY.fullmatch(words) or given[-1].startswith("--"):
        with pytest.raises(SystemExit) as done:
            parser(given).parse_args([*given, "--help"])
        assert done.value.code == 0
    else:
        assert callable(parser(given).parse_args(given).run)


@pytest.mark.parametrize("path", sorted(set(re.findall(r"(?<![\w/])(?:deploy|tests)/[\w./-]+\w", README))))
def test_the_files_it_names_are_there(path: str) -> None:
    assert path == "deploy/tablo.env" or (ROOT / path).exists()


def test_the_scripts_it_calls_are_those_of_the_package() -> None:
    called = set(re.findall(r"/opt/tablo/deploy/(\w+\.sh)", README))
    assert called == {path.name for path in (ROOT / "deploy").glob("*.sh")}
    assert "cp deploy/*.sh " in (ROOT / "deploy" / "debian" / "build").read_text()


def test_from_the_package_to_the_service_takes_two_commands() -> None:
    first, second, *others = re.findall(r"^sudo .*$", README, re.MULTILINE)
    assert (first, second) == ("sudo apt install ./tablo_*.deb", "sudo tablo setup")
    assert [line for line in others if "pip" in line or "/etc/systemd/system" in line] == []


def test_who_acts_as_another_user_reads_nothing_in_your_home() -> None:
    """Debian lets nobody else into it: the shell opens the file, and not `sudo -u`."""
    as_others = re.findall(r"sudo -u \w+ [^&|\n]+", BLOCKS)
    assert len(as_others) > 8
    assert [one for one in as_others if re.search(r"(?<![<>]) \S+\.(?:dump|jsonl)\b", one)] == []


def test_the_metrics_it_names_are_measured(tmp_path: Path) -> None:
    with serving(tmp_path, TABLO_DATA=str(tmp_path / "data")) as server:
        shown = httpx.get(f"{server.url}/metrics", timeout=10).text
    named = set(re.findall(r"`(tablo_\w+)`", README))
    assert len(named) > 8
    of_a_cluster = "".join(path.read_text() for path in (ROOT / "server" / "cluster").glob("*.py"))
    measured = set(re.findall(r'"(tablo_\w+)"', of_a_cluster))
    missing = [name for name in named if f"# TYPE {name} " not in shown]
    assert [name for name in missing if name.removesuffix("_total") not in measured] == []


def test_the_loggers_it_names_speak() -> None:
    named = {
        name
        for row in re.findall(r"^\| (`tablo[^|]*) \|", README, re.MULTILINE)
        for name in re.findall(r"`(.+?)`", row)
    }
    sources = "".join(path.read_text() for path in (ROOT / "server").rglob("*.py"))
    assert [name for name in named if f'getLogger("{name}")' not in sources] == []


def test_the_tests_it_names_are_there() -> None:
    named = set(re.findall(r"`(test_\w+)`", README))
    sources = "".join(path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    assert len(named) > 8
    assert [name for name in named if f"def {name}(" not in sources] == []
