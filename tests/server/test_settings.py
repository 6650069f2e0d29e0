"""Settings of the operator; no sentence about them repeats a password."""

import pwd
from pathlib import Path

import pytest

from server.cli.serve import announcement
from server.http.auth import open_access
from server.settings import BadSetting, Settings, from_environment
from tests.deploy.processes import PLAIN
from tests.forked import answer

SECRET = "top-secret"


@pytest.mark.parametrize(
    "url",
    [
        f"mysql://tablo:{SECRET}@db/tablo",
        f"postgresql://tablo:{SECRET}@[db/tablo",
        f"postgresql://tablo:%zz{SECRET}@db/tablo",
        f"postgresql:///tablo?nonsense=1&password={SECRET}",
    ],
)
@pytest.mark.parametrize("word", ["serve", "verify"])
def test_an_address_of_a_database_that_is_none_is_a_sentence_without_its_password(
    tmp_path: Path, word: str, url: str
) -> None:
    words = (word, "--data", str(tmp_path)) if word == "serve" else (word,)
    done = answer(*words, **{**PLAIN, "TABLO_DATABASE": url})
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.stderr
    assert SECRET not in done.stderr


@pytest.mark.parametrize(
    "url", [f"postgresql://tablo:{SECRET}@db/tablo", f"postgresql:///tablo?host=db&password={SECRET}&user=tablo"]
)
def test_the_announcement_has_no_password(tmp_path: Path, url: str) -> None:
    said = announcement(Settings(data=tmp_path, database=url), 8080, open_access(tmp_path))
    assert SECRET not in said
    assert "***" in said


@pytest.mark.parametrize("path", ["/srv/tablo.sqlite", "sqlite:///srv/tablo.sqlite", "postgresql://db/tablo", ""])
def test_what_a_database_may_be(path: str) -> None:
    assert from_environment({"TABLO_DATABASE": path}).database == path


def test_a_token_that_could_be_guessed_is_refused() -> None:
    with pytest.raises(BadSetting, match="must-have shortest_token=16"):
        from_environment({"TABLO_MIRROR_ACCEPTS": "chess"})


def test_a_setting_of_the_processes_that_called_each_other_says_what_to_do_instead(tmp_path: Path) -> None:
    done = answer("serve", "--data", str(tmp_path), **{**PLAIN, "TABLO_INTERNAL_URL": "http://web1:8080"})
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith("tablo: TABLO_INTERNAL_URL means nothing any more")
    assert "--nats" in done.stderr


def test_a_user_without_a_home_has_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """systemd's DynamicUser= makes such users, and a gateway runs as one."""
    for name in ("HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(pwd, "getpwuid", {}.__getitem__)
    assert from_environment({"TABLO_NATS": "nats://nats1"}).data == Path("/nonexistent/.local/share/tablo")


@pytest.mark.parametrize(("said", "share"), [("", 1), ("1", 1), ("0", 0), ("0.25", 0.25)])
def test_an_operator_switches_chances_off_for_all_tournaments_or_gives_them_less_time(said: str, share: float) -> None:
    assert from_environment({"TABLO_DATA": "/nowhere", "TABLO_CHANCES": said}).chances == share


@pytest.mark.parametrize("said", ["yes", "2", "-0.1", "nan", "25%"])
def test_a_share_that_is_none_is_refused(said: str) -> None:
    with pytest.raises(BadSetting):
        from_environment({"TABLO_DATA": "/nowhere", "TABLO_CHANCES": said})
