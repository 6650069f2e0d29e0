"""The place of a page: the facts that its head, links and foot need, whatever it shows."""

from collections.abc import Callable
from dataclasses import field
from datetime import datetime
from urllib.parse import urlencode

from domain.records import dataclass
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
class DeskSite:
    """The desk of one tournament, for parts that public pages have too: their links stay at the desk."""

    slug: str
    of_teams: bool = False
    """Teams stand in the tables."""

    def player(self, id: int) -> str:
        return f"/desk/t/{self.slug}/{'teams' if self.of_teams else 'players'}/{id}"


@dataclass(frozen=True, slots=True)
class Tab:
    """An entry of the navigation; headings are marked, not yet said."""

    key: str
    path: str
    heading: str
    of_teams: str = ""
    shown: Callable[["Frame"], bool] = field(default=lambda _frame: True)


@dataclass(frozen=True, slots=True)
class Frame:
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
    origin: str = ""
    """Scheme and host as the reader sees them, for what must be absolute."""
    zone: str = ""
    """The time zone of its series; empty = its times have none."""
    festivals: tuple[tuple[str, str], ...] = ()
    """Address and name of those of which the tournament is a section."""
    face: WornFace = NO_WORN_FACE
    live: bool = False
    has_prizes: bool = False
    has_team_scores: bool = False
    has_bulletins: bool = False
    coming: bool = False
    """What comes next is shown."""
    tabs: tuple[Tab, ...] = ()
    read_only: bool = False
    """True where nothing can be entered: the journal lies on a medium that cannot be written."""
    as_files: bool = False
    persons: bool = False
    """Players have pages over all tournaments of this server."""
    """The page will lie in a folder: no server answers its reader."""
    elsewhere: str = ""
    """Who plays it on another machine, so that nothing can be entered here; empty = it is played here."""
    not_yet: int | datetime | None = None
    """The position or the time that was asked for and is still to come; the page is of now."""

    @property
    def of_teams(self) -> bool:
        return self.overview.regulations.of_teams

    @property
    def past(self) -> bool:
        return self.site.at is not None

    @property
    def stamp(self) -> str:
        return self.head[:8]

    def here(self, **changes: object) -> str:
        """This page with other questions; the moment stays."""
        asked = {key: value for key, value in {**self.query, **changes}.items() if value not in ("", None)}
        return self.site.to(self.path, **asked)

    @property
    def json(self) -> str:
        return self.site.to(f"{self.path or '/overview'}.json", **self.query)
