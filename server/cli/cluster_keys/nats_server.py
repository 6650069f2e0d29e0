"""A NATS server of a cluster, and its configuration."""

from collections.abc import Sequence

from domain.records import dataclass
from server.cli.setup.files import deploy_paper

NATS_PORT = 4222
CLUSTER_PORTS_ABOVE = 2000
"""The servers of a cluster meet at the port of their clients and so many more."""


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
        return f"{scheme}://[{self.host}]:{port}" if ":" in self.host else f"{scheme}://{self.host}:{port}"

    def configuration(self, servers: Sequence["NatsServer"]) -> str:
        """A server that stands alone is in no cluster."""
        others = [one.url("nats-route", one.cluster_port) for one in servers if one != self]
        text = deploy_paper("nats/server.conf")
        if not others:
            before, _, rest = text.partition("# A server joins")
            text = before + rest[rest.index("include") :]
        filled = {"NAME": self.folder, "CLUSTER_PORT": str(self.cluster_port), "PORT": str(self.port)}
        for name, value in {**filled, "ROUTES": ", ".join(f'"{url}"' for url in others)}.items():
            text = text.replace(f"%{name}%", value)
        return text
