"""The webhooks of other programs: set, their secrets, their last messages, and sending again."""

import asyncio
import secrets
from datetime import UTC, datetime

from starlette.responses import Response

from domain.refusals import BadField
from domain.stewards.decisions import remove_webhook, rotate_secret, set_webhook
from domain.stewards.events import Topic
from domain.stewards.state import Webhook
from server.notifying.calling import typed_address
from server.office.webhooks import secret_text, webhook_secret
from server.routes.desk.typed import local_until
from server.routes.desk.visit import Visit, go

PAGE = "/desk/webhooks"
SHOWN_MESSAGES = 10
"""Of each webhook."""


async def show_webhooks(visit: Visit) -> Response:
    store, key = visit.services.webhooks.store, visit.access.stored.key
    hooks = [one for one in visit.stewards.state.programs.webhooks.values() if not one.removed]
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
    wanted = _wanted(visit)
    if wanted.tournament and wanted.tournament not in visit.office:
        raise BadField("tournament", wanted.tournament, "not-here")
    await visit.command_stewards(lambda state: set_webhook(state, wanted, datetime.now(UTC)))
    return go(PAGE)


async def remove(visit: Visit) -> Response:
    id = visit.path("webhook")
    await visit.command_stewards(lambda state: remove_webhook(state, id))
    await asyncio.to_thread(visit.services.webhooks.store.drop, id)
    return go(PAGE)


async def rotate(visit: Visit) -> Response:
    id = visit.path("webhook")
    await visit.command_stewards(lambda state: rotate_secret(state, id, datetime.now(UTC)))
    return go(PAGE)


async def send_again(visit: Visit) -> Response:
    """A message that was given up, from its first try on."""
    now = datetime.now(UTC).isoformat(timespec="seconds")
    await asyncio.to_thread(visit.services.webhooks.store.again, visit.path("message"), now)
    visit.services.webhooks.wake()
    return go(PAGE)


def _wanted(visit: Visit) -> Webhook:
    """Raises BadField."""
    form, known = visit.form, {topic.value: topic for topic in Topic}
    if unknown := [name for name in form.all("topics") if name not in known]:
        raise BadField("topics", unknown[0], "one-of:" + ",".join(known))
    topics = tuple(known[name] for name in form.all("topics"))
    url = typed_address("url", form.text("url"), visit.services.webhooks.may_call)
    return Webhook(secrets.token_hex(6), url, topics, form.text("tournament"))
