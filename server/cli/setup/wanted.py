"""What a machine is to be: as it was asked for, as it is already, and why it cannot be that."""

import re
import shutil
import socket
from collections.abc import Iterator, Mapping
from contextlib import closing
from importlib.util import find_spec
from urllib.parse import urlsplit

from domain.records import dataclass
from server.cli.setup.services import answers, caddy_answers
from server.cli.terminal import BadInput, said
from server.http.lan_address import NOBODY_ELSE, lan_addresses
from server.settings import DEFAULT_PORT

HOST_NAME = re.compile(r"(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{1,62}")
WEB_PORTS = (80, 443)
DATABASE = "postgresql:///tablo"
"""The database of the user tablo, by the socket of this machine: no password is written anywhere."""
DATA = "/var/lib/tablo"


@dataclass(frozen=True, slots=True)
class WantedServer:
    world: str = ""
    """The public name, for which Caddy fetches a certificate; empty = the hall's own network."""
    port: int = DEFAULT_PORT
    postgresql: bool = False

    @property
    def addresses(self) -> list[str]:
        """The best one to hand out first."""
        if self.world:
            return [f"https://{self.world}"]
        return [f"http://{host}:{self.port}" for host in dict.fromkeys((*lan_addresses(), NOBODY_ELSE))]

    def settings(self, present: Mapping[str, str]) -> dict[str, str]:
        """Lines of the file of settings; an empty value takes a line away."""
        url = present.get("TABLO_PUBLIC_URL", "")
        database = present.get("TABLO_DATABASE", "")
        lines = {
            "TABLO_HOST": "127.0.0.1" if self.world else "0.0.0.0",
            "TABLO_PUBLIC_URL": f"https://{self.world}" if self.world else url if url.startswith("http://") else "",
            "TABLO_DATA": present.get("TABLO_DATA", DATA),
            "TABLO_PORT": "" if self.port == DEFAULT_PORT else str(self.port),
        }
        if self.postgresql != database.startswith("postgres"):
            lines["TABLO_DATABASE"] = DATABASE if self.postgresql else ""
        return lines


def present_server(settings: Mapping[str, str]) -> WantedServer | None:
    """What an earlier `tablo setup`, or a guide before it, has made of this machine; None = nothing yet."""
    if not settings.get("TABLO_HOST") and not settings.get("TABLO_PUBLIC_URL"):
        return None
    url = urlsplit(settings.get("TABLO_PUBLIC_URL", ""))
    return WantedServer(
        world=url.hostname or "" if url.scheme == "https" else "",
        port=int(settings.get("TABLO_PORT") or DEFAULT_PORT),
        postgresql=settings.get("TABLO_DATABASE", "").startswith("postgres"),
    )


def refuse_wanted(wanted: WantedServer) -> None:
    """Raises BadInput with all that stands against it, a sentence each."""
    found = [*_against_world(wanted), *_against_ports(wanted)]
    if wanted.postgresql and not (shutil.which("psql") and find_spec("psycopg")):
        found.append(said("PostgreSQL is not installed: apt install postgresql"))
    if found:
        raise BadInput("\n".join(found))


def _against_world(wanted: WantedServer) -> Iterator[str]:
    if not wanted.world:
        return
    if not HOST_NAME.fullmatch(wanted.world):
        yield said("'{name}' is no name such as chess.example.org", name=wanted.world)
        return
    if not shutil.which("caddy"):
        yield said("Caddy is not installed, which fetches the certificate: apt install caddy")
    elif not caddy_answers():
        yield from (
            said("Port {port}, which Caddy needs, is taken by another program", port=port)
            for port in WEB_PORTS
            if taken(port)
        )
    if not resolved(wanted.world):
        yield said("The name {name} leads nowhere yet: let its DNS entry lead to this machine first", name=wanted.world)


def _against_ports(wanted: WantedServer) -> Iterator[str]:
    if taken(wanted.port) and not answers(wanted.port):
        yield said("Port {port} is taken by another program: --port takes another one", port=wanted.port)


def resolved(name: str) -> set[str]:
    try:
        return {str(found[4][0]) for found in socket.getaddrinfo(name, WEB_PORTS[-1], type=socket.SOCK_STREAM)}
    except OSError:
        return set()


def leads_elsewhere(name: str) -> bool:
    """Its addresses are none of this machine's, as behind a router that passes the ports on."""
    for address in resolved(name):
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        with closing(socket.socket(family, socket.SOCK_DGRAM)) as trying:
            try:
                trying.bind((address, 0))
            except OSError:
                continue
            return False
    return True


def taken(port: int) -> bool:
    """Whoever may not bind a port at all learns nothing about it."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_STREAM)) as trying:
        trying.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trying.bind(("0.0.0.0", port))
        except PermissionError:
            return False
        except OSError:
            return True
    return False
