"""The page of the manual that explains a page of the desk."""

import re
from functools import lru_cache

_TOURNAMENT = r"/desk/t/[^/]+"

HELP_OF: tuple[tuple[str, str], ...] = (
    (r"/desk/new.*", "new-tournament"),
    (r"/desk/(rounds|tie-breaks)", "new-tournament"),
    (r"/desk/rating-lists.*", "rating-lists"),
    (r"/desk/screens.*", "screens"),
    (r"/desk/(festivals|series).*", "festivals"),
    (r"/desk/(t/[^/]+/)?keys.*|/desk/webhooks.*", "programs"),
    (r"/desk/health", "trouble"),
    (r"/desk/(stewards|password|language|login|first).*", "people"),
    (rf"{_TOURNAMENT}/settings.*", "settings"),
    (rf"{_TOURNAMENT}/face.*", "face"),
    (rf"{_TOURNAMENT}/(entries|check-in).*", "check-in"),
    (rf"{_TOURNAMENT}/players/import.*", "players#register-many"),
    (rf"{_TOURNAMENT}/players.*", "players"),
    (rf"{_TOURNAMENT}/(teams|lineup|captains).*", "teams"),
    (rf"{_TOURNAMENT}/rounds/[^/]+/alter.*", "pairing-by-hand"),
    (rf"{_TOURNAMENT}/pair-by-hand.*", "pairing-by-hand"),
    (rf"{_TOURNAMENT}/rounds/[^/]+/why.*", "why"),
    (rf"{_TOURNAMENT}/rounds/[^/]+/.*correct.*", "corrections"),
    (rf"{_TOURNAMENT}/rounds/[^/]+/lineups.*", "teams"),
    (rf"{_TOURNAMENT}/rounds/[^/]+/played", "corrections"),
    (rf"{_TOURNAMENT}/(rounds|enter).*", "results"),
    (rf"{_TOURNAMENT}/history.*", "corrections"),
    (rf"{_TOURNAMENT}/table.*", "tables-and-brackets"),
    (rf"{_TOURNAMENT}/playoff.*", "play-off"),
    (rf"{_TOURNAMENT}/prizes.*", "prizes"),
    (rf"{_TOURNAMENT}/papers.*", "paper"),
    (rf"{_TOURNAMENT}/live-boards", "live-boards"),
    (rf"{_TOURNAMENT}/exports.*", "files"),
    (r"/desk/import.*", "files"),
    (rf"{_TOURNAMENT}/?", "rounds"),
    (r"/desk/?", "first-evening"),
)
"""Patterns of addresses below the desk; the first that matches the whole path counts."""

_PATTERNS = tuple((re.compile(pattern), page) for pattern, page in HELP_OF)


@lru_cache(maxsize=1024)
def help_for(path: str) -> str | None:
    """The manual's page for this address of the desk, or None if nobody has said which it is."""
    return next((page for pattern, page in _PATTERNS if pattern.fullmatch(path)), None)
