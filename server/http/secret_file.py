"""A file that its owner alone may read, written whole or not at all."""

import os
import secrets
from pathlib import Path


def written_beside(path: Path, octets: bytes) -> Path:
    """A new file beside `path`, under a name of its own; nothing is left of what could not be written."""
    fresh = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(octets)
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        fresh.unlink(missing_ok=True)
        raise
    return fresh
