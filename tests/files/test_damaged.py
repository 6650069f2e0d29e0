"""Each word of each record damaged in three ways: what is read then, mended or refused is as it was read and kept."""

from tests.files.damaged import KEPT, as_text


def test_every_damage_is_told_as_it_was() -> None:
    """After a change that is wanted: `python -m tests.files.damaged`, and read the difference."""
    assert as_text().splitlines() == KEPT.read_text("utf-8").splitlines()
