"""The public front pages of organisers: what each of them has, without reading any tournament."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import field
from typing import NamedTuple

from domain.organisers.events import OwnedKind
from domain.organisers.persons import Persons
from domain.organisers.state import Organiser, Organisers
from domain.records import dataclass
from projections.lists.catalogue import CatalogueList, CataloguePage
from projections.moment.faces import WornFace, face_of_organiser
from projections.moment.name_order import name_order
from server.office.festivals import FestivalOffice, Festivals
from server.office.stream import OrganiserOffice
from server.office.tournaments import Office


class NoSuchFront(Exception):
    pass


MOST_ON_ROOT = 12
"""Organisers whose names stand on the first page of the server; the others are behind "All"."""


class OrganiserRow(NamedTuple):
    id: str
    name: str
    face: WornFace
    tournaments: int

    @property
    def initials(self) -> str:
        """For one without a logo."""
        return "".join(word[0] for word in self.name.split()[:2] if word).upper()


@dataclass(frozen=True, slots=True)
class SharedOut:
    """The tournaments of a list by organiser, each in the order of the list."""

    listed: Sequence[str]
    made_of: tuple[int, ...]
    owned: Mapping[str, Sequence[str]]


@dataclass(slots=True)
class Fronts:
    office: Office
    organisers: OrganiserOffice
    festivals: Festivals
    shared: bool = False
    """Several organisers share this server; otherwise there is the desk alone, and no front page but the first."""
    _shared_out: dict[CatalogueList, SharedOut] = field(default_factory=dict)
    _rows: Sequence[OrganiserRow] = ()
    _rows_of: SharedOut | None = None

    @property
    def state(self) -> Organisers:
        return self.organisers.state if self.shared else Organisers()

    def persons(self) -> Persons:
        """Who is the same person in several tournaments, as organisers have said."""
        return self.state.persons

    def open(self, name: str) -> Organiser:
        """Raises NoSuchFront."""
        found = self.state.founded.get(name)
        if found is None:
            raise NoSuchFront(name)
        return found

    def owner(self, slug: str) -> str:
        """The organiser to whom a tournament belongs; empty = there is none."""
        played_for = self.office.playoff_of(slug)
        sections = [one for one in (slug, played_for) if one]
        within = [(OwnedKind.TOURNAMENT, played_for)] if played_for else []
        within += [(OwnedKind.FESTIVAL, office.name) for one in sections for office in self.festivals.of(one)]
        return self.state.owner(OwnedKind.TOURNAMENT, slug, *within)

    def tournaments(self, organiser: str, shelf: CatalogueList = CatalogueList.PUBLIC) -> Sequence[str]:
        """Those in a list; in that of everybody those that everybody may see."""
        return self._shared(shelf).owned.get(organiser, ())

    def tournaments_of(self, organisers: Collection[str], shelf: CatalogueList) -> Sequence[str]:
        """As `tournaments`, of several organisers together."""
        found = {slug for one in organisers for slug in self.tournaments(one, shelf)}
        return [slug for slug in self.office.catalogue.listed(shelf) if slug in found]

    def rows(self) -> Sequence[OrganiserRow]:
        """All that have something to show, those with most tournaments first."""
        shared = self._shared(CatalogueList.PUBLIC)
        if self._rows_of is not shared:
            self._rows, self._rows_of = self._in_order(shared.owned), shared
        return self._rows

    def _shared(self, shelf: CatalogueList) -> SharedOut:
        """Worked out anew where a tournament has come or gone or been given away since."""
        known, listed = self._shared_out.get(shelf), self.office.catalogue.listed(shelf)
        made_of = self.state.version, *(office.position for office in self.festivals)
        if known is None or known.listed is not listed or known.made_of != made_of:
            known = self._shared_out[shelf] = SharedOut(listed, made_of, self._by_owner(listed))
        return known

    def _by_owner(self, listed: Sequence[str]) -> Mapping[str, Sequence[str]]:
        """One walk over all tournaments; of those in a festival, or with a play-off, `owner` says whose they are."""
        state, found = self.state, dict[str, list[str]]()
        in_festivals = {slug for office in self.festivals for slug in office.festival.sections}
        for slug in listed:
            owner = state.owned.get((OwnedKind.TOURNAMENT, slug), "")
            if not owner:
                around = slug in in_festivals or self.office.playoff_of(slug)
                owner = self.owner(slug) if around else state.first
            found.setdefault(owner, []).append(slug)
        return found

    def _in_order(self, owned: Mapping[str, Sequence[str]]) -> Sequence[OrganiserRow]:
        order = name_order("")
        shown = [
            OrganiserRow(one.id, one.name, face_of_organiser(one.id, one.face), len(owned[one.id]))
            for one in self.state.founded.values()
            if not one.suspended and one.id in owned
        ]
        return sorted(shown, key=lambda one: (-one.tournaments, order(one.name)))

    def festivals_of(self, organiser: str) -> list[FestivalOffice]:
        state = self.state
        return [one for one in self.festivals if state.owner(OwnedKind.FESTIVAL, one.name) == organiser]

    def page(self, organiser: str, number: int = 1, wanted: str = "") -> CataloguePage:
        return self.office.catalogue.page(number, wanted, among=self.tournaments(organiser))

    def topics_of(self, slug: str) -> list[str]:
        """The topics of organisers that may look different after a change of this tournament."""
        owner = self.owner(slug)
        return [f"o/{owner}"] if owner else []
