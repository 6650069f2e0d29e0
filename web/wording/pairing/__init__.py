"""The account of a round in sentences: a file for each edition, and a row here.

    lines(system, account, label, words)    the whole account, indented lines under their headings
    told(system, step, label, words)        one step as a tree of sentences

An edition without a row is told by its articles and data, so a new system can be tried before it has words.
"""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass

from domain.pairing.account import Account, Step
from domain.pairing.last_bye import LastRests
from domain.words.options import FIDE_COLOUR_RUN
from domain.words.regulations import Regulations
from domain.words.rounds import Fault
from web.wording import N_, Language
from web.wording.pairing import (
    burstein_2026,
    double_swiss_2026,
    dubov_2026,
    dutch_1998,
    dutch_2026,
    lim,
    mcmahon,
    team_swiss_2026,
)
from web.wording.pairing.told import EditionWords, Label, StepInWords, last_rests_in_words

__all__ = [
    "EDITIONS",
    "Label",
    "StepInWords",
    "account_lines",
    "breach_pattern",
    "cannot_all_be_paired",
    "step_in_words",
    "system_name",
    "system_of_event",
    "system_purpose",
]

EDITIONS: Mapping[str, EditionWords] = {
    "dutch-1998": dutch_1998,
    "dutch-2026": dutch_2026,
    "dubov-2026": dubov_2026,
    "burstein-2026": burstein_2026,
    "double-swiss-2026": double_swiss_2026.WORDS,
    "lim": lim,
    "mcmahon": mcmahon,
    "team-swiss-2026": team_swiss_2026.WORDS,
}
"""By the name of the system."""


def step_in_words(system: str, step: Step, label: Label, words: Language, run: int = FIDE_COLOUR_RUN) -> StepInWords:
    """A step of an account in words, where so many games in a row may have one colour."""
    if isinstance(step.facts, LastRests):
        return StepInWords(last_rests_in_words(step.facts, label, words))
    edition = EDITIONS.get(system)
    return edition.told(step, label, words, run) if edition else _by_its_data(step)


def account_lines(system: str, account: Account, label: Label, words: Language) -> list[str]:
    """The whole round: how it came about, then board by board, then the bye."""
    steps = [*account.way, *(step for _, step in account.boards), *((account.bye[1],) if account.bye else ())]
    return [line for step in steps for line in _indented(step_in_words(system, step, label, words), 0)]


def _indented(step: StepInWords, depth: int) -> Iterator[str]:
    yield "  " * depth + step.sentence
    for one in step.under:
        yield from _indented(one, depth + 1)


def _by_its_data(step: Step) -> StepInWords:
    facts = step.facts
    data = [f"{f.name} {getattr(facts, f.name)}" for f in fields(facts)] if is_dataclass(facts) else [str(facts)]
    article = f"{step.article.number}: " if step.article else ""
    return StepInWords(f"{article}{type(facts).__name__}; {', '.join(data)}.", tuple(map(_by_its_data, step.children)))


def system_name(system: str, words: Language) -> str:
    """A pairing system and its edition for people; one that only another version knows has its own name."""
    edition = EDITIONS.get(system)
    return edition.name(words) if edition else system


def system_of_event(laws: Regulations, words: Language) -> str:
    """The pairing system by name; empty where a table or a bracket says who meets whom."""
    return system_name(laws.system, words) if laws.system and laws.paired_by_system else ""


def system_purpose(system: str, words: Language) -> str:
    """The purpose of a pairing system; empty for one without words."""
    edition = EDITIONS.get(system)
    return edition.purpose(words) if edition else ""


def breach_pattern(fault: Fault, edition: str, number: str, run: int = FIDE_COLOUR_RUN) -> str:
    """The pattern for a fault of a pairing by hand, with {players} and perhaps {article} to be filled in."""
    own = EDITIONS[edition].breach(number, run) if edition in EDITIONS else None
    return own or FAULTS[fault]


FAULTS: Mapping[Fault, str] = {
    Fault.RULE: N_("{players} break {article}"),
    Fault.NOT_SEATED: N_("{players} must sit at one board, neither at two nor at none ({article})"),
    Fault.SEATED_TWICE: N_("{players} must sit at one board, neither at two nor at none ({article})"),
    Fault.AWAY: N_("{players} cannot be paired in this round ({article})"),
    Fault.KEPT_APART: N_("{players} are kept apart by the arbiter"),
    Fault.MET_TOO_OFTEN: N_("{players} meet in another round of the table already"),
    Fault.COLOUR_RUN: N_("{players} has the same colour in three rounds running"),
}


def cannot_all_be_paired(numbers: list[str], words: Language, *, of_teams: bool) -> str:
    """Names the players without a legal opponent, or with too few for all of them; without a full stop."""
    if len(numbers) == 1:
        one = (
            N_("team {number} has no legal opponent left")
            if of_teams
            else N_("player {number} has no legal opponent left")
        )
        return words.gettext(one, number=numbers[0])
    all_of_them = (
        N_("teams {numbers} cannot all be paired") if of_teams else N_("players {numbers} cannot all be paired")
    )
    return words.gettext(all_of_them, numbers=words.listing(numbers))
