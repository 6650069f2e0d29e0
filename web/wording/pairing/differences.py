"""A round that our engine pairs otherwise, in lines for the console."""

from collections.abc import Iterable

from domain.cards.card import Pair
from domain.pairing.checker import Difference
from web.wording import language
from web.wording.pairing import cannot_all_be_paired
from web.wording.pairing.told import Label


def difference_lines(found: Difference, label: Label = str) -> list[str]:
    """One round that was paired otherwise."""
    if found.nothing_legal:
        why = cannot_all_be_paired([label(n) for n in found.nothing_legal], language("en"))
        return [f"Round {found.round}: no legal pairing was found; {why}."]
    lines = [f"Round {found.round} differs:"]
    if found.actual or found.ours:
        lines += [f"  in the file: {_pairs(found.actual, label)}", f"  ours:        {_pairs(found.ours, label)}"]
    if found.colours:
        lines.append(f"  colours exchanged: {_pairs(found.colours, label)}")
    if found.actual_bye != found.ours_bye:
        lines.append(f"  bye in the file: {_who(found.actual_bye, label)}; ours: {_who(found.ours_bye, label)}")
    return lines


def _pairs(pairs: Iterable[Pair], label: Label) -> str:
    return ", ".join(f"{label(p.white)}-{label(p.black)}" for p in pairs) or "none"


def _who(number: int | None, label: Label) -> str:
    return label(number) if number is not None else "nobody"
