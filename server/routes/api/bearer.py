"""The program behind a request: its key, checked, counted and noted."""

from datetime import UTC, datetime

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import Scope as ASGIScope

from domain.stewards.events import Scope
from domain.stewards.permissions import Action
from domain.stewards.state import ApiKey
from server.http.auth import Session, TooManyTries, fits, guess_by, id_and_secret
from server.notice import notice
from server.routes.api.problems import problem
from server.routes.desk.visit import Visit
from server.routes.question import address_of, lang_of
from server.services import Services, services_of
from web.wording import language

KEY_REQUESTS_A_MINUTE = 600
WAIT_SECONDS = "60"
BEARER = "bearer "


class Answered(Exception):
    """The request ends here: it has no key that holds, or is no command; `answer` says so."""

    def __init__(self, answer: Response) -> None:
        super().__init__()
        self.answer = answer


async def let_in(visit: Visit, does: Action, scope: Scope | None) -> ApiKey:
    """The key of this request; its session is at `request.state.session` from now on.

    Raises Answered, and Forbidden for what the key may not do.
    """
    request, services = visit.request, visit.services
    key = _known(request, services)
    request.state.session = Session(f"key-{key.made.id}", key.made.name, key.made.maker, key.made.id)
    try:
        services.program_tries.count({("key", key.made.id): KEY_REQUESTS_A_MINUTE})
    except TooManyTries:
        raise Answered(_said(request, 429, "too-many-requests", {"Retry-After": WAIT_SECONDS})) from None
    await services.key_uses.note(key.made.id, datetime.now(UTC))
    visit.ask(does, scope)
    request.state.body.limit = services.settings.form_limit
    return key


def key_given(services: Services, authorization: str) -> ApiKey | None:
    """The key that this header carries, whether or not its time is over."""
    if not authorization.lower().startswith(BEARER):
        return None
    id, secret = id_and_secret(authorization[len(BEARER) :])
    key = services.stewards.state.programs.keys.get(id)
    return key if key is not None and fits(secret, key.made.secret_hash) else None


def comes_with_a_key(scope: ASGIScope) -> bool:
    """A program with a key of ours: the door lets it in at once."""
    given = HTTPConnection(scope).headers.get("authorization", "")
    return bool(given) and scope["path"].startswith("/api/") and key_given(services_of(scope["app"]), given) is not None


def _known(request: Request, services: Services) -> ApiKey:
    given = request.headers.get("authorization", "")
    if not given.lower().startswith(BEARER):
        raise Answered(_unknown(request, "key-missing"))
    key = key_given(services, given)
    if key is None:
        try:
            services.program_tries.count(guess_by(address_of(request)))
        except TooManyTries:
            raise Answered(_said(request, 429, "too-many-requests", {"Retry-After": WAIT_SECONDS})) from None
        if services.worker is not None:
            services.worker.tell_guess(address_of(request))
        services.metrics.note_refused_request(request, "", "unknown key")
        raise Answered(_unknown(request, "key-unknown"))
    if key.ended(datetime.now(UTC)):
        raise Answered(_unknown(request, "key-ended"))
    return key


def _unknown(request: Request, code: str) -> Response:
    return _said(request, 401, code, {"WWW-Authenticate": 'Bearer realm="tablo"'})


def _said(request: Request, status: int, code: str, headers: dict[str, str]) -> Response:
    return problem(status, code, notice(code).in_words(language(lang_of(request))), headers=headers)
