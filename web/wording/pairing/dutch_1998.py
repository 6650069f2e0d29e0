"""The words of FIDE Dutch 1998: its steps, its criteria and its answers to "why not?"."""

from collections.abc import Iterable, Mapping

from domain.pairing.account import Step
from domain.pairing.dutch_1998 import account as f
from domain.words.options import FIDE_COLOUR_RUN
from web.wording import N_, Language
from web.wording.pairing.told import (
    ABSENT,
    FORBIDDEN,
    IN_ONE_GROUP,
    IN_THE_REMAINDER,
    MOVED_DOWN,
    THEY_DO,
    Label,
    Pattern,
    StepInWords,
    anded,
    criterion_in_words,
    listed,
    number_of,
    points_of,
)

HEADINGS: Mapping[f.Treatment, tuple[str, str, str]] = {
    f.Treatment.HOMOGENEOUS: (
        N_("Bracket {number} ({points}): residents {residents}, moved down {moved}; paired as one group."),
        N_("Bracket {number} ({points}): residents {residents}; paired as one group."),
        N_("Bracket {number} ({points}): moved down {moved}; paired as one group."),
    ),
    f.Treatment.HETEROGENEOUS: (
        N_(
            "Bracket {number} ({points}): residents {residents}, moved down {moved}; "
            "those moved down are paired first (A.6)."
        ),
        N_("Bracket {number} ({points}): residents {residents}; those moved down are paired first (A.6)."),
        N_("Bracket {number} ({points}): moved down {moved}; those moved down are paired first (A.6)."),
    ),
    f.Treatment.MIXED: (
        N_(
            "Bracket {number} ({points}): residents {residents}, moved down {moved}; "
            "at least half were moved down, so it is paired as one group (A.3)."
        ),
        N_(
            "Bracket {number} ({points}): residents {residents}; "
            "at least half were moved down, so it is paired as one group (A.3)."
        ),
        N_(
            "Bracket {number} ({points}): moved down {moved}; "
            "at least half were moved down, so it is paired as one group (A.3)."
        ),
    ),
}
"""With residents and others, with residents alone, without residents."""
BOARDS: Mapping[f.PairRole, Pattern] = {
    f.PairRole.MOVED_DOWN: MOVED_DOWN,
    f.PairRole.REMAINDER: IN_THE_REMAINDER,
    f.PairRole.HOMOGENEOUS: IN_ONE_GROUP,
}
REOPENINGS: Mapping[f.Reopening, str] = {
    f.Reopening.OTHERS_SENT: N_("C.12: paired again, to send somebody else down to the bracket below."),
    f.Reopening.PAIRED_AGAIN: N_("C.13: paired again, so that the last bracket can be completed."),
    f.Reopening.MOVED_WHOLE: N_("C.13: everybody moves down, so that the last bracket can be completed."),
}
REASONS: Mapping[f.Reason, Pattern] = {
    f.Reason.THEY_DO: THEY_DO,
    f.Reason.ABSENT: ABSENT,
    f.Reason.FORBIDDEN: FORBIDDEN,
    f.Reason.OTHER_BRACKETS: Pattern(
        N_("{one} and {two}: they are never in one score bracket together."),
        N_("{one} and {two}: they are never in one score bracket together: {criteria}."),
    ),
    f.Reason.NOT_COMPLETED: Pattern(
        N_("{one} and {two}: with this pair their bracket cannot be completed, whatever is given up."),
        N_("{one} and {two}: with this pair their bracket cannot be completed, whatever is given up: {criteria}."),
    ),
    f.Reason.WORSE: Pattern(
        N_("{one} and {two}: a pairing with this pair gives up more."),
        N_("{one} and {two}: a pairing with this pair gives up more: {criteria}."),
    ),
    f.Reason.BELOW: Pattern(
        N_(
            "{one} and {two}: a pairing with this pair would come earlier, but the bracket below could not be "
            "completed with those it moves down (C.12, C.13)."
        ),
        N_(
            "{one} and {two}: a pairing with this pair would come earlier, but the bracket below could not be "
            "completed with those it moves down (C.12, C.13): {criteria}."
        ),
    ),
    f.Reason.LATER: Pattern(
        N_("{one} and {two}: a pairing with this pair is as good, but comes later in the prescribed order (D.1, D.2)."),
        N_(
            "{one} and {two}: a pairing with this pair is as good, but comes later in the prescribed order (D.1, D.2): "
            "{criteria}."
        ),
    ),
}
COSTLIER = Pattern(
    N_("{one} and {two}: a pairing with this pair gives up more: {costs}."),
    N_("{one} and {two}: a pairing with this pair gives up more: {criteria}: {costs}."),
)
"""A reason that is worse, where what it costs can be told step by step."""
BYES = Pattern(
    N_("Bye: {player}, bracket {bracket}."),
    N_("Bye: {player}, bracket {bracket}; not satisfied: {criteria}."),
)
BYES_DENIED_TO_OTHERS = Pattern(
    N_("Bye: {player}, bracket {bracket}; could not have it: {players}."),
    N_("Bye: {player}, bracket {bracket}; not satisfied: {criteria}; could not have it: {players}."),
)
ATTEMPTS: Mapping[tuple[bool, bool, bool], str] = {
    (False, False, False): N_("S1 {s1} against S2 {s2}: S2 as it stood."),
    (False, False, True): N_("S1 {s1} against S2 {s2}: transposition {transposition} (D.1)."),
    (True, False, False): N_("S1 {s1} against S2 {s2}: exchange (D.2), {out} for {into}; S2 as it stood."),
    (True, False, True): N_(
        "S1 {s1} against S2 {s2}: exchange (D.2), {out} for {into}; transposition {transposition} (D.1)."
    ),
    (True, True, False): N_("S1 {s1} against S2 {s2}: exchange {exchange} (D.2), {out} for {into}; S2 as it stood."),
    (True, True, True): N_(
        "S1 {s1} against S2 {s2}: exchange {exchange} (D.2), {out} for {into}; transposition {transposition} (D.1)."
    ),
}
"""Whether somebody was exchanged, whether the exchange has a number, whether S2 was transposed."""


def name(words: Language) -> str:
    """The system and its edition for people."""
    return words.gettext("Swiss, FIDE Dutch system of 1998 (C.04.1 until 2011)")


def purpose(words: Language) -> str:
    """The purpose of the system, in a sentence or two."""
    return words.gettext(
        "The Dutch system as it was until 2011: for events announced under those rules, and to pair old files again."
    )


def breach(number: str, run: int = FIDE_COLOUR_RUN) -> str | None:
    """The pattern for a broken article."""
    return (BREACHES if run == FIDE_COLOUR_RUN else BREACHES_OF_THREE).get(number)


def told(step: Step, label: Label, words: Language, run: int = FIDE_COLOUR_RUN) -> StepInWords:
    """A step in words. The criteria that a board or a bye misses stand in the same sentence, not under it."""
    match step.facts:
        case f.ScoreBracket():
            return StepInWords(
                _heading(step.facts, label, words), tuple(told(one, label, words, run) for one in step.children)
            )
        case f.BoardMade(board=board, white=white, black=black, bracket=bracket, role=role):
            where = {"board": board, "white": label(white), "black": label(black), "bracket": bracket}
            criteria = _criteria(step.children, label, words, run)
            return StepInWords(BOARDS[role].filled(words, criteria, **where, article=number_of(step)))
        case f.ByeGiven(player=player, bracket=bracket):
            return StepInWords(_bye(step, label(player), bracket, label, words, run))
        case f.WhyNot():
            return StepInWords(_why_not(step, step.facts, label, words, run))
        case _:
            return StepInWords(_done(step, label, words, run))


def _why_not(step: Step, asked: f.WhyNot, label: Label, words: Language, run: int) -> str:
    one, two = map(label, asked.players)
    criteria = _criteria(step.children, label, words, run)
    costs = [_done(child, label, words, run) for child in step.children if not isinstance(child.facts, f.Unsatisfied)]
    if asked.reason is f.Reason.WORSE and costs:
        told_costs = "; ".join(text.rstrip(".") for text in costs)
        return COSTLIER.filled(words, criteria, one=one, two=two, costs=told_costs)
    return REASONS[asked.reason].filled(words, criteria, one=one, two=two)


def _heading(bracket: f.ScoreBracket, label: Label, words: Language) -> str:
    data = {
        "number": bracket.number,
        "points": points_of(bracket.score, words),
        "residents": listed(bracket.residents, label),
        "moved": listed(bracket.moved_down, label),
    }
    if not bracket.residents and not bracket.moved_down:
        return words.gettext("Bracket {number} ({points}): nobody is left to pair.", **data)
    with_others, residents_alone, without_residents = HEADINGS[bracket.treatment]
    with_residents = with_others if bracket.moved_down else residents_alone
    return words.gettext(with_residents if bracket.residents else without_residents, **data)


def _done(step: Step, label: Label, words: Language, run: int) -> str:
    """One step of section C."""
    said, facts, number = words.gettext, step.facts, number_of(step)
    match facts:
        case f.WithoutOpponent(players=players):
            return said(
                "Without an opponent here ({article}): {players}.", article=number, players=listed(players, label)
            )
        case f.PairsMade():
            return _pairs(facts, words)
        case f.Attempt():
            return _attempt(facts, label, words)
        case f.GivenUp(criterion=criterion, times=times):
            return words.ngettext(
                "{article} gave up {criterion}.", "{article} gave up {criterion}, {n} times.", times,
                article=number, criterion=criterion_in_words(criterion.number, _criteria_for(run), words),
            )  # fmt: skip
        case f.FewerPairs(times=times):
            return words.ngettext(
                "C.14: one pair fewer than wanted.", "C.14: one pair fewer than wanted, {n} times.", times
            )
        case f.Reopened(how=how):
            return said(REOPENINGS[how])
        case f.Joined(players=players):
            return said("C.13: joined to this bracket from above: {players}.", players=listed(players, label))
        case f.ByeMovedDown():
            return _bye_moved_down(facts, label, words)
        case f.LeftOver(players=players):
            return said("Left over: {players}.", players=listed(players, label))
        case _:
            return said("Transpositions are counted without those that change no pair (D.1).")


def _pairs(facts: f.PairsMade, words: Language) -> str:
    data = {"wanted": facts.wanted, "x": facts.x, "allowed": facts.allowed}
    if facts.made < facts.wanted:
        return words.ngettext(
            "{n} pair of {wanted} wanted; at least {x} without the colours due (A.8), {allowed} allowed.",
            "{n} pairs of {wanted} wanted; at least {x} without the colours due (A.8), {allowed} allowed.",
            facts.made, **data,
        )  # fmt: skip
    return words.ngettext(
        "{n} pair; at least {x} without the colours due (A.8), {allowed} allowed.",
        "{n} pairs; at least {x} without the colours due (A.8), {allowed} allowed.",
        facts.made, **data,
    )  # fmt: skip


def _attempt(facts: f.Attempt, label: Label, words: Language) -> str:
    exchange = facts.exchange
    return words.gettext(
        ATTEMPTS[bool(exchange.from_s1), bool(exchange.from_s1 and exchange.number), bool(facts.transposition)],
        s1=listed(facts.s1, label),
        s2=listed(facts.s2, label),
        out=listed(exchange.from_s1, label),
        into=listed(exchange.from_s2, label),
        exchange=exchange.number,
        transposition=facts.transposition,
    )


def _bye_moved_down(facts: f.ByeMovedDown, label: Label, words: Language) -> str:
    if not facts.others:
        return words.gettext(
            "A.5: no resident may have the bye, so {player}, moved down, has it.", player=label(facts.player)
        )
    return words.gettext(
        "A.5: {player}, moved down, has the bye: with {others} left over the others cannot be paired, "
        "and C.12 does not help.", player=label(facts.player), others=listed(facts.others, label),
    )  # fmt: skip


def _bye(step: Step, player: str, bracket: int, label: Label, words: Language, run: int) -> str:
    criteria = _criteria(step.children, label, words, run)
    barred = [one for child in step.children if isinstance(child.facts, f.Barred) for one in child.facts.players]
    pattern = BYES_DENIED_TO_OTHERS if barred else BYES
    shown = words.listing([f"{label(one)} (B.1b)" for one in barred])
    return pattern.filled(words, criteria, player=player, bracket=bracket, players=shown)


def _criteria_for(run: int) -> Mapping[str, str]:
    return CRITERIA if run == FIDE_COLOUR_RUN else CRITERIA_OF_THREE


def _criteria(children: Iterable[Step], label: Label, words: Language, run: int) -> list[str]:
    """Every criterion that a pair does not satisfy, with the players it does not suit."""
    return [
        words.gettext(
            "{criterion} for {players}",
            criterion=criterion_in_words(number_of(step), _criteria_for(run), words),
            players=anded(step.facts.players, label, words),
        )
        for step in children
        if isinstance(step.facts, f.Unsatisfied)
    ]


# The words of section B of FIDE Dutch 1998: what a pair should satisfy, and what a pairing by hand breaks.

CRITERIA: Mapping[str, str] = {
    "B.1a": N_("they have met before"),
    "B.1b": N_("a point without playing already"),
    "B.2": N_("no third time the same colour in a row, nor a colour three ahead"),
    "B.3": N_("equal scores"),
    "B.4": N_("the colour that is due"),
    "B.5": N_("no float of the same kind as in the last round"),
    "B.6": N_("no float of the same kind as two rounds ago"),
}

CRITERIA_OF_THREE: Mapping[str, str] = {
    **CRITERIA,
    "B.2": N_("no fourth time the same colour in a row, nor a colour four ahead"),
}
"""For regulations that allow three games in a row with one colour."""

BREACHES: Mapping[str, str] = {
    "B.1a": N_("{players} have played each other already (B.1a)"),
    "B.1b": N_("{players} had a bye or a win without play already (B.1b)"),
    "B.2a": N_("{players} would be more than two ahead in one colour (B.2a)"),
    "B.2b": N_("{players} would get the same colour a third time in a row (B.2b)"),
}

BREACHES_OF_THREE: Mapping[str, str] = {
    **BREACHES,
    "B.2a": N_("{players} would be more than three ahead in one colour (B.2a)"),
    "B.2b": N_("{players} would get the same colour a fourth time in a row (B.2b)"),
}
"""For regulations that allow three games in a row with one colour."""
