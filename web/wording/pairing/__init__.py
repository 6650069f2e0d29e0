"""The account of a round in sentences: a file for each edition, and a row here.

    lines(system, account, label, words)    the whole account, indented lines under their headings
    told(system, step, label, words)        one step as a tree of sentences

An edition without a row is told by its articles and data, so a new system can be tried before it has words.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass

from domain.cards.card import Pair
from domain.pairing.checker import Difference
from domain.pairing.kept_apart import ApartByRule, KeptApart
from domain.pairing.last_bye import LastRests
from domain.pairing.system import Account, Step
from domain.words.options import FIDE_COLOUR_RUN
from domain.words.regulations import Regulations
from domain.words.rounds import Fault
from web.wording import N_, Language
from web.wording.pairing import burstein_2026, dubov_2026, dutch_1998, dutch_2026, keizer, lim, mcmahon, top_scoregroup
from web.wording.pairing.told import (
    EditionWords,
    Label,
    StepInWords,
    Telling,
    apart_by_rule_in_words,
    kept_apart_in_words,
    last_rests_in_words,
)

EDITIONS: Mapping[str, EditionWords] = {
    "dutch-2026": dutch_2026.WORDS,
    "dubov-2026": dubov_2026.WORDS,
    "burstein-2026": burstein_2026.WORDS,
    "mcmahon": mcmahon.WORDS,
    "keizer": keizer.WORDS,
    "double-swiss-2026": top_scoregroup.DoubleSwissWords(),
    "lim": lim.WORDS,
    "team-swiss-2026": top_scoregroup.TeamSwissWords(),
    "dutch-1998": dutch_1998.WORDS,
}
"""By the name of the system, in the order of the manual."""


def step_in_words(system: str, step: Step, label: Label, words: Language, run: int = FIDE_COLOUR_RUN) -> StepInWords:
    """A step of an account in words, where so many games in a row may have one colour."""
    telling = Telling(step, label, words, {})
    match step.facts:
        case LastRests():
            return StepInWords(last_rests_in_words(telling, step.facts))
        case KeptApart():
            return StepInWords(kept_apart_in_words(telling, step.facts))
        case ApartByRule():
            return StepInWords(apart_by_rule_in_words(telling, step.facts))
    edition = EDITIONS.get(system)
    return edition.told(step, label, words, run) if edition else _by_its_data(step)


def account_lines(system: str, account: Account, label: Label, words: Language) -> list[str]:
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
    return words.gettext(edition.title) if edition else system


def system_of_event(laws: Regulations, words: Language) -> str:
    """The pairing system by name; empty where a table or a bracket says who meets whom."""
    return system_name(laws.system, words) if laws.system and laws.paired_by_system else ""


def system_purpose(system: str, words: Language) -> str:
    """The purpose of a pairing system; empty for one without words."""
    edition = EDITIONS.get(system)
    return words.gettext(edition.use) if edition else ""


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
    return words.gettext(
        CANNOT_BE_PAIRED[len(numbers) > 1, of_teams], numbers=words.listing(numbers), number=numbers[0]
    )


CANNOT_BE_PAIRED: Mapping[tuple[bool, bool], str] = {
    (False, False): N_("player {number} has no legal opponent left"),
    (False, True): N_("team {number} has no legal opponent left"),
    (True, False): N_("players {numbers} cannot all be paired"),
    (True, True): N_("teams {numbers} cannot all be paired"),
}
"""Whether there are several, and whether they are teams."""


def difference_lines(found: Difference, words: Language, label: Label = str, *, of_teams: bool = False) -> list[str]:
    said = words.gettext
    if found.nothing_legal:
        why = cannot_all_be_paired([label(n) for n in found.nothing_legal], words, of_teams=of_teams)
        return [said("Round {round}: no legal pairing was found; {why}.", round=found.round, why=why)]
    lines = [said("Round {round} differs:", round=found.round)]
    if found.actual or found.ours:
        lines.append(said("  in the file: {pairs}", pairs=_pairs(found.actual, label, words)))
        lines.append(said("  ours:        {pairs}", pairs=_pairs(found.ours, label, words)))
    if found.colours:
        lines.append(said("  colours exchanged: {pairs}", pairs=_pairs(found.colours, label, words)))
    if found.actual_bye != found.ours_bye:
        byes = {"theirs": _who(found.actual_bye, label, words), "ours": _who(found.ours_bye, label, words)}
        lines.append(said("  bye in the file: {theirs}; ours: {ours}", **byes))
    return lines


def reason_lines(
    system: str, account: Account, answers: Iterable[Step], words: Language, label: Label = str
) -> list[str]:
    """The account of our pairing of such a round, and the answer for each pair of the file that is not ours."""
    told = [step_in_words(system, answer, label, words).sentence for answer in answers]
    lines = [words.gettext("  why ours:"), *(f"    {line}" for line in account_lines(system, account, label, words))]
    return [*lines, *([words.gettext("  why not as in the file:")] if told else []), *(f"    {line}" for line in told)]


def _pairs(pairs: Iterable[Pair], label: Label, words: Language) -> str:
    return words.listing([f"{label(p.white)}-{label(p.black)}" for p in pairs]) or words.gettext("none")


def _who(number: int | None, label: Label, words: Language) -> str:
    return label(number) if number is not None else words.gettext("nobody")
