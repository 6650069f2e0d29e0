"""Headers of files whose address changes with everything they are made from."""

FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable"}
NOT_KEPT = {"Cache-Control": "no-store"}
