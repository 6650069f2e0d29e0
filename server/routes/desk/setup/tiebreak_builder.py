"""The tie-breaks of a form explained while somebody builds their list."""

from dataclasses import replace

import msgspec
from starlette.responses import Response

from domain.pairing import systems_for
from domain.ranking.lists import MOST_TIEBREAKS, TooManyTiebreaks, items_of, read_new_list
from domain.ranking.tiebreaks import BadTiebreak
from domain.refusals import BadField
from domain.state import Tournament
from domain.words.regulations import Entrants, Format, Regulations
from domain.words.teams import PrimaryScore
from server.routes.desk.setup.announcement import USUAL_LISTS, choices, explained_tiebreak, list_in_words, usual_list
from server.routes.desk.visit import Visit
from server.routes.forms import small
from web.wording.refusals import sentence


async def show_tiebreaks(visit: Visit) -> Response:
    """`?order=BH SB&format=swiss&entrants=players&ruleset=c07_2026&rounds=9&players=100` as JSON, explained.

    With `untouched=1` the usual list of another kind of event gives way to that of this one. A list that is too long
    is refused before anything is made of it: its explanation would be as long as its square.
    """
    laws = _asked(visit)
    tournament = Tournament(regulations=laws)
    expected = small(visit.asked("players"))
    try:
        read_new_list(laws.order)
        found = list_in_words(tournament, visit.words, expected)
        offered = [explained_tiebreak(item, visit.words) for item in choices(laws)]
    except TooManyTiebreaks as problem:
        too_many = BadField("order", problem.text, f"tie-breaks-at-most:{MOST_TIEBREAKS}")
        return _json({"sentence": sentence(too_many, None, visit.words)}, 422)
    except BadTiebreak as unknown:
        found, offered = [], []
        return _json({"unknown": unknown.text, "order": laws.order, "list": found, "choices": offered})
    return _json({"unknown": "", "order": laws.order, "list": found, "choices": offered})


def _asked(visit: Visit) -> Regulations:
    format, entrants = visit.asked("format"), visit.asked("entrants")
    laws = Regulations(order=items_of(visit.asked("order")), rounds=small(visit.asked("rounds")))
    laws = replace(
        laws,
        format=Format(format) if format in set(Format) else laws.format,
        entrants=Entrants(entrants) if entrants in set(Entrants) else laws.entrants,
        ruleset=visit.asked("ruleset") or laws.ruleset,
    )
    if laws.format is Format.SCHEVENINGEN:
        laws = replace(laws, teams=replace(laws.teams, primary=PrimaryScore.GAME_POINTS))
    if visit.asked("system") in systems_for(laws.entrants):
        laws = replace(laws, system=visit.asked("system"))
    untouched = visit.asked("untouched") and laws.order in USUAL_LISTS
    return replace(laws, order=usual_list(laws, laws.order)) if untouched else laws


def _json(body: object, status: int = 200) -> Response:
    return Response(
        msgspec.json.encode(body), status, media_type="application/json", headers={"Cache-Control": "no-store"}
    )
