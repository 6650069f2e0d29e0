"""Lists of tie-breaks as people write them: descriptors one after the other, and lists that have a name.

    items_of("33.3.4, ARO") -> ("33.3.4", "ARO")
    read_list(("33.3.4", "ARO")) -> TiebreakList      raises a `BadTiebreak`
    read_new_list(items) -> TiebreakList              the same, with a limit of `MOST_TIEBREAKS`

A name stands first. Items behind it come after the tie-breaks of that list, but before its play-off and its lots,
which are the last resort. An empty list means points alone.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from domain.ranking.tiebreaks import (
    FOR_PLAYERS_ONLY,
    BadTiebreak,
    Context,
    Divisor,
    NeedsPlayers,
    NeedsTeams,
    Tiebreak,
    is_for_teams,
    parse_list,
    parse_tiebreak,
)
from domain.words.regulations import Entrants

MOST_TIEBREAKS = 20
"""Entries of a list, and so columns of a table."""

MCMAHON_SCORE = parse_list("START, MMS")
LAST_RESORTS = frozenset({"PLAYOFF", "LOTS"})


class TooManyTiebreaks(BadTiebreak):
    """The list has more than `MOST_TIEBREAKS` entries; `text` is how many."""


class NameNotFirst(BadTiebreak):
    """The name of a list stands behind something else."""


@dataclass(frozen=True, slots=True)
class TiebreakList:
    """Tie-breaks in order, and how the text that the list comes from wants ratings counted."""

    order: tuple[Tiebreak, ...]
    divisor: Divisor = Divisor.GAMES
    short_schedule_last: bool = False

    @property
    def for_teams(self) -> bool:
        """Players cannot be ranked by it."""
        return any(map(is_for_teams, self.order))

    def check_for(self, entrants: Entrants) -> None:
        """Raises `NeedsTeams` or `NeedsPlayers` for the first tie-break that these cannot be ranked by."""
        for tiebreak in self.order:
            if entrants is Entrants.TEAMS and tiebreak.code in FOR_PLAYERS_ONLY:
                raise NeedsPlayers(str(tiebreak))
            if entrants is Entrants.PLAYERS and is_for_teams(tiebreak):
                raise NeedsTeams(str(tiebreak))

    def rules(self, context: Context) -> Context:
        """The same context with the rules for ratings of this list."""
        return replace(context, divisor=self.divisor, short_schedule_last=self.short_schedule_last)

    def from_the_start(self) -> "TiebreakList":
        """The McMahon score in the place of the points, with the starting points beside it."""
        behind = self.order[1:] if self.order and self.order[0].code == "PTS" else self.order
        return replace(self, order=(*MCMAHON_SCORE, *(t for t in behind if t not in MCMAHON_SCORE)))

    def then(self, more: Sequence[Tiebreak]) -> "TiebreakList":
        """With more tie-breaks before the last resorts."""
        end = len(self.order)
        while end and self.order[end - 1].code in LAST_RESORTS:
            end -= 1
        last = tuple(t for t in self.order[end:] if t not in more)
        return replace(self, order=(*self.order[:end], *more, *last))


def _of_article_32(text: str) -> TiebreakList:
    """ARO is divided by the rounds (32.4.1); no TPR for who chose to miss more than two games (32.4.3)."""
    return TiebreakList(parse_list(text), Divisor.ROUNDS, short_schedule_last=True)


def _plain(text: str) -> TiebreakList:
    return TiebreakList(parse_list(text))


PRESETS: Mapping[str, TiebreakList] = {
    "F10": _plain("PTS, DE1, ARO, LOTS"),
    "33.3.1": _of_article_32("PTS, SB, DE, WIN, KS, BPG, PLAYOFF"),
    "33.3.2": _of_article_32("GP, MP, DE, SB, PLAYOFF"),
    "33.3.3": _of_article_32("PTS, ARO, TPR, BH, PS, WIN, DE, PLAYOFF"),
    "33.3.4": _of_article_32("PTS, BH, PS, SB, DE, WIN, BPG, PLAYOFF"),
    "33.3.5": _of_article_32("GP, MP, DE, BH, SB, PLAYOFF"),
    "S003-RR": _plain("PTS, SBX2, ARO"),
    "S003-SWISS": _plain("PTS, BH"),
    "S003-SOLKOFF": _plain("PTS, BH, SOLKOFF_S003, ARO, PS"),
    "C07-SWISS": _plain("PTS, BH/C1, BH, SB, DE, WIN, BWG"),
    "C07-RR": _plain("PTS, DE, WIN, SB, KS, BWG"),
    "MCMAHON": _plain("START, MMS, SOS, SOSOS"),
    "C07-TEAM-SWISS": _plain("MP, GP, BH:MP, EMGSB, EDE"),
    "OLYMPIAD": _plain("MP, OSB, GP, BH:MP/C1"),
    "C07-TEAM-RR": _plain("MP, GP, DE:MP, EMMSB, EDE"),
}
"""Lists by name. `F10`: article F.10 of 1998. `33.3.x`: round robin, team round robin, Swiss of
like ratings, Swiss of unlike ratings, team Swiss (seed 002). `S003-x`: seed 003; its round robin
is from the portal. `C07-x`: lists in the spirit of C.07, whose own recommendation we could not
read; they claim no more than that. `OLYMPIAD`: of D.02, whose text we know second-hand. `MCMAHON`: of Go (BGA
Organisers' Handbook)."""

FOR_PLAYERS: Mapping[str, TiebreakList] = {name: known for name, known in PRESETS.items() if not known.for_teams}
"""Those that a tournament of players can choose."""


def items_of(text: str) -> tuple[str, ...]:
    """The items of a written list: separated by commas, semicolons or blanks (records 202 and 212 have commas)."""
    return tuple(item for item in re.split(r"[,;\s]+", text) if item)


def read_list(items: Sequence[str]) -> TiebreakList:
    """The list that is meant. Raises `NameNotFirst` or another `BadTiebreak`."""
    named = PRESETS.get(items[0].upper()) if items else None
    more = tuple(_one(item) for item in (items[1:] if named else items))
    return named.then(more) if named else TiebreakList(more)


def read_new_list(items: Sequence[str]) -> TiebreakList:
    """As `read_list`, of a list that nobody has published yet: `TooManyTiebreaks` for one that is too long."""
    if len(items) > MOST_TIEBREAKS:
        raise TooManyTiebreaks(str(len(items)))
    found = read_list(items)
    if len(found.order) > MOST_TIEBREAKS:
        raise TooManyTiebreaks(str(len(found.order)))
    return found


def _one(item: str) -> Tiebreak:
    if item.upper() in PRESETS:
        raise NameNotFirst(item)
    return parse_tiebreak(item)
