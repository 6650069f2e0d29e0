"""Whether a list of tie-breaks fits the event: what the Handbook forbids or advises against.

Nothing here stops anybody. It is said before the regulations are published, because a list that
does not fit decides nothing, or decides by accident.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from domain.ranking.tiebreaks import FOR_PLAYERS_ONLY, is_for_teams
from domain.ranking.tiebreaks.descriptor import Reference, Tiebreak
from domain.ranking.tiebreaks.unplayed import Ruleset


class MisfitReason(StrEnum):
    BUCHHOLZ_IN_ROUND_ROBIN = "buchholz-in-round-robin"
    """Everybody meets everybody, so it only mirrors the score (forbidden by C.07 of 2026)."""
    KOYA_IN_SWISS = "koya-in-swiss"
    """Made for round robins (article 32.1.2)."""
    UNRATED_PLAYERS = "unrated-players"
    """Not for events with players of unknown rating (article 33.1; C.07, 10)."""
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
    """A cut that leaves out as many values as there are rounds."""
    NOT_RECORDED = "not-recorded"
    """The arbiter brings the values, and a report file has none."""


@dataclass(frozen=True, slots=True)
class Misfit:
    tiebreak: Tiebreak
    reason: MisfitReason


@dataclass(frozen=True, slots=True)
class EventFacts:
    ruleset: Ruleset
    predetermined: bool = False
    teams: bool = False
    primary: Reference = Reference.MATCH
    unrated: int = 0
    """Players without a rating, and no rule how they count."""
    rounds: int = 0
    """0 = not known."""
    players: int = 0
    """Registered or expected; 0 = not known."""
    by_arbiter: bool = False
    """Play-offs and the order of equals can be entered."""


_BUCHHOLZ = frozenset({"BH", "FB", "AOB", "SOB"})
_RATINGS = frozenset({"ARO", "TPR", "TPR400", "PTP", "APRO", "APPO", "RTNG"})
_TEAMS_TIED = frozenset({"EDE", "EDET", "EDEB", "EDEBT", "EDEBB", "BERLIN"})
_POINTS = frozenset({"PTS", "MP", "GP", "START", "MMS"})
_DIRECT = frozenset({"DE", "DE1", "EDE"})
_SCORES = {"MP": Reference.MATCH, "GP": Reference.GAME}
_BROUGHT = frozenset({"PLAYOFF", "MANUAL"})
_OF_2026 = frozenset({"STD", "TPN", "RTNG"})

Test = Callable[[Tiebreak, EventFacts], bool]

_TESTS: tuple[tuple[MisfitReason, Test], ...] = (
    (MisfitReason.BUCHHOLZ_IN_ROUND_ROBIN, lambda t, e: t.code in _BUCHHOLZ and e.predetermined),
    (MisfitReason.KOYA_IN_SWISS, lambda t, e: t.code == "KS" and not e.predetermined),
    (MisfitReason.UNRATED_PLAYERS, lambda t, e: t.code in _RATINGS and e.unrated > 0 and not t.unrated),
    (
        MisfitReason.ONLY_FOR_TEAMS,
        lambda t, e: not e.teams and is_for_teams(t),
    ),
    (MisfitReason.ONLY_FOR_PLAYERS, lambda t, e: e.teams and t.code in FOR_PLAYERS_ONLY),
    (MisfitReason.NOT_IN_RULESET, lambda t, e: _of_2026(t) and e.ruleset is not Ruleset.C07_2026),
    (MisfitReason.NOT_IN_C07, lambda t, e: t.code == "TPR400" and e.ruleset.c07),
    (MisfitReason.NOTHING_LEFT, lambda t, e: 0 < e.rounds <= t.cut + 2 * t.median),
    (MisfitReason.NOT_RECORDED, lambda t, e: t.code in _BROUGHT and not e.by_arbiter),
)


def _hardly_anybody_meets(event: EventFacts) -> bool:
    """Fewer than one in four of the others are met in all rounds."""
    return not event.predetermined and 0 < 4 * event.rounds < event.players - 1


def _of_2026(tiebreak: Tiebreak) -> bool:
    return tiebreak.code in _OF_2026 or (tiebreak.code == "AOB" and tiebreak.fore)


def misfits(order: Sequence[Tiebreak], event: EventFacts) -> tuple[Misfit, ...]:
    """All items that do not fit, in the order of the list, with every reason."""
    return tuple(_misfits(order, event))


def _misfits(order: Sequence[Tiebreak], event: EventFacts) -> Iterable[Misfit]:
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
