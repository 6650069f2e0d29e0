"""Where the pictures for the screens are kept."""

from pathlib import Path

from starlette.requests import Request

from server.services import services_of

PICTURE_SUFFIXES = {"image/png": ".png", "image/jpeg": ".jpg", "image/gif": ".gif", "image/webp": ".webp"}


def picture_path(request: Request, fingerprint: str, media_type: str) -> Path:
    """Where the bytes of a picture are kept: in the data directory, beside the journal."""
    return services_of(request.app).settings.data / "pictures" / (fingerprint + PICTURE_SUFFIXES[media_type])
