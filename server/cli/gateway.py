"""`tablo gateway`: meets the visitors, and carries what they ask for to the workers (`tablo serve --nats`)."""

import sys
from argparse import Namespace
from pathlib import Path

from server.cli.listening import SETTINGS_FILE, add_listening, listen, settings_from
from server.cli.terminal import OK, Parser, bad_input, said
from server.http.lan_address import printed_addresses
from server.http.middleware import log_to_stderr
from server.http.process import OFTEN_THRESHOLDS
from server.http.serving import serve_forever
from server.settings import Settings


def add(parser: Parser) -> None:
    parser.option(
        "--nats", "the NATS servers where the workers are (TABLO_NATS; three with commas between them)", metavar="URL"
    )
    add_listening(parser)
    parser.option(
        "--settings", "a file with lines NAME=value, such as {file}", {"file": SETTINGS_FILE}, type=Path, metavar="FILE"
    )
    parser.set_defaults(run=run_gateway)


def run_gateway(arguments: Namespace) -> int:
    """Serve until the process is stopped. Raises BadInput."""
    settings = settings_from(arguments)
    if not settings.nats:
        raise bad_input("A gateway needs the NATS servers where the workers are: --nats nats://HOST (or TABLO_NATS)")
    try:
        from server.cluster.bus import bus_address
        from server.cluster.feed import RemoteViews
        from server.cluster.gateway import Gateway, gateway_app
    except ModuleNotFoundError:
        raise bad_input('--nats needs the library nats-py: pip install "tablo-chess[cluster]"') from None
    address = bus_address(settings.nats, settings.nats_nkey, settings.nats_ca)
    listening = listen(settings)
    log_to_stderr()
    port: int = listening.getsockname()[1]
    sys.stdout.write(where_it_is(settings, port, str(address)))
    sys.stdout.flush()
    gateway = Gateway(address, RemoteViews(settings.feed), form_limit=settings.form_limit, port=port)
    serve_forever(gateway_app(gateway), lambda: gateway.feed.hub, gateway.ready, listening, OFTEN_THRESHOLDS)
    return OK


def where_it_is(settings: Settings, port: int, nats: str) -> str:
    """The lines that say where the gateway is, and whom it asks."""
    base, *others = printed_addresses(settings, port)
    return "\n".join(
        [
            "",
            said("  Public page    {base}{path}", base=base, path="/"),
            *(said("  Also           {other}", other=other) for other in others),
            said("  Desk           {base}{desk}", base=base, desk="/desk"),
            said("  Workers by     {nats}", nats=nats),
            "",
            "",
        ]
    )
