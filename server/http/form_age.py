"""The age of a public form when it is sent: a program fills it in faster than a person can read it."""

import time

from itsdangerous import BadSignature, URLSafeSerializer

FASTEST_PERSON_SECONDS = 3
LARGEST_SETBACK_SECONDS = 14 * 24 * 3600
"""A clock may have been set back by so much since the form was shown."""
OLDEST_FORM_SECONDS = 12 * 3600


def shown_now(key: str) -> str:
    """A signed time for a hidden field."""
    return URLSafeSerializer(key, salt="tablo.form").dumps(int(time.time()))


def filled_in_by_a_person(key: str, signed: str) -> bool:
    """False for a form that is sent at once, after half a day, or with a time that is none of ours.

    One from the future was shown before the clock was set back: how long ago, nobody knows.
    """
    try:
        shown = URLSafeSerializer(key, salt="tablo.form").loads(signed)
    except BadSignature:
        return False
    if not isinstance(shown, int):
        return False
    age = time.time() - shown
    return FASTEST_PERSON_SECONDS <= age <= OLDEST_FORM_SECONDS or -LARGEST_SETBACK_SECONDS <= age < 0
