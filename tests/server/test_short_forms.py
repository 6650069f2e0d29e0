"""A short form is read in one step, as the library reads it."""

import pytest
from starlette.requests import Request
from starlette.types import Message

from server.routes.forms import SHORT_FORM_BYTES, short_form

FORM = "application/x-www-form-urlencoded"
BODIES = (
    b"board=7&result=1&seen=&command_id=0f8c-11",
    b"result=%C2%BD&name=Anna+Ivanova&line=a%26b%3Dc",
    b"a=1&&b=2&a=3&",
    b"alone&=nameless&twice=a=b;c=d",
    "name=Мария".encode(),
    b"broken=%zz%ff&half=%",
)


def sent(body: bytes, kind: str = FORM, length: str | None = None) -> Request:
    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    said = length if length is not None else str(len(body))
    headers = [(b"content-type", kind.encode()), (b"content-length", said.encode())]
    return Request({"type": "http", "method": "POST", "path": "/", "headers": headers}, receive)


@pytest.mark.parametrize("body", BODIES)
async def test_a_short_form_says_what_the_library_reads(body: bytes) -> None:
    found = await short_form(sent(body))
    assert found is not None
    assert found.multi_items() == (await sent(body).form()).multi_items()


async def test_other_forms_are_left_to_the_library() -> None:
    long = b"a=" + b"x" * SHORT_FORM_BYTES
    for other in (sent(long), sent(b"a=1", "multipart/form-data; boundary=x"), sent(b"a=1", length="")):
        assert await short_form(other) is None
        assert not hasattr(other, "_body")
