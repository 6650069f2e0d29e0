"""News and information of the organiser as everybody reads them, with the times of the rounds."""

from collections.abc import Sequence

from domain.records import dataclass
from domain.words.choices.bulletins import Bulletins, NumberedBulletin
from projections.moment.snapshot import Snapshot

NEWEST = 3
"""News on the first page of a tournament or festival."""


@dataclass(frozen=True, slots=True)
class BulletinBoard:
    news: tuple[NumberedBulletin, ...]
    """Those that are pinned first, then the newest."""
    information: tuple[NumberedBulletin, ...]
    schedule: Sequence[str] = ()
    """The start of each round, ISO and local."""
    published: int = 0
    """The newest round that everybody sees."""


def bulletin_board(bulletins: Bulletins, schedule: Sequence[str] = (), published: int = 0) -> BulletinBoard:
    return BulletinBoard(bulletins.news, bulletins.information, schedule, published)


def board_of_tournament(snapshot: Snapshot) -> BulletinBoard:
    t = snapshot.tournament
    return bulletin_board(t.bulletins, t.details.schedule, t.published)


def headlines(bulletins: Bulletins) -> tuple[NumberedBulletin, ...]:
    """The newest news, and of information what is pinned."""
    return (*bulletins.news[:NEWEST], *(one for one in bulletins.information if one.bulletin.pinned))
