"""Passkeys: what a browser is asked for, and whether its answer holds.

The challenge is signed and names the browser's session, so that it is kept nowhere and any process reads the answer.
The library is imported where it is needed: a server of one desk starts without it.
"""

import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from enum import StrEnum
from importlib.util import find_spec
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from itsdangerous import BadSignature, URLSafeSerializer

from domain.records import dataclass
from server.journal.side.accounts import KeptAccount, KeptPasskey

if TYPE_CHECKING:
    from server.http.auth import Access, Session
    from server.settings import Settings

CHALLENGE_SECONDS = 300
CHALLENGE_MILLISECONDS = CHALLENGE_SECONDS * 1000
MOST_PASSKEYS = 20
"""Of one account."""


class Ceremony(StrEnum):
    MAKING = "making"
    ENTERING = "entering"


class PasskeyRefused(Exception):
    """The answer of the browser proves nothing: it may be forged, too late, given before, or of another browser."""


@dataclass(frozen=True, slots=True)
class PasskeyPlace:
    """The address for which browsers make passkeys and at which they answer with them."""

    host: str
    origin: str


def can_read_passkeys() -> bool:
    """An installation without the extra `accounts` lacks the library."""
    return find_spec("webauthn") is not None


def passkey_place(settings: "Settings", scheme: str, netloc: str) -> PasskeyPlace | None:
    """None where browsers make none: without https, but for `localhost`; and where the library is not installed.

    The public address counts; a request's own word for its host only where there is none and it is `localhost`.
    """
    shown = urlsplit(settings.public_url or f"{scheme}://{netloc}")
    host = shown.hostname or ""
    secure = host == "localhost" or (shown.scheme == "https" and bool(settings.public_url))
    if not secure or not can_read_passkeys():
        return None
    return PasskeyPlace(host, f"{shown.scheme}://{shown.netloc}")


@dataclass(frozen=True, slots=True)
class PasskeyDoor:
    """The ceremonies of one browser's session at one address."""

    access: "Access"
    session: "Session"
    place: PasskeyPlace

    def to_make(self, kept: KeptAccount, has: Sequence[KeptPasskey]) -> str:
        """The question for a new passkey of this account, as JSON for a browser."""
        import webauthn
        from webauthn.helpers import structs

        return webauthn.options_to_json(
            webauthn.generate_registration_options(
                rp_id=self.place.host,
                rp_name="Tablo",
                user_id=kept.id.encode(),
                user_name=kept.email or kept.name,
                user_display_name=kept.name,
                challenge=self._challenge(Ceremony.MAKING),
                timeout=CHALLENGE_MILLISECONDS,
                authenticator_selection=structs.AuthenticatorSelectionCriteria(
                    resident_key=structs.ResidentKeyRequirement.REQUIRED,
                    user_verification=structs.UserVerificationRequirement.REQUIRED,
                ),
                exclude_credentials=[
                    structs.PublicKeyCredentialDescriptor(webauthn.base64url_to_bytes(one.id)) for one in has
                ],
            )
        )

    def made(self, answer: str, account: str, name: str) -> KeptPasskey:
        """The new passkey. Raises PasskeyRefused."""
        import webauthn
        from webauthn.helpers import parse_registration_credential_json

        def read() -> KeptPasskey:
            credential = parse_registration_credential_json(answer)
            challenge, _ = self._answered(Ceremony.MAKING, credential.response.client_data_json)
            verified = webauthn.verify_registration_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=self.place.host,
                expected_origin=self.place.origin,
                require_user_verification=True,
            )
            return KeptPasskey(
                webauthn.helpers.bytes_to_base64url(verified.credential_id),
                account,
                name,
                webauthn.helpers.bytes_to_base64url(verified.credential_public_key),
                verified.sign_count,
                _in_iso(datetime.now(UTC)),
            )

        return _understood(read)

    def to_enter(self) -> str:
        """The question to whoever wants to come in, as JSON for a browser: it says itself which passkeys it has."""
        import webauthn
        from webauthn.helpers.structs import UserVerificationRequirement

        options = webauthn.generate_authentication_options(
            rp_id=self.place.host,
            challenge=self._challenge(Ceremony.ENTERING),
            timeout=CHALLENGE_MILLISECONDS,
            user_verification=UserVerificationRequirement.REQUIRED,
        )
        return webauthn.options_to_json(options)

    def entered_by(
        self,
        answer: str,
        find: Callable[[str], KeptPasskey | None],
        used: Callable[[str, int, str, str], bool],
    ) -> KeptPasskey:
        """The passkey by which somebody comes in. Raises PasskeyRefused; an answer counts once."""
        import webauthn
        from webauthn.helpers import parse_authentication_credential_json

        def read() -> KeptPasskey:
            credential = parse_authentication_credential_json(answer)
            challenge, asked_at = self._answered(Ceremony.ENTERING, credential.response.client_data_json)
            known = find(credential.id)
            if known is None or credential.response.user_handle not in (None, known.account.encode()):
                raise PasskeyRefused
            verified = webauthn.verify_authentication_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=self.place.host,
                expected_origin=self.place.origin,
                credential_public_key=webauthn.base64url_to_bytes(known.public_key),
                credential_current_sign_count=known.counter,
                require_user_verification=True,
            )
            if not used(known.id, verified.new_sign_count, asked_at, _in_iso(datetime.now(UTC))):
                raise PasskeyRefused
            return known

        return _understood(read)

    def _challenge(self, ceremony: Ceremony) -> bytes:
        return self._signer.dumps([self.session.id, ceremony, time.time()]).encode()

    def _answered(self, ceremony: Ceremony, client_data: bytes) -> tuple[bytes, str]:
        """The challenge of ours that was answered, and when it was made. Raises PasskeyRefused, BadSignature."""
        from webauthn.helpers import parse_client_data_json

        challenge = parse_client_data_json(client_data).challenge
        match self._signer.loads(challenge):
            case [self.session.id, str(asked), float(at)] if asked == ceremony:
                if abs(time.time() - at) <= CHALLENGE_SECONDS:
                    return challenge, _in_iso(datetime.fromtimestamp(at, UTC))
        raise PasskeyRefused

    @property
    def _signer(self) -> URLSafeSerializer:
        return URLSafeSerializer(self.access.stored.key, salt="tablo.passkey")


def _understood(read: Callable[[], KeptPasskey]) -> KeptPasskey:
    """What strangers send may be anything. Raises PasskeyRefused."""
    from webauthn.helpers.exceptions import WebAuthnException

    try:
        return read()
    except (WebAuthnException, BadSignature, ValueError, TypeError, LookupError, RecursionError) as error:
        raise PasskeyRefused from error


def _in_iso(at: datetime) -> str:
    return at.isoformat(timespec="microseconds")
