"""Completion in the shells themselves, and the bar of work that takes a while."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from server.cli import terminal
from tests.cli.conftest import Tablo

pytestmark = pytest.mark.process

FOLDER = Path(sys.executable).parent
ENVIRONMENT = {**os.environ, "PATH": f"{FOLDER}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8"}

ASK_BASH = """
eval "$(tablo completion bash)"
COMP_LINE="$1" COMP_POINT=${#1} COMP_TYPE=9 COMP_WORDS=($1) COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_python_argcomplete tablo 2>/dev/null
printf '%s\\n' "${COMPREPLY[@]}"
"""
ASK_ZSH = """
autoload -Uz compinit is-at-least; compinit -D
eval "$(tablo completion zsh)"
[ "${_comps[tablo]}" = _python_argcomplete ] || exit 3
_describe() { print -l -- ${(P)2} }
BUFFER="$1" CURSOR=${#1} words=(tablo)
_python_argcomplete tablo
"""
ASK_FISH = "tablo completion fish | source; complete --do-complete $argv[1]"
SHELLS = {
    "bash": ("bash", "--norc", "-c", ASK_BASH, "bash"),
    "zsh": ("zsh", "-f", "-c", ASK_ZSH, "zsh"),
    "fish": ("fish", "--no-config", "-c", ASK_FISH),
}


@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_completes_commands_and_options(shell: str) -> None:
    assert offered(shell, "tablo ver") == {"verify"}
    assert offered(shell, "tablo stand") == {"standings"}
    assert {"--explain", "--json"} <= offered(shell, "tablo pair --")
    assert "dutch-2026" in offered(shell, "tablo pair --system du")


def offered(shell: str, line: str) -> set[str]:
    done = subprocess.run(
        (*SHELLS[shell], line), capture_output=True, text=True, timeout=60, check=True, env=ENVIRONMENT
    )
    words = (word.partition("\t")[0].partition(":")[0] for word in done.stdout.splitlines())
    return {word.strip() for word in words if word.strip()}


def test_a_bar_stands_where_a_person_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal, "BAR_DELAY_SECONDS", 0)
    seen = Seen()
    monkeypatch.setattr(sys, "stderr", seen)
    assert list(terminal.watched(iter("abc"), 3, "Checking the journal")) == ["a", "b", "c"]
    with terminal.shares_watched("Reading {file}", file="list.zip") as show:
        show(0.5)
        show(1.0)
    assert "Checking the journal:" in seen.getvalue()
    assert "Reading list.zip:   0%" in seen.getvalue()


def test_a_program_sees_no_bar(tablo: Tablo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal, "BAR_DELAY_SECONDS", 0)
    answer = tablo("generate", "--players", "6", "--rounds", "2", "--count", "2", "--seed", "1", "--output", tmp_path)
    assert "Making up" not in answer.err


class Seen(io.StringIO):
    """A terminal's standard error."""

    def isatty(self) -> bool:
        return True
