"""QR codes for paper, pages and terminals."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from segno import QRCode


def qr_code(text: str, *, error: str | None = None) -> "QRCode":
    """The code of a text, an address mostly; `error` is how much of it may be hidden ("l", "m", "q" or "h")."""
    import segno  # imported where it is needed: its tables take a tenth of the time in which a server starts

    return segno.make_qr(text, error=error)


def drawn_code(address: str, scale: int) -> str:
    """The code of an address as a data URI, for a page that is printed: a seventh of it may be hidden."""
    return str(qr_code(address, error="m").svg_data_uri(scale=scale, border=2, dark="#000", light="#fff"))
