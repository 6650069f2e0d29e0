"""A provider of OpenID Connect in a process of its own, built with the server's side of Authlib.

    python -m tests.stewards.openid_provider

prints its issuer. It takes a client `tablo` with the secret below, wants PKCE and a nonce, and lets in whoever types a
name: `/authorize` is a form with the one field `who`.
"""

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, make_server

from authlib.integrations.flask_oauth2 import AuthorizationServer, ResourceProtector, current_token
from authlib.oauth2.rfc6749 import grants
from authlib.oauth2.rfc6750 import BearerTokenValidator
from authlib.oauth2.rfc7636 import CodeChallenge
from authlib.oidc.core import OpenIDCode, UserInfo
from flask import Flask, Response, jsonify, request
from joserfc.jwk import RSAKey

from domain.records import dataclass

SECRET = "a secret between two servers"
PEOPLE = {
    "olga": {"name": "Olga Ivanova", "email": "olga@example.org", "email_verified": True},
    "mallory": {"name": "Mallory", "email": "olga@example.org", "email_verified": False},
}


@dataclass()
class Somebody:
    sub: str

    def get_user_id(self) -> str:
        return self.sub


class TheClient:
    """Tablo, as it is registered here."""

    client_id = "tablo"

    def get_client_id(self) -> str:
        return self.client_id

    def get_default_redirect_uri(self) -> str:
        return ""

    def get_allowed_scope(self, scope: str) -> str:
        return scope

    def check_redirect_uri(self, uri: str) -> bool:
        return uri.endswith("/desk/account/login/openid/back")

    def check_client_secret(self, secret: str) -> bool:
        return secret == SECRET

    def check_endpoint_auth_method(self, method: str, endpoint: str) -> bool:
        return method == "client_secret_basic"

    def check_response_type(self, kind: str) -> bool:
        return kind == "code"

    def check_grant_type(self, kind: str) -> bool:
        return kind == "authorization_code"


@dataclass()
class Code:
    code: str
    who: Somebody
    redirect: str
    scope: str
    nonce: str
    code_challenge: str
    code_challenge_method: str

    def get_redirect_uri(self) -> str:
        return self.redirect

    def get_scope(self) -> str:
        return self.scope

    def get_nonce(self) -> str:
        return self.nonce

    def get_auth_time(self) -> int:
        return int(time.time())

    def get_acr(self) -> None:
        return None

    def get_amr(self) -> None:
        return None


@dataclass()
class Token:
    who: Somebody
    scope: str

    def is_expired(self) -> bool:
        return False

    def is_revoked(self) -> bool:
        return False

    def get_scope(self) -> str:
        return self.scope


CODES: dict[str, Code] = {}
TOKENS: dict[str, Token] = {}
KEY = RSAKey.generate_key(2048, {"kid": "one", "alg": "RS256", "use": "sig"})


class ByCode(grants.AuthorizationCodeGrant):  # type: ignore[misc]
    TOKEN_ENDPOINT_AUTH_METHODS = ("client_secret_basic",)

    def save_authorization_code(self, code: str, asked: Any) -> None:
        said, payload = asked.payload.data, asked.payload
        CODES[code] = Code(
            code,
            asked.user,
            payload.redirect_uri,
            payload.scope,
            said.get("nonce", ""),
            said["code_challenge"],
            said["code_challenge_method"],
        )

    def query_authorization_code(self, code: str, client: TheClient) -> Code | None:
        return CODES.get(code)

    def delete_authorization_code(self, code: Code) -> None:
        del CODES[code.code]

    def authenticate_user(self, code: Code) -> Somebody:
        return code.who


class WithIdentity(OpenIDCode):  # type: ignore[misc]
    issuer = ""

    def exists_nonce(self, nonce: str, _asked: Any) -> bool:
        return any(one.nonce == nonce for one in CODES.values())

    def resolve_client_private_key(self, _client: TheClient) -> RSAKey:
        return KEY

    def get_client_claims(self, client: TheClient) -> dict[str, object]:
        now = int(time.time())
        return {"iss": self.issuer, "aud": [client.client_id], "iat": now, "exp": now + 300}

    def get_client_algorithm(self, _client: TheClient) -> str:
        return "RS256"

    def get_encode_header(self, _client: TheClient) -> dict[str, str]:
        return {"alg": "RS256", "kid": "one"}

    def generate_user_info(self, who: Somebody, _scope: str) -> UserInfo:
        """The rest is asked for at `/userinfo`."""
        return UserInfo(sub=who.sub)


class KnownTokens(BearerTokenValidator):  # type: ignore[misc]
    def authenticate_token(self, token: str) -> Token | None:
        return TOKENS.get(token)


def provider(issuer: str) -> Flask:
    app = Flask(__name__)
    server = AuthorizationServer(app, query_client=_client, save_token=_keep)
    WithIdentity.issuer = issuer
    server.register_grant(ByCode, [CodeChallenge(required=True), WithIdentity(require_nonce=True)])
    guarded = ResourceProtector()
    guarded.register_token_validator(KnownTokens())

    @app.get("/.well-known/openid-configuration")
    def described() -> Response:
        return jsonify(
            issuer=issuer,
            authorization_endpoint=f"{issuer}/authorize",
            token_endpoint=f"{issuer}/token",
            userinfo_endpoint=f"{issuer}/userinfo",
            jwks_uri=f"{issuer}/keys",
            response_types_supported=["code"],
            id_token_signing_alg_values_supported=["RS256"],
            code_challenge_methods_supported=["S256"],
        )

    @app.get("/keys")
    def keys() -> Response:
        return jsonify(keys=[KEY.as_dict(private=False)])

    @app.get("/authorize")
    def asks() -> str:
        return "<form method=post><input name=who><button>Log in</button></form>"

    @app.post("/authorize")
    def lets_in() -> Any:
        who = Somebody(request.form["who"])
        return server.create_authorization_response(grant=server.get_consent_grant(end_user=who), grant_user=who)

    @app.post("/token")
    def gives_token() -> Any:
        return server.create_token_response()

    @app.get("/userinfo")
    @guarded("openid")
    def says_who() -> Response:
        sub = current_token.who.sub
        return jsonify(sub=sub, **PEOPLE.get(sub, {}))

    return app


def _client(client_id: str) -> TheClient | None:
    return TheClient() if client_id == TheClient.client_id else None


def _keep(token: dict[str, str], asked: Any) -> None:
    TOKENS[token["access_token"]] = Token(asked.user, token["scope"])


@contextmanager
def running_provider() -> Iterator[str]:
    """The issuer of one in a process of its own."""
    command = [sys.executable, "-m", "tests.stewards.openid_provider"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as running:
        assert running.stdout is not None
        try:
            yield running.stdout.readline().strip()
        finally:
            running.terminate()


class Quiet(WSGIRequestHandler):
    def log_message(self, *_words: object) -> None:
        pass


def main() -> None:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    issuer = f"http://localhost:{port}"
    with make_server("127.0.0.1", port, provider(issuer), handler_class=Quiet) as serving:
        print(issuer, flush=True)
        serving.serve_forever()


if __name__ == "__main__":
    main()
