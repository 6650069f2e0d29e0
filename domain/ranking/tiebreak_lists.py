"""Lists of tie-breaks as people write them: descriptors one after the other, and lists that have a name.

    items_of("33.3.4, ARO") -> ("33.3.4", "ARO")
    read_list(("33.3.4", "ARO")) -> TiebreakList      raises a `BadTiebreak`
    read_new_list(items) -> TiebreakList              the same, with a limit of `MOST_TIEBREAKS`

A name stands first. Items behind it come after the tie-breaks of that list, but before its play-off and its lots,
which are the last resort. An empty list means points alone.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum

from domain.ranking import tiebreaks
from domain.records import dataclass
from domain.words.regulations import Entrants

MOST_TIEBREAKS = 20
"""Entries of a list, and so columns of a table."""

MCMAHON_SCORE = tiebreaks.parse_list("START, MMS")
LAST_RESORTS = frozenset({"PLAYOFF", "LOTS"})


class TooManyTiebreaks(tiebreaks.BadTiebreak):
    """The list has more than `MOST_TIEBREAKS` entries; `text` is how many."""


class NameNotFirst(tiebreaks.BadTiebreak):
    """The name of a list stands behind something else."""


@dataclass(frozen=True, slots=True)
class TiebreakList:
    """Tie-breaks in order, and how the text that the list comes from wants ratings counted."""

    order: tuple[tiebreaks.Tiebreak, ...]
    divisor: tiebreaks.Divisor = tiebreaks.Divisor.GAMES
    short_schedule_last: bool = False

    @property
    def for_teams(self) -> bool:
        return any(map(tiebreaks.is_for_teams, self.order))

    def check_for(self, entrants: Entrants) -> None:
        """Raises `NeedsTeams` or `NeedsPlayers` for the first tie-break that these cannot be ranked by."""
        for tiebreak in self.order:
            if entrants is Entrants.TEAMS and tiebreak.code in tiebreaks.FOR_PLAYERS_ONLY:
                raise tiebreaks.NeedsPlayers(str(tiebreak))
            if entrants is Entrants.PLAYERS and tiebreaks.is_for_teams(tiebreak):
                raise tiebreaks.NeedsTeams(str(tiebreak))

    def rules(self, context: tiebreaks.Context) -> tiebreaks.Context:
        return replace(context, divisor=self.divisor, short_schedule_last=self.short_schedule_last)

    def from_the_start(self) -> "TiebreakList":
        """The McMahon score in the place of the points, with the starting points beside it."""
        behind = self.order[1:] if self.order and self.order[0].code == "PTS" else self.order
        return replace(self, order=(*MCMAHON_SCORE, *(t for t in behind if t not in MCMAHON_SCORE)))

    def then(self, more: Sequence[tiebreaks.Tiebreak]) -> "TiebreakList":
        end = len(self.order)
        while end and self.order[end - 1].code in LAST_RESORTS:
            end -= 1
        last = tuple(t for t in self.order[end:] if t not in more)
        return replace(self, order=(*self.order[:end], *more, *last))


def _of_article_32(text: str) -> TiebreakList:
    """ARO is divided by the rounds (32.4.1); no TPR for who chose to miss more than two games (32.4.3)."""
    return TiebreakList(tiebreaks.parse_list(text), tiebreaks.Divisor.ROUNDS, short_schedule_last=True)


def _plain(text: str) -> TiebreakList:
    return TiebreakList(tiebreaks.parse_list(text))


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
    "KEIZER": _plain("KZ, PTS"),
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


def items_of(text: str) -> tuple[str, ...]:
    """The items of a written list: separated by commas, semicolons or blanks (records 202 and 212 have commas)."""
    return tuple(item for item in re.split(r"[,;\s]+", text) if item)


def read_list(items: Sequence[str]) -> TiebreakList:
    """The list that is meant. Raises `NameNotFirst` or another `BadTiebreak`."""
    named = PRESETS.get(items[0].upper()) if items else None
    more = tuple(_one(item) for item in (items[1:] if named else items))
    return named.then(more) if named else TiebreakList(more)


def read_kept_list(items: Sequence[str]) -> TiebreakList:
    """As `read_list`, of a list in the journal: a plugin's tie-break that is not here is left out of it."""
    try:
        return read_list(items)
    except tiebreaks.UnknownTiebreak:
        missing = missing_tiebreaks(items)
        return read_list([one for one in items if one not in missing])


def missing_tiebreaks(items: Sequence[str]) -> tuple[str, ...]:
    """Those that are not here, because a plugin that brought them is not."""
    return tuple(filter(_is_missing, items))


def _is_missing(item: str) -> bool:
    try:
        read_list((item,))
    except tiebreaks.UnknownTiebreak:
        return True
    return False


def read_new_list(items: Sequence[str]) -> TiebreakList:
    """As `read_list`, of a list that nobody has published yet: `TooManyTiebreaks` for one that is too long."""
    if len(items) > MOST_TIEBREAKS:
        raise TooManyTiebreaks(str(len(items)))
    found = read_list(items)
    if len(found.order) > MOST_TIEBREAKS:
        raise TooManyTiebreaks(str(len(found.order)))
    return found


def _one(item: str) -> tiebreaks.Tiebreak:
    if item.upper() in PRESETS:
        raise NameNotFirst(item)
    return tiebreaks.parse_tiebreak(item)


class MisfitReason(StrEnum):
    BUCHHOLZ_IN_ROUND_ROBIN = "buchholz-in-round-robin"
    """Everybody meets everybody, so it only mirrors the score (forbidden by C.07 of 2026)."""
    KOYA_IN_SWISS = "koya-in-swiss"
    """Made for round robins (article 32.1.2)."""
    UNRATED_PLAYERS = "unrated-players"
    """Not for events with players of unknown rating (article 33.1; C.07, 10)."""
    SEVERAL_RATINGS = "several-ratings"
    """Not for events of more than thirty days (C.07, 10)."""
    ONLY_FOR_TEAMS = "only-for-teams"
    ONLY_FOR_PLAYERS = "only-for-players"
    OTHER_SCORE_FIRST = "other-score-first"
    """The list begins with the score of teams that is not the primary one (article 32.2; C.04.6, 1.5)."""
    DIRECT_ENCOUNTER_FIRST = "direct-encounter-first"
    """In a large Swiss hardly two of those who are equal have met (C.07, 6.1 asks that all have)."""
    REPEATED = "repeated"
    """It stood there before; only direct encounter can break a new tie the second time (C.07, 4.3)."""
    NOT_IN_RULESET = "not-in-ruleset"
    """The forms of 2026 do not exist under an earlier ruleset."""
    NOT_IN_C07 = "not-in-c07"
    """The 400-point rule is of article 32.4.3.1 alone."""
    NOTHING_LEFT = "nothing-left"
    NOT_RECORDED = "not-recorded"
    """The arbiter brings the values, and a report file has none."""


@dataclass(frozen=True, slots=True)
class Misfit:
    tiebreak: tiebreaks.Tiebreak
    reason: MisfitReason


@dataclass(frozen=True, slots=True)
class EventFacts:
    ruleset: tiebreaks.Ruleset
    predetermined: bool = False
    teams: bool = False
    primary: tiebreaks.Reference = tiebreaks.Reference.MATCH
    unrated: int = 0
    """Players without a rating, and no rule how they count."""
    rounds: int = 0
    players: int = 0
    """Registered or expected; 0 = not known."""
    by_arbiter: bool = False
    long: bool = False
    """More than thirty days."""


_BUCHHOLZ = frozenset({"BH", "FB", "AOB", "SOB"})
_RATINGS = frozenset({"ARO", "TPR", "TPR400", "PTP", "APRO", "APPO", "RTNG"})
_TEAMS_TIED = frozenset({"EDE", "EDET", "EDEB", "EDEBT", "EDEBB", "BERLIN"})
_POINTS = frozenset({"PTS", "MP", "GP", "START", "MMS", "KZ"})
_DIRECT = frozenset({"DE", "DE1", "EDE"})
_SCORES = {"MP": tiebreaks.Reference.MATCH, "GP": tiebreaks.Reference.GAME}
_BROUGHT = frozenset({"PLAYOFF", "MANUAL"})
_OF_2026 = frozenset({"STD", "TPN", "RTNG"})

Test = Callable[[tiebreaks.Tiebreak, EventFacts], bool]

_TESTS: tuple[tuple[MisfitReason, Test], ...] = (
    (MisfitReason.BUCHHOLZ_IN_ROUND_ROBIN, lambda t, e: t.code in _BUCHHOLZ and e.predetermined),
    (MisfitReason.KOYA_IN_SWISS, lambda t, e: t.code == "KS" and not e.predetermined),
    (MisfitReason.UNRATED_PLAYERS, lambda t, e: t.code in _RATINGS and e.unrated > 0 and not t.unrated),
    (MisfitReason.SEVERAL_RATINGS, lambda t, e: t.code in _RATINGS and e.long),
    (
        MisfitReason.ONLY_FOR_TEAMS,
        lambda t, e: not e.teams and tiebreaks.is_for_teams(t),
    ),
    (MisfitReason.ONLY_FOR_PLAYERS, lambda t, e: e.teams and t.code in tiebreaks.FOR_PLAYERS_ONLY),
    (MisfitReason.NOT_IN_RULESET, lambda t, e: _of_2026(t) and e.ruleset is not tiebreaks.Ruleset.C07_2026),
    (MisfitReason.NOT_IN_C07, lambda t, e: t.code == "TPR400" and e.ruleset.c07),
    (MisfitReason.NOTHING_LEFT, lambda t, e: 0 < e.rounds <= t.cut + 2 * t.median),
    (MisfitReason.NOT_RECORDED, lambda t, e: t.code in _BROUGHT and not e.by_arbiter),
)


def _hardly_anybody_meets(event: EventFacts) -> bool:
    """Fewer than one in four of the others are met in all rounds."""
    return not event.predetermined and 0 < 4 * event.rounds < event.players - 1


def _of_2026(tiebreak: tiebreaks.Tiebreak) -> bool:
    return tiebreak.code in _OF_2026 or (tiebreak.code == "AOB" and tiebreak.fore)


def misfits(order: Sequence[tiebreaks.Tiebreak], event: EventFacts) -> tuple[Misfit, ...]:
    return tuple(_misfits(order, event))


def _misfits(order: Sequence[tiebreaks.Tiebreak], event: EventFacts) -> Iterable[Misfit]:
    if order and event.teams and _SCORES.get(order[0].code, event.primary) is not event.primary:
        yield Misfit(order[0], MisfitReason.OTHER_SCORE_FIRST)
    first = next((tiebreak for tiebreak in order if tiebreak.code not in _POINTS), None)
    if first is not None and first.code in _DIRECT and _hardly_anybody_meets(event):
        yield Misfit(first, MisfitReason.DIRECT_ENCOUNTER_FIRST)
    for at, tiebreak in enumerate(order):
        for reason, test in _TESTS:
            if test(tiebreak, event):
                yield Misfit(tiebreak, reason)
        if tiebreak in order[:at] and tiebreak.code not in {"DE"} | _TEAMS_TIED:
            yield Misfit(tiebreak, MisfitReason.REPEATED)
