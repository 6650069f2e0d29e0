"""Title norms as JSON: those made, and those that can still be made."""

from typing import TypedDict

from projections.table.norm_forecast import NormForecast, NormOutlook
from web.api import people as p
from web.api.chances import NormInReachJson, norm_json


class NormOutlookJson(TypedDict):
    player: p.PersonJson
    made: str | None
    in_reach: list[NormInReachJson]


class NormForecastJson(TypedDict):
    """Everybody who has made a title norm, and who can still make one with how many points."""

    after_round: int
    rounds: int
    players: list[NormOutlookJson]


def norm_forecast_json(view: NormForecast) -> NormForecastJson:
    return {"after_round": view.after, "rounds": view.rounds, "players": [_outlook(one) for one in view.players]}


def _outlook(one: NormOutlook) -> NormOutlookJson:
    return {
        "player": p.person(one.person),
        "made": one.made.value if one.made else None,
        "in_reach": [norm_json(norm) for norm in one.in_reach],
    }
