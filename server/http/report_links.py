"""Signed addresses at which players report their own results: on a slip for one round, or a player's own for all."""

from itsdangerous import BadSignature, URLSafeSerializer

from server.http.auth import Access

SALT = "tablo.report"


def report_path(access: Access, slug: str, player: int, round: int = 0) -> str:
    """`round` 0 = whatever is being played."""
    token = URLSafeSerializer(access.stored.key, salt=SALT).dumps(f"{slug}/{player}/{round}")
    return f"/report/{slug}/{token}"


def reporter_of(access: Access, slug: str, token: str) -> tuple[int, int]:
    """The player and the round of a token; zeros for one that is none of ours, or of another tournament."""
    try:
        signed = URLSafeSerializer(access.stored.key, salt=SALT).loads(token)
    except BadSignature:
        return 0, 0
    name, player, round = (signed.split("/") if isinstance(signed, str) else []) or ("", "0", "0")
    return (int(player), int(round)) if name == slug else (0, 0)
