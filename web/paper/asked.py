"""A request for a paper: its subject and its language."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field

from domain.records import dataclass
from domain.words.players import EntrantId
from projections.moment.chances_found import ChancesFound
from projections.moment.people import Person
from projections.moment.snapshot import Snapshot
from projections.round.pairings import Pairings, pairings
from projections.table.arena import games_now
from projections.table.norms import NormEvent
from web.tables import entrant_word, round_title, titled
from web.wording import Language
from web.wording.chess.results import person_name

SEPARATOR = " · "
LONGEST_WHOLE_NAME_LETTERS = 22


@dataclass(frozen=True, slots=True)
class PaperRequest:
    snapshot: Snapshot
    words: Language
    round: int
    """The round that the paper is about; 0 = none is paired yet."""
    drafts: bool = False
    """For the desk: a round that is paired and not published is there too."""
    chances: ChancesFound | None = None
    """What comes next, as whoever asks may see it."""
    norm_event: NormEvent = NormEvent.ORDINARY
    receipt: int = 0
    """The number of a payment; 0 = all of them."""
    report_at: Callable[[EntrantId], str] | None = None
    """The address at which a player reports the result of this round; None where nobody does."""
    own_link: Callable[[EntrantId], str] | None = None
    """The address of a player's own link; None where players have none, or no phone reaches this server."""
    check_in: Callable[[EntrantId], str] | None = None
    """The address in the code of somebody's badge; None = check-in is over, or no phone reaches this server."""
    page_of: Callable[[EntrantId], str] | None = None
    """The public page of somebody; None = no phone reaches this server."""
    photos: Mapping[int, bytes] = field(default_factory=dict)
    """By player, where the paper has them."""

    @property
    def paired(self) -> int:
        return self.snapshot.tournament.paired if self.drafts else self.snapshot.round

    def pairings(self) -> Pairings | None:
        if self.of_all_games:
            return games_now(self.snapshot)
        return pairings(self.snapshot, self.round, drafts=self.drafts) if self.round else None

    @property
    def of_all_games(self) -> bool:
        """The newest round of an arena that goes on stands for all games in play."""
        t = self.snapshot.tournament
        return t.regulations.is_arena and not t.arena.ended and 0 < self.round == self.snapshot.round

    def name(self, person: Person) -> str:
        return titled(person, self.words)

    def short_name(self, person: Person) -> str:
        """The name with initials where it is long: `Hajiyev-Sattarov, N. K.`"""
        named = self.name(person)
        family, comma, given = named.partition(", ")
        if len(named) <= LONGEST_WHOLE_NAME_LETTERS or not comma:
            return named
        return f"{family}, {' '.join(f'{word[0]}.' for word in given.split())}"

    def code_of(self, person: Person) -> str:
        """The address in the code of a badge: it checks its owner in, later it leads to their page; empty = no code."""
        address = self.check_in or self.page_of
        if address is None or person.id not in self.snapshot.tournament.entrants:
            return ""
        return address(person.id)

    def page_code(self, person: Person) -> str:
        """The address of somebody's page, for a code; empty = no phone reaches it."""
        if self.page_of is None or person.id not in self.snapshot.tournament.entrants:
            return ""
        return self.page_of(person.id)

    @property
    def everybody(self) -> list[Person]:
        return list(self.snapshot.people.values())

    @property
    def player_word(self) -> str:
        return entrant_word(self.snapshot, self.words)

    @property
    def round_title(self) -> str:
        return self.words.gettext("Games in play") if self.of_all_games else round_title(self.round, self.words)


FAMILY_NAME_FIRST = frozenset({"CHN", "HUN", "JPN", "KOR", "SGP", "TPE", "VIE"})
"""Federations whose players say their family name first."""


def name_apart(name: str) -> tuple[str, str]:
    """The given name and the family name of `Last, First`; the second is empty where the name has one part."""
    family, comma, given = name.partition(", ")
    return (given, family) if comma else (family, "")


def role_apart(arbiter: str) -> tuple[str, str]:
    """The name and the role of `Petrova, Anna (fair-play officer)`; the role is empty where none is said."""
    name, bracket, role = arbiter.partition(" (")
    return (name.strip(), role.removesuffix(")").strip()) if bracket else (arbiter, "")


def spoken_name(person: Person, words: Language) -> str:
    given, family = name_apart(person_name(person, words))
    parts = (family, given) if person.federation in FAMILY_NAME_FIRST else (given, family)
    return " ".join(filter(None, parts))


def about_person(person: Person) -> str:
    return joined((printed_rating(person), person.federation, person.club))


def printed_rating(person: Person) -> str:
    return str(person.rating or "")


def joined(parts: Iterable[str]) -> str:
    """Parts of a line with dots between, without the empty ones."""
    return SEPARATOR.join(filter(None, parts))
