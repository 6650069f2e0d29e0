"""Logins of the desk: one password, signed sessions and invitations that survive a restart, tokens of forms.

Kept are the argon2 hash of the password, the key that signs the sessions and a generation
(`server/http/kept_access.py`). Raising the generation ends every session at once. There is no default
password: until one is set the desk shows nothing but the page that sets it.
"""

import asyncio
import base64
import hashlib
import hmac
import logging
import re
import secrets
import time
from collections import deque
from collections.abc import Callable
from dataclasses import field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from itsdangerous import BadSignature, SignatureExpired, URLSafeSerializer, URLSafeTimedSerializer

from domain.records import dataclass
from server.http.kept_access import (
    AccessAtStart,
    KeptAccess,
    SharedAccess,
    StoredAccess,
    access_at_start,
    access_file,
    shared_access,
)
from server.supervisor import QuietLog
from server.turns import neighbourhood

if TYPE_CHECKING:
    from server.journal import AsyncJournal, Journal
    from server.journal.side.accounts import KeptAccount
    from server.journal.side.shared import AccessRows

log = logging.getLogger("tablo.logins")

# Tries of something that can be guessed, counted so that a guesser waits and the hall does not.
# A wrong password counts for the name that was typed and the address it came from, and, more generously, for the
# address alone, because a guesser can type any name. A browser that has logged in before is counted by itself:
# whoever guesses in the hall's network cannot keep it out.

REMEMBERED_SECONDS = 60
LINGER_SECONDS = 1.0
MOST_LINGERING = 500
"""Refusals that wait at once; further ones are answered without waiting."""
TRIES_BY_NAME = 5
"""Tries of one name from one address, or of one browser that is known."""
TRIES_BY_ADDRESS = 60
TRIES_OF_A_CODE = 10
ENTRIES_BY_ADDRESS = 20
"""Entries and signatures that one address may send in a minute: a club may stand behind it."""
ENTRIES_OF_A_FESTIVAL = 120
"""From all addresses."""

SUBSCRIPTIONS_BY_ADDRESS = 10
"""Browsers that may ask for push notices from one address in a minute. Each costs a call to a push service."""
CHANGED_SUBSCRIPTIONS_BY_ADDRESS = 120
"""Changes of those that are kept, from one address in a minute."""

HIDING_REQUESTS_BY_ADDRESS = 5
"""Requests not to be found, from one address in a minute."""

REPORTS_BY_ADDRESS = 1200
"""Reports of results that one address may send in a minute: a hall is one address, and its games end together."""
REPORTS_OF_A_PLAYER = 10

GuesserKey = tuple[str, ...]


def guess_by(address: str) -> dict[GuesserKey, int]:
    """A guess of a program's key: how it is counted, and how many there may be in a minute."""
    return {("guess", address): TRIES_BY_ADDRESS}


class TooManyTries(Exception):
    """A limit is reached: the next try counts after a minute."""


@dataclass(slots=True)
class Tries:
    """Tries within the last minute, counted by key. Threads may share it: passwords are checked in threads."""

    _clock: Callable[[], float] = time.monotonic
    linger_seconds: float = LINGER_SECONDS
    _lingering: int = 0
    _lock: Lock = field(default_factory=Lock)
    _tries: dict[GuesserKey, deque[float]] = field(default_factory=dict)

    def count(self, most: dict[GuesserKey, int]) -> None:
        """Count a try for each of these keys, or for none if one is at its limit. Raises TooManyTries."""
        with self._lock:
            now = self._clock()
            self._forget(now)
            if any(len(self._tries.get(who, ())) >= limit for who, limit in most.items()):
                raise TooManyTries
            for who in most:
                self._tries.setdefault(who, deque()).append(now)

    def take_back(self, most: dict[GuesserKey, int]) -> None:
        with self._lock:
            for who in most:
                if self._tries.get(who):
                    self._tries[who].pop()

    async def linger(self) -> None:
        """Wait before a refusal is answered: whoever asks as fast as they are answered then costs next to nothing."""
        if self._lingering < MOST_LINGERING:
            self._lingering += 1
            try:
                await asyncio.sleep(self.linger_seconds)
            finally:
                self._lingering -= 1

    def _forget(self, now: float) -> None:
        for who, tries in list(self._tries.items()):
            while tries and tries[0] < now - REMEMBERED_SECONDS:
                tries.popleft()
            if not tries:
                del self._tries[who]


RESET_SECONDS = 24 * 3600
RESETS_BY_ADDRESS, RESETS_TO_ONE = 10, 2
"""Messages about forgotten passwords in a minute, asked for from one address and sent to one."""
SESSION_SECONDS = 14 * 24 * 3600
ENDED_SECONDS = 2 * SESSION_SECONDS
"""Seconds that a logout is remembered: a cookie may be signed as far ahead of the clock as it may be old."""
MOST_OPENED = 1000
"""Cookies whose signatures are known to be ours; a longer one is checked each time."""
LONGEST_OPENED_CHARS = 1000
SHORTEST_PASSWORD = 8
LONGEST_PASSWORD = 200
DERIVED_OCTETS = 24
SETUP_CODE_CHARS = 8
FRESH_SECONDS = 3.0


@dataclass(eq=False)
class PasswordRefused(Exception):
    why: str
    """`short`, `long` or `set`."""


@dataclass(frozen=True, slots=True)
class Session:
    """A browser. `name` is empty until somebody has logged in."""

    id: str
    name: str = ""
    steward: str = ""
    """The invitation it came in by; empty = by the password."""
    key: str = ""
    """The key of a program; empty = a browser."""
    account: str = ""
    """The account it was logged in by; empty = by the password or an invitation."""

    @property
    def entered(self) -> bool:
        return bool(self.name)


def new_session(name: str = "", steward: str = "", account: str = "") -> Session:
    return Session(secrets.token_urlsafe(18), name, steward, account=account)


@dataclass(slots=True)
class Access:
    kept: KeptAccess
    _tries: Tries = field(default_factory=Tries)
    _quiet: QuietLog = field(default_factory=lambda: QuietLog(log))
    _opened: dict[tuple[str, str], tuple[object, datetime]] = field(default_factory=dict)
    """By key and cookie what somebody's cookie says and when it was signed: its signature is checked once."""

    @property
    def stored(self) -> StoredAccess:
        return self.kept.stored

    @property
    def has_password(self) -> bool:
        return bool(self.stored.password_hash)

    @property
    def setup_token(self) -> str:
        """Printed in the terminal; whoever is not at this very machine needs it to set the first password.

        One for all processes of a server and for each of its starts, so that `tablo setup` can say it.
        """
        return setup_code(self.stored)

    async def news(self) -> None:
        """Another process has set a password or ended a session."""
        from server.journal import JournalTrouble

        if isinstance(self.kept, SharedAccess):
            try:
                await asyncio.to_thread(self.kept.look)
            except JournalTrouble as trouble:
                self._quiet.warn("passwords and sessions are not looked up", str(trouble))

    async def keep_fresh(self) -> None:
        """Look every few seconds whether there is news: what tells of it may be away."""
        while isinstance(self.kept, SharedAccess):
            await self.news()
            await asyncio.sleep(FRESH_SECONDS)

    def kept_by(self, journal: "Journal", told: Callable[[], None] | None = None) -> None:
        """From now on through this connection to the same database; for `told` see `SharedAccess`."""
        if isinstance(self.kept, SharedAccess) and journal.access is not None:
            self.kept = SharedAccess(journal.access, self.stored, told)

    def set_first_password(self, password: str) -> None:
        """Set the password of a server that has none.

        Raises PasswordRefused (`set`: it has one), CannotKeep, JournalTrouble.
        """

        def first(known: StoredAccess) -> StoredAccess:
            if known.password_hash:
                raise PasswordRefused("set")
            return with_password(known, hashed)

        if self.has_password:
            raise PasswordRefused("set")
        hashed = hashed_password(password)
        self.kept.change(first)

    def set_password(self, password: str) -> None:
        """Set a new password, which ends all sessions. Raises PasswordRefused, CannotKeep, JournalTrouble."""
        hashed = hashed_password(password)
        self.kept.change(lambda known: with_password(known, hashed))

    def hold(self, password: str) -> None:
        """An operator's password: one that holds already ends no session.

        Raises PasswordRefused, CannotKeep, JournalTrouble.
        """
        self.kept.change(
            lambda known: (
                known if fits_hash(password, known.password_hash) else with_password(known, hashed_password(password))
            )
        )

    def check(
        self, password: str, address: str, name: str = "", browser: str = "", kept: "KeptAccount | None" = None
    ) -> bool:
        """Whether the password is right. Slow on purpose (argon2): call it in a thread. Raises TooManyTries.

        `kept` is the account that somebody logs in by; None = the desk's own password.
        `browser` is the id that `known_browser` gives for a browser that has logged in before; empty = an unknown one.
        """
        near = neighbourhood(address)
        counted = self.count_way_in(address, browser, {("name", name.casefold(), near): TRIES_BY_NAME})
        right = fits_hash(password, self.stored.password_hash if kept is None else kept.password_hash)
        if right:
            self.came_in(counted)
        return right

    def count_way_in(
        self, address: str, browser: str = "", also: dict[GuesserKey, int] | None = None
    ) -> dict[GuesserKey, int]:
        """Count a try to come in, however; `came_in` takes back what is returned. Raises TooManyTries."""
        counted = {**(also or {}), ("address", neighbourhood(address)): TRIES_BY_ADDRESS}
        if browser:
            counted = {("browser", browser): TRIES_BY_NAME}
        self._tries.count(counted)
        return counted

    def came_in(self, counted: dict[GuesserKey, int]) -> None:
        self._tries.take_back(counted)

    def mark_of_browser(self) -> str:
        """For a cookie of a browser that has logged in: guesses from its address do not keep it out."""
        return URLSafeSerializer(self.stored.key, salt="tablo.browser").dumps(secrets.token_urlsafe(9))

    def known_browser(self, mark: str) -> str:
        """The id of the browser with this mark; empty for a mark that this server did not sign."""
        return self.signed("tablo.browser", mark)

    def end_session(self, session: Session) -> None:
        """Ends the session, so that a copy of its cookie opens nothing. Raises CannotKeep, JournalTrouble."""
        now = int(time.time())

        def ended(known: StoredAccess) -> StoredAccess:
            held = {id: at for id, at in known.ended.items() if at > now - ENDED_SECONDS}
            return msgspec.structs.replace(known, ended={**held, session.id: now})

        self.kept.change(ended)

    def sign(self, session: Session) -> str:
        account = [session.account] if session.account else []
        said = [session.id, session.name, self.stored.generation, session.steward, *account]
        return _sessions(self.stored.key).dumps(said)

    def read(self, cookie: str) -> Session | None:
        """The session of a cookie; None for one that is forged, too old, logged out, or of an older password."""
        stored = self.stored
        try:
            payload = not_too_old(*self._signed_by(stored.key, cookie), SESSION_SECONDS)
        except BadSignature:
            return None
        match payload:
            case [str(id), *_] if id in stored.ended:
                return None
            case [str(id), str(name), int(generation), *rest] if not name or generation == stored.generation:
                steward, account = (one if isinstance(one, str) else "" for one in (*rest, "", "")[:2])
                return Session(id, name, steward, account=account)
            case _:
                return None

    def _signed_by(self, key: str, cookie: str) -> tuple[object, datetime]:
        """The content of a cookie, and when it was signed. Raises BadSignature."""
        found = self._opened.get((key, cookie))
        if found is None:
            found = _sessions(key).loads(cookie, return_timestamp=True)
            if len(self._opened) >= MOST_OPENED:
                self._opened.clear()
            if len(cookie) <= LONGEST_OPENED_CHARS:
                self._opened[key, cookie] = found
        return found

    def invitation(self, steward: str) -> str:
        """The signed part of an invitation's link; whether it still holds is asked at every request."""
        return URLSafeSerializer(self.stored.key, salt="tablo.invitation").dumps(steward)

    def invited(self, token: str) -> str:
        """The id of the invitation; empty for a token that this server did not sign."""
        return self.signed("tablo.invitation", token)

    def membership_link(self, invitation: str) -> str:
        """The signed part of the link by which somebody becomes a member; whether it still holds is asked there."""
        return URLSafeSerializer(self.stored.key, salt="tablo.member").dumps(invitation)

    def invited_member(self, token: str) -> str:
        """The id of the invitation; empty for a token that this server did not sign."""
        return self.signed("tablo.member", token)

    def reset_link(self, kept: "KeptAccount") -> str:
        """The signed part of the link by which somebody sets a new password: once, and for a day."""
        return self._resets.dumps([kept.id, self.secret_of("reset", kept.password_hash)])

    def account_to_reset(self, token: str, find: Callable[[str], "KeptAccount | None"]) -> "KeptAccount | None":
        """The account of such a link; None for one that is too old, was used, or that this server did not sign."""
        try:
            payload = signed_within(self._resets, token, RESET_SECONDS)
        except BadSignature:
            return None
        match payload:
            case [str(id), str(mark)] if (kept := find(id)) and mark == self.secret_of("reset", kept.password_hash):
                return kept
            case _:
                return None

    def address_link(self, kept: "KeptAccount", email: str) -> str:
        """The signed part of the link by which somebody confirms that an address is theirs: for a day."""
        return self._addresses.dumps([kept.id, email, self.secret_of("address", kept.email)])

    def address_to_confirm(
        self, token: str, find: Callable[[str], "KeptAccount | None"]
    ) -> tuple["KeptAccount", str] | None:
        """The account of such a link and its address; None for one that is too old, or from before another address."""
        try:
            payload = signed_within(self._addresses, token, RESET_SECONDS)
        except BadSignature:
            return None
        match payload:
            case [str(id), str(email), str(mark)] if kept := find(id):
                return (kept, email) if mark == self.secret_of("address", kept.email) else None
            case _:
                return None

    @property
    def _addresses(self) -> URLSafeTimedSerializer:
        return URLSafeTimedSerializer(self.stored.key, salt="tablo.address")

    def count_reset(self, address: str, email: str) -> None:
        """Before a message about a forgotten password. Raises TooManyTries."""
        self._tries.count({("reset", neighbourhood(address)): RESETS_BY_ADDRESS, ("reset to", email): RESETS_TO_ONE})

    @property
    def _resets(self) -> URLSafeTimedSerializer:
        return URLSafeTimedSerializer(self.stored.key, salt="tablo.reset")

    def entry_link(self, festival: str, number: int) -> str:
        """The signed part of the address at which somebody finds, and takes back, their own entry."""
        return URLSafeSerializer(self.stored.key, salt="tablo.entry").dumps(f"{festival}/{number}")

    def entry_of(self, festival: str, token: str) -> int:
        """The number of the entry in this festival; 0 for a token that this server did not sign."""
        return self._number_signed("tablo.entry", festival, token)

    def messages_link(self, festival: str, tournament: str, entrant: int) -> str:
        """The signed part of the address at which somebody stops the messages about one entry."""
        return URLSafeSerializer(self.stored.key, salt="tablo.messages").dumps(f"{festival}/{tournament}/{entrant}")

    def messages_of(self, festival: str, token: str) -> tuple[str, int]:
        """The tournament of this festival and the entrant; empty for a token that this server did not sign."""
        name, _, number = self.signed("tablo.messages", token).rpartition("/")
        of, _, tournament = name.partition("/")
        return (tournament, int(number)) if of == festival and number.isdigit() else ("", 0)

    def check_in_link(self, tournament: str, entrant: int) -> str:
        """The signed part of the code on a card: who it opens for is asked at the desk."""
        return URLSafeSerializer(self.stored.key, salt="tablo.check-in").dumps(f"{tournament}/{entrant}")

    def checked_in_by(self, tournament: str, token: str) -> int:
        """The entrant of a code; 0 for a token that this server did not sign."""
        return self._number_signed("tablo.check-in", tournament, token)

    def _number_signed(self, salt: str, of: str, token: str) -> int:
        name, _, number = self.signed(salt, token).rpartition("/")
        return int(number) if name == of and number.isdigit() else 0

    def signed(self, salt: str, token: str) -> str:
        """The text in the token; empty for one that this server did not sign for that."""
        try:
            id = URLSafeSerializer(self.stored.key, salt=salt).loads(token)
        except BadSignature:
            return ""
        return id if isinstance(id, str) else ""

    def form_token(self, session: Session) -> str:
        return hmac.new(self.stored.key.encode(), b"form:" + session.id.encode(), hashlib.sha256).hexdigest()[:40]

    def secret_of(self, purpose: str, text: str) -> str:
        """A secret of this text that nobody else can make; the same each time."""
        made = hmac.new(self.stored.key.encode(), f"{purpose}:{text}".encode(), hashlib.sha256)
        return base64.urlsafe_b64encode(made.digest()[:DERIVED_OCTETS]).decode()

    def confirmation_link(self, tournament: str, entry: str) -> str:
        """The signed part of the link in a message that confirms an entry."""
        return URLSafeSerializer(self.stored.key, salt="tablo.confirmation").dumps(f"{tournament}/{entry}")

    def entry_confirmed_by(self, token: str) -> str:
        """The tournament and the entry of a link; empty for one that this server did not sign."""
        return self.signed("tablo.confirmation", token)

    def form_token_fits(self, session: Session, token: str) -> bool:
        return hmac.compare_digest(self.form_token(session).encode(), token.encode())

    def setup_token_fits(self, token: str, address: str = "") -> bool:
        """Whether this is the setup code. Tries are counted, since the code is short. Raises TooManyTries."""
        self._tries.count({("setup", neighbourhood(address)): TRIES_OF_A_CODE})
        return bool(self.setup_token) and hmac.compare_digest(self.setup_token.encode(), token.strip().encode())


def _sessions(key: str) -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(key, salt="tablo.session")


def open_access(data: Path, password: str = "", *, read_only: bool = False, rows: "AccessRows | None" = None) -> Access:
    """Reads or creates what is kept; an operator's password replaces the one that is there.

    `rows` of a database that several processes share; None = in `access.json`. A data directory that is made here is
    its owner's alone: e-mail addresses and phones lie in it.
    """
    path = data / "access.json"
    if read_only:
        return Access(_at_start(path, password))
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    access = Access(access_file(path) if rows is None else shared_access(rows, path))
    if password:
        access.hold(password)
    return access


def setup_code(stored: StoredAccess) -> str:
    """Empty once there is a password."""
    made = hmac.new(stored.key.encode(), b"setup code", hashlib.sha256).hexdigest()[:SETUP_CODE_CHARS]
    return "" if stored.password_hash else made


def _at_start(path: Path, password: str) -> AccessAtStart:
    """The stored access, never written; an operator's password holds as long as this process runs."""
    kept = access_at_start(path)
    if password and not fits_hash(password, kept.stored.password_hash):
        return AccessAtStart(path, msgspec.structs.replace(kept.stored, password_hash=hashed_password(password)))
    return kept


def with_password(known: StoredAccess, hashed: str) -> StoredAccess:
    return msgspec.structs.replace(known, password_hash=hashed, generation=known.generation + 1, ended={})


def fits_hash(password: str, hashed: str) -> bool:
    """Whether it is the password. Slow on purpose."""
    if not hashed or len(password) > LONGEST_PASSWORD:
        return False
    from argon2 import PasswordHasher  # imported where it is needed: a server starts earlier without it
    from argon2.exceptions import InvalidHashError, VerificationError

    try:
        return PasswordHasher().verify(hashed, password)
    except (VerificationError, InvalidHashError):
        return False


def hashed_password(password: str) -> str:
    """Slow on purpose. Raises PasswordRefused."""
    if len(password) < SHORTEST_PASSWORD:
        raise PasswordRefused("short")
    if len(password) > LONGEST_PASSWORD:
        raise PasswordRefused("long")
    from argon2 import PasswordHasher

    return PasswordHasher().hash(password)


def signed_within(serializer: URLSafeTimedSerializer, token: str, seconds: float) -> object:
    """The content of a token that is at most so old. Raises BadSignature."""
    content, signed = serializer.loads(token, return_timestamp=True)
    return not_too_old(content, signed, seconds)


def not_too_old(content: object, signed: datetime, seconds: float) -> object:
    """The content of what was signed then. Raises SignatureExpired.

    Nobody but us signs, so a token from the future was signed before the clock was set back: it holds. It may be as
    far ahead as it may be old, so that a clock that was years ahead for an hour signs nothing that holds for years.
    """
    age = (datetime.now(UTC) - signed).total_seconds()
    if abs(age) > seconds:
        raise SignatureExpired(f"signed {age:.0f} seconds ago, {seconds:.0f} are allowed")
    return content


# The code behind the address of a screen in the hall, made of the server's own key: it stands nowhere.

HALL_CODE_CHARS = 20


def hall_code(key: str, screen: str) -> str:
    return hmac.new(key.encode(), f"hall:{screen}".encode(), hashlib.sha256).hexdigest()[:HALL_CODE_CHARS]


# Signed addresses of players: on a slip to report the results of one round, or a player's own link.

SALT = "tablo.report"
SIGNED_REPORTER = re.compile(
    r"(?P<slug>[^/]+)/(?P<player>[0-9]{1,9})/(?P<round>[0-9]{1,4})(?:/(?P<renewed>[0-9]{1,6}))?"
)


class SignedReporter(NamedTuple):
    player: int
    round: int
    """Of a slip; 0 = the player's own link."""
    renewed: int = 0
    """How often the player's link had been renewed when this one was made."""


def report_path(access: Access, slug: str, player: int, round: int = 0, renewed: int = 0) -> str:
    """`round` 0 = the player's own link."""
    again = f"/{renewed}" if renewed else ""
    token = URLSafeSerializer(access.stored.key, salt=SALT).dumps(f"{slug}/{player}/{round}{again}")
    return f"/report/{slug}/{token}"


def reporter_of(access: Access, slug: str, token: str) -> SignedReporter:
    """The player and the round of a token; zeros for one of another server or tournament."""
    found = SIGNED_REPORTER.fullmatch(access.signed(SALT, token))
    if found is None or found["slug"] != slug:
        return SignedReporter(0, 0)
    return SignedReporter(int(found["player"]), int(found["round"]), int(found["renewed"] or 0))


# The public form as it was shown: when, and under a name of its own, so that it is sent once.
# A program fills a form in faster than a person can read it. What is signed cannot be made up, so each sending
# costs a program a form that it has asked for and waited with.

FASTEST_PERSON_SECONDS = 3
OLDEST_FORM_SECONDS = 12 * 3600
LARGEST_SETBACK_SECONDS = 14 * 24 * 3600
"""A clock may have been set back by so much since the form was shown."""
NAME_BYTES = 12


def shown_at(key: str, seconds: float) -> str:
    """For a hidden field: the time, and a name that no other form has; signed."""
    return URLSafeSerializer(key, salt="tablo.form").dumps([int(seconds), secrets.token_urlsafe(NAME_BYTES)])


def shown_now(key: str) -> str:
    return shown_at(key, time.time())


def form_of_a_person(key: str, signed: str) -> str:
    """The name of the form; empty for one that is sent at once, after half a day, or by another server.

    One from the future was shown before the clock was set back: how long ago, nobody knows.
    """
    try:
        found = URLSafeSerializer(key, salt="tablo.form").loads(signed)
    except BadSignature:
        return ""
    match found:
        case [int(shown), str(name)]:
            age = time.time() - shown
            filled_in = FASTEST_PERSON_SECONDS <= age <= OLDEST_FORM_SECONDS
            return name if filled_in or -LARGEST_SETBACK_SECONDS <= age < 0 else ""
        case _:
            return ""


# The keys of programs as texts: `tablo_<id>_<secret>`; of the secret only a hash is kept.

PREFIX = "tablo"
SECRET_BYTES = 32


def new_secret() -> str:
    return secrets.token_urlsafe(SECRET_BYTES)


def key_text(id: str, secret: str) -> str:
    return f"{PREFIX}_{id}_{secret}"


def id_and_secret(text: str) -> tuple[str, str]:
    """Both are empty for what is no key of ours."""
    prefix, _, rest = text.strip().partition("_")
    id, _, secret = rest.partition("_")
    return (id, secret) if prefix == PREFIX else ("", "")


def secret_hash(secret: str) -> str:
    """SHA-256: a secret of 256 random bits needs no slow hash."""
    return hashlib.sha256(secret.encode()).hexdigest()


def fits(secret: str, hashed: str) -> bool:
    return hmac.compare_digest(hashed, secret_hash(secret))


NOTED_EVERY = timedelta(minutes=1)


@dataclass(slots=True)
class KeyUses:
    journal: "AsyncJournal"
    _noted: dict[str, datetime] = field(default_factory=dict)

    async def note(self, key: str, now: datetime) -> None:
        """Nothing is noted in a journal that is open for reading only."""
        before = self._noted.get(key)
        if self.journal.journal.read_only or (before is not None and now - before < NOTED_EVERY):
            return
        self._noted[key] = now
        await asyncio.to_thread(self.journal.journal.programs.used, key, now.isoformat(timespec="seconds"))

    async def all(self) -> dict[str, datetime]:
        """Key to its last use."""
        kept = await asyncio.to_thread(self.journal.journal.programs.last_uses)
        return {key: datetime.fromisoformat(at) for key, at in kept.items()}
