"""The part of the OpenAPI document about webhooks: what the other program is sent, and what it is to answer."""

from collections.abc import Mapping
from typing import Any

from domain.stewards.events import Topic
from web.api.shapes.webhooks import WebhookNewsJson

SUMMARIES_OF_TOPICS: Mapping[Topic, str] = {
    Topic.ROUND_PUBLISHED: "A round was published",
    Topic.ROUND_WITHDRAWN: "A published round was taken back",
    Topic.RESULT_ENTERED: "A result was entered",
    Topic.CORRECTION: "Something that was known was corrected or taken back",
    Topic.PLAYERS_CHANGED: "Somebody was registered, changed, left or came back",
    Topic.STANDINGS_FINAL: "The tournament was closed: its table is final",
}
SIGNED: Mapping[str, str] = {
    "webhook-id": "The same for every try: somebody who has it already answers 200 and does nothing",
    "webhook-timestamp": "Seconds since 1970 at which it is sent",
    "webhook-signature": "v1, and the HMAC-SHA256 of id, timestamp and body, in base64; several are parted by blanks",
}


def webhooks(reference: str) -> dict[str, Any]:
    """A request for each topic; `reference` is the pattern of a reference to a shape."""
    return {topic.value: {"post": _told(topic, said, reference)} for topic, said in SUMMARIES_OF_TOPICS.items()}


def _told(topic: Topic, said: str, reference: str) -> dict[str, Any]:
    this_topic = {"type": "object", "properties": {"type": {"const": topic.value}}}
    schema = {"allOf": [{"$ref": reference.format(name=WebhookNewsJson.__name__)}, this_topic]}
    return {
        "operationId": f"told-{topic.value}",
        "summary": said,
        "tags": ["Webhooks"],
        "parameters": [
            {"name": name, "in": "header", "required": True, "description": about, "schema": {"type": "string"}}
            for name, about in SIGNED.items()
        ],
        "requestBody": {"required": True, "content": {"application/json": {"schema": schema}}},
        "responses": {
            "2XX": {"description": "Taken"},
            "410": {"description": "No more of this message"},
            "default": {"description": "It comes again"},
        },
    }
