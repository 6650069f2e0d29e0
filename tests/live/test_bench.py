"""`tablo bench live` on a small scale: every server starts, every frame arrives."""

import pytest

from server.cli import main
from server.cli.bench.live import running
from server.cli.terminal import BAD_INPUT, OK


def test_the_whole_measurement_runs_from_the_desk_to_the_screens(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.cli.bench.live.IDLE_SECONDS", 0.2)
    monkeypatch.setattr("server.cli.bench.live.FRAMES_SENT", 2)
    monkeypatch.setattr("server.cli.bench.live.TURNS_EACH", 1)
    small = ["--sockets", "20", "--screens", "4", "--players", "20", "--results", "3"]
    assert main(["bench", "live", *small]) == OK
    said = capfd.readouterr().out
    assert "tablo costs" in said
    assert "the last screen has the row" in said


def test_a_measurement_of_nothing_is_refused(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "live", "--sockets", "1"]) == BAD_INPUT
    assert "sockets" in capfd.readouterr().err


def test_more_results_than_boards_are_refused(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "live", "--players", "20", "--results", "11"]) == BAD_INPUT
    assert "1 to 10" in capfd.readouterr().err


def test_threads_that_end_while_they_are_looked_at_do_no_harm() -> None:
    endless = "thread = threading.Thread(target=int); thread.start(); thread.join()"
    with running(["timeit", "--number", "100000000", "--setup", "import threading", endless], None, quiet=True) as busy:
        took = [busy.worked() for _ in range(2000)]
    assert took[-1] > took[0]
