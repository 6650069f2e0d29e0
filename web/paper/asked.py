"""A paper that somebody asked for: of what, in which language."""

from dataclasses import dataclass
from functools import partial

from projections.norms import NormEvent
from projections.pairings import Pairings, pairings
from projections.people import Person
from projections.snapshot import Snapshot
from web.wording import Language
from web.wording.results import person_name

SEPARATOR = " · "


@dataclass(frozen=True, slots=True)
class PaperRequest:
    snapshot: Snapshot
    words: Language
    round: int
    """The round that the paper is about; 0 = none is paired yet."""
    drafts: bool = False
    """For the desk: a round that is paired and not published is there too."""

    norm_event: NormEvent = NormEvent.ORDINARY

    def pairings(self) -> Pairings | None:
        """The boards of the round; None while there are none."""
        return pairings(self.snapshot, self.round, drafts=self.drafts) if self.round else None

    def name(self, person: Person) -> str:
        """The name with the title before it."""
        named = person_name(person, self.words)
        return f"{person.title.value} {named}" if person.title.value else named

    @property
    def everybody(self) -> list[Person]:
        """Those who are paired, by number."""
        return list(self.snapshot.people.values())

    @property
    def player_word(self) -> str:
        said = self.words.gettext
        of_teams = self.snapshot.tournament.teams
        return said("Team") if of_teams else said("Player")


def about_person(person: Person) -> str:
    """Rating, federation and club of somebody, as far as known."""
    known = (str(person.rating or ""), person.federation, person.club)
    return SEPARATOR.join(filter(None, known))


def printed_rating(person: Person) -> str:
    return str(person.rating or "")


joined = partial(str.join, SEPARATOR)
"""Parts of a line, with dots between."""
