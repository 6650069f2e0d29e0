from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.screens.fields import finished_league, finished_open, league
from tests.screens.site import Site, free_port, open_of, running_site
from tests.screens.television import Television, switched_on, was_made_for_this_machine


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server with an open of 60 players (`open`), one of 400 (`big`), the same after nine rounds (`nine`), a league
    of 24 teams (`league`), one of four teams that is over (`champions`) and an open of 24 that is over (`over`).
    """
    folder: Path = tmp_path_factory.mktemp("screens")
    with running_site(
        folder,
        {
            "open": open_of(60),
            "big": open_of(400),
            "nine": open_of(400, 9),
            "league": league(24),
            "over": finished_open(24),
            "champions": finished_league(4),
        },
    ) as site:
        yield site


@pytest.fixture(scope="module")
def television() -> Iterator[Television]:
    if not was_made_for_this_machine():
        pytest.skip("the browser of 2015 runs on Linux with an x86-64 processor only")
    with switched_on(free_port()) as television:
        yield television
