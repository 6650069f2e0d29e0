"""Refused logins and requests: a line in the log and a number for the operator.

Passwords, tokens and the links of invitations are never in it.
"""

import logging

from starlette.requests import Request

from server.care.metrics import Metrics
from server.http.middleware import loggable

log = logging.getLogger("tablo.audit")


def refused_login(metrics: Metrics, request: Request, who: str, why: str) -> None:
    _said("login refused", request, who, why)
    metrics.refused_logins.inc()


def refused_request(metrics: Metrics, request: Request, who: str, why: str) -> None:
    _said("request refused", request, who, why)
    metrics.refused_requests.inc()


def _said(what: str, request: Request, who: str, why: str) -> None:
    address = request.client.host if request.client else "unknown"
    step = f"{request.method} {loggable(request.url.path)}"
    log.warning(what, extra={"facts": {"who": who[:60], "address": address, "what": step, "why": why}})
