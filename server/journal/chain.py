"""The hash chain: every row is sealed with a hash over the seal before it and its own bytes."""

from hashlib import sha256

GENESIS = "0" * 64
"""What the first row of a stream is chained to."""

HASH_TAIL = len(',"hash":""}') + 64
"""How many bytes at the end of a row the seal takes."""


def row_hash(previous: str, body: bytes) -> str:
    """sha256 in hex over the previous hash (its 64 digits) and the row without its own seal."""
    return sha256(previous.encode() + body).hexdigest()


def body_of(row: bytes) -> bytes:
    """The row as it was before it was sealed."""
    return row[:-HASH_TAIL] + b"}"


def seal_of(row: bytes) -> str:
    """The hash a row carries; any bytes that are not a hash fail the comparison that follows."""
    return row[-HASH_TAIL:][9:-2].decode("ascii", "replace")


def holds(previous: str, row: bytes) -> bool:
    """The row is what was written after the row sealed with `previous`."""
    return (
        row.startswith(b"{")
        and row[-HASH_TAIL : -HASH_TAIL + 9] == b',"hash":"'
        and row.endswith(b'"}')
        and (row_hash(previous, body_of(row)) == seal_of(row))
    )
