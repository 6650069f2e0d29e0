"""The words of the command line that touch the journal, as a person types them."""

import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from server.cli import main, parser
from server.cli.listening import settings_from
from server.journal import open_journal
from server.settings import from_environment

CASES = Path(__file__).parent.parent / "cases"
PASSWORD = "a long enough password"


def test_a_report_file_goes_in_and_comes_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(["import", str(CASES / "2021_03.trf"), "--accept-rounds", "--name", "Second", "--data", str(tmp_path)])
        == 0
    )
    assert capsys.readouterr().out == "second\n"
    assert main(["export", "second", "--data", str(tmp_path)]) == 0
    assert "012 Second\n" in capsys.readouterr().out


def test_repairs_are_told_on_standard_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["import", str(CASES / "2021_03.trf"), "--data", str(tmp_path)])
    assert "note: line " in capsys.readouterr().err


def test_a_list_becomes_a_tournament_of_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "Club open.csv"
    file.write_text("Name;Rating\nEuwe, Max;2530\nTal, Mihail;2700\n")
    assert main(["import", str(file), "--data", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "club-open\n"


def test_a_list_joins_a_tournament_without_those_who_are_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "open.csv"
    file.write_text("Name;Rating\nEuwe, Max;2530\n")
    main(["import", str(file), "--data", str(tmp_path)])
    file.write_text("Name;Rating\nEuwe, Max;2530\nTal, Mihail;2700\n")
    assert main(["import", str(file), "--into", "open", "--data", str(tmp_path)]) == 0
    capsys.readouterr()
    main(["journal", "export", "open", "--data", str(tmp_path)])
    kept = capsys.readouterr().out
    assert (kept.count('"Euwe, Max"'), kept.count('"Tal, Mihail"')) == (1, 1)


def test_an_import_can_be_told_that_it_is_a_round_robin(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["import", str(CASES / "2021_03.trf"), "--format", "round-robin", "--name", "Club", "--data", str(tmp_path)])
    main(["export", "club", "--data", str(tmp_path)])
    assert "092 Individual: Round-Robin\n" in capsys.readouterr().out


def test_a_player_list_has_no_format(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "open.csv"
    file.write_text("Name;Rating\nEuwe, Max;2530\n")
    assert main(["import", str(file), "--format", "round-robin", "--data", str(tmp_path)]) == 2
    assert "a player list has no format" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["import", "nothing.trf"], "nothing.trf cannot be read: no such file or directory."),
        (["export", "nowhere"], "There is no journal at "),
        (["serve", "--port", "99999"], "The port must be a number from 0 to 65535, not '99999'."),
        (["serve", "--password-file", "nothing"], "The password file nothing cannot be read"),
        (["export"], "the following arguments are required: tournament"),
    ],
)
def test_bad_input_is_one_sentence_and_code_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], says: str
) -> None:
    given = words if words == ["export"] else [*words, "--data", str(tmp_path)]
    assert main(given) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"tablo: {says}")
    assert error.count("\n") == 1


@pytest.mark.parametrize("content", [b"", b"\x00" * 50, b"hello"])
def test_a_file_that_is_no_report_leaves_the_journal_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes
) -> None:
    file = tmp_path / "bad.trf"
    file.write_bytes(content)
    assert main(["import", str(file), "--data", str(tmp_path)]) == 2
    journal = open_journal(str(tmp_path / "tablo.sqlite"))
    assert journal.streams() == []
    journal.close()


def test_the_environment_is_overruled_by_what_was_typed() -> None:
    settings = from_environment({"TABLO_DATA": "/srv/t", "TABLO_PORT": "9000", "TABLO_PUBLIC_URL": "https://t.test/"})
    assert (str(settings.data), settings.port, settings.public_url) == ("/srv/t", 9000, "https://t.test")
    assert settings.secure_cookies


def test_the_public_address_is_typed_or_in_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLO_PUBLIC_URL", "http://other.test")
    typed = ["serve", "--data", str(tmp_path), "--public-url", "https://t.test/"]
    settings = settings_from(parser(typed).parse_args(typed))
    assert (settings.public_url, settings.secure_cookies) == ("https://t.test", True)
    settings = settings_from(parser(typed).parse_args(typed[:3]))
    assert (settings.public_url, settings.secure_cookies) == ("http://other.test", False)


@pytest.mark.parametrize("typed", ["chess.example.org", "ftp://t.test", "https://t.test/chess", "https://"])
def test_a_public_address_that_is_none_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], typed: str
) -> None:
    assert main(["serve", "--data", str(tmp_path), "--public-url", typed]) == 2
    assert f"must look like https://chess.example.org, not '{typed}'" in capsys.readouterr().err


@contextmanager
def running(*words: str, **environment: str) -> Iterator[tuple["subprocess.Popen[str]", str, str]]:
    """A server in a process of its own, its address, and what its terminal says."""
    command = [sys.executable, "-m", "server.cli", *words, "--port", "0"]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env={**os.environ, **environment}
    )
    assert process.stdout is not None
    try:
        said = ""
        while "Journal" not in said:
            line = process.stdout.readline()
            assert line, said
            said += line
        found = re.search(r"(http://\S+?:\d+)/desk", said)
        assert found, said
        with urllib.request.urlopen(f"{found.group(1)}/readyz", timeout=20) as answer:
            assert answer.status == 200
        yield process, found.group(1), said
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def test_a_served_desk_answers_and_ends_within_five_seconds(tmp_path: Path) -> None:
    with running("serve", "--data", str(tmp_path), TABLO_PASSWORD=PASSWORD) as (process, address, _said):
        with urllib.request.urlopen(f"{address}/desk/login", timeout=20) as answer:
            assert answer.status == 200
        process.send_signal(signal.SIGTERM)
        assert process.wait(5) == 0


def test_the_demo_prints_where_to_go_and_how_to_get_in(tmp_path: Path) -> None:
    with running("demo", "--data", str(tmp_path)) as (process, address, said):
        assert re.findall(r"http://\S+", said)[0] == f"{address}/demo"
        assert re.search(r"Password       \S{12}", said)
        with urllib.request.urlopen(f"{address}/demo", timeout=20) as answer:
            assert "Beridzishvili" in answer.read().decode()
        process.send_signal(signal.SIGINT)
        assert process.wait(5) == 0


def test_a_port_that_is_taken_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with running("serve", "--data", str(tmp_path), TABLO_PASSWORD=PASSWORD) as (_process, address, _said):
        port = address.rsplit(":", 1)[1]
        assert main(["serve", "--data", str(tmp_path / "other"), "--port", port]) == 2
    assert "cannot listen on 127.0.0.1 port" in capsys.readouterr().err
