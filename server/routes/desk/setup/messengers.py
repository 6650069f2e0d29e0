"""Channels of messengers that a tournament is told in: added, tried, watched and taken out. Secrets are typed once."""

import asyncio
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from urllib.parse import urlsplit

import msgspec
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import BaseRoute

from domain.refusals import BadField
from domain.stewards.permissions import Action
from server.notifying.calling import MayCall, typed_address
from server.notifying.messengers import ChannelAddress, ChannelTopic, Messenger, filled_places, phone_number, trouble_of
from server.office.telling.messengers import ToldChannel
from server.office.tournaments import TournamentOffice
from server.routes.desk.rows import get, post
from server.routes.desk.typed import local_until
from server.routes.desk.visit import Visit, go
from server.routes.forms import Form
from web.wording import LANGUAGES

_PAGE = "/messengers"
_HERE = "/desk/t/{}/messengers"
MOST_CHANNELS = 12
"""Of one tournament."""
MOST_NUMBERS = 50
MESSAGES_OF_CHANNEL = 8
"""Of each channel."""
TELEGRAM_TOKEN = re.compile(r"[0-9]{3,20}:[A-Za-z0-9_-]{10,100}")
CHAT = re.compile(r"@[A-Za-z][A-Za-z0-9_]{3,31}|-?[0-9]{1,20}")
TELEGRAM_NAME = re.compile(r"(?:(?:https://)?t\.me/)?([A-Za-z][A-Za-z0-9_]{3,31})/?")
"""A name without its @, or the link of it."""
MATRIX_ROOM = re.compile(r"![\x21-\x7e]{1,250}")
TYPED_SECRET = re.compile(r"[\x21-\x7e](?:[\x20-\x7e]{0,498}[\x21-\x7e])?")
PLACES = ("{text}", "{to}")
MOST_BODY_CHARS = 2000


async def show_messengers(visit: Visit, office: TournamentOffice) -> Response:
    messengers, rows = visit.services.messengers, []
    for channel in await messengers.of_stream(office.id):
        latest = await asyncio.to_thread(messengers.store.latest, channel.id, MESSAGES_OF_CHANNEL)
        told = [(one, local_until(one.at), local_until(one.next_at)) for one in latest]
        rows.append((channel, _place(channel.there), _trouble(channel), told))
    return visit.page(
        "desk/messengers.html",
        200 if visit.refusal is None else 422,
        rows=rows,
        services=list(Messenger),
        topics=list(ChannelTopic),
        links=bool(messengers.public_url),
    )


def _place(there: ChannelAddress) -> str:
    """Where a channel is, without what is secret in its address."""
    host = urlsplit(there.url).hostname or ""
    match there.service:
        case Messenger.TELEGRAM:
            return there.to
        case Messenger.MATRIX:
            return f"{there.to} · {host}"
    return host


def _trouble(channel: ToldChannel) -> tuple[str, str]:
    """What was wrong with the last message, and the service's own words; empty = nothing was."""
    status, _, words = channel.answer.partition(" ")
    return (trouble_of(channel.there.service, int(status), words), words) if status else ("", "")


async def add_channel(visit: Visit, office: TournamentOffice) -> Response:
    """Raises BadField."""
    messengers, form = visit.services.messengers, visit.form
    if len(await messengers.of_stream(office.id)) >= MOST_CHANNELS:
        raise BadField("channels", str(MOST_CHANNELS + 1), f"at-most:{MOST_CHANNELS}")
    there = _READERS[form.choice("service", Messenger)](form, messengers.may_call)
    if not there.topics:
        raise BadField("tells", "", "required")
    await messengers.add(office.id, there)
    return go(_HERE.format(office.id))


def _telegram(form: Form, _may_call: MayCall) -> ChannelAddress:
    typed = form.text("chat")
    named = TELEGRAM_NAME.fullmatch(typed)
    chat = f"@{named[1]}" if named else typed
    if not CHAT.fullmatch(chat):
        raise BadField("chat", typed, "chat")
    return _reached(form, Messenger.TELEGRAM, secret=_secret(form, "bot_token", TELEGRAM_TOKEN), to=chat)


def _webhook(service: Messenger) -> Callable[[Form, MayCall], ChannelAddress]:
    def read(form: Form, may_call: MayCall) -> ChannelAddress:
        return _reached(form, service, url=typed_address("webhook_address", form.text("webhook_address"), may_call))

    return read


def _matrix(form: Form, may_call: MayCall) -> ChannelAddress:
    url = typed_address("home_server", form.text("home_server"), may_call)
    if not MATRIX_ROOM.fullmatch(form.text("room")):
        raise BadField("room", form.text("room"), "room")
    return _reached(
        form, Messenger.MATRIX, url=url, secret=_secret(form, "bot_token", TYPED_SECRET), to=form.text("room")
    )


def _sms(form: Form, may_call: MayCall) -> ChannelAddress:
    url, body = form.text("gateway"), form.text("gateway_body")
    typed_address("gateway", filled_places(url, {"text": "x", "to": "1"}), may_call)
    if body and not _is_object(body):
        raise BadField("gateway_body", "", "json")
    if not all(place in url + body for place in PLACES):
        raise BadField("gateway", "", "gateway-places:" + " ".join(PLACES))
    typed = [one.strip() for one in re.split(r"[\n,;]", form.text("phones")) if one.strip()]
    if bad := next((one for one in typed if not phone_number(one)), ""):
        raise BadField("phones", bad, "phone")
    if len(typed) > MOST_NUMBERS:
        raise BadField("phones", str(len(typed)), f"at-most:{MOST_NUMBERS}")
    if not typed and not form.ticked("to_players"):
        raise BadField("phones", "", "nobody-to-tell")
    return _reached(
        form,
        Messenger.SMS,
        url=url,
        secret=_secret(form, "gateway_key", TYPED_SECRET) if form.text("gateway_key") else "",
        json=body,
        numbers=tuple(dict.fromkeys(map(phone_number, typed))),
        players=form.ticked("to_players"),
    )


_READERS: Mapping[Messenger, Callable[[Form, MayCall], ChannelAddress]] = {
    Messenger.TELEGRAM: _telegram,
    Messenger.DISCORD: _webhook(Messenger.DISCORD),
    Messenger.SLACK: _webhook(Messenger.SLACK),
    Messenger.MATRIX: _matrix,
    Messenger.SMS: _sms,
}


def _reached(
    form: Form,
    service: Messenger,
    url: str = "",
    secret: str = "",
    to: str = "",
    json: str = "",
    numbers: tuple[str, ...] = (),
    *,
    players: bool = False,
) -> ChannelAddress:
    code = form.text("language")
    if code not in LANGUAGES:
        raise BadField("language", code, "one-of:" + ",".join(LANGUAGES))
    return ChannelAddress(service, code, form.choices("tells", ChannelTopic), url, secret, to, json, numbers, players)


def _secret(form: Form, name: str, shape: re.Pattern[str]) -> str:
    if not shape.fullmatch(form.text(name)):
        raise BadField(name, "", "bot-token")
    return form.text(name)


def _is_object(text: str) -> bool:
    try:
        return len(text) <= MOST_BODY_CHARS and isinstance(msgspec.json.decode(text), dict)
    except msgspec.DecodeError:
        return False


async def _chosen(visit: Visit, office: TournamentOffice) -> str:
    """The channel of this tournament that a button names."""
    id = visit.form.text("channel")
    if id not in [one.id for one in await visit.services.messengers.of_stream(office.id)]:
        raise HTTPException(404)
    return id


async def try_channel(visit: Visit, office: TournamentOffice) -> Response:
    await visit.services.messengers.test(office, await _chosen(visit, office))
    return go(_HERE.format(office.id))


async def remove_channel(visit: Visit, office: TournamentOffice) -> Response:
    await visit.services.messengers.remove(await _chosen(visit, office))
    return go(_HERE.format(office.id))


async def tell_again(visit: Visit, office: TournamentOffice) -> Response:
    messengers, now = visit.services.messengers, datetime.now(UTC).isoformat(timespec="seconds")
    await asyncio.to_thread(messengers.store.again, await _chosen(visit, office), visit.form.text("message"), now)
    messengers.wake()
    return go(_HERE.format(office.id))


routes: Sequence[BaseRoute] = (
    get(_PAGE, show_messengers, Action.ARBITRATE),
    post(_PAGE, add_channel, _PAGE),
    post("/messengers/test", try_channel, _PAGE),
    post("/messengers/again", tell_again, _PAGE),
    post("/messengers/remove", remove_channel, _PAGE),
)
