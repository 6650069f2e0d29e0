"""Logging in by a provider of OpenID Connect: where the browser is sent, and who it says somebody is.

Nothing is kept between the two: the state is signed and names the browser's session, and the secrets of the way (PKCE,
nonce) are derived from it by this server's key. The library is imported where it is needed.
"""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from itsdangerous import BadSignature, URLSafeTimedSerializer

from domain.records import dataclass
from server.http.auth import signed_within

if TYPE_CHECKING:
    from server.http.auth import Access, Session
    from server.settings import OpenIdProvider

STATE_SECONDS = 600
PROVED_SECONDS = 3600
PROVIDER_SECONDS = 10.0
SCOPE = " ".join(("openid", "profile", "email"))


class OpenIdTrouble(Exception):
    """The provider does not answer, or what it says does not hold."""


class Journey(StrEnum):
    """The reasons for which somebody is sent to the provider."""

    ENTER = "enter"
    JOIN = "join"
    LINK = "link"


def can_ask_provider() -> bool:
    """An installation without the extra `accounts` lacks the library."""
    return find_spec("authlib") is not None


@dataclass(frozen=True, slots=True)
class Identity:
    """Somebody as their provider knows them; `subject` is theirs for ever, the rest may be empty."""

    issuer: str
    subject: str
    name: str = ""
    email: str = ""
    verified: bool = False
    """The provider has seen that the address is theirs."""


@dataclass(frozen=True, slots=True)
class OpenIdDoor:
    """The way of one browser's session to the provider and back."""

    provider: "OpenIdProvider"
    access: "Access"
    session: "Session"
    back: str
    """The address to which the provider sends the browser back."""

    async def way_there(self, journey: Journey, to: str) -> str:
        """The provider's address with all that it asks for. Raises OpenIdTrouble."""
        state = self._states.dumps([self.session.id, journey, to, secrets.token_urlsafe(9)])
        app = _app(self.provider)
        with _understood():
            await _described(app, self.provider)
            asked = await app.create_authorization_url(
                self.back, state=state, nonce=self._nonce(state), code_verifier=self._verifier(state)
            )
        return str(asked["url"])

    def came_from(self, state: str) -> tuple[Journey, str] | None:
        """The reason of the way, and where it leads; None for a state of another browser or another hour."""
        try:
            match signed_within(self._states, state, STATE_SECONDS):
                case [self.session.id, str(journey), str(to), str(_)]:
                    return Journey(journey), to
        except BadSignature:
            pass
        return None

    async def identity(self, state: str, code: str) -> Identity:
        """Whoever the provider gave this code for. Raises OpenIdTrouble."""
        app = _app(self.provider)
        with _understood():
            await _described(app, self.provider)
            token = await app.fetch_access_token(self.back, code=code, code_verifier=self._verifier(state))
            ours = {"iss": _just(self.provider.issuer), "aud": _just(self.provider.client)}
            said = await app.parse_id_token(token, self._nonce(state), ours)
            if said is None:
                raise OpenIdTrouble
            subject = str(said["sub"])
            if "email" not in said and "userinfo_endpoint" in app.server_metadata:
                more = await app.userinfo(token=token)
                said = {**more, **said} if more.get("sub") == subject else said
            email = str(said.get("email") or "")
            verified = bool(email) and said.get("email_verified") is True
            return Identity(self.provider.issuer, subject, str(said.get("name") or ""), email, verified)

    def proof(self, one: Identity) -> str:
        """Signed, for the form in which somebody without an account opens one."""
        said = [self.session.id, one.issuer, one.subject, one.name, one.email, one.verified]
        return self._proofs.dumps(said)

    def proved(self, proof: str) -> Identity | None:
        """None for what this server did not sign for this browser within the hour."""
        try:
            match signed_within(self._proofs, proof, PROVED_SECONDS):
                case [self.session.id, str(issuer), str(subject), str(name), str(email), bool(verified)]:
                    return Identity(issuer, subject, name, email, verified)
        except BadSignature:
            pass
        return None

    def _nonce(self, state: str) -> str:
        return self.access.secret_of("openid nonce", state)

    def _verifier(self, state: str) -> str:
        """At least 43 letters (RFC 7636)."""
        return "".join(self.access.secret_of(f"openid verifier {part}", state) for part in (1, 2))

    @property
    def _states(self) -> URLSafeTimedSerializer:
        return URLSafeTimedSerializer(self.access.stored.key, salt="tablo.openid")

    @property
    def _proofs(self) -> URLSafeTimedSerializer:
        return URLSafeTimedSerializer(self.access.stored.key, salt="tablo.openid.proof")


def _just(value: str) -> dict[str, object]:
    return {"essential": True, "value": value}


@cache
def _app(provider: "OpenIdProvider") -> Any:
    """The client; it keeps what the provider says of itself, and its keys until one is not among them."""
    from authlib.integrations.starlette_client import StarletteOAuth2App

    return StarletteOAuth2App(
        None,
        client_id=provider.client,
        client_secret=provider.secret,
        server_metadata_url=f"{provider.issuer.rstrip('/')}/.well-known/openid-configuration",
        client_kwargs={"scope": SCOPE, "code_challenge_method": "S256", "timeout": PROVIDER_SECONDS},
    )


async def _described(app: Any, provider: "OpenIdProvider") -> None:
    """Asks the provider where its doors are. Raises OpenIdTrouble for one that says that it is another."""
    said = await app.load_server_metadata()
    if said.get("issuer") != provider.issuer:
        _app.cache_clear()
        raise OpenIdTrouble(str(said.get("issuer")))


@contextmanager
def _understood() -> Iterator[None]:
    """Whatever goes wrong between the servers becomes OpenIdTrouble."""
    from authlib.common.errors import AuthlibBaseError
    from httpx2 import HTTPError
    from joserfc.errors import JoseError

    try:
        yield
    except (AuthlibBaseError, HTTPError, JoseError, ValueError, TypeError, LookupError, RuntimeError) as error:
        raise OpenIdTrouble(f"{type(error).__name__}: {error}") from error
