"""A check that uvicorn still has the inner names that make Tablo fast; it promises none of them.

A newer uvicorn than that of `requirements.lock` may be installed. Where a name is missing, uvicorn's own protocols
serve (`server/http/serving.py`).
"""

import asyncio
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from itertools import chain

import uvicorn

HTTP = "uvicorn.protocols.http.httptools_impl.HttpToolsProtocol"
WEBSOCKET = "uvicorn.protocols.websockets.websockets_sansio_impl.WebSocketsSansIOProtocol"

OF_CLASSES: Mapping[str, tuple[str, ...]] = {
    HTTP: (
        "data_received",
        "on_message_begin",
        "on_headers_complete",
        "on_body",
        "on_message_complete",
        "send_400_response",
        "timeout_keep_alive_handler",
        "_unset_keepalive_if_required",
    ),
    "uvicorn.protocols.http.httptools_impl.RequestResponseCycle": (),
    WEBSOCKET: ("handle_connect", "stop_keepalive", "run_asgi"),
    "uvicorn.server.Server": ("main_loop", "on_tick", "shutdown", "run"),
    "uvicorn.server.ServerState": (),
    "websockets.http11.Request": (),
}
"""Names that are taken over or called, by class."""
OF_CONNECTIONS: Mapping[str, tuple[str, ...]] = {
    HTTP: (
        "cycle",
        "flow",
        "loop",
        "parser",
        "pipeline",
        "server_state",
        "timeout_keep_alive",
        "timeout_keep_alive_task",
        "transport",
    ),
    WEBSOCKET: ("conn", "connections", "frames", "queue", "transport"),
}
"""Names that a connection has when it begins."""


def missing_names() -> list[str]:
    """Names that this uvicorn does not have."""
    try:
        of_classes = [_missing(path, _class(path), names) for path, names in OF_CLASSES.items()]
        return [*chain(*of_classes), *_missing_of_connections()]
    except Exception as error:  # noqa: BLE001 whatever it has become, it is not what we know
        return [f"{type(error).__name__}: {error}"]


def _missing_of_connections() -> Iterator[str]:
    config = uvicorn.Config(_nothing, log_config=None)
    config.load()
    loop = asyncio.new_event_loop()
    try:
        for path, names in OF_CONNECTIONS.items():
            yield from _missing(path, _class(path)(config, uvicorn.server.ServerState(), {}, loop), names)
    finally:
        loop.close()


def _missing(path: str, thing: object, names: Iterable[str]) -> list[str]:
    return [f"{path}.{name}" for name in names if not hasattr(thing, name)]


def _class(path: str) -> type:
    module, _, name = path.rpartition(".")
    found: type = getattr(import_module(module), name)
    return found


async def _nothing(_scope: object, _receive: object, _send: object) -> None:
    """An application to configure a server with that never runs."""
