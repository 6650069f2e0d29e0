"""The words of FIDE Dutch 2026: its steps, its criteria and its answers to "why not?"."""

from collections.abc import Iterable, Mapping

from domain.pairing.account import Step
from domain.pairing.dutch_2026 import account as f
from domain.pairing.swiss import account as shared
from domain.words.options import FIDE_COLOUR_RUN
from web.wording import N_, Language
from web.wording.pairing.told import (
    ABSENT,
    FORBIDDEN,
    IN_ONE_GROUP,
    IN_THE_REMAINDER,
    MOVED_DOWN,
    NOT_BELOW,
    NOT_COMPLETED,
    OTHER_BRACKETS,
    THEY_DO,
    Label,
    Pattern,
    StepInWords,
    acceleration_in_words,
    anded,
    colour_limit,
    criterion_in_words,
    listed,
    number_of,
    points_of,
)

BOARDS: Mapping[f.PairRole, Pattern] = {
    f.PairRole.MOVED_DOWN: MOVED_DOWN,
    f.PairRole.REMAINDER: IN_THE_REMAINDER,
    f.PairRole.HOMOGENEOUS: IN_ONE_GROUP,
}
CRITERIA: Mapping[str, str] = {
    "C1": N_("they have met before"),
    "C2": N_("a bye, or a win's points without playing, already"),
    "C3": N_("both must have the same colour"),
    "C5": N_("the bye goes to the lowest score possible"),
    "C6": N_("as few downfloaters as possible"),
    "C7": N_("the lowest scores among the downfloaters"),
    "C8": N_("the best start for the next bracket"),
    "C9": N_("the bye to the fewest unplayed games"),
    "C10": N_("no topscorer's colour difference above two"),
    "C11": N_("no topscorer's third game running with one colour"),
    "C12": N_("the colour preferred"),
    "C13": N_("the colour strongly preferred"),
    "C14": N_("no second downfloat running"),
    "C15": N_("no second upfloat running"),
    "C16": N_("no downfloat like the one two rounds before"),
    "C17": N_("no upfloat like the one two rounds before"),
    "C18": N_("small score differences for those who floated down in the last round"),
    "C19": N_("small score differences for those who floated up in the last round"),
    "C20": N_("small score differences for those who floated down two rounds before"),
    "C21": N_("small score differences for those who floated up two rounds before"),
}
CRITERIA_OF_THREE: Mapping[str, str] = {
    **CRITERIA,
    "C10": N_("no topscorer's colour difference above three"),
    "C11": N_("no topscorer's fourth game running with one colour"),
}
"""For regulations that allow three games in a row with one colour."""
REASONS: Mapping[f.Reason, Pattern] = {
    f.Reason.THEY_DO: THEY_DO,
    f.Reason.ABSENT: ABSENT,
    f.Reason.FORBIDDEN: FORBIDDEN,
    f.Reason.OTHER_BRACKETS: OTHER_BRACKETS,
    f.Reason.NOT_COMPLETED: NOT_COMPLETED,
    f.Reason.NOT_BELOW: NOT_BELOW,
    f.Reason.WORSE: Pattern(
        N_("{one} and {two}: the best pairing with this pair is worse."),
        N_("{one} and {two}: the best pairing with this pair is worse: {criteria}."),
    ),
    f.Reason.LATER: Pattern(
        N_("{one} and {two}: a pairing with this pair is as good, but comes later in the prescribed order (section 4).")
    ),
}
BREACHES: Mapping[str, str] = {
    "C1": N_("{players} have played each other already (C1)"),
    "C2": N_("{players} had a bye, or a win's points without play, already (C2)"),
    "C3": N_("{players} both must have the same colour (C3)"),
    "C4": N_("too few opponents are left for {players} (C4)"),
}


def name(words: Language) -> str:
    """The system and its edition for people."""
    return words.gettext("Swiss, FIDE Dutch system of 2026 (C.04.3)")


def purpose(words: Language) -> str:
    """The purpose of the system, in a sentence or two."""
    return words.gettext(
        "The usual system: in a group of equal points the upper half meets the lower half, and colours and moves "
        "between groups are kept fair. Good for any open tournament."
    )


def breach(number: str, run: int = FIDE_COLOUR_RUN) -> str | None:
    """The pattern for a broken article."""
    return BREACHES.get(number) or colour_limit(number, run)


def told(step: Step, label: Label, words: Language, run: int = FIDE_COLOUR_RUN) -> StepInWords:
    """A step in words. The criteria that a board could not satisfy stand in the same sentence, not under it."""
    match step.facts:
        case f.PairingBracket():
            return StepInWords(
                _heading(step.facts, label, words), tuple(told(one, label, words, run) for one in step.children)
            )
        case f.BoardMade(board=board, white=white, black=black, bracket=bracket, role=role):
            where = {"board": board, "white": label(white), "black": label(black), "bracket": bracket}
            criteria = _criteria(step.children, label, words, run)
            return StepInWords(BOARDS[role].filled(words, criteria, **where, article=number_of(step)))
        case f.ByeGiven():
            return StepInWords(_bye(step.facts, label, words))
        case f.WhyNot(players=(one, two), reason=reason):
            criteria = _criteria(step.children, label, words, run)
            return StepInWords(REASONS[reason].filled(words, criteria, one=label(one), two=label(two)))
        case _:
            return StepInWords(_done(step, label, words, run))


def _heading(bracket: f.PairingBracket, label: Label, words: Language) -> str:
    data = {
        "number": bracket.number,
        "points": points_of(bracket.score, words),
        "residents": listed(bracket.residents, label),
        "moved": listed(bracket.moved_down, label),
    }
    if bracket.moved_down:
        pattern = N_(
            "Bracket {number} ({points}): residents {residents}, moved down {moved}, who are paired first (3.4)."
        )
    else:
        pattern = N_("Bracket {number} ({points}): residents {residents}; paired as one group.")
    return words.gettext(pattern, **data)


def _done(step: Step, label: Label, words: Language, run: int) -> str:
    said, facts = words.gettext, step.facts
    match facts:
        case f.FirstOpponents(moved_down=moved, opponents=opponents):
            met = {"moved": listed(moved, label), "opponents": listed(opponents, label)}
            return said("Moved down {moved} against residents {opponents} (3.4).", **met)
        case f.Halves(s1=s1, opponents=opponents, from_s1=out, from_s2=into):
            sides = {"s1": listed(s1, label), "opponents": listed(opponents, label)}
            if not out:
                return said("S1 {s1} against S2 {opponents} (4.2).", **sides)
            swapped = {"out": listed(out, label), "into": listed(into, label)}
            return said("S1 {s1} against S2 {opponents}, {out} exchanged for {into} (4.3).", **sides, **swapped)
        case shared.VirtualPoints(half_points=half, players=players):
            return acceleration_in_words(half, players, label, words)
        case shared.NotMet(times=times):
            return words.ngettext(
                "Not met: {criterion}.", "Not met {n} times: {criterion}.", times,
                criterion=criterion_in_words(number_of(step), _criteria_for(run), words),
            )  # fmt: skip
        case f.Downfloaters(players=players):
            return said("Not paired here: {players}.", players=listed(players, label))
        case _:
            raise TypeError(f"no words for {type(facts).__name__}")


def _bye(facts: f.ByeGiven, label: Label, words: Language) -> str:
    data = {"player": label(facts.player), "bracket": facts.bracket}
    if not facts.barred:
        return words.gettext("Bye: {player}, bracket {bracket} (C5, C9).", **data)
    shown = words.listing([f"{label(one)} (C2)" for one in facts.barred])
    return words.gettext(
        "Bye: {player}, bracket {bracket} (C5, C9); could not have it: {players}.", players=shown, **data
    )


def _criteria_for(run: int) -> Mapping[str, str]:
    return CRITERIA if run == FIDE_COLOUR_RUN else CRITERIA_OF_THREE


def _criteria(children: Iterable[Step], label: Label, words: Language, run: int) -> list[str]:
    """Criteria with the players they do not suit, or how much worse they are met."""
    return [_part(step, label, words, run) for step in children]


def _part(step: Step, label: Label, words: Language, run: int) -> str:
    criterion = criterion_in_words(number_of(step), _criteria_for(run), words)
    if isinstance(step.facts, shared.Unsatisfied):
        who = anded(step.facts.players, label, words)
        return words.gettext("{criterion} for {players}", criterion=criterion, players=who)
    return criterion
