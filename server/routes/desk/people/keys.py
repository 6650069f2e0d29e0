"""The keys of other programs: made, shown once, listed with their last use, revoked."""

import secrets
from datetime import UTC, datetime

from starlette.responses import Response

from domain.refusals import BadField
from domain.stewards.decisions import make_key, may_revoke, revoke_key
from domain.stewards.events import ApiKeyMade, Scope
from server.http.auth import key_text, new_secret, secret_hash
from server.office.tournaments import TournamentOffice
from server.routes.desk.typed import local_until, typed_until
from server.routes.desk.visit import Visit, go
from server.routes.reachable import origin


async def show_keys(visit: Visit, office: TournamentOffice | None = None, made: str = "") -> Response:
    """Keys that the person may revoke, those that hold first; `made` is one that is shown this once."""
    now, state, uses = datetime.now(UTC), visit.stewards.state, await visit.services.key_uses.all()
    mine = [key for key in state.programs.keys.values() if may_revoke(key, visit.steward)]
    if office is not None:
        mine = [key for key in mine if key.made.tournament == office.id]
    rows = sorted(mine, key=lambda key: (key.ended(now), key.made.name.casefold()))
    return visit.page(
        "desk/keys.html",
        200 if visit.refusal is None else 422,
        rows=[(key, key.ended(now), local_until(key.made.until), uses.get(key.made.id)) for key in rows],
        made=made,
        address=origin(visit.request),
        scopes=list(Scope),
        names={} if office else await visit.choices([key.made.tournament for key in rows if key.made.tournament]),
        festivals={} if office else {one.name: one.festival.details.name for one in visit.services.festivals.festivals},
        page=visit.searched,
        action=_address(office),
    )


async def make(visit: Visit, office: TournamentOffice | None = None) -> Response:
    """The key stands on the answer to this form and nowhere else."""
    secret, now = new_secret(), datetime.now(UTC)
    wanted = _wanted(visit, secret, office)
    if wanted.tournament and wanted.tournament not in visit.office:
        raise BadField("tournament", wanted.tournament, "not-here")
    if wanted.festival and wanted.festival not in visit.services.festivals.festivals:
        raise BadField("festival", wanted.festival, "not-here")
    await visit.command_stewards(lambda state: make_key(state, wanted, visit.steward, now))
    if wanted.id not in visit.stewards.state.programs.keys:
        return go(_address(office))
    return await show_keys(visit, office, key_text(wanted.id, secret))


async def revoke(visit: Visit, office: TournamentOffice | None = None) -> Response:
    id = visit.path("key")
    await visit.command_stewards(lambda state: revoke_key(state, id, visit.steward))
    return go(_address(office))


def _wanted(visit: Visit, secret: str, office: TournamentOffice | None) -> ApiKeyMade:
    """Raises BadField."""
    form = visit.form
    known = {scope.value: scope for scope in Scope}
    if unknown := [name for name in form.all("scopes") if name not in known]:
        raise BadField("scopes", unknown[0], "one-of:" + ",".join(known))
    scopes = tuple(known[name] for name in form.all("scopes"))
    where = form.text("where")
    kind, _, name = where.partition(":") if office is None else ("tournament", ":", office.id)
    return ApiKeyMade(
        id=secrets.token_hex(6),
        name=form.text("name"),
        secret_hash=secret_hash(secret),
        scopes=scopes,
        tournament=name if kind == "tournament" else "",
        festival=name if kind == "festival" else "",
        until=typed_until(form.text("until")),
    )


def _address(office: TournamentOffice | None) -> str:
    return f"/desk/t/{office.id}/keys" if office else "/desk/keys"
