"""The cryptography of push notices (RFC 8188, 8291, 8292): sealed for one browser, signed with the server's key.

Imported when somebody wants notices: its libraries take a tenth of the time in which a server starts.
"""

import base64
import os
import time

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02, VapidException

SIGNED_AGAIN_AFTER_SECONDS = 3600.0
"""A signature holds for a day (RFC 8292, 2)."""
MOST_SIGNED_SERVICES = 200


class CannotSeal(ValueError):
    """Nothing can be encrypted for these keys, or signed for this address."""


def generated_key() -> str:
    made = Vapid02()
    made.generate_keys()
    pem: bytes = made.private_pem()
    return pem.decode()


def is_public_key(point: bytes) -> bool:
    """The point is one of the curve that browsers use."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:
        return False
    return True


class ServerKey:
    def __init__(self, pem: str) -> None:
        self._vapid = Vapid02.from_pem(pem.encode())
        self._signed: dict[tuple[str, str], tuple[float, dict[str, str]]] = {}

    @property
    def public(self) -> str:
        point = self._vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return base64.urlsafe_b64encode(point).decode().rstrip("=")

    def signed(self, contact: str, service: str) -> dict[str, str]:
        """The headers by which the service knows who sends: the same for an hour. Raises CannotSeal."""
        at, headers = self._signed.get((contact, service), (0.0, {}))
        if not headers or time.monotonic() - at > SIGNED_AGAIN_AFTER_SECONDS:
            headers = self._signature(contact, service)
            if len(self._signed) >= MOST_SIGNED_SERVICES:
                self._signed.clear()
            self._signed[contact, service] = time.monotonic(), headers
        return dict(headers)

    def _signature(self, contact: str, service: str) -> dict[str, str]:
        try:
            headers: dict[str, str] = self._vapid.sign({"sub": contact, "aud": service})
        except (ValueError, VapidException) as error:
            raise CannotSeal(service) from error
        return headers


def sealed_notice(notice: bytes, point: bytes, auth: bytes) -> bytes:
    """The notice for this browser alone (RFC 8291). Raises CannotSeal."""
    once = ec.generate_private_key(ec.SECP256R1())
    try:
        body: bytes = http_ece.encrypt(
            notice, salt=os.urandom(16), private_key=once, dh=point, auth_secret=auth, version="aes128gcm"
        )
    except (ValueError, http_ece.ECEException) as error:
        raise CannotSeal from error
    return body
