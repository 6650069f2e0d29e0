"""Shapes of the messages that webhooks are told."""

from datetime import datetime
from typing import NotRequired, TypedDict

from domain.stewards.events import Topic
from domain.words.games import Result


class WebhookDataJson(TypedDict):
    """The tournament and the entry of its journal; everything else is read at the addresses of the tournament."""

    tournament: str
    position: int
    event: str
    round: NotRequired[int]
    board: NotRequired[int]
    game: NotRequired[int]
    result: NotRequired[Result]


class WebhookNewsJson(TypedDict):
    """A message of a webhook; `timestamp` is when it happened, not when it is sent."""

    type: Topic
    timestamp: datetime
    data: WebhookDataJson
