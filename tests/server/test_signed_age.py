"""A signature of this server holds when somebody sets its clock back, and not for ever."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from server.http.auth import (
    ENDED_SECONDS,
    LARGEST_SETBACK_SECONDS,
    OLDEST_FORM_SECONDS,
    SESSION_SECONDS,
    Access,
    Session,
    form_of_a_person,
    open_access,
    shown_now,
)

DAY = 24 * 3600
KEY = "a key"
ANNA = Session("id", "Anna")


@contextmanager
def clock_ahead(seconds: int) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        now = time.time()
        patch.setattr(time, "time", lambda: now + seconds)
        yield


def signed_ahead(access: Access, seconds: int) -> str:
    with clock_ahead(seconds):
        return access.sign(ANNA)


def test_a_session_outlives_a_clock_that_is_set_back_a_day(tmp_path: Path) -> None:
    access = open_access(tmp_path)
    access.set_password("a long enough password")
    assert access.read(signed_ahead(access, DAY)) == ANNA


@pytest.mark.parametrize("ahead", [-SESSION_SECONDS - 10, SESSION_SECONDS + 10])
def test_a_session_is_no_further_from_now_than_it_may_be_old(tmp_path: Path, ahead: int) -> None:
    access = open_access(tmp_path)
    access.set_password("a long enough password")
    assert access.read(signed_ahead(access, ahead)) is None


def test_a_logout_is_remembered_for_as_long_as_a_cookie_of_a_clock_that_was_ahead_holds(tmp_path: Path) -> None:
    access = open_access(tmp_path)
    access.set_password("a long enough password")
    cookie = signed_ahead(access, SESSION_SECONDS - 10)
    access.end_session(ANNA)
    with clock_ahead(ENDED_SECONDS - 20):
        access.end_session(Session("another", "Boris"))
    assert access.read(cookie) is None


@pytest.mark.parametrize(
    ("ahead", "fits"),
    [
        (0, False),
        (-4, True),
        (-OLDEST_FORM_SECONDS - 5, False),
        (DAY, True),
        (LARGEST_SETBACK_SECONDS + 10, False),
    ],
)
def test_a_form_is_taken_after_the_clock_was_set_back(ahead: int, fits: bool) -> None:
    with clock_ahead(ahead):
        shown = shown_now(KEY)
    assert bool(form_of_a_person(KEY, shown)) is fits
