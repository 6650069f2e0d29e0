"""The document for other people's programs says what the frames say."""

import re
from pathlib import Path

import msgspec
import pytest

import web
from server.live import frames
from server.live.connections import MAX_CLIENT_FRAMES, MAX_MESSAGE_BYTES
from server.live.limits import MEGABYTE, FeedLimits
from server.live.routes import MAX_TOPICS

DOCUMENT = (Path(web.__file__).parent / "api" / "asyncapi.yaml").read_text()
SENT = [frames.Hello, frames.SnapshotFrame, frames.PatchFrame, frames.Beat, frames.Reload, frames.Refused]


def section(name: str) -> str:
    """The lines of one message under components."""
    messages = DOCUMENT[DOCUMENT.index("\n  messages:\n") :]
    found = re.search(rf"^    {name}:\n((?:      .*\n)+)", messages, re.MULTILINE)
    assert found is not None
    return found.group(1)


@pytest.mark.parametrize("frame", SENT)
def test_every_field_of_a_frame_is_documented(frame: type[msgspec.Struct]) -> None:
    config = frame.__struct_config__
    documented = set(re.findall(r"^          (\w+):", section(str(config.tag)), re.MULTILINE))
    assert documented == {"type", *frame.__struct_encode_fields__}


@pytest.mark.parametrize("frame", SENT)
def test_what_may_be_left_out_is_not_required(frame: type[msgspec.Struct]) -> None:
    fields = frame.__struct_encode_fields__
    always = fields[: len(fields) - len(frame.__struct_defaults__)]
    required = re.search(r"required: \[(.*)\]", section(str(frame.__struct_config__.tag)))
    assert required is not None
    assert required.group(1).split(", ") == ["type", *always]


def test_what_a_client_may_say_is_documented() -> None:
    documented = set(re.findall(r"^          (\w+):", section("ask"), re.MULTILINE))
    assert documented == set(frames.Ask.__struct_fields__)


def test_the_limits_are_the_real_ones() -> None:
    text = re.sub(r"\s+", " ", DOCUMENT)
    assert f"at most {MAX_MESSAGE_BYTES} octets" in text
    assert f"at most {MAX_CLIENT_FRAMES} are taken" in text
    limits = FeedLimits()
    assert f"{limits.sockets_per_address} sockets, {limits.topics_per_address} different topics" in text
    assert f"{limits.unread_bytes_per_address // MEGABYTE} MB that wait" in text
    assert f"{limits.channels_per_tournament} topics are followed" in text
    assert f"maxItems: {MAX_TOPICS}" in text
