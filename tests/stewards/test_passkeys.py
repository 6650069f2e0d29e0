"""Passkeys beside the browser's own tools: a made-up device says what a browser would never say, and opens nothing."""

import hashlib
import json
import secrets
from pathlib import Path

import cbor2
import httpx
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from webauthn.helpers import bytes_to_base64url

from tests.desk.browsers import Browser, browser
from tests.stewards.test_organisers import OWNER_PASSWORD, found, join, link_for, shared_server

WAY_IN, ASK, MAKE = "/desk/account/login/passkey", "/desk/account/passkeys/ask", "/desk/account/passkeys"
PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


class Device:
    """A passkey for `localhost`, whose answers the test may bend."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = secrets.token_bytes(16)
        self.counter = 1

    def makes(self, challenge: str, **bent: str) -> str:
        numbers = self.key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        attested = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cbor2.dumps(public)
        data = self._data("localhost", PRESENT | VERIFIED | ATTESTED) + attested
        statement = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        said = self._said("webauthn.create", challenge, **bent)
        return self._answer(clientDataJSON=said, attestationObject=statement)

    def answers(self, challenge: str, *, flags: int = PRESENT | VERIFIED, host: str = "localhost", **bent: str) -> str:
        self.counter += 1
        data, said = self._data(host, flags), self._said("webauthn.get", challenge, **bent)
        signature = self.key.sign(data + hashlib.sha256(said).digest(), ec.ECDSA(SHA256()))
        return self._answer(clientDataJSON=said, authenticatorData=data, signature=signature)

    def _data(self, host: str, flags: int) -> bytes:
        return hashlib.sha256(host.encode()).digest() + bytes([flags]) + self.counter.to_bytes(4, "big")

    def _said(self, kind: str, challenge: str, origin: str = "http://localhost") -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": origin}).encode()

    def _answer(self, **parts: bytes) -> str:
        response = {name: bytes_to_base64url(part) for name, part in parts.items()}
        id = bytes_to_base64url(self.id)
        return json.dumps({"id": id, "rawId": id, "type": "public-key", "response": response})


async def asked(somebody: Browser) -> str:
    """The challenge of the way in."""
    challenge: str = (await somebody.client.get(WAY_IN)).json()["challenge"]
    return challenge


async def comes_in(somebody: Browser, answer: str) -> httpx.Response:
    await somebody.go("/desk/account/login")
    return await somebody.send(WAY_IN, credential=answer)


async def made(anna: Browser, olga: Browser) -> Device:
    """Olga owns an organiser, and has a passkey."""
    await join(olga, await link_for(anna, await found(anna, "Levski")), "Olga")
    await olga.go("/desk/account")
    form = {**olga.form(MAKE), "password": OWNER_PASSWORD}
    challenge = (await olga.client.post(ASK, data=form, headers={"Accept": "application/json"})).json()["challenge"]
    device = Device()
    await olga.send(MAKE, credential=device.makes(challenge), passkey_name="Phone")
    assert "Phone" in olga.page.text
    return device


async def test_an_answer_opens_the_account_once(tmp_path: Path) -> None:
    async with shared_server(tmp_path) as (transport, anna), browser(transport) as olga, browser(transport) as later:
        device = await made(anna, olga)
        answer = device.answers(await asked(later))
        assert (await comes_in(later, answer)).url.path == "/desk"


@pytest.mark.parametrize(
    "bent",
    [
        {"origin": "https://evil.example"},
        {"host": "evil.example"},
        {"flags": PRESENT},
    ],
)
async def test_an_answer_for_another_page_or_without_its_owner_opens_nothing(
    tmp_path: Path, bent: dict[str, str]
) -> None:
    async with shared_server(tmp_path) as (transport, anna), browser(transport) as olga, browser(transport) as later:
        device = await made(anna, olga)
        answer = device.answers(await asked(later), **bent)  # type: ignore[arg-type]
        assert (await comes_in(later, answer)).status_code == 403


async def test_a_question_holds_in_the_browser_that_was_asked(tmp_path: Path) -> None:
    async with shared_server(tmp_path) as (transport, anna), browser(transport) as olga, browser(transport) as later:
        device = await made(anna, olga)
        of_another = await asked(anna)
        assert (await comes_in(later, device.answers(of_another))).status_code == 403
        assert (await comes_in(later, device.answers(bytes_to_base64url(b"made up")))).status_code == 403


async def test_a_device_that_counts_backwards_is_a_copy(tmp_path: Path) -> None:
    async with shared_server(tmp_path) as (transport, anna), browser(transport) as olga, browser(transport) as later:
        device = await made(anna, olga)
        await comes_in(later, device.answers(await asked(later)))
        later.client.cookies.clear()
        device.counter = 0
        assert (await comes_in(later, device.answers(await asked(later)))).status_code == 403


async def test_a_key_of_somebody_else_opens_nothing(tmp_path: Path) -> None:
    """Of the same name, with another secret."""
    async with shared_server(tmp_path) as (transport, anna), browser(transport) as olga, browser(transport) as later:
        forged = Device()
        forged.id = (await made(anna, olga)).id
        assert (await comes_in(later, forged.answers(await asked(later)))).status_code == 403


async def test_no_passkey_is_made_without_the_password(tmp_path: Path) -> None:
    async with shared_server(tmp_path) as (transport, anna), browser(transport) as olga:
        await join(olga, await link_for(anna, await found(anna, "Levski")), "Olga")
        await olga.go("/desk/account")
        form = {**olga.form(MAKE), "password": "a guess"}
        assert (await olga.client.post(ASK, data=form, headers={"Accept": "application/json"})).status_code == 403
        entering = await asked(olga)
        await olga.send(MAKE, credential=Device().makes(entering), passkey_name="Phone")
        assert "was not taken" in olga.text


@pytest.mark.parametrize(
    "sent",
    ["", "null", "[]", "{}", '"x"', "[" * 5000, '{"id": 1}', "\x00", "é" * 100],
)
async def test_whatever_a_stranger_sends_is_no_passkey(tmp_path: Path, sent: str) -> None:
    async with shared_server(tmp_path) as (transport, _), browser(transport) as stranger:
        assert (await comes_in(stranger, sent)).status_code == 403
        parts = dict.fromkeys(("clientDataJSON", "authenticatorData", "signature", "userHandle"), sent[:40])
        whole = json.dumps({"id": "YQ", "rawId": "YQ", "type": "public-key", "response": parts})
        assert (await comes_in(stranger, whole)).status_code == 403


async def test_guesses_by_passkeys_are_counted_with_those_by_passwords(tmp_path: Path) -> None:
    async with shared_server(tmp_path) as (transport, _), browser(transport) as stranger:
        answers = [(await comes_in(stranger, "{}")).status_code for _ in range(62)]
        assert (answers[0], answers[-1]) == (403, 429)
