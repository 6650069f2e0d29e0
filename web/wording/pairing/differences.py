"""A round that our engine pairs otherwise, in lines for the console."""

from collections.abc import Iterable

from domain.cards.card import Pair
from domain.pairing.checker import Difference
from web.wording import Language
from web.wording.pairing import cannot_all_be_paired
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


def _pairs(pairs: Iterable[Pair], label: Label, words: Language) -> str:
    return words.listing([f"{label(p.white)}-{label(p.black)}" for p in pairs]) or words.gettext("none")


def _who(number: int | None, label: Label, words: Language) -> str:
    return label(number) if number is not None else words.gettext("nobody")
