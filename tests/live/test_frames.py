"""The frame around a text, which we write ourselves because a hundred of them are made for each result."""

import pytest
from websockets.frames import Frame, Opcode

from server.live.frames import Message, Reload

AROUND_REASON = len(Message.of(Reload("")).text)


@pytest.mark.parametrize("octets", [125, 126, 65_535, 65_536])
def test_a_frame_of_any_length_is_the_one_that_the_library_makes(octets: int) -> None:
    message = Message.of(Reload("x" * (octets - AROUND_REASON)))
    assert len(message.text) == octets
    assert message.wire == Frame(Opcode.TEXT, message.text.encode()).serialize(mask=False)
