"""The command line as a test uses it: what it said, and how it ended."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from server import cli

CASES = Path(__file__).parent.parent / "cases"


@dataclass(frozen=True)
class Answer:
    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()

    @property
    def complaint(self) -> str:
        """The one sentence of a refusal; fails if it is more, or a traceback."""
        [sentence] = self.complaints
        return sentence

    @property
    def complaints(self) -> list[str]:
        """A sentence for each problem of a file; fails if a line is none."""
        assert self.code == 2
        assert self.out == ""
        said = [line for line in self.err.splitlines() if not line.startswith("note: ")]
        assert said, self.err
        assert all(line.startswith("tablo: ") and line.endswith(".") for line in said), self.err
        return said


Tablo = Callable[..., Answer]


@pytest.fixture
def tablo(capsys: pytest.CaptureFixture[str]) -> Tablo:
    def run(*arguments: object) -> Answer:
        code = cli.main([str(a) for a in arguments])
        said = capsys.readouterr()
        return Answer(code, said.out, said.err)

    return run


@pytest.fixture
def trf(tmp_path: Path) -> Callable[[bytes], Path]:
    def write(data: bytes) -> Path:
        path = tmp_path / "file.trf"
        path.write_bytes(data)
        return path

    return write
