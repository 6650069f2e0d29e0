"""The place of a page: the facts that its head, links and foot need, whatever it shows."""

from dataclasses import dataclass, field
from datetime import datetime
from urllib.parse import urlencode

from domain.words.regulations import Entrants
from projections.moment.faces import NO_WORN_FACE, WornFace
from projections.moment.overview import Overview


@dataclass(frozen=True, slots=True)
class Site:
    """The pages of one tournament. `at` is a journal position that links stay at; None = now."""

    slug: str
    at: int | None = None

    def to(self, path: str = "", **query: object) -> str:
        """The address of a page below the tournament; `path` starts with a slash or is empty."""
        asked = {**query, **({"at": self.at} if self.at is not None else {})}
        return f"/t/{self.slug}{path}" + (f"?{urlencode(asked)}" if asked else "")

    def player(self, id: int) -> str:
        return self.to(f"/players/{id}")


@dataclass(frozen=True, slots=True)
class Frame:
    """The head and the foot of a page."""

    site: Site
    overview: Overview
    active: str
    """The entry of the navigation to which this page belongs."""
    position: int
    head: str
    """Hash of the journal at this position, in hex; empty for a journal without entries."""
    path: str
    """Below the tournament, without the query."""
    query: dict[str, str] = field(default_factory=dict)
    """The query as it was understood, `at` and `lang` left out."""
    moment: datetime | None = None
    """The time the position was written."""
    origin: str = ""
    """Scheme and host as the reader sees them, for what must be absolute."""
    festivals: tuple[tuple[str, str], ...] = ()
    """Address and name of those of which the tournament is a section."""
    face: WornFace = NO_WORN_FACE
    live: bool = False
    """The positions of some boards can be followed."""
    read_only: bool = False
    """True where nothing can be entered: the journal lies on a medium that cannot be written."""
    not_yet: int | datetime | None = None
    """The position or the time that was asked for and is still to come; the page is of now."""

    @property
    def of_teams(self) -> bool:
        """Teams are paired and ranked."""
        return self.overview.regulations.entrants is Entrants.TEAMS

    @property
    def past(self) -> bool:
        return self.site.at is not None

    @property
    def stamp(self) -> str:
        """The mark beside the position."""
        return self.head[:8]

    def here(self, **changes: object) -> str:
        """This page with other questions; the moment stays."""
        asked = {key: value for key, value in {**self.query, **changes}.items() if value not in ("", None)}
        return self.site.to(self.path, **asked)

    @property
    def json(self) -> str:
        """The address of the same as data."""
        return self.site.to(f"{self.path or '/overview'}.json", **self.query)
