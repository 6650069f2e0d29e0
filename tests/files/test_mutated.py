"""A small sample of report files changed at random; `python -m tests.files.mutated` asks as many as one likes."""

from tests.files.mutated import runs


def test_every_command_ends_in_order_whatever_the_file() -> None:
    wrong = [ending for _, ending in runs(100, seed=11) if not ending.right]
    assert not wrong
