"""Channels of messengers: what each service wants to be sent, and what its answers say.

    request_of(channel, message, "msg_1") -> Request, for Caller.asked

Nothing of a text means anything to a service: it is escaped where the service has signs of its own. The services say
how they are spoken to at https://core.telegram.org/bots/api#sendmessage,
https://discord.com/developers/docs/resources/webhook#execute-webhook,
https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks and
https://spec.matrix.org/latest/client-server-api/#put_matrixclientv3roomsroomidsendeventtypetxnid; a gateway of SMS is
called as its operator has typed it.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import field
from enum import StrEnum
from http import HTTPStatus
from urllib.parse import quote

import msgspec

from domain.records import dataclass
from server.notifying.calling import NOT_ALLOWED, UNREACHED

MOST_TEXT_CHARS = 1800
"""Below what each of them takes: Discord 2,000, Telegram 4,096."""
LARGEST_REPLY_BYTES = 64 * 1024
MOST_WORDS_CHARS = 200
SIGNS_OF_DISCORD = re.compile(r"([\\*_~`|<>#\[\]()@:.-])")
"""What may begin formatting, a mention or a list."""
NOT_NOW = frozenset({HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_EARLY, HTTPStatus.TOO_MANY_REQUESTS})


class Messenger(StrEnum):
    TELEGRAM = "telegram"
    DISCORD = "discord"
    SLACK = "slack"
    MATRIX = "matrix"
    SMS = "sms"


class ChannelTopic(StrEnum):
    """What a channel is told."""

    PAIRINGS = "pairings"
    ROUND = "round"
    FINAL = "final"
    NEWS = "news"


@dataclass(frozen=True, slots=True)
class ChannelAddress:
    """How a channel is reached, and what it is told."""

    service: Messenger
    language: str
    topics: tuple[ChannelTopic, ...]
    url: str = field(default="", repr=False)
    """The server, a webhook, or the address of a gateway with its places; empty = that of Telegram."""
    secret: str = field(default="", repr=False)
    """The token of a bot; of a gateway the header Authorization."""
    to: str = ""
    """A chat or a room."""
    json: str = field(default="", repr=False)
    """The body that a gateway wants, with its places; empty = there is none."""
    numbers: tuple[str, ...] = field(default=(), repr=False)
    players: bool = False
    """Players who gave a phone number get an SMS, too."""


@dataclass(frozen=True, slots=True)
class ChannelMessage:
    text: str
    link: str = ""
    number: str = ""
    """Of a phone; empty = it goes to a channel, or to a player."""
    player: int = 0
    """The player whose phone it goes to; 0 = to nobody's."""


@dataclass(frozen=True, slots=True)
class Request:
    method: str
    url: str
    headers: Mapping[str, str]
    body: bytes | None = None


def request_of(there: ChannelAddress, message: ChannelMessage, id: str) -> Request:
    """`id` is the same each time one message is sent: Matrix takes it once. `there.url` is never empty here."""
    match there.service:
        case Messenger.TELEGRAM:
            unseen = {"is_disabled": True}
            said = {"chat_id": there.to, "text": _plain(message), "link_preview_options": unseen}
            return _json("POST", f"{there.url}/bot{there.secret}/sendMessage", said)
        case Messenger.DISCORD:
            text = _plain(message, lambda text: SIGNS_OF_DISCORD.sub(r"\\\1", text))
            return _json("POST", there.url, {"content": text, "allowed_mentions": {"parse": []}})
        case Messenger.SLACK:
            return _json("POST", there.url, {"text": _plain(message, _escaped), "mrkdwn": False, "unfurl_links": False})
        case Messenger.MATRIX:
            room, event = quote(there.to, safe=""), f"m.room.message/{quote(id, safe='')}"
            url = f"{there.url.rstrip('/')}/_matrix/client/v3/rooms/{room}/send/{event}"
            bearer = {"Authorization": f"Bearer {there.secret}"}
            return _json("PUT", url, {"msgtype": "m.notice", "body": _plain(message)}, bearer)
        case Messenger.SMS:
            return _sms(there, message)


def phone_number(typed: str) -> str:
    """With its digits and a plus alone; empty = it is none."""
    plain = re.sub(r"[ ()/.-]", "", typed)
    return plain if re.fullmatch(r"\+?[0-9]{5,15}", plain) else ""


def filled_places(template: str, values: Mapping[str, str]) -> str:
    """Each place once, whatever stands in a value."""
    return re.sub(r"\{(text|to)\}", lambda place: values[place[1]], template)


def _sms(there: ChannelAddress, message: ChannelMessage) -> Request:
    values = {"text": _plain(message), "to": message.number}
    url = filled_places(there.url, {name: quote(value, safe="") for name, value in values.items()})
    headers = {"User-Agent": "Tablo", **({"Authorization": there.secret} if there.secret else {})}
    if not there.json:
        return Request("GET", url, headers)
    body = msgspec.json.encode(_filled_in(msgspec.json.decode(there.json), values))
    return Request("POST", url, {**headers, "Content-Type": "application/json"}, body)


def _filled_in(part: object, values: Mapping[str, str]) -> object:
    match part:
        case str():
            return filled_places(part, values)
        case dict():
            return {name: _filled_in(one, values) for name, one in part.items()}
        case list():
            return [_filled_in(one, values) for one in part]
    return part


def _plain(message: ChannelMessage, escaped: Callable[[str], str] = str) -> str:
    """An address at the end stays as it is: services make a link of it."""
    room = MOST_TEXT_CHARS - len(message.link)
    text = escaped(message.text)
    return "\n".join(filter(None, (text if len(text) <= room else f"{text[: room - 1]}…", message.link)))


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _json(method: str, url: str, said: object, more: Mapping[str, str] | None = None) -> Request:
    headers = {"Content-Type": "application/json", "User-Agent": "Tablo", **(more or {})}
    return Request(method, url, headers, msgspec.json.encode(said))


# Answers


class Said(msgspec.Struct):
    """What services put into the JSON of an answer, each a part of it."""

    description: str = ""
    """Telegram."""
    message: str = ""
    """Discord."""
    error: str = ""
    """Matrix."""
    retry_after: float = 0.0
    """Discord; seconds."""
    retry_after_ms: float = 0.0
    parameters: dict[str, float | str] = {}
    """Telegram; with `retry_after` in seconds."""


class ChannelTrouble(StrEnum):
    """Why a message was not taken, as an arbiter can mend it."""

    TOKEN = "token"
    NO_CHAT = "no-chat"
    NOT_A_MEMBER = "not-a-member"
    NO_RIGHT = "no-right"
    NO_WEBHOOK = "no-webhook"
    PAUSE = "pause"
    AWAY = "away"
    SILENT = "silent"
    NOT_CALLED = "not-called"
    REFUSED = "refused"


def said_in(body: bytes) -> Said:
    """Empty where the body is not what services say."""
    try:
        return msgspec.json.decode(body, type=Said)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return Said()


def words_of(there: ChannelAddress, body: bytes) -> str:
    """The words of the service, without its secrets."""
    said = said_in(body)
    text = said.description or said.message or said.error or body.decode("utf-8", "replace")
    for secret in filter(None, (there.secret, there.url)):
        text = text.replace(secret, "…")
    return "".join(sign if sign.isprintable() else " " for sign in text.strip()[:MOST_WORDS_CHARS])


def pause_asked(headers: Mapping[str, str], body: bytes) -> float:
    """Seconds; 0 = none."""
    said, header = said_in(body), headers.get("retry-after", "")
    asked = said.parameters.get("retry_after", 0)
    return max(
        float(header) if header.isdigit() else 0.0,
        said.retry_after,
        said.retry_after_ms / 1000,
        float(asked) if isinstance(asked, int | float) else 0.0,
    )


def is_final(status: int) -> bool:
    """The same message again would be in vain."""
    return status == NOT_ALLOWED or (400 <= status < 500 and status not in NOT_NOW)


def trouble_of(service: Messenger, status: int, words: str) -> ChannelTrouble:
    """What an answer that is not 2xx comes down to."""
    if status in (UNREACHED, NOT_ALLOWED):
        return ChannelTrouble.SILENT if status == UNREACHED else ChannelTrouble.NOT_CALLED
    if status in NOT_NOW or status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return ChannelTrouble.PAUSE if status == HTTPStatus.TOO_MANY_REQUESTS else ChannelTrouble.AWAY
    return (
        TROUBLES_BY_STATUS[service].get(status, ChannelTrouble.REFUSED)
        if service is not Messenger.TELEGRAM
        else _telegram(status, words)
    )


TROUBLES_BY_STATUS: Mapping[Messenger, Mapping[int, ChannelTrouble]] = {
    Messenger.DISCORD: {401: ChannelTrouble.NO_WEBHOOK, 403: ChannelTrouble.NO_RIGHT, 404: ChannelTrouble.NO_WEBHOOK},
    Messenger.SLACK: {403: ChannelTrouble.NO_WEBHOOK, 404: ChannelTrouble.NO_WEBHOOK, 410: ChannelTrouble.NO_WEBHOOK},
    Messenger.MATRIX: {401: ChannelTrouble.TOKEN, 403: ChannelTrouble.NOT_A_MEMBER, 404: ChannelTrouble.NO_CHAT},
    Messenger.SMS: {401: ChannelTrouble.TOKEN, 403: ChannelTrouble.TOKEN},
}


def _telegram(status: int, words: str) -> ChannelTrouble:
    """Most of its answers are 400, and its words tell them apart."""
    if status in (HTTPStatus.UNAUTHORIZED, HTTPStatus.NOT_FOUND):
        return ChannelTrouble.TOKEN
    if "chat not found" in words or "upgraded" in words:
        return ChannelTrouble.NO_CHAT
    if status == HTTPStatus.FORBIDDEN or "not a member" in words:
        return ChannelTrouble.NOT_A_MEMBER
    return ChannelTrouble.NO_RIGHT if "right" in words or "FORBIDDEN" in words else ChannelTrouble.REFUSED
