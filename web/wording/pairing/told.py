"""Parts of the wording of every edition."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from domain.files.trf.columns import written
from domain.pairing.account import Step
from domain.pairing.last_bye import LastRests
from domain.pairing.swiss.account import FloatUp, PassedOver
from domain.words.options import FIDE_COLOUR_RUN
from web.wording import N_, Language

Label = Callable[[int], str]
"""The way a pairing number is shown."""


@dataclass(frozen=True, slots=True)
class StepInWords:
    """A step in words, and what belongs under it."""

    sentence: str
    under: tuple["StepInWords", ...] = ()


@dataclass(frozen=True, slots=True)
class Pattern:
    """A sentence, and the same sentence where {criteria} are named in it."""

    bare: str
    naming: str = ""
    """Empty: the sentence names none."""

    def filled(self, words: Language, criteria: Sequence[str], **data: object) -> str:
        if not (criteria and self.naming):
            return words.gettext(self.bare, **data)
        return words.gettext(self.naming, criteria=words.listing(list(criteria)), **data)


THEY_DO = Pattern(N_("{one} and {two}: they do meet."))
ABSENT = Pattern(N_("{one} and {two}: one of them is not paired in this round."))
FORBIDDEN = Pattern(
    N_("{one} and {two}: they must not meet."),
    N_("{one} and {two}: they must not meet: {criteria}."),
)
OTHER_BRACKETS = Pattern(N_("{one} and {two}: they are never in one bracket together."))
"""Answers to "why not?" that every edition can give."""
NOT_COMPLETED = Pattern(N_("{one} and {two}: with this pair not everybody else can be paired (C4)."))
NOT_BELOW = Pattern(
    N_("{one} and {two}: with this pair, of those left after the brackets above, not all others can be paired (C4).")
)
NOT_BELOW_NOR_AT_REST = Pattern(
    N_(
        "{one} and {two}: with this pair, of those left after the bye and the brackets above, "
        "not all others can be paired (C4)."
    )
)
"""For systems that give the bye first."""
MOVED_DOWN = Pattern(
    N_(
        "Board {board}: {white} - {black}, bracket {bracket}, the higher one had been moved down; colours by {article}."
    ),
    N_(
        "Board {board}: {white} - {black}, bracket {bracket}, the higher one had been moved down; "
        "colours by {article}; not satisfied: {criteria}."
    ),
)
IN_THE_REMAINDER = Pattern(
    N_("Board {board}: {white} - {black}, bracket {bracket}, in the remainder of the bracket; colours by {article}."),
    N_(
        "Board {board}: {white} - {black}, bracket {bracket}, in the remainder of the bracket; "
        "colours by {article}; not satisfied: {criteria}."
    ),
)
IN_ONE_GROUP = Pattern(
    N_("Board {board}: {white} - {black}, bracket {bracket}, in a bracket paired as one group; colours by {article}."),
    N_(
        "Board {board}: {white} - {black}, bracket {bracket}, in a bracket paired as one group; "
        "colours by {article}; not satisfied: {criteria}."
    ),
)


class EditionWords(Protocol):
    """A file of this folder: the words of one edition."""

    def name(self, words: Language) -> str:
        """The system and its edition for people."""

    def purpose(self, words: Language) -> str:
        """The purpose of the system, in a sentence or two."""

    def told(self, step: Step, label: Label, words: Language, run: int = FIDE_COLOUR_RUN) -> StepInWords:
        """A step of its account, or its answer to "why not?", where so many games in a row may have one colour."""

    def breach(self, number: str, run: int = FIDE_COLOUR_RUN) -> str | None:
        """The pattern for a broken article, with {players}; None: it has no words of its own."""


_COLOUR_LIMITS: Mapping[str, tuple[str, str]] = {
    "C.04.1, 6": (
        N_("{players} would be more than two ahead in one colour (C.04.1, 6)"),
        N_("{players} would be more than three ahead in one colour (C.04.1, 6)"),
    ),
    "C.04.1, 7": (
        N_("{players} would get the same colour a third time in a row (C.04.1, 7)"),
        N_("{players} would get the same colour a fourth time in a row (C.04.1, 7)"),
    ),
}
"""Where two games in a row may have one colour, and where three may."""


def colour_limit(number: str, run: int) -> str | None:
    """The pattern for a broken limit of the colours, with {players}; None for another article."""
    patterns = _COLOUR_LIMITS.get(number)
    return patterns[run > FIDE_COLOUR_RUN] if patterns else None


def listed(numbers: Iterable[int], label: Label) -> str:
    """Bare numbers stand side by side; names need something between them."""
    shown = [label(n) for n in numbers]
    return (" · " if any(not s.isdigit() for s in shown) else " ").join(shown)


def anded(numbers: Iterable[int], label: Label, words: Language) -> str:
    """`3`, `3 and 4`, `3, 4 and 5`."""
    return words.all_of([label(number) for number in numbers])


def criterion_in_words(number: str, criteria: Mapping[str, str], words: Language) -> str:
    """Its number and what it asks; one of no edition is the arbiter's own."""
    if number not in criteria:
        return words.gettext("the arbiter's ban")
    return words.gettext("{number} ({meaning})", number=number, meaning=words.gettext(criteria[number]))


def number_of(step: Step) -> str:
    """The number of its article; empty for a mere fact."""
    return step.article.number if step.article else ""


def upfloat_in_words(step: Step, facts: FloatUp, criteria: Mapping[str, str], label: Label, words: Language) -> str:
    """The upfloaters of a bracket, and why none of the first who come before them in the order."""
    data = {"players": anded(facts.players, label, words), "article": number_of(step)}
    if not step.children:
        return words.gettext("Floating up: {players}, the first in the order ({article}).", **data)
    passed = [_passed(one, criteria, label, words) for one in step.children]
    if facts.more:
        passed.append(words.gettext("and {n} more", n=facts.more))
    pattern = N_("Floating up: {players} ({article}). Before them in the order: {passed}.")
    return words.gettext(pattern, **data, passed="; ".join(passed))


def _passed(step: Step, criteria: Mapping[str, str], label: Label, words: Language) -> str:
    assert isinstance(step.facts, PassedOver)
    player, left = label(step.facts.player), step.facts.stranded
    if step.article is not None:
        criterion = criterion_in_words(step.article.number, criteria, words)
        return words.gettext("with {player} worse by {criterion}", player=player, criterion=criterion)
    if step.facts.player in left:
        return words.gettext("{player} can meet nobody there", player=player)
    names = anded(left, label, words)
    if step.facts.met:
        return words.gettext("{player} would leave {players}, who have met", player=player, players=names)
    if len(left) == 1:
        return words.gettext("{player} would leave {players} without an opponent", player=player, players=names)
    if left:
        return words.gettext("{player} would leave {players}, who cannot all be paired", player=player, players=names)
    return words.gettext("{player} only in a later set", player=player)


def acceleration_in_words(half: int, players: Sequence[int], label: Label, words: Language) -> str:
    """The virtual points of an accelerated event."""
    points = points_of(half, words)
    if players[-1] - players[0] == len(players) - 1:
        pattern = N_("Acceleration (C.04.7): {points} more for {first} to {last}, for this pairing alone.")
        return words.gettext(pattern, points=points, first=label(players[0]), last=label(players[-1]))
    pattern = N_("Acceleration (C.04.7): {points} more for {players}, for this pairing alone.")
    return words.gettext(pattern, points=points, players=listed(players, label))


def points_of(half: int, words: Language) -> str:
    """Half-points in words. A half takes the form of two, as in 1½ points."""
    number = written(half).removesuffix(".0")
    return words.ngettext("{points} point", "{points} points", 2 if half % 2 else half // 2, points=number)


# The words of a bye that the regulations settle before anybody is paired, whatever the system.


def last_rests_in_words(facts: LastRests, label: Label, words: Language) -> str:
    """A sentence about the one who rests, and about those below who do not."""
    said = [
        words.gettext(
            "Bye, before anybody is paired: {player}, the last of the lowest score group ({points}) who has had none.",
            player=label(facts.player),
            points=points_of(facts.score, words),
        )
    ]
    if facts.rested:
        said.append(words.gettext("Had one already: {players}.", players=listed(facts.rested, label)))
    if facts.needed:
        said.append(
            words.gettext(
                "Without one of these the others cannot all be paired: {players}.",
                players=listed(facts.needed, label),
            )
        )
    return " ".join(said)
