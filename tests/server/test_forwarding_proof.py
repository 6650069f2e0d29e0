"""The proof of a forwarded step is for that step alone: its address, its body and the person who sent it."""

import hashlib
from pathlib import Path
from urllib.parse import urlencode

import httpx
from itsdangerous import URLSafeTimedSerializer

from server.cluster.forwarding import PROOF
from server.http.auth import open_access
from tests.desk.browsers import Browser, desk, with_round_one

AS_FORM = {"Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"}
RESULTS = "/desk/t/open/rounds/1/results"


def proof(folder: Path, body: bytes, cookie: str, path: str = RESULTS) -> str:
    """As another process over the same journal signs it."""
    serializer = URLSafeTimedSerializer(open_access(folder).stored.key, salt="tablo.forwarding")
    return serializer.dumps(["POST", path, hashlib.sha256(body).hexdigest(), cookie, "", "203.0.113.9"])


async def forwarded(anna: Browser, body: bytes, signed: str) -> httpx.Response:
    return await anna.client.post(RESULTS, content=body, headers={PROOF: signed, **AS_FORM})


async def test_a_proof_is_good_for_the_body_and_the_cookie_that_it_was_made_for(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        await anna.go("/desk/t/open/rounds/1")
        token = anna.form(RESULTS)["form_token"]
        one, other = (
            urlencode({"form_token": token, "board": board, "result": "1-0"}).encode() for board in ("1", "2")
        )
        cookie = anna.client.build_request("POST", RESULTS).headers["cookie"]
        signed = proof(tmp_path, one, cookie)
        answers = [
            (await forwarded(anna, one, signed)).status_code,
            (await forwarded(anna, other, signed)).status_code,
            (await forwarded(anna, one, proof(tmp_path, one, "tablo=another"))).status_code,
            (await forwarded(anna, one, proof(tmp_path, one, cookie, "/desk/t/other/rounds/1/results"))).status_code,
        ]
    assert answers == [200, 403, 403, 403]
