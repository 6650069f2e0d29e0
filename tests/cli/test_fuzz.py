"""Any file gets an answer, a no, or one sentence, and never a traceback."""

import contextlib
import io
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from server import cli
from tests.files.test_fuzz import damaged
from tests.tiers import tries

COMMANDS = (
    ("pair",),
    ("pair", "--trust-results", "--rounds", "20"),
    ("pair", "--round", "2"),
    ("check", "--trust-results"),
    ("standings", "--tiebreaks", "BH/C1,SB,DE,KS,PS,ARO,TPR,APPO"),
    ("standings", "--json", "--ruleset", "c07_2026", "--round", "1"),
)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fuzz") / "file.trf"


@settings(deadline=None, max_examples=tries(100), suppress_health_check=[HealthCheck.too_slow])
@given(damaged(), st.sampled_from(COMMANDS))
def test_every_command_survives_every_file(path: Path, data: bytes, command: tuple[str, ...]) -> None:
    path.write_bytes(data)
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = cli.main([*command, str(path)])
    said = [line for line in err.getvalue().splitlines() if not line.startswith("note: ")]
    if code == cli.BAD_INPUT:
        assert out.getvalue() == ""
        assert said
        assert all(line.startswith("tablo: ") for line in said)
    else:
        assert code in (0, 1)
        assert out.getvalue() or said
