"""Advice while somebody sets up a tournament: the rounds that a Swiss should have, and the tie-breaks explained."""

from collections.abc import Sequence
from dataclasses import replace

import msgspec
from starlette.responses import Response
from starlette.routing import BaseRoute

from domain.formats.tables.swiss_rounds import FEWEST_FOR_ADVICE, RoundsAdvice, recommended
from domain.pairing import systems_for
from domain.ranking.tiebreak_lists import MOST_TIEBREAKS, TooManyTiebreaks, items_of, read_new_list
from domain.ranking.tiebreaks import BadTiebreak
from domain.refusals import BadField
from domain.state import Tournament
from domain.stewards.permissions import Action
from domain.words.regulations import Entrants, Format, Regulations
from domain.words.teams import PrimaryScore
from server.routes.desk.rows import desk_get
from server.routes.desk.setup.announcement import USUAL_LISTS, choices, explained_tiebreak, list_in_words, usual_list
from server.routes.desk.visit import Visit
from server.routes.forms import small
from web.wording import Language
from web.wording.chess.regulations import method_name, norms_sentence, reason, reason_of_format
from web.wording.refusals import sentence

USUAL_PLACES = 3
ROUNDS_OF_A_NORM = 9
"""As many as most title norms take (B.01, 1.4.1)."""
MOST_PLAYERS_ADVISED = 10_000


async def show_rounds_advice(visit: Visit) -> Response:
    advice, places = _advice(visit), small(visit.asked("places")) or USUAL_PLACES
    outside = "" if advice else visit.asked("players")[:20]
    return visit.page(
        "desk/rounds_advice.html", advice=advice, places=places, outside=outside, most_players=MOST_PLAYERS_ADVISED
    )


async def rounds_advice_in_json(visit: Visit) -> Response:
    """`{"players", "places", "methods": {name: {"rounds", "is"}}, "recommended", "method", "reason", ...}`."""
    advice, format = _advice(visit), visit.asked("format") or Format.SWISS
    if advice and format != Format.SWISS:
        body = _by_format(advice.players, format, visit.words)
    else:
        body = _in_json(advice, visit) if advice else {"players": 0}
    return _json(body)


def _by_format(players: int, format: str, words: Language) -> dict[str, object]:
    """Formats in which the rounds follow from the field; `recommended` is 0 where they do not."""
    rounds = {Format.ROUND_ROBIN: players - 1 + players % 2, Format.KNOCKOUT: (players - 1).bit_length()}
    found = next((counted for known, counted in rounds.items() if known == format), 0)
    said = reason_of_format(format, players, found, words) if found else ""
    return {"players": players, "recommended": found, "reason": said, "norms": ""}


def _in_json(advice: RoundsAdvice, visit: Visit) -> dict[str, object]:
    words = visit.words
    return {
        "players": advice.players,
        "places": advice.places,
        "methods": {
            method.value: {"rounds": rounds, "is": method_name(method, words)}
            for method, rounds in advice.methods.items()
        },
        "method": advice.method.value,
        "recommended": advice.recommended,
        "fewest": advice.fewest,
        "most": advice.most,
        "forced_from": advice.forced_from,
        "reason": reason(advice, words),
        "norms": norms_sentence(words) if advice.recommended < ROUNDS_OF_A_NORM else "",
    }


def _advice(visit: Visit) -> RoundsAdvice | None:
    players = small(visit.asked("players"))
    places = min(small(visit.asked("places")) or USUAL_PLACES, MOST_PLAYERS_ADVISED)
    return recommended(players, places) if FEWEST_FOR_ADVICE <= players <= MOST_PLAYERS_ADVISED else None


# Tie-breaks


async def show_tiebreaks(visit: Visit) -> Response:
    """`?order=BH SB&format=swiss&entrants=players&ruleset=c07_2026&rounds=9&players=100` as JSON, explained.

    With `untouched=1` the usual list of another kind of event gives way to that of this one. A list that is too long
    is refused before anything is made of it: its explanation would be as long as its square.
    """
    laws = _laws_asked(visit)
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


def _laws_asked(visit: Visit) -> Regulations:
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


routes: Sequence[BaseRoute] = (
    desk_get("/desk/tie-breaks", show_tiebreaks, Action.ANNOUNCE),
    desk_get("/desk/rounds", show_rounds_advice, Action.ANNOUNCE),
    desk_get("/desk/rounds.json", rounds_advice_in_json, Action.ANNOUNCE),
)
