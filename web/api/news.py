"""The news that webhooks are told, made of the events of a tournament."""

from collections.abc import Mapping
from datetime import datetime

from domain import events as e
from domain.stewards.events import Topic
from web.api.views import Json

TOPICS: Mapping[type[e.Event], Topic] = {
    e.RoundPublished: Topic.ROUND_PUBLISHED,
    e.RoundWithdrawn: Topic.ROUND_WITHDRAWN,
    e.ResultRecorded: Topic.RESULT_ENTERED,
    e.AdjournedGameFinished: Topic.RESULT_ENTERED,
    e.DisputeSettled: Topic.RESULT_ENTERED,
    e.ResultCorrected: Topic.CORRECTION,
    e.ResultCorrectedForRating: Topic.CORRECTION,
    e.ColoursCorrected: Topic.CORRECTION,
    e.ResultCleared: Topic.CORRECTION,
    e.GamesReseated: Topic.CORRECTION,
    e.RatingCorrected: Topic.CORRECTION,
    e.PointsAdjusted: Topic.CORRECTION,
    e.EventUndone: Topic.CORRECTION,
    e.TournamentReopened: Topic.CORRECTION,
    e.PlayerRegistered: Topic.PLAYERS_CHANGED,
    e.PlayerDetailsAmended: Topic.PLAYERS_CHANGED,
    e.PlayerWithdrawn: Topic.PLAYERS_CHANGED,
    e.PlayerReadmitted: Topic.PLAYERS_CHANGED,
    e.PlayerExpelled: Topic.PLAYERS_CHANGED,
    e.TeamRegistered: Topic.PLAYERS_CHANGED,
    e.TournamentClosed: Topic.STANDINGS_FINAL,
}
"""Events that are news; all others are not told."""
SAID = ("round", "board", "game", "result")
"""Fields of events that the news repeats; everything else is read at the addresses of the tournament."""


def news(tournament: str, version: int, at: datetime, event: e.Event) -> dict[str, Json]:
    """The body of a message: `type` is the topic, `data` says where to read more."""
    said: dict[str, Json] = {name: getattr(event, name) for name in SAID if getattr(event, name, None) is not None}
    return {
        "type": TOPICS[type(event)].value,
        "timestamp": at.isoformat(),
        "data": {"tournament": tournament, "position": version, "event": type(event).__name__, **said},
    }
