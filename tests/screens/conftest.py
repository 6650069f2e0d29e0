from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.screens.fields import finished_league, finished_open, league
from tests.screens.site import Site, open_of


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server with an open of 60 players (`open`), one of 400 (`big`), the same after nine rounds (`nine`), a league
    of 24 teams (`league`), one of four teams that is over (`champions`) and an open of 24 that is over (`over`).
    """
    folder: Path = tmp_path_factory.mktemp("screens")
    site = Site(folder)
    site.write("open", open_of(60))
    site.write("big", open_of(400))
    site.write("nine", open_of(400, 9))
    site.write("league", league(24))
    site.write("over", finished_open(24))
    site.write("champions", finished_league(4))
    site.start()
    yield site
    site.stop()
