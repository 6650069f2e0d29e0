"""The number of rounds that a Swiss should have: a page of the desk, and the same as JSON."""

import msgspec
from starlette.responses import Response

from domain.formats.tables.swiss_rounds import FEWEST_FOR_ADVICE, RoundsAdvice, recommended
from domain.words.regulations import Format
from server.routes.desk.visit import Visit
from web.wording import Language
from web.wording.chess.regulations import method_name, norms_sentence, reason, reason_of_format

USUAL_PLACES = 3
ROUNDS_OF_A_NORM = 9
"""As many as most title norms take (B.01, 1.4.1)."""
MOST_PLAYERS_ADVISED = 10_000


async def show_rounds_advice(visit: Visit) -> Response:
    """For `?players=40&places=3`; without them the form alone."""
    advice, places = _advice(visit), _number(visit, "places") or USUAL_PLACES
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
    return Response(msgspec.json.encode(body), media_type="application/json", headers={"Cache-Control": "no-store"})


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
    players = _number(visit, "players")
    places = min(_number(visit, "places") or USUAL_PLACES, MOST_PLAYERS_ADVISED)
    return recommended(players, places) if FEWEST_FOR_ADVICE <= players <= MOST_PLAYERS_ADVISED else None


def _number(visit: Visit, name: str) -> int:
    """0 for what is none."""
    typed = visit.asked(name)
    return int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 9 else 0
