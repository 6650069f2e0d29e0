"""A quick replay of real games through the real server; the whole one is `python -m tests.live_boards.replay`."""

import pytest

from tests.live_boards.replay import replayed


@pytest.mark.process
def test_a_round_sent_by_a_program_is_right_everywhere() -> None:
    done = replayed(18, 600, plies=16, walls=6, results=10)
    assert done.wrong == []
    assert done.plies == 18 * 16
    assert done.walls_ms
