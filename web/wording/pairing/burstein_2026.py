"""The words of FIDE Burstein 2026: its steps, its criteria and its answers to "why not?"."""

from collections.abc import Iterable, Mapping

from domain.pairing.account import Step
from domain.pairing.burstein_2026 import account as f
from domain.pairing.swiss import account as shared
from domain.words.options import FIDE_COLOUR_RUN
from web.wording import N_, Language
from web.wording.pairing import dutch_2026
from web.wording.pairing.told import (
    NOT_BELOW_NOR_AT_REST,
    Label,
    Pattern,
    StepInWords,
    anded,
    criterion_in_words,
    listed,
    number_of,
    points_of,
)

BOARD = Pattern(
    N_("Board {board}: {white} - {black}, bracket {bracket}, its numbers {numbers}; colours by {article}."),
    N_(
        "Board {board}: {white} - {black}, bracket {bracket}, its numbers {numbers}; "
        "colours by {article}; not satisfied: {criteria}."
    ),
)
CRITERIA: Mapping[str, str] = {
    **{number: dutch_2026.CRITERIA[number] for number in ("C1", "C2", "C3")},
    "C5": N_("as few floaters as possible"),
    "C6": N_("the lowest scores among the floaters"),
    "C7": dutch_2026.CRITERIA["C8"],
    "C8": dutch_2026.CRITERIA["C12"],
}
SAID_OF_THE_DUTCH = {str(reason): pattern for reason, pattern in dutch_2026.REASONS.items()}
REASONS: Mapping[str, Pattern] = SAID_OF_THE_DUTCH | {
    shared.Reason.BYE: Pattern(
        N_("{one} and {two}: one of them has the bye, which is given before anybody is paired (3.1).")
    ),
    shared.Reason.NOT_BELOW: NOT_BELOW_NOR_AT_REST,
}
"""By the value of the reason; both systems have most of them."""


def name(words: Language) -> str:
    """The system and its edition for people."""
    return words.gettext("Swiss, FIDE Burstein system of 2026 (C.04.4.2)")


def purpose(words: Language) -> str:
    """The purpose of the system, in a sentence or two."""
    return words.gettext(
        "After some rounds of the Dutch system, players with equal points are ranked by the opponents they have met, "
        "and the first meets the last. Good where many have no rating or a wrong one: only this event's results count."
    )


def breach(number: str, run: int = FIDE_COLOUR_RUN) -> str | None:
    """The pattern for a broken article; C1 to C4 are those of the Dutch system."""
    return dutch_2026.breach(number, run)


def told(step: Step, label: Label, words: Language, run: int = FIDE_COLOUR_RUN) -> StepInWords:
    """A step in words; the first rounds take the steps of the Dutch system."""
    match step.facts:
        case f.PairingBracket():
            return StepInWords(
                _heading(step.facts, label, words), tuple(told(one, label, words) for one in step.children)
            )
        case f.BoardMade(board=board, white=white, black=black, bracket=bracket, numbers=numbers):
            where = {"board": board, "white": label(white), "black": label(black), "bracket": bracket}
            criteria = _criteria(step.children, label, words)
            shown = words.all_of([str(number) for number in numbers])
            return StepInWords(BOARD.filled(words, criteria, **where, numbers=shown, article=number_of(step)))
        case shared.ByeGiven():
            return StepInWords(_bye(step.facts, label, words))
        case shared.WhyNot(players=(one, two), reason=reason):
            criteria = _criteria(step.children, label, words)
            return StepInWords(REASONS[reason].filled(words, criteria, one=label(one), two=label(two)))
        case f.FirstRounds(round=round, many=many):
            return StepInWords(
                words.ngettext(
                    "Round {round}, the first one, is paired by FIDE Dutch 2026 (1.6).",
                    "Round {round} is one of the first {n}, which are paired by FIDE Dutch 2026 (1.6).",
                    many,
                    round=round,
                )
            )
        case f.Ranking() | f.PairsInOrder() | f.OutgoingFloaters() | shared.NotMet() | shared.VirtualPoints():
            return StepInWords(_done(step, label, words))
        case _:
            return dutch_2026.told(step, label, words, run)


def _heading(bracket: f.PairingBracket, label: Label, words: Language) -> str:
    data = {
        "number": bracket.number,
        "points": points_of(bracket.score, words),
        "residents": listed(bracket.residents, label),
    }
    if not bracket.incoming:
        return words.gettext("Bracket {number} ({points}): residents {residents}.", **data)
    incoming = listed(bracket.incoming, label)
    return words.gettext(
        "Bracket {number} ({points}): residents {residents}, floaters from above {incoming}.", incoming=incoming, **data
    )


def _done(step: Step, label: Label, words: Language) -> str:
    said, facts = words.gettext, step.facts
    match facts:
        case f.Ranking(players=players):
            ranked = words.listing([_ranked(one, label, words) for one in players])
            return said("Ranking by the opponents met (1.8), Buchholz and Sonneborn-Berger: {players}.", players=ranked)
        case f.PairsInOrder(pairs=pairs, folded=folded):
            shown = " ".join(f"{one}-{other}" for one, other in pairs)
            if folded:
                return said("The first against the last, and so on inwards (4.3): {pairs}.", pairs=shown)
            return said("The first pairing of the best in the prescribed order (4.3): {pairs}.", pairs=shown)
        case shared.VirtualPoints(half_points=half, players=players):
            pattern = N_(
                "Acceleration (C.04.7): {points} more for {players}, for the brackets of this pairing alone (1.7.2)."
            )
            return said(pattern, points=points_of(half, words), players=listed(players, label))
        case shared.NotMet(times=times):
            return words.ngettext(
                "Not met: {criterion}.", "Not met {n} times: {criterion}.", times,
                criterion=criterion_in_words(number_of(step), CRITERIA, words),
            )  # fmt: skip
        case f.OutgoingFloaters(players=players):
            return said("Not paired here: {players}.", players=listed(players, label))
        case _:
            raise TypeError(f"no words for {type(facts).__name__}")


def _ranked(one: f.RankedPlayer, label: Label, words: Language) -> str:
    """`7 (12½, 30.25)`."""
    buchholz, sonneborn = one.index.buchholz, one.index.sonneborn_berger
    quarters = f"{sonneborn // 4}.{sonneborn % 4 * 25:02}".rstrip("0").rstrip(".")
    return f"{label(one.player)} ({words.points(buchholz)}, {quarters})"


def _bye(facts: shared.ByeGiven, label: Label, words: Language) -> str:
    data = {"player": label(facts.player), "points": points_of(facts.score, words)}
    bye = words.ngettext(
        "Bye, before anybody is paired: {player}, {points}, {n} game (3.1).",
        "Bye, before anybody is paired: {player}, {points}, {n} games (3.1).",
        facts.games,
        **data,
    )
    shown = [f"{label(one)} (C2)" for one in facts.barred] + [f"{label(one)} (C4)" for one in facts.needed]
    if not shown:
        return bye
    return bye + " " + words.gettext("Before them, but not possible: {players}.", players=words.listing(shown))


def _criteria(children: Iterable[Step], label: Label, words: Language) -> list[str]:
    """Criteria with the players they do not suit, or how much worse they are met."""
    return [_part(step, label, words) for step in children]


def _part(step: Step, label: Label, words: Language) -> str:
    criterion = criterion_in_words(number_of(step), CRITERIA, words)
    if isinstance(step.facts, shared.Unsatisfied):
        who = anded(step.facts.players, label, words)
        return words.gettext("{criterion} for {players}", criterion=criterion, players=who)
    return criterion
