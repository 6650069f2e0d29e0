"""The rules of FIDE in force, with which a new tournament starts, and what of other regulations stands outside them."""

from collections.abc import Collection

from domain.decisions.tiebreak_list import list_of
from domain.formats import FORMATS
from domain.ranking.lists import PRESETS
from domain.ranking.tiebreaks import Ruleset
from domain.ranking.tiebreaks.fitness import EventFacts, MisfitReason, misfits
from domain.refusals import OutsideFideMode, TiebreaksOfOtherFormat
from domain.words.options import TableColours
from domain.words.regulations import CorrectionPolicy, Regulations

IN_FORCE = Regulations(
    system="dutch-2026",
    order=("C07-SWISS",),
    ruleset=Ruleset.C07_2026.value,
    corrections=CorrectionPolicy.HANDLING_2026,
)
"""C.04.2 and C.04.3 since 1 February 2026, C.07 since 1 March 2026."""

SYSTEM_OF_TEAMS = "team-swiss-2026"
"""With which an event of teams begins (C.04.6)."""

SYSTEMS_IN_FORCE = frozenset(
    {IN_FORCE.system, "dubov-2026", "burstein-2026", "lim", "double-swiss-2026", SYSTEM_OF_TEAMS}
)
"""The systems of C.04.3, C.04.4, C.04.5 and C.04.6 in their editions of 2026."""

LISTS_OF_C07 = frozenset(name for name in PRESETS if name.startswith("C07-"))
NOT_IN_C07 = frozenset({"SBX2", "TPR400"})
"""Tie-breaks of other texts."""

OF_OTHER_FORMAT = frozenset({MisfitReason.BUCHHOLZ_IN_ROUND_ROBIN, MisfitReason.KOYA_IN_SWISS})
"""C.07, 8: no Buchholz where everybody meets everybody. C.07, 9.2: Koya there alone."""


def outside(regulations: Regulations) -> tuple[str, ...]:
    """The fields whose choice is none of the rules in force; empty = FIDE mode may be kept."""
    rules = FORMATS[regulations.format]
    kept = {
        "system": not rules.paired_by_system or regulations.system in SYSTEMS_IN_FORCE,
        "swiss": not rules.paired_by_system or regulations.swiss == IN_FORCE.swiss,
        "table_colours": not rules.colours_may_be_drawn or regulations.round_robin.colours is TableColours.BERGER,
        "order": _of_c07(regulations),
        "ruleset": regulations.ruleset == IN_FORCE.ruleset,
        "corrections": regulations.corrections is IN_FORCE.corrections,
    }
    return tuple(field for field, is_kept in kept.items() if not is_kept)


def _of_c07(regulations: Regulations) -> bool:
    named = {item.upper() for item in regulations.order} & set(PRESETS)
    foreign = any(t.code in NOT_IN_C07 for t in list_of(regulations).order)
    return named <= LISTS_OF_C07 and not foreign and not of_other_format(regulations)


def of_other_format(regulations: Regulations) -> tuple[str, ...]:
    """Tie-breaks that C.07 has for another format than that of the regulations."""
    event = EventFacts(Ruleset(regulations.ruleset), FORMATS[regulations.format].predetermined)
    found = misfits(list_of(regulations).order, event)
    return tuple(str(one.tiebreak) for one in found if one.reason in OF_OTHER_FORMAT)


def refuse_outside(regulations: Regulations, allowed: Collection[str] = ()) -> None:
    """Raises TiebreaksOfOtherFormat or OutsideFideMode, but for the fields that are allowed to stand outside."""
    fields = tuple(field for field in outside(regulations) if field not in allowed)
    if "order" in fields and (unfit := of_other_format(regulations)):
        raise TiebreaksOfOtherFormat(unfit, FORMATS[regulations.format].predetermined)
    if fields:
        raise OutsideFideMode(fields)
