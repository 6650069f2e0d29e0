"""A download that a plugin brings: a file of a tournament, made of what everybody may see."""

from collections.abc import Callable

from domain.records import dataclass
from projections.moment.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class PluggedDownload:
    name: str
    """Small letters, digits and hyphens: with the ending its address below the tournament."""
    ending: str
    """Without a dot."""
    media_type: str
    title: str
    """For the page of downloads."""
    write: Callable[[Snapshot, str], str | bytes | None]
    """From the public tournament at a moment and the code of a language; None = there is nothing yet."""

    @property
    def path(self) -> str:
        return f"/{self.name}.{self.ending}"


PLUGGED: dict[str, PluggedDownload] = {}
"""By name."""
