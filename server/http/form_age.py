"""The public form as it was shown: when, and under a name of its own, so that it is sent once.

A program fills a form in faster than a person can read it. What is signed cannot be made up, so each sending costs a
program a form that it has asked for and waited with.
"""

import secrets
import time

from itsdangerous import BadSignature, URLSafeSerializer

FASTEST_PERSON_SECONDS = 3
OLDEST_FORM_SECONDS = 12 * 3600
LARGEST_SETBACK_SECONDS = 14 * 24 * 3600
"""A clock may have been set back by so much since the form was shown."""
NAME_BYTES = 12


def shown_at(key: str, seconds: float) -> str:
    """For a hidden field: the time, and a name that no other form has; signed."""
    return URLSafeSerializer(key, salt="tablo.form").dumps([int(seconds), secrets.token_urlsafe(NAME_BYTES)])


def shown_now(key: str) -> str:
    return shown_at(key, time.time())


def form_of_a_person(key: str, signed: str) -> str:
    """The name of the form; empty for one that is sent at once, after half a day, or is none of ours.

    One from the future was shown before the clock was set back: how long ago, nobody knows.
    """
    try:
        found = URLSafeSerializer(key, salt="tablo.form").loads(signed)
    except BadSignature:
        return ""
    match found:
        case [int(shown), str(name)] if _filled_in_by_a_person(time.time() - shown):
            return name
        case _:
            return ""


def _filled_in_by_a_person(age: float) -> bool:
    return FASTEST_PERSON_SECONDS <= age <= OLDEST_FORM_SECONDS or -LARGEST_SETBACK_SECONDS <= age < 0
