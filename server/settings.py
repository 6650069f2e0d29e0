"""Settings of the operator: the command line first, then the environment (`TABLO_...`), then defaults."""

import ipaddress
import os
from collections.abc import Mapping
from dataclasses import field, replace
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from domain.records import dataclass
from server.live.limits import FeedLimits
from server.notice import Noticed, notice
from server.notifying.mail import MailServer, mail_server

if TYPE_CHECKING:
    from domain.organisers.events import QuotaKind

DEFAULT_PORT = 8080
BACKLOG_CONNECTIONS = 2048
EVERY_ADDRESS = ("0.0.0.0", "::", "")
"""Hosts by which a server listens to all networks of its machine."""
BYTES_PER_KILOBYTE = 1024
SHORTEST_TOKEN = 16
NO_HOME = Path("/nonexistent")
"""Debian's name for the home of whoever has none."""
DEAD_SETTINGS = {"TABLO_INTERNAL_URL": "tablo-internal-url-is-gone"}


class BadSetting(Noticed):
    """A setting that cannot be what was given."""


@dataclass(frozen=True, slots=True)
class OpenIdProvider:
    """A provider of OpenID Connect at which this server is known as a client."""

    issuer: str
    client: str
    secret: str = field(repr=False)
    name: str
    """The name on the button."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything the server is told at start and never asks again."""

    data: Path
    """The directory that holds the journal, the key of the sessions and the password's hash."""
    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    database: str = ""
    """The place of the journal; empty = SQLite in the data directory."""
    password: str = ""
    """Set by the operator at start; empty = the first visitor of the desk sets one."""
    public_url: str = ""
    """The address by which the world reaches this server, where a proxy stands before it."""
    nats: str = ""
    """The addresses of the NATS servers, with commas between them, by which this process is one of several workers;
    empty = it is the only one over its journal."""
    nats_nkey: Path | None = None
    """The file with the seed of the nkey by which this process is known to NATS."""
    nats_ca: Path | None = None
    """The certificate of the authority behind those of the NATS servers; None = the system's."""
    mirror_accepts: str = ""
    """The token that halls show to write here; set = this server is their public mirror, without a desk."""
    feed: FeedLimits = FeedLimits()
    """Limits of the live feed for one address and one tournament."""
    mail: MailServer | None = None
    """The server that takes messages to players; None = they are a line of the log."""
    push_services: tuple[str, ...] = ()
    """Hosts of push services besides those of the makers of browsers, with a port where they have one."""
    boards: Path | None = None
    """The folder from which files of live boards may be read; None = there is none."""
    lichess: str = "https://lichess.org"
    """The server that broadcasts are sent to."""
    telegram: str = "https://api.telegram.org"
    """The server of the Bot API of Telegram."""
    read_only: bool = False
    as_files: bool = False
    """The public pages are written to a folder: nobody can ask them anything."""
    """The journal is shown as it is and nothing can be entered: its medium is read-only, or its disk is full."""
    mdns: bool = True
    """A server that listens to its networks is found there as tablo.local."""
    chances: float = 1
    """Tournaments say what comes next, each to whom it chooses, after this share of the usual time of the processor; 0:
    none does, whatever it has chosen.
    """
    webhooks_public_only: bool = False
    """Webhooks in networks of one's own are not called: right for a server that many organisers share."""
    organisers: bool = False
    """Several organisers share this server, each with accounts of its own members; False: there is the desk alone."""
    openid: OpenIdProvider | None = None
    """The provider by whose accounts members of organisers may log in, too; None = there is none."""
    quotas: Mapping["QuotaKind", int] = field(default_factory=dict)
    """What each organiser may have at most, unless the operator sets something else for one; 0 = no limit."""
    form_limit: int = 8 * 1024 * BYTES_PER_KILOBYTE
    """The largest body a form may send, in bytes. A report file of 5,000 players has about 1 MB."""

    @property
    def journal_url(self) -> str:
        return self.database or f"sqlite://{self.data.resolve() / 'tablo.sqlite'}"

    @property
    def secure_cookies(self) -> bool:
        """Browsers reach the server by https alone."""
        return self.public_url.startswith("https://")

    @property
    def sends_links(self) -> bool:
        """Messages with a link to this server can be sent: a visitor's word for its name is not enough."""
        return self.mail is not None and bool(self.public_url)

    @property
    def journal_folder(self) -> Path:
        """The folder that a journal in a file lies in."""
        from server.journal.sqlite.journal import sqlite_uri

        return Path(sqlite_uri(self.journal_url)[0]).parent

    @property
    def loopback(self) -> bool:
        """Only this machine can reach the server."""
        return self.host not in EVERY_ADDRESS and is_loopback(self.host)

    @property
    def found_by_name(self) -> bool:
        return self.mdns and not self.loopback and not self.public_url and not self.nats


def is_loopback(host: str) -> bool:
    """This name means the machine that says it. A browser opens `0.0.0.0`, which is every address, there too."""
    name = host.rstrip(".").lower()
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    address = getattr(address, "ipv4_mapped", None) or address
    return address.is_loopback or address.is_unspecified


def default_data() -> Path:
    """`$XDG_DATA_HOME/tablo`, as other programs of the desktop do."""
    base = os.environ.get("XDG_DATA_HOME")
    try:
        home = Path.home()
    except RuntimeError:
        # A user of systemd's DynamicUser=, which a gateway runs as; it keeps nothing.
        home = NO_HOME
    return (Path(base) if base else home / ".local" / "share") / "tablo"


def from_environment(environment: Mapping[str, str]) -> Settings:
    """Raises BadSetting, also for a setting that means nothing any more: whoever set it expects what is gone."""
    for gone, sentence in DEAD_SETTINGS.items():
        if environment.get(gone):
            raise BadSetting(notice(sentence))
    url = public_url(environment.get("TABLO_PUBLIC_URL", ""))
    return Settings(
        data=Path(environment["TABLO_DATA"]) if environment.get("TABLO_DATA") else default_data(),
        host=environment.get("TABLO_HOST", "127.0.0.1"),
        port=port(environment.get("TABLO_PORT", str(DEFAULT_PORT))),
        database=database(environment.get("TABLO_DATABASE", "")),
        password=environment.get("TABLO_PASSWORD", ""),
        public_url=url,
        nats=environment.get("TABLO_NATS", ""),
        nats_nkey=Path(environment["TABLO_NATS_NKEY"]) if environment.get("TABLO_NATS_NKEY") else None,
        nats_ca=Path(environment["TABLO_NATS_CA"]) if environment.get("TABLO_NATS_CA") else None,
        mirror_accepts=mirror_token(environment.get("TABLO_MIRROR_ACCEPTS", "")),
        feed=feed_limits(environment),
        mail=mail(environment.get("TABLO_SMTP", "")),
        push_services=tuple(environment.get("TABLO_PUSH_SERVICES", "").split()),
        boards=Path(environment["TABLO_BOARDS"]) if environment.get("TABLO_BOARDS") else None,
        lichess=environment.get("TABLO_LICHESS", "") or "https://lichess.org",
        telegram=environment.get("TABLO_TELEGRAM", "") or "https://api.telegram.org",
        mdns=switch("TABLO_MDNS", environment.get("TABLO_MDNS") or "1"),
        chances=share_of_time("TABLO_CHANCES", environment.get("TABLO_CHANCES") or "1"),
        webhooks_public_only=switch("TABLO_WEBHOOKS_PUBLIC_ONLY", environment.get("TABLO_WEBHOOKS_PUBLIC_ONLY", "")),
        organisers=switch("TABLO_ORGANISERS", environment.get("TABLO_ORGANISERS", "")),
        openid=openid(environment),
        quotas=quotas(environment.get("TABLO_QUOTAS", "")),
        read_only=switch("TABLO_READ_ONLY", environment.get("TABLO_READ_ONLY", "")),
    )


def of_settings_file(path: Path) -> dict[str, str]:
    """The lines `NAME=value` of a file such as /etc/tablo/tablo.env, as systemd reads them. Raises BadSetting."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BadSetting(notice("settings-file-cannot-be-read", path=path, why=error)) from error
    return dict(found for line in lines if (found := setting_of_line(line)))


def setting_of_line(line: str) -> tuple[str, str] | None:
    """Name and value; None for a comment or an empty line."""
    name, equals, value = line.strip().partition("=")
    if not equals or name.startswith(("#", ";")):
        return None
    value = value.strip()
    quoted = len(value) > 1 and value[0] == value[-1] and value[0] in "'\""
    return name.strip(), value[1:-1] if quoted else value


def quotas(text: str) -> dict["QuotaKind", int]:
    """Of `tournaments=50 entries=5000 pictures=100 keys=20`. Raises BadSetting."""
    if not text:
        return {}
    from domain.organisers.events import QuotaKind  # imported where it is needed: gateways know no events

    found = dict[QuotaKind, int]()
    for word in text.split():
        kind, _, most = word.partition("=")
        if kind not in list(QuotaKind) or not (most.isascii() and most.isdigit()):
            raise BadSetting(notice("tablo-quotas-is-not-read", text=repr(word)))
        found[QuotaKind(kind)] = int(most)
    return found


def feed_limits(environment: Mapping[str, str]) -> FeedLimits:
    """Limits of the live feed that the operator has set; raises BadSetting."""
    found = {
        "sockets": environment.get("TABLO_FEED_SOCKETS", ""),
        "sockets_per_address": environment.get("TABLO_FEED_SOCKETS_PER_ADDRESS", ""),
        "topics_per_address": environment.get("TABLO_FEED_TOPICS_PER_ADDRESS", ""),
        "channels_per_tournament": environment.get("TABLO_FEED_CHANNELS_PER_TOURNAMENT", ""),
        "unread_bytes_per_address": environment.get("TABLO_FEED_UNREAD_BYTES_PER_ADDRESS", ""),
    }
    given = {limit: text for limit, text in found.items() if text}
    for limit, text in given.items():
        if not (text.isascii() and text.isdigit()):
            raise BadSetting(notice("tablo-feed-must-be-number", limit=limit.upper(), text=repr(text)))
    return replace(FeedLimits(), **{limit: int(text) for limit, text in given.items()})


def mail(text: str) -> MailServer | None:
    """Raises BadSetting, which does not repeat what may have a password in it."""
    try:
        return mail_server(text) if text else None
    except ValueError:
        raise BadSetting(notice("tablo-smtp-must-look")) from None


def switch(name: str, text: str) -> bool:
    """Raises BadSetting for what is neither yes nor no."""
    if text not in ("", "0", "1"):
        raise BadSetting(notice("must-be-not", name=name, text=repr(text)))
    return text == "1"


def share_of_time(name: str, text: str) -> float:
    """Raises BadSetting for what is no number from 0 to 1."""
    try:
        share = float(text)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise BadSetting(notice("must-be-share", name=name, text=repr(text)))
    return share


def openid(environment: Mapping[str, str]) -> OpenIdProvider | None:
    """Raises BadSetting, which does not repeat the secret."""
    issuer = environment.get("TABLO_OPENID_ISSUER", "")
    if not issuer:
        return None
    parts, client = urlsplit(issuer), environment.get("TABLO_OPENID_CLIENT", "")
    safe = parts.scheme == "https" or (parts.scheme == "http" and is_loopback(parts.hostname or "nowhere"))
    if not (safe and parts.netloc and client) or parts.query:
        raise BadSetting(notice("tablo-openid-must-look", issuer=repr(issuer)))
    secret, name = environment.get("TABLO_OPENID_SECRET", ""), environment.get("TABLO_OPENID_NAME", "")
    return OpenIdProvider(issuer, client, secret, name or parts.netloc)


def database(text: str) -> str:
    """Raises BadSetting, which does not repeat what may have a password in it."""
    scheme, colon, _ = text.partition(":")
    if colon and scheme not in ("postgresql", "postgres", "sqlite") and "/" not in scheme and len(scheme) > 1:
        raise BadSetting(notice("database-must-begin-with-not", scheme=scheme))
    return text


def mirror_token(text: str) -> str:
    """Raises BadSetting: somebody who guesses it can write the pages of the mirror."""
    if text and len(text) < SHORTEST_TOKEN:
        raise BadSetting(notice("tablo-mirror-accepts-must-have", shortest_token=SHORTEST_TOKEN))
    return text


def public_url(text: str) -> str:
    """Raises BadSetting: links in messages and QR codes begin with it."""
    url = text.rstrip("/")
    parts = urlsplit(url)
    if url and not (parts.scheme in ("http", "https") and parts.netloc and not (parts.path or parts.query)):
        raise BadSetting(notice("public-url-must-look", text=repr(text)))
    return url


def port(text: str) -> int:
    """Raises BadSetting."""
    if not text.isascii() or not text.isdigit() or not 0 <= int(text) <= 65535:
        raise BadSetting(notice("port-must-be-number-from", text=repr(text)))
    return int(text)


def with_password_file(settings: Settings, path: Path) -> Settings:
    """The first line of a file is the password; raises BadSetting."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BadSetting(notice("password-file-cannot-be-read", path=path, why=error)) from error
    if not lines or not lines[0]:
        raise BadSetting(notice("password-file-is-empty", path=path))
    return replace(settings, password=lines[0])
