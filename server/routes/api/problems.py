"""Refusals and troubles as a program reads them: `application/problem+json` (RFC 9457)."""

import re
from collections.abc import Mapping
from dataclasses import fields

from starlette.responses import Response

from domain import refusals
from domain.stewards.roles import Forbidden
from domain.tournament import Tournament
from server.http.trouble import PROBLEM_TYPE, problem_octets
from web.wording import Language
from web.wording.refusals import sentence

STATUS: tuple[tuple[tuple[type[refusals.Refusal], ...], int], ...] = (
    ((refusals.BadField, refusals.PlayersCannotEnter), 422),
    ((Forbidden,), 403),
    ((refusals.MovedOn,), 412),
    ((refusals.NoSuchBoard, refusals.NoSuchGame, refusals.NoSuchRound, refusals.UnknownPlayer), 404),
)
"""All other refusals are 409."""
OF_LISTS = (refusals.PlayersCannotEnter, refusals.TeamsCannotEnter)
WHOLE_EVENTS = frozenset({"events", "cautions"})


def problem(
    status: int,
    code: str,
    says: str,
    data: Mapping[str, object] | None = None,
    headers: Mapping[str, str] | None = None,
) -> Response:
    octets = problem_octets(status, code, says, data)
    return Response(octets, status, {"Cache-Control": "no-store", **(headers or {})}, PROBLEM_TYPE)


def refusal_problem(refusal: refusals.Refusal, words: Language, t: Tournament | None = None) -> Response:
    """With the sentence of the desk; `t` turns players' ids into names."""
    status = next((status for kinds, status in STATUS if isinstance(refusal, kinds)), 409)
    data = data_of(refusal)
    if isinstance(refusal, OF_LISTS):
        data["problems"] = [_in_place(one, words, t) for one in refusal.problems]
    return problem(status, code_of(type(refusal).__name__), sentence(refusal, t, words), data)


def _in_place(
    one: refusals.ProblemOfAPlayer | refusals.ProblemOfATeam, words: Language, t: Tournament | None
) -> dict[str, object]:
    """A problem of a list with its place on it: the index of a player, or team and board."""
    place = {item.name: getattr(one, item.name) for item in fields(one) if item.name != "refusal"}
    why = one.refusal
    field = "fide_id" if isinstance(why, refusals.AlreadyRegistered) else ""
    field = why.field if isinstance(why, refusals.BadField) else field
    return {**place, "field": field, "code": code_of(type(why).__name__), "detail": sentence(why, t, words)}


def code_of(name: str) -> str:
    """`ResultDiffers` is `result-differs`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name).lower()


def data_of(refusal: refusals.Refusal) -> dict[str, object]:
    said = (one.name for one in fields(refusal))
    return {name: getattr(refusal, name) for name in said if name not in WHOLE_EVENTS}
