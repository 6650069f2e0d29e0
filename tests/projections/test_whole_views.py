"""Nine small tournaments, each view and each event of them compared whole with the text that was read and kept."""

import pytest

from tests.projections.whole import CASES, STORIES, as_text


@pytest.mark.parametrize("story", STORIES)
def test_every_field_of_every_view_is_as_it_was_read(story: str) -> None:
    """After a change that is wanted: `python -m tests.projections.whole`, and read the difference."""
    assert as_text(story).splitlines() == (CASES / f"{story}.txt").read_text("utf-8").splitlines()
