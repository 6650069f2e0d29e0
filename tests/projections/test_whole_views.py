"""Ten small tournaments and a festival: each view and each event compared whole with text that was read and kept."""

import pytest

from tests.projections.whole import CASES, FESTIVAL, STORIES, as_text


@pytest.mark.parametrize("story", [*STORIES, FESTIVAL])
def test_every_field_of_every_view_is_as_it_was_read(story: str) -> None:
    """After a change that is wanted: `python -m tests.projections.whole`, and read the difference."""
    assert as_text(story).splitlines() == (CASES / f"{story}.txt").read_text("utf-8").splitlines()
