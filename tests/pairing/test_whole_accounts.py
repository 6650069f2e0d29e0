"""Small rounds of every system: the boards, each step of the account and each "why not?" compared whole."""

import pytest

from tests.pairing.whole import CASES, ROUNDS, as_text


@pytest.mark.parametrize("name", ROUNDS)
def test_every_step_of_every_account_is_as_its_file_has_it(name: str) -> None:
    """After a change that is wanted: `python -m tests.pairing.whole`, and read the difference."""
    assert as_text(name).splitlines() == (CASES / f"{name}.txt").read_text("utf-8").splitlines()
