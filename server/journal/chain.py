"""The hash chain: every row is sealed with a hash over the seal before it and its own bytes.

Anybody can check an export with four lines of any language: the hash of a line is the sha256 of the hash of the
line before (its 64 hex digits; 64 zeros before the first) followed by everything in front of `,"hash":`.
"""

from collections.abc import Iterable
from hashlib import sha256

GENESIS = "0" * 64
"""The hash that the first row of a stream is chained to."""

_SEAL = b',"hash":"%b"}'
_SEAL_LENGTH = len(_SEAL % GENESIS.encode())
"""Always the same: a row ends with it, so that nothing needs to be looked for."""

_FRESH = sha256()
"""A digest to copy: OpenSSL looks up the algorithm for each new one."""


def seal(previous: str, body: bytes) -> str:
    """The hash of a row that begins with `body`, in hex."""
    return sha256(previous.encode() + body).hexdigest()


def sealed(body: bytes, hash: str) -> bytes:
    """The row: a JSON object without its closing brace, closed with its hash."""
    return body + _SEAL % hash.encode()


def seal_of(row: bytes) -> str:
    """The hash a row carries, believed; bytes that are no hash fail every comparison."""
    return row[-66:-2].decode("ascii", "replace")


def verified_hash(previous: str, row: bytes) -> str | None:
    """The row's hash, or None if the row is not what was written after the one sealed with `previous`."""
    count, hash = unbroken(previous, [("", row)])
    return hash if count else None


def unbroken(previous: str, rows: Iterable[tuple[str, bytes]]) -> tuple[int, str]:
    """The number of rows that are what was written after the one sealed with `previous`, and the last one's hash."""
    count, seal, begun, end = 0, previous.encode(), _FRESH.copy, -_SEAL_LENGTH
    for _, row in rows:
        reckoned = begun()
        reckoned.update(seal)
        reckoned.update(row[:end])
        hash = reckoned.hexdigest().encode()
        if row[end:] != _SEAL % hash:
            break
        count, seal = count + 1, hash
    return count, seal.decode()
