"""A trouble as a program reads it: `application/problem+json` (RFC 9457)."""

from collections.abc import Mapping

import msgspec

PROBLEM_TYPE = "application/problem+json"
KINDS = "/api#"
"""The address below which the code of a problem is its type."""


def problem_octets(status: int, code: str, says: str, data: Mapping[str, object] | None = None) -> bytes:
    """`code` is for programs and for ever, `says` the sentence that a person at the desk would read."""
    body = {"type": f"{KINDS}{code}", "title": code, "status": status, "detail": says, "code": code}
    return msgspec.json.encode({**body, "data": msgspec.to_builtins(data or {}, str_keys=True, enc_hook=str)})
