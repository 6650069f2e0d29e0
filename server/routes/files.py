"""The files of the pictures that screens show."""

from pathlib import Path

from starlette.requests import Request

from server.services import services_of

# Headers of files whose address changes with everything they are made from.

FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable"}
NOT_KEPT = {"Cache-Control": "no-store"}


PICTURE_SUFFIXES = {"image/png": ".png", "image/jpeg": ".jpg", "image/gif": ".gif", "image/webp": ".webp"}


def picture_path(request: Request, fingerprint: str, media_type: str) -> Path:
    """The path of a picture's file, in the data directory beside the journal."""
    return services_of(request.app).settings.data / "pictures" / (fingerprint + PICTURE_SUFFIXES[media_type])
