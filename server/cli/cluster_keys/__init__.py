"""`tablo cluster-keys`: seeds, certificates and the configuration of the NATS servers of a cluster.

    DIR/authority.key, authority.pem     what signs the certificates of the servers
    DIR/servers/HOST/                    all that a NATS server needs
    DIR/FEDERATION/worker-1.seed, .pub   what a worker shows to the servers, and what they know it by
    DIR/FEDERATION/gateway-1.seed, .pub

Run again it keeps what is there and adds what is missing. Whoever's `.pub` is gone is let in no more.
"""

import argparse
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from server.cli.cluster_keys.nats_server import CLUSTER_PORTS_ABOVE, NATS_PORT, NatsServer
from server.cli.terminal import OK, Parser, bad_input, bad_option, print_answer, reason_of, said, whole_option

FEDERATION_OF_ONE = "tablo"
NATS, CA = Path("/etc/tablo/nats"), "authority.pem"
MOST = 64
"""Workers or gateways of a federation."""
FEDERATION_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,40}")
NATS_HOST = re.compile(r"[A-Za-z0-9:][A-Za-z0-9._:-]{0,252}")


def add(parser: Parser) -> None:
    parser.option("folder", "the folder that gets them", type=Path, metavar="DIR")
    parser.option(
        "--server",
        "a NATS server, by the name or address at which the others reach it; three of them for a cluster",
        type=_server,
        action="append",
        required=True,
        metavar="HOST[:PORT]",
    )
    parser.option("--federation", "a federation; several keep apart (default tablo)", type=_federation, action="append")
    parser.option("--workers", "how many workers each has (default 2)", type=_count, default=2, metavar="N")
    parser.option("--gateways", "how many gateways each has (default 2)", type=_count, default=2, metavar="N")
    parser.json_flag()
    parser.set_defaults(run=run)


def _server(text: str) -> NatsServer:
    try:
        parts = urlsplit(f"//{text}")
        host, port = parts.hostname or "", NATS_PORT if parts.port is None else parts.port
    except ValueError:
        host, port = "", 0
    if not NATS_HOST.fullmatch(host) or not 0 < port < 2**16 - CLUSTER_PORTS_ABOVE:
        raise bad_option("'{text}' is no host such as nats1.example.org, with a port or without", text=text)
    return NatsServer(host, port)


def _federation(text: str) -> str:
    if not FEDERATION_NAME.fullmatch(text) or text == "servers":
        raise bad_option("'{text}' is no name of small letters, digits and hyphens", text=text)
    return text


def _count(text: str) -> int:
    return whole_option(text, 1, MOST)


def run(arguments: argparse.Namespace) -> int:
    """Raises BadInput."""
    try:
        from server.cli.cluster_keys.folder import ClusterFolder
    except ModuleNotFoundError:
        raise bad_input("The libraries of a cluster are missing: pip install 'tablo-chess[cluster]'") from None
    folder = ClusterFolder(arguments.folder)
    try:
        for federation in arguments.federation or (FEDERATION_OF_ONE,):
            folder.make_users(federation, "worker", arguments.workers)
            folder.make_users(federation, "gateway", arguments.gateways)
        folder.make_servers(arguments.server)
    except OSError as error:
        raise bad_input("{path} cannot be written: {why}", path=error.filename, why=reason_of(error)) from None
    except ValueError:
        raise bad_input("{path} holds keys that cannot be read", path=arguments.folder) from None
    urls = ",".join(one.url("tls", one.port) for one in arguments.server)
    facts = {"nats": urls, "users": folder.users(), "servers": [one.folder for one in arguments.server]}
    print_answer(arguments, facts, _lines(arguments, urls))
    return OK


def _lines(arguments: argparse.Namespace, urls: str) -> Iterator[str]:
    folder = arguments.folder
    for one in arguments.server:
        yield said(
            "{folder} goes to {host}, as {place}", folder=folder / "servers" / one.folder, host=one.host, place=NATS
        )
    yield said("Each worker and gateway gets its own file .seed and {file}, and these settings:", file=folder / CA)
    yield f"  TABLO_NATS={urls}"
    yield "  TABLO_NATS_NKEY=/etc/tablo/nats.seed"
    yield "  TABLO_NATS_CA=/etc/tablo/nats.pem"
    yield said("{file} stays here, or on a stick: it lets servers into the cluster", file=folder / "authority.key")
