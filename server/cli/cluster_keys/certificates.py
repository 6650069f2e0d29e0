"""Certificates of the servers of a cluster, by an authority of its own."""

import ipaddress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePrivateKey, generate_private_key
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from domain.records import dataclass

AUTHORITY_DAYS = 20 * 365
SERVER_DAYS = 5 * 365
RENEWED_DAYS = 365
"""A certificate that has less left is made anew."""


@dataclass(frozen=True, slots=True)
class Signed:
    key: EllipticCurvePrivateKey
    certificate: x509.Certificate

    @property
    def key_text(self) -> bytes:
        plain = serialization.NoEncryption()
        return self.key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)

    @property
    def certificate_text(self) -> bytes:
        return self.certificate.public_bytes(serialization.Encoding.PEM)


def new_authority() -> Signed:
    key = generate_private_key(SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Tablo cluster")])
    made = (
        _begun(name, name, key, AUTHORITY_DAYS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs_others=True), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )
    return Signed(key, made.sign(key, hashes.SHA256()))


def read_authority(key: Path, certificate: Path) -> Signed:
    """Raises OSError, ValueError."""
    found = serialization.load_pem_private_key(key.read_bytes(), password=None)
    if not isinstance(found, EllipticCurvePrivateKey):
        raise ValueError(key)
    return Signed(found, x509.load_pem_x509_certificate(certificate.read_bytes()))


def new_server(host: str, authority: Signed) -> Signed:
    """For other servers and for clients, who know it by this name or address."""
    key = generate_private_key(SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host[:64])])
    both = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH, ExtendedKeyUsageOID.CLIENT_AUTH])
    of_authority = x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.key.public_key())
    made = (
        _begun(name, authority.certificate.subject, key, SERVER_DAYS)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs_others=False), critical=True)
        .add_extension(x509.SubjectAlternativeName([_general_name(host)]), critical=False)
        .add_extension(both, critical=False)
        .add_extension(of_authority, critical=False)
    )
    return Signed(key, made.sign(authority.key, hashes.SHA256()))


def lasts(certificate: Path) -> bool:
    """It is there and is good for another year."""
    if not certificate.exists():
        return False
    until = x509.load_pem_x509_certificate(certificate.read_bytes()).not_valid_after_utc
    return until > datetime.now(UTC) + timedelta(days=RENEWED_DAYS)


def _begun(subject: x509.Name, issuer: x509.Name, key: EllipticCurvePrivateKey, days: int) -> x509.CertificateBuilder:
    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))  # the clocks of two machines
        .not_valid_after(now + timedelta(days=days))
    )


def _usage(*, signs_others: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_others,
        key_cert_sign=signs_others,
        crl_sign=signs_others,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _general_name(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return x509.DNSName(host)
