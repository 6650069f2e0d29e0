"""A round that our engine pairs otherwise, in lines for the console."""

from collections.abc import Iterable

from domain.cards.card import Pair
from domain.pairing.account import Account, Step
from domain.pairing.checker import Difference
from web.wording import Language
from web.wording.pairing import account_lines, cannot_all_be_paired, step_in_words
from web.wording.pairing.told import Label


def difference_lines(found: Difference, words: Language, label: Label = str, *, of_teams: bool = False) -> list[str]:
    """One round that was paired otherwise."""
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
