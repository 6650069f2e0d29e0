"""The folder with the keys of a cluster: what is there stays, what is missing is made.

An authority of its own signs the certificates of the NATS servers, and `accounts` says who is let in by them.
"""

import ipaddress
import os
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import nkeys
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePrivateKey, generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from server.cli.cluster_keys import NatsServer
from server.cli.setup.files import deploy_paper
from server.cluster.bus import inbox_of

SECRET_MODE, PUBLIC_MODE = 0o600, 0o644
SEED_BYTES = 32
SERVERS = "servers"
AUTHORITY_DAYS = 20 * 365
SERVER_DAYS = 5 * 365
RENEWED_DAYS = 365
"""A certificate that has less left is made anew."""
NEVER_USED = (
    *("content_commitment", "key_encipherment", "data_encipherment", "key_agreement", "encipher_only", "decipher_only"),
)


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
        (key, authority), users = self._authority(), accounts(self.users())
        for server in servers:
            folder = self.path / SERVERS / server.folder
            if not lasts(folder / "server.pem"):
                own = generate_private_key(SECP256R1())
                _write_pair(
                    folder / "server.key", own, folder / "server.pem", _for_server(server.host, own, authority, key)
                )
            write_key(folder / "authority.pem", authority.public_bytes(Encoding.PEM), PUBLIC_MODE)
            write_key(folder / "accounts.conf", users.encode(), PUBLIC_MODE)
            write_key(folder / "nats.conf", server.configuration(servers).encode(), PUBLIC_MODE)

    def _authority(self) -> tuple[EllipticCurvePrivateKey, x509.Certificate]:
        secret, certificate = self.path / "authority.key", self.path / "authority.pem"
        if certificate.exists():
            key = load_pem_private_key(secret.read_bytes(), password=None)
            if not isinstance(key, EllipticCurvePrivateKey):
                raise ValueError(secret)
            return key, x509.load_pem_x509_certificate(certificate.read_bytes())
        key = generate_private_key(SECP256R1())
        made = _for_authority(key)
        _write_pair(secret, key, certificate, made)
        return key, made


def _write_pair(secret: Path, key: EllipticCurvePrivateKey, public: Path, certificate: x509.Certificate) -> None:
    write_key(secret, key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()), SECRET_MODE)
    write_key(public, certificate.public_bytes(Encoding.PEM), PUBLIC_MODE)


def accounts(users: Iterable[tuple[str, str, str]]) -> str:
    """One account a federation, from its users' federation, name and public key: none hears or reaches another's."""
    federations: dict[str, list[str]] = {}
    account, rights = deploy_paper("nats/account.conf"), deploy_paper("nats/gateway.conf")
    for federation, name, public in users:
        may = "" if name.startswith("worker") else rights.replace("%OWN%", public).replace("%INBOX%", inbox_of(public))
        federations.setdefault(federation, []).append(f"{{ nkey: {public}{may and f', {may}'} }}  # {name}")
    blocks = (
        account.replace("%FEDERATION%", federation).replace("%USERS%", "\n".join(lines))
        for federation, lines in federations.items()
    )
    return f"accounts: {{\n{''.join(blocks)}}}\n"


def lasts(certificate: Path) -> bool:
    """It is there and is good for another year."""
    if not certificate.exists():
        return False
    until = x509.load_pem_x509_certificate(certificate.read_bytes()).not_valid_after_utc
    return until > datetime.now(UTC) + timedelta(days=RENEWED_DAYS)


def _for_authority(key: EllipticCurvePrivateKey) -> x509.Certificate:
    name = _named("Tablo cluster")
    made = _begun(name, name, key, AUTHORITY_DAYS, authority=True)
    subject = x509.SubjectKeyIdentifier.from_public_key(key.public_key())
    return made.add_extension(subject, critical=False).sign(key, hashes.SHA256())


def _for_server(
    host: str, own: EllipticCurvePrivateKey, authority: x509.Certificate, key: EllipticCurvePrivateKey
) -> x509.Certificate:
    """For other servers and for clients, who know it by this name or address."""
    made = _begun(_named(host[:64]), authority.subject, own, SERVER_DAYS, authority=False)
    for extension in (
        x509.SubjectAlternativeName([_general_name(host)]),
        x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH, ExtendedKeyUsageOID.CLIENT_AUTH]),
        x509.AuthorityKeyIdentifier.from_issuer_public_key(key.public_key()),
    ):
        made = made.add_extension(extension, critical=False)
    return made.sign(key, hashes.SHA256())


def _named(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def _begun(
    subject: x509.Name, issuer: x509.Name, key: EllipticCurvePrivateKey, days: int, *, authority: bool
) -> x509.CertificateBuilder:
    now = datetime.now(UTC)
    rest = dict.fromkeys(NEVER_USED, False)
    usage = x509.KeyUsage(digital_signature=not authority, key_cert_sign=authority, crl_sign=authority, **rest)
    return (
        x509.CertificateBuilder(issuer, subject, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))  # the clocks of two machines
        .not_valid_after(now + timedelta(days=days))
        .add_extension(x509.BasicConstraints(ca=authority, path_length=0 if authority else None), critical=True)
        .add_extension(usage, critical=True)
    )


def _general_name(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return x509.DNSName(host)
