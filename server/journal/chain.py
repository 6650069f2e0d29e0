"""The hash chain: every row is sealed with a hash over the seal before it and its own bytes.

Anybody can check an export with four lines of any language: the hash of a line is the sha256 of the hash of the
line before (its 64 hex digits; 64 zeros before the first) followed by everything in front of `,"hash":`.
"""

from hashlib import sha256

GENESIS = "0" * 64
"""What the first row of a stream is chained to."""

HASH_TAIL = len(',"hash":""}') + 64
"""How many bytes at the end of a row the seal takes."""


def seal(previous: str, body: bytes) -> str:
    """The hash of a row that begins with `body`, in hex."""
    return sha256(previous.encode() + body).hexdigest()


def sealed(body: bytes, hash: str) -> bytes:
    """The row: a JSON object without its closing brace, closed with its hash."""
    return b'%b,"hash":"%b"}' % (body, hash.encode())


def seal_of(row: bytes) -> str:
    """The hash a row carries, believed; bytes that are no hash fail every comparison."""
    return row[-66:-2].decode("ascii", "replace")


def check(previous: str, row: bytes) -> str | None:
    """The row's hash, or None if the row is not what was written after the one sealed with `previous`."""
    hash = sha256(previous.encode() + row[:-HASH_TAIL]).hexdigest()
    return hash if row[-HASH_TAIL:] == f',"hash":"{hash}"}}'.encode() else None
