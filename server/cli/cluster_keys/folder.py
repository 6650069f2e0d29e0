"""The folder with the keys of a cluster: what is there stays, what is missing is made."""

import os
from collections.abc import Sequence
from pathlib import Path

import nkeys

from server.cli.cluster_keys.accounts import accounts
from server.cli.cluster_keys.certificates import Signed, lasts, new_authority, new_server, read_authority
from server.cli.cluster_keys.nats_server import NatsServer

SECRET_MODE, PUBLIC_MODE = 0o600, 0o644
SEED_BYTES = 32
SERVERS = "servers"


def write_key(path: Path, text: bytes, mode: int) -> None:
    """Whole or not at all, and at no moment readable by more than it should."""
    path.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
    beside = path.with_name(f"{path.name}.new")
    beside.unlink(missing_ok=True)
    with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
        file.write(text)
    beside.rename(path)


class ClusterFolder:
    """Its methods raise OSError, and ValueError where a key cannot be read."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def make_users(self, federation: str, role: str, count: int) -> None:
        """`worker-1` and so on, each with a seed of its own."""
        for number in range(1, count + 1):
            public = self.path / federation / f"{role}-{number}.pub"
            if public.exists():
                continue
            seed = bytes(nkeys.encode_seed(os.urandom(SEED_BYTES), nkeys.PREFIX_BYTE_USER))
            write_key(public.with_suffix(".seed"), seed, SECRET_MODE)
            write_key(public, nkeys.from_seed(bytearray(seed)).public_key + b"\n", PUBLIC_MODE)

    def users(self) -> list[tuple[str, str, str]]:
        """Federation, name and public key of everybody who is let in."""
        found = sorted(path for path in self.path.glob("*/*.pub") if path.parent.name != SERVERS)
        return [(path.parent.name, path.stem, path.read_text("ascii").strip()) for path in found]

    def make_servers(self, servers: Sequence[NatsServer]) -> None:
        authority, users = self._authority(), accounts(self.users())
        for server in servers:
            folder = self.path / SERVERS / server.folder
            if not lasts(folder / "server.pem"):
                made = new_server(server.host, authority)
                write_key(folder / "server.key", made.key_text, SECRET_MODE)
                write_key(folder / "server.pem", made.certificate_text, PUBLIC_MODE)
            write_key(folder / "authority.pem", authority.certificate_text, PUBLIC_MODE)
            write_key(folder / "accounts.conf", users.encode(), PUBLIC_MODE)
            write_key(folder / "nats.conf", server.configuration(servers).encode(), PUBLIC_MODE)

    def _authority(self) -> Signed:
        key, certificate = self.path / "authority.key", self.path / "authority.pem"
        if certificate.exists():
            return read_authority(key, certificate)
        made = new_authority()
        write_key(key, made.key_text, SECRET_MODE)
        write_key(certificate, made.certificate_text, PUBLIC_MODE)
        return made
