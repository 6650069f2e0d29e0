"""The door: one password, sessions that survive a restart, nothing by default."""

import errno
import json
import stat
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from server.http.auth import (
    ENDED_SECONDS,
    MOST_OPENED,
    REMEMBERED_SECONDS,
    SESSION_SECONDS,
    TRIES_BY_ADDRESS,
    TRIES_BY_NAME,
    PasswordRefused,
    Session,
    TooManyTries,
    Tries,
    new_session,
    open_access,
)
from server.http.kept_access import CannotKeep
from server.turns import neighbourhood
from tests.locked_door import lock_door

PASSWORD = "a long enough password"


def test_there_is_no_default_password(tmp_path: Path) -> None:
    access = open_access(tmp_path)
    assert not access.has_password
    assert not access.check("", "here")


def test_the_file_holds_no_password_and_is_for_the_owner_alone(tmp_path: Path) -> None:
    open_access(tmp_path, PASSWORD)
    file = tmp_path / "access.json"
    assert PASSWORD not in file.read_text()
    assert json.loads(file.read_text())["password_hash"].startswith("$argon2")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_session_survives_a_restart(tmp_path: Path) -> None:
    cookie = open_access(tmp_path, PASSWORD).sign(Session("id", "Anna"))
    assert open_access(tmp_path, PASSWORD).read(cookie) == Session("id", "Anna")


def test_a_new_password_ends_every_session(tmp_path: Path) -> None:
    access = open_access(tmp_path, PASSWORD)
    cookie = access.sign(Session("id", "Anna"))
    access.set_password("another good password")
    assert access.read(cookie) is None


def test_a_session_that_was_logged_out_of_is_over_for_every_copy_of_its_cookie(tmp_path: Path) -> None:
    access = open_access(tmp_path, PASSWORD)
    gone, there = (access.sign(Session(id, "Anna")) for id in ("gone", "there"))
    access.end_session(Session("gone", "Anna"))
    for process in (access, open_access(tmp_path)):
        assert process.read(gone) is None
        assert process.read(there) == Session("there", "Anna")


def test_sessions_that_are_over_are_remembered_as_long_as_their_cookies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    access = open_access(tmp_path, PASSWORD)
    access.end_session(Session("old", "Anna"))
    much_later = time.time() + ENDED_SECONDS + 1
    monkeypatch.setattr("time.time", lambda: much_later)
    access.end_session(Session("new", "Anna"))
    assert list(access.stored.ended) == ["new"]


@pytest.mark.parametrize("ended", ["by a new password", "by a logout"])
def test_a_cookie_that_was_read_before_is_looked_at_again(tmp_path: Path, ended: str) -> None:
    access = open_access(tmp_path, PASSWORD)
    cookie = access.sign(Session("id", "Anna"))
    assert access.read(cookie) == Session("id", "Anna") == access.read(cookie)
    access.set_password("another good password") if "password" in ended else access.end_session(Session("id", "Anna"))
    assert access.read(cookie) is None


def test_a_cookie_that_was_read_before_grows_old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    access, before = open_access(tmp_path, PASSWORD), time.time() - SESSION_SECONDS + 3600
    with monkeypatch.context() as long_ago:
        long_ago.setattr(time, "time", lambda: before)
        cookie = access.sign(Session("id", "Anna"))
    assert access.read(cookie) == Session("id", "Anna")
    later = datetime.now(UTC) + timedelta(hours=2)
    monkeypatch.setattr("server.http.auth.datetime", type("Later", (), {"now": staticmethod(lambda _zone: later)}))
    assert access.read(cookie) is None


def test_no_more_cookies_are_remembered_than_there_is_room_for(tmp_path: Path) -> None:
    access = open_access(tmp_path, PASSWORD)
    for number in range(MOST_OPENED + 10):
        access.read(access.sign(Session(str(number), "Anna")))
    assert len(access._opened) <= MOST_OPENED


def test_a_forged_cookie_is_no_session(tmp_path: Path) -> None:
    access = open_access(tmp_path, PASSWORD)
    cookie = access.sign(Session("id", "Anna"))
    assert access.read(cookie[:-2] + "xx") is None


def test_a_cookie_of_another_server_is_no_session(tmp_path: Path) -> None:
    cookie = open_access(tmp_path / "one", PASSWORD).sign(Session("id", "Anna"))
    assert open_access(tmp_path / "two", PASSWORD).read(cookie) is None


def test_the_first_password_is_set_once(tmp_path: Path) -> None:
    access = open_access(tmp_path)
    access.set_first_password(PASSWORD)
    with pytest.raises(PasswordRefused) as refused:
        access.set_first_password("somebody was quicker")
    assert refused.value.why == "set"


@pytest.mark.parametrize(("password", "why"), [("short", "short"), ("x" * 201, "long")])
def test_a_password_has_a_sensible_length(tmp_path: Path, password: str, why: str) -> None:
    with pytest.raises(PasswordRefused) as refused:
        open_access(tmp_path).set_password(password)
    assert refused.value.why == why


def test_guessing_is_slowed_down_for_the_guesser_alone(tmp_path: Path) -> None:
    access = open_access(tmp_path)
    for _ in range(TRIES_BY_NAME):
        access.check("guess", "here", "Mallory")
    with pytest.raises(TooManyTries):
        access.check("guess", "here", "MALLORY")
    assert not access.check("guess", "here", "Anna")
    assert not access.check("guess", "there", "Mallory")


def test_who_tries_all_names_is_slowed_down_by_address(tmp_path: Path) -> None:
    access = open_access(tmp_path)
    for n in range(TRIES_BY_ADDRESS):
        access.check("guess", "here", str(n))
    with pytest.raises(TooManyTries):
        access.check("guess", "here", "Anna")
    assert not access.check("guess", "there", "Anna")


def test_a_browser_that_has_logged_in_is_counted_by_itself(tmp_path: Path) -> None:
    lock_door(tmp_path, PASSWORD)
    access = open_access(tmp_path)
    known = access.known_browser(access.mark_of_browser())
    for _ in range(TRIES_BY_ADDRESS):
        access._tries.count({("address", "here"): TRIES_BY_ADDRESS})
    assert access.check(PASSWORD, "here", "Anna", known)
    for _ in range(TRIES_BY_NAME):
        assert not access.check("guess", "here", "Anna", known)
    with pytest.raises(TooManyTries):
        access.check(PASSWORD, "here", "Anna", known)
    assert access.known_browser("made up") == ""


def test_right_passwords_are_no_tries(tmp_path: Path) -> None:
    lock_door(tmp_path, PASSWORD)
    access = open_access(tmp_path)
    assert all(access.check(PASSWORD, "here", "Anna") for _ in range(2 * TRIES_BY_NAME))


def test_a_minute_later_the_guesser_may_try_again() -> None:
    now = 0.0
    tries = Tries(lambda: now)
    for _ in range(2):
        tries.count({("a",): 2})
    with pytest.raises(TooManyTries):
        tries.count({("a",): 2})
    now = REMEMBERED_SECONDS + 1.0
    tries.count({("a",): 2})
    assert len(tries._tries) == 1


def test_a_form_token_belongs_to_one_session(tmp_path: Path) -> None:
    access = open_access(tmp_path)
    mine, yours = new_session(), new_session()
    assert access.form_token_fits(mine, access.form_token(mine))
    assert not access.form_token_fits(mine, access.form_token(yours))
    assert not access.form_token_fits(mine, "")


def test_the_setup_code_is_long_enough_and_only_itself(tmp_path: Path) -> None:
    access = open_access(tmp_path)
    assert len(access.setup_token) == 8
    assert not access.setup_token_fits("")
    assert access.setup_token_fits(access.setup_token)


def test_the_addresses_of_one_ipv6_connection_are_one_guesser(tmp_path: Path) -> None:
    access = open_access(tmp_path)
    for n in range(TRIES_BY_NAME):
        access.check("guess", f"2001:db8:1:2::{n}")
    with pytest.raises(TooManyTries):
        access.check("guess", "2001:db8:1:2:ffff::1")
    assert not access.check("guess", "2001:db8:1:3::1")


def test_an_ipv4_address_in_the_clothes_of_ipv6_is_itself() -> None:
    assert neighbourhood("::ffff:192.0.2.7") == "192.0.2.7"
    assert neighbourhood("fe80::1%eth0") == "fe80::/64"


def test_many_guesses_at_once_are_counted_one_by_one() -> None:
    """Passwords are checked in threads."""
    tries = Tries()

    def guess(_: int) -> bool:
        try:
            tries.count({("mallory",): 10})
        except TooManyTries:
            return False
        return True

    with ThreadPoolExecutor(16) as guessers:
        assert sum(guessers.map(guess, range(400))) == 10


def test_a_password_that_the_disk_does_not_take_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    access = open_access(tmp_path, PASSWORD)
    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(CannotKeep, match=r"access\.json.*no space left on device"):
        access.set_password("another good password")
    assert access.check(PASSWORD, "here")
    assert [file.name for file in tmp_path.iterdir()] == ["access.json"]


def test_a_start_with_the_password_that_holds_writes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cookie = open_access(tmp_path, PASSWORD).sign(Session("id", "Anna"))
    monkeypatch.setattr("os.fsync", lambda _handle: 1 / 0)
    assert open_access(tmp_path, PASSWORD).read(cookie) == Session("id", "Anna")


def test_a_new_data_directory_is_its_owners_alone(tmp_path: Path) -> None:
    open_access(tmp_path / "data")
    assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700
