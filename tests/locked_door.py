"""The door of a test's server: `access.json` with a password in it, as a server finds it when it starts.

Argon2 at its cheapest: a hash says how it was made, so a login verifies it as any other, without taking as long as
somebody who guesses is meant to need. The true cost is in `tests/server/test_auth.py` and wherever `tablo serve` is
given a password that is not there yet.
"""

import secrets
from functools import cache
from pathlib import Path

import msgspec
from argon2 import PasswordHasher

from server.http.kept_access import StoredAccess


def lock_door(data: Path, password: str) -> None:
    """Sets this password, unless the data directory has one."""
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    door = data / "access.json"
    if not door.exists():
        stored = StoredAccess(key=secrets.token_urlsafe(48), password_hash=quick_hash(password))
        door.touch(0o600)
        door.write_bytes(msgspec.json.encode(stored))


@cache
def quick_hash(password: str) -> str:
    return PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash(password)
