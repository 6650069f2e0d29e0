"""The words of FIDE Dubov 2026: its steps, its criteria and its answers to "why not?"."""

from collections.abc import Iterable, Mapping

from domain.pairing.account import Step
from domain.pairing.dubov_2026 import account as f
from domain.pairing.swiss import account as shared
from domain.words.options import FIDE_COLOUR_RUN
from web.wording import N_, Language
from web.wording.pairing.told import (
    ABSENT,
    FORBIDDEN,
    NOT_BELOW_NOR_AT_REST,
    NOT_COMPLETED,
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
    upfloat_in_words,
)

BOARD = Pattern(
    N_("Board {board}: {white} - {black}, bracket {bracket}; colours by {article}."),
    N_("Board {board}: {white} - {black}, bracket {bracket}; colours by {article}; not satisfied: {criteria}."),
)
BOARD_OF_UPFLOATER = Pattern(
    N_("Board {board}: {white} - {black}, bracket {bracket}, {upfloater} floating up; colours by {article}."),
    N_(
        "Board {board}: {white} - {black}, bracket {bracket}, {upfloater} floating up; colours by {article}; "
        "not satisfied: {criteria}."
    ),
)
CRITERIA: Mapping[str, str] = {
    "C1": N_("they have met before"),
    "C2": N_("a bye, or a win's points without playing, already"),
    "C3": N_("both must have the same colour"),
    "C4": N_("everybody below can be paired"),
    "C5": N_("as few upfloaters as possible"),
    "C6": N_("small score differences to the upfloaters"),
    "C7": N_("the colour preferred"),
    "C8": N_("no upfloat beyond the maximum"),
    "C9": N_("few upfloats of those beyond the maximum"),
    "C10": N_("no second upfloat running"),
}
REASONS: Mapping[shared.Reason, Pattern] = {
    shared.Reason.THEY_DO: THEY_DO,
    shared.Reason.ABSENT: ABSENT,
    shared.Reason.BYE: Pattern(N_("{one} and {two}: one of them has the bye, which is given first (3.1).")),
    shared.Reason.FORBIDDEN: FORBIDDEN,
    shared.Reason.OTHER_BRACKETS: Pattern(
        N_("{one} and {two}: one of them floats up into a bracket to which the other does not belong (3.2.2).")
    ),
    shared.Reason.NOT_COMPLETED: NOT_COMPLETED,
    shared.Reason.NOT_BELOW: NOT_BELOW_NOR_AT_REST,
    shared.Reason.WORSE: Pattern(
        N_("{one} and {two}: the best bracket with this pair is worse."),
        N_("{one} and {two}: the best bracket with this pair is worse: {criteria}."),
    ),
    shared.Reason.LATER: Pattern(
        N_("{one} and {two}: a bracket with this pair is as good, but comes later in the prescribed order (section 4).")
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
    return words.gettext("Swiss, FIDE Dubov system of 2026 (C.04.4.1)")


def purpose(words: Language) -> str:
    """The purpose of the system, in a sentence or two."""
    return words.gettext(
        "Players with equal points are to have met equally strong opponents: whoever has had weak ones so far gets a "
        "strong one. Good where ratings are known and trusted; everybody needs one."
    )


def breach(number: str, run: int = FIDE_COLOUR_RUN) -> str | None:
    """The pattern for a broken article."""
    return BREACHES.get(number) or colour_limit(number, run)


def told(step: Step, label: Label, words: Language, run: int = FIDE_COLOUR_RUN) -> StepInWords:
    """A step in words. The criteria that a board could not satisfy stand in the same sentence, not under it."""
    match step.facts:
        case f.PairingBracket():
            under = tuple(told(one, label, words) for one in step.children)
            return StepInWords(_heading(step.facts, label, words), under)
        case f.BoardMade():
            return StepInWords(_board(step, step.facts, label, words))
        case shared.ByeGiven():
            return StepInWords(_bye(step.facts, label, words))
        case shared.WhyNot(players=(one, two), reason=reason):
            criteria = _criteria(step.children, label, words)
            return StepInWords(REASONS[reason].filled(words, criteria, one=label(one), two=label(two)))
        case shared.VirtualPoints(half_points=half, players=players):
            return StepInWords(acceleration_in_words(half, players, label, words))
        case shared.FloatUp():
            return StepInWords(upfloat_in_words(step, step.facts, CRITERIA, label, words))
        case f.Shifted():
            return StepInWords(_shifted(step.facts, label, words))
        case _:
            return StepInWords(_done(step, label, words))


def _heading(bracket: f.PairingBracket, label: Label, words: Language) -> str:
    data = {
        "number": bracket.number,
        "points": points_of(bracket.score, words),
        "residents": listed(bracket.residents, label),
        "upfloaters": listed(bracket.upfloaters, label),
    }
    if bracket.upfloaters:
        return words.gettext(
            "Bracket {number} ({points}): residents {residents}; floating up {upfloaters} (3.2.2).", **data
        )
    return words.gettext("Bracket {number} ({points}): residents {residents}; nobody floats up (3.2.1).", **data)


def _board(step: Step, made: f.BoardMade, label: Label, words: Language) -> str:
    data = {"board": made.board, "white": label(made.white), "black": label(made.black), "bracket": made.bracket}
    criteria = _criteria(step.children, label, words)
    if made.upfloater is None:
        return BOARD.filled(words, criteria, **data, article=number_of(step))
    upfloater = label(made.upfloater)
    return BOARD_OF_UPFLOATER.filled(words, criteria, **data, upfloater=upfloater, article=number_of(step))


def _shifted(shift: f.Shifted, label: Label, words: Language) -> str:
    players = listed(shift.players, label)
    if shift.unavoidable:
        pattern = (
            N_("{players} into G1: in G2 they could not but meet each other (3.2.4.1).")
            if shift.into_g1
            else N_("{players} into G2: in G1 they could not but meet each other (3.2.4.1).")
        )
    else:
        pattern = (
            N_("{players} into G1, so that both are as large (3.2.4.2).")
            if shift.into_g1
            else N_("{players} into G2, so that both are as large (3.2.4.2).")
        )
    return words.gettext(pattern, players=players)


def _done(step: Step, label: Label, words: Language) -> str:
    said = words.gettext
    match step.facts:
        case f.Divided(g1=g1, g2=g2, by_colour=by_colour):
            groups = {"g1": listed(g1, label) or "-", "g2": listed(g2, label) or "-"}
            if by_colour:
                return said("G1, due White: {g1}; G2, due Black: {g2} (3.2.3).", **groups)
            return said("Nobody has played yet: G1 is the upper half {g1}, G2 the lower {g2} (3.2.3).", **groups)
        case f.Transposed(s1=s1, averages=averages, t2=t2):
            ranked = " · ".join(f"{label(one)} ({aro})" for one, aro in zip(s1, averages, strict=True))
            pattern = N_("S1 by the average rating of the opponents: {s1}; against them {t2} (3.2.5).")
            return said(pattern, s1=ranked, t2=listed(t2, label))
        case shared.NotMet(times=times):
            return words.ngettext(
                "Not met: {criterion}.", "Not met {n} times: {criterion}.", times,
                criterion=criterion_in_words(number_of(step), CRITERIA, words),
            )  # fmt: skip
        case _:
            raise TypeError(f"no words for {type(step.facts).__name__}")


def _bye(facts: shared.ByeGiven, label: Label, words: Language) -> str:
    points = points_of(facts.score, words)
    data = {"player": label(facts.player), "points": points, "games": facts.games}
    passed = [f"{label(one)} (C2)" for one in facts.barred] + [f"{label(one)} (C4)" for one in facts.needed]
    if not passed:
        return words.gettext("Bye, given first: {player}, {points}, games played: {games} (3.1).", **data)
    return words.gettext(
        "Bye, given first: {player}, {points}, games played: {games} (3.1); could not have it: {players}.",
        players=words.listing(passed),
        **data,
    )


def _criteria(children: Iterable[Step], label: Label, words: Language) -> list[str]:
    """Criteria with the players they do not suit, or how much worse they are met."""
    return [_part(step, label, words) for step in children]


def _part(step: Step, label: Label, words: Language) -> str:
    criterion = criterion_in_words(number_of(step), CRITERIA, words)
    if isinstance(step.facts, shared.Unsatisfied):
        who = anded(step.facts.players, label, words)
        return words.gettext("{criterion} for {players}", criterion=criterion, players=who)
    return criterion
