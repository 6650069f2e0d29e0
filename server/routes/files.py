"""Files that are sent: pictures of screens, kept for ever, and files made for one reader."""

from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from server.services import services_of

FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable"}
NOT_KEPT = {"Cache-Control": "no-store"}
PICTURE_SUFFIXES = {"image/png": ".png", "image/jpeg": ".jpg", "image/gif": ".gif", "image/webp": ".webp"}


def picture_path(request: Request, fingerprint: str, media_type: str) -> Path:
    """The path of a picture's file, in the data directory beside the journal."""
    return services_of(request.app).settings.data / "pictures" / (fingerprint + PICTURE_SUFFIXES[media_type])


def sent_file(content: bytes, name: str, media_type: str, how: str = "attachment") -> Response:
    headers = {"Content-Disposition": f'{how}; filename="{name}"', **NOT_KEPT}
    return Response(content, media_type=media_type, headers=headers)
