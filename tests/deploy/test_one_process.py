"""A journal is held by one server: a second one, and a command that writes, are sent to the first."""

import signal
from pathlib import Path
from subprocess import CompletedProcess

from tests.deploy.processes import PLAIN, refused_to_start, serving, with_published_round
from tests.forked import answer

BOARDS = 4


READING = (("verify",), ("backup",), ("export", "open"), ("journal", "export"), ("check", "open"))


def said(*words: str) -> CompletedProcess[str]:
    return answer(*words, ordinary=False, **PLAIN)


def commands_that_write(data: Path, tmp_path: Path) -> list[tuple[str, ...]]:
    exported = tmp_path / "exported.jsonl"
    done = said("journal", "export", "--data", str(data), "--output", str(exported))
    assert done.returncode == 0, done.stderr
    players = tmp_path / "players.csv"
    players.write_text("Name,Rating\nEuwe,2000\n")
    return [
        ("journal", "import", "--data", str(data), str(exported)),
        ("journal", "erase", "--data", str(data), "open", "1"),
        ("import", "--data", str(data), str(players)),
    ]


def test_a_second_process_is_sent_to_the_first_until_that_is_dead(tmp_path: Path) -> None:
    data = with_published_round(tmp_path / "data", BOARDS)
    with serving(tmp_path, "first", TABLO_DATA=str(data)) as first:
        assert first.process is not None
        there = f"is served by process {first.process.pid} at {first.url}: stop it first, or enter it at its desk."
        assert there in refused_to_start(TABLO_DATA=str(data))
        for words in commands_that_write(data, tmp_path):
            done = said(*words)
            assert (done.returncode, done.stdout) == (2, "")
            assert there in done.stderr
        for words in (
            ("verify",),
            ("backup", "--to", str(tmp_path / "copy.sqlite")),
            ("export", "open"),
            ("journal", "export"),
        ):
            done = said(*words, "--data", str(data))
            assert done.returncode == 0, done.stderr
        first.stop(signal.SIGKILL)
        with serving(tmp_path, "second", TABLO_DATA=str(data)) as second:
            assert second.port != first.port


def test_a_second_server_over_one_database_is_sent_to_the_first(tmp_path: Path, database: str) -> None:
    data = tmp_path / "data"
    with serving(tmp_path, "first", TABLO_DATA=str(data), TABLO_DATABASE=database) as first:
        assert first.process is not None
        refused = refused_to_start(TABLO_DATA=str(tmp_path / "other"), TABLO_DATABASE=database)
        assert f"is served by process {first.process.pid} at {first.url}" in refused
        first.stop(signal.SIGKILL)
        with serving(tmp_path, "second", TABLO_DATA=str(data), TABLO_DATABASE=database) as second:
            assert second.port != first.port


def test_a_journal_that_can_only_be_read_is_shown_beside_its_server(tmp_path: Path) -> None:
    data = with_published_round(tmp_path / "data", BOARDS)
    with (
        serving(tmp_path, "first", TABLO_DATA=str(data)),
        serving(tmp_path, "second", "--read-only", TABLO_DATA=str(data)) as second,
    ):
        assert second.port
