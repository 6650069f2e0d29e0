"""`python -m tests.pairing.whole` writes each as text into `tests/cases/whole_accounts`: read the difference."""

from tests.pairing.whole import CASES, ROUNDS, as_text

for name in ROUNDS:
    (CASES / f"{name}.txt").write_text(as_text(name), "utf-8")
