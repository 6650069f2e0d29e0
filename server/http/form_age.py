"""The age of a public form when it is sent: a program fills it in faster than a person can read it."""

import time

from itsdangerous import BadSignature, URLSafeSerializer

FASTEST_PERSON_SECONDS = 3
OLDEST_FORM_SECONDS = 12 * 3600


def shown_now(key: str) -> str:
    """A signed time for a hidden field."""
    return URLSafeSerializer(key, salt="tablo.form").dumps(int(time.time()))


def filled_in_by_a_person(key: str, signed: str) -> bool:
    """False for a form that is sent at once, after half a day, or with a time that is none of ours."""
    try:
        shown = URLSafeSerializer(key, salt="tablo.form").loads(signed)
    except BadSignature:
        return False
    return isinstance(shown, int) and FASTEST_PERSON_SECONDS <= time.time() - shown <= OLDEST_FORM_SECONDS
