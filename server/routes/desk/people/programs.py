"""Other programs at the desk: their keys, shown once and revoked, and their webhooks with the last messages."""

import asyncio
import secrets
from collections.abc import Sequence
from datetime import UTC, datetime

from starlette.responses import Response
from starlette.routing import BaseRoute

from domain.organisers.events import OwnedKind, QuotaKind
from domain.refusals import BadField
from domain.stewards.decisions import make_key, may_revoke, remove_webhook, revoke_key, rotate_secret, set_webhook
from domain.stewards.events import ApiKeyMade, Scope, Topic
from domain.stewards.permissions import Action
from domain.stewards.state import NoSuchKey, Webhook
from server.http.auth import key_text, new_secret, secret_hash
from server.notifying.calling import typed_address
from server.office.telling.webhooks import secret_text, webhook_secret
from server.office.tournaments import TournamentOffice
from server.routes.desk.rows import deciding, desk_get, desk_post, get, handler_of, path_part, post
from server.routes.desk.typed import local_until, typed_until
from server.routes.desk.visit import Visit, go
from server.routes.reachable import origin

WEBHOOKS = "/desk/webhooks"
SHOWN_MESSAGES = 10
"""Of each webhook."""


async def show_keys(visit: Visit, office: TournamentOffice | None = None, made: str = "") -> Response:
    """Keys that the person may revoke, those that hold first; `made` is one that is shown this once."""
    now, state, uses = datetime.now(UTC), visit.stewards.state, await visit.services.key_uses.all()
    mine = [key for key in state.programs.keys.values() if may_revoke(key, visit.steward)]
    if office is not None:
        mine = [key for key in mine if key.made.tournament == office.id]
    elif organiser := visit.steward.organiser:
        mine = [key for key in mine if visit.services.quotas.owner_of_key(key.made.id) == organiser]
    rows = sorted(mine, key=lambda key: (key.ended(now), key.made.name.casefold()))
    return visit.page(
        "desk/keys.html",
        200 if visit.refusal is None else 422,
        rows=[(key, key.ended(now), local_until(key.made.until), uses.get(key.made.id)) for key in rows],
        made=made,
        address=origin(visit.request),
        scopes=list(Scope),
        names={} if office else await visit.choices([key.made.tournament for key in rows if key.made.tournament]),
        festivals={} if office else visit.festival_names,
        page=visit.searched,
        action=_keys(office),
    )


async def make(visit: Visit, office: TournamentOffice | None = None) -> Response:
    """The key stands on the answer to this form and nowhere else."""
    secret, now = new_secret(), datetime.now(UTC)
    wanted = _wanted_key(visit, secret, office)
    if wanted.tournament and not visit.may_there(Action.ARBITRATE, wanted.tournament):
        raise BadField("tournament", wanted.tournament, "not-here")
    if wanted.festival and not visit.may_there(Action.ARBITRATE, festival=wanted.festival):
        raise BadField("festival", wanted.festival, "not-here")
    if visit.steward.organiser and wanted.id not in visit.stewards.state.programs.keys:
        await visit.services.quotas.refuse_more(visit.steward.organiser, QuotaKind.KEYS)
    await visit.command_stewards(lambda state: make_key(state, wanted, visit.steward, now))
    if wanted.id not in visit.stewards.state.programs.keys:
        return go(_keys(office))
    if not (wanted.tournament or wanted.festival):
        await visit.owned_before(OwnedKind.KEY)(wanted.id)
    return await show_keys(visit, office, key_text(wanted.id, secret))


async def revoke(visit: Visit, office: TournamentOffice | None = None) -> Response:
    id = visit.path("key")
    if office is not None and visit.stewards.state.programs.key(id).made.tournament != office.id:
        raise NoSuchKey(id)
    await visit.command_stewards(lambda state: revoke_key(state, id, visit.steward))
    return go(_keys(office))


def _wanted_key(visit: Visit, secret: str, office: TournamentOffice | None) -> ApiKeyMade:
    form = visit.form
    kind, _, name = form.text("where").partition(":") if office is None else ("tournament", ":", office.id)
    return ApiKeyMade(
        id=secrets.token_hex(6),
        name=form.text("name"),
        secret_hash=secret_hash(secret),
        scopes=form.choices("scopes", Scope),
        tournament=name if kind == "tournament" else "",
        festival=name if kind == "festival" else "",
        until=typed_until(form.text("until")),
    )


def _keys(office: TournamentOffice | None) -> str:
    return f"/desk/t/{office.id}/keys" if office else "/desk/keys"


# Webhooks


async def show_webhooks(visit: Visit) -> Response:
    store, key = visit.services.webhooks.store, visit.access.stored.key
    hooks = [one for one in visit.stewards.state.programs.webhooks.values() if not one.removed]
    if organiser := visit.steward.organiser:
        hooks = [one for one in hooks if visit.services.quotas.owner_of_webhook(one.id) == organiser]
    rows = []
    for hook in hooks:
        messages = await asyncio.to_thread(store.latest, hook.id, SHOWN_MESSAGES)
        secret = secret_text(webhook_secret(key, hook.id, hook.rotations))
        rows.append((hook, secret, [(one, local_until(one.at), local_until(one.next_at)) for one in messages]))
    return visit.page(
        "desk/webhooks.html",
        rows=rows,
        topics=list(Topic),
        names=await visit.choices([hook.tournament for hook in hooks if hook.tournament]),
        page=visit.searched,
    )


async def set_one(visit: Visit) -> Response:
    form = visit.form
    url = typed_address("url", form.text("url"), visit.services.webhooks.may_call)
    wanted = Webhook(secrets.token_hex(6), url, form.choices("topics", Topic), form.text("tournament"))
    if wanted.tournament and not visit.may_there(Action.ARBITRATE, wanted.tournament):
        raise BadField("tournament", wanted.tournament, "not-here")
    set_webhook(visit.stewards.state, wanted, datetime.now(UTC))  # refused before it belongs to anybody
    await visit.owned_before(OwnedKind.WEBHOOK)(wanted.id)
    await visit.command_stewards(lambda state: set_webhook(state, wanted, datetime.now(UTC)))
    return go(WEBHOOKS)


async def remove_hook(visit: Visit) -> Response:
    id = visit.path("webhook")
    await visit.command_stewards(lambda state: remove_webhook(state, id))
    await asyncio.to_thread(visit.services.webhooks.store.drop, id)
    return go(WEBHOOKS)


async def send_again(visit: Visit) -> Response:
    now = datetime.now(UTC).isoformat(timespec="seconds")
    await asyncio.to_thread(visit.services.webhooks.store.again, visit.path("webhook"), visit.path("message"), now)
    visit.services.webhooks.wake()
    return go(WEBHOOKS)


routes: Sequence[BaseRoute] = (
    desk_get(WEBHOOKS, show_webhooks, Action.LEAD),
    desk_post(WEBHOOKS, set_one, WEBHOOKS, Action.LEAD),
    desk_post(
        f"{WEBHOOKS}/{{webhook}}/rotate",
        handler_of(
            Visit.command_stewards, deciding(rotate_secret, path_part("webhook"), lambda _: datetime.now(UTC)), WEBHOOKS
        ),
        WEBHOOKS,
        Action.LEAD,
    ),
    desk_post(f"{WEBHOOKS}/{{webhook}}/remove", remove_hook, WEBHOOKS, Action.LEAD),
    desk_post(f"{WEBHOOKS}/{{webhook}}/messages/{{message}}/again", send_again, WEBHOOKS, Action.LEAD),
    desk_get("/desk/keys", show_keys, Action.ANNOUNCE),
    desk_post("/desk/keys", make, show_keys, Action.ANNOUNCE),
    desk_post("/desk/keys/{key}/revoke", revoke, show_keys),
    get("/keys", show_keys, Action.ARBITRATE),
    post("/keys", make, show_keys),
    post("/keys/{key}/revoke", revoke, show_keys),
)
