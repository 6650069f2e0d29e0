"""`tablo cluster-keys`: seeds, certificates and the configuration of the NATS servers of a cluster.

    DIR/authority.key, authority.pem     what signs the certificates of the servers
    DIR/servers/HOST/                    all that a NATS server needs
    DIR/FEDERATION/worker-1.seed, .pub   what a worker shows to the servers, and what they know it by
    DIR/FEDERATION/gateway-1.seed, .pub

Run again it keeps what is there and adds what is missing. Whoever's `.pub` is gone is let in no more.
"""

import argparse
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.parse import urlsplit

from domain.records import dataclass
from server.cli.setup.files import deploy_paper
from server.cli.terminal import OK, Parser, bad_input, bad_option, print_answer, reason_of, said, whole_option

FEDERATION_OF_ONE = "tablo"
NATS, CA = Path("/etc/tablo/nats"), "authority.pem"
MOST = 64
"""Workers or gateways of a federation."""
FEDERATION_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,40}")
NATS_PORT = 4222
CLUSTER_PORTS_ABOVE = 2000
"""The servers of a cluster meet at the port of their clients and so many more."""
SETTINGS_OF_FILES = ("TABLO_NATS_NKEY", "TABLO_NATS_CA")
NATS_HOST = re.compile(r"[A-Za-z0-9:][A-Za-z0-9._:-]{0,252}")


@dataclass(frozen=True, slots=True)
class NatsServer:
    host: str
    """The name or address at which others reach it; its certificate is for it."""
    port: int = NATS_PORT

    @property
    def folder(self) -> str:
        return self.host if self.port == NATS_PORT else f"{self.host}-{self.port}"

    @property
    def cluster_port(self) -> int:
        return self.port + CLUSTER_PORTS_ABOVE

    def url(self, scheme: str, port: int) -> str:
        return f"{scheme}://{self.host_in_urls}:{port}"

    @property
    def host_in_urls(self) -> str:
        return f"[{self.host}]" if ":" in self.host else self.host

    def configuration(self, servers: Sequence["NatsServer"]) -> str:
        """A server that stands alone is in no cluster."""
        others = [one.url("nats-route", one.cluster_port) for one in servers if one != self]
        text = deploy_paper("nats/server.conf")
        if not others:
            before, _, rest = text.partition("# A server joins")
            text = before + rest[rest.index("include") :]
        ports = {"CLUSTER_PORT": str(self.cluster_port), "PORT": str(self.port)}
        filled = {"NAME": self.folder, "HOST": self.host_in_urls, **ports}
        for name, value in {**filled, "ROUTES": ", ".join(f'"{url}"' for url in others)}.items():
            text = text.replace(f"%{name}%", value)
        return text


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
    yield said("Each worker and gateway gets its own file .seed and {file}, and this setting:", file=folder / CA)
    yield f"  TABLO_NATS={urls}"
    settings = ", ".join(SETTINGS_OF_FILES)
    yield said("The package's units say where the two files are; without them: {names}", names=settings)
    yield said("{file} stays here, or on a stick: it lets servers into the cluster", file=folder / "authority.key")
