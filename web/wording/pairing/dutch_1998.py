"""The words of FIDE Dutch 1998: its steps, its criteria and its answers to "why not?"."""

from collections.abc import Iterable, Mapping

from domain.pairing.account import Step
from domain.pairing.dutch_1998 import facts as f
from web.wording import N_, Language
from web.wording.pairing.told import Label, StepInWords, anded, listed, number_of, points_of

TREATMENTS: Mapping[f.Treatment, str] = {
    f.Treatment.HOMOGENEOUS: N_("paired as one group"),
    f.Treatment.HETEROGENEOUS: N_("those moved down are paired first (A.6)"),
    f.Treatment.MIXED: N_("at least half were moved down, so it is paired as one group (A.3)"),
}
ROLES: Mapping[f.PairRole, str] = {
    f.PairRole.MOVED_DOWN: N_("the higher one had been moved down"),
    f.PairRole.REMAINDER: N_("in the remainder of the bracket"),
    f.PairRole.HOMOGENEOUS: N_("in a bracket paired as one group"),
}
CRITERIA: Mapping[str, str] = {
    "B.1a": N_("they have met before"),
    "B.1b": N_("a point without playing already"),
    "B.2": N_("no third time the same colour in a row, nor a colour three ahead"),
    "B.3": N_("equal scores"),
    "B.4": N_("the colour that is due"),
    "B.5": N_("no float of the same kind as in the last round"),
    "B.6": N_("no float of the same kind as two rounds ago"),
}
REOPENINGS: Mapping[f.Reopening, str] = {
    f.Reopening.OTHERS_SENT: N_("C.12: paired again, to send somebody else down to the bracket below."),
    f.Reopening.PAIRED_AGAIN: N_("C.13: paired again, so that the last bracket can be completed."),
    f.Reopening.MOVED_WHOLE: N_("C.13: everybody moves down, so that the last bracket can be completed."),
}
REASONS: Mapping[f.Reason, str] = {
    f.Reason.THEY_DO: N_("{one} and {two}: they do meet."),
    f.Reason.ABSENT: N_("{one} and {two}: one of them is not paired in this round."),
    f.Reason.FORBIDDEN: N_("{one} and {two}: they must not meet{criteria}."),
    f.Reason.OTHER_BRACKETS: N_("{one} and {two}: they are never in one score bracket together{criteria}."),
    f.Reason.NOT_COMPLETED: N_(
        "{one} and {two}: with this pair their bracket cannot be completed, whatever is given up{criteria}."
    ),
    f.Reason.WORSE: N_("{one} and {two}: a pairing with this pair gives up more{criteria}{costs}."),
    f.Reason.BELOW: N_(
        "{one} and {two}: a pairing with this pair would come earlier, but the bracket below could not be completed "
        "with those it moves down (C.12, C.13){criteria}."
    ),
    f.Reason.LATER: N_(
        "{one} and {two}: a pairing with this pair is as good, but comes later in the prescribed order "
        "(D.1, D.2){criteria}."
    ),
}
BREACHES: Mapping[str, str] = {
    "B.1a": N_("{players} have played each other already (B.1a)"),
    "B.1b": N_("{players} had a bye or a win without play already (B.1b)"),
    "B.2a": N_("{players} would be more than two ahead in one colour (B.2a)"),
    "B.2b": N_("{players} would get the same colour a third time in a row (B.2b)"),
}


def name(words: Language) -> str:
    """The system and its edition for people."""
    return words.gettext("Swiss, FIDE Dutch system of 1998")


def breach(number: str) -> str | None:
    """The pattern for a broken article."""
    return BREACHES.get(number)


def told(step: Step, label: Label, words: Language) -> StepInWords:
    """A step in words. What a board or a bye could not satisfy stands in the same sentence, not under it."""
    said = words.gettext
    match step.facts:
        case f.ScoreBracket():
            return StepInWords(
                _heading(step.facts, label, words), tuple(told(one, label, words) for one in step.children)
            )
        case f.BoardMade(board=board, white=white, black=black, bracket=bracket, role=role):
            pattern = N_("Board {board}: {white} - {black}, bracket {bracket}, {role}; colours by {article}{criteria}.")
            where = {"board": board, "white": label(white), "black": label(black), "bracket": bracket}
            criteria = _criteria(step.children, label, words, said("; not satisfied: "))
            return StepInWords(
                said(pattern, **where, role=said(ROLES[role]), article=number_of(step), criteria=criteria)
            )
        case f.ByeGiven(player=player, bracket=bracket):
            return StepInWords(_bye(step, label(player), bracket, label, words))
        case f.WhyNot(players=(one, two), reason=reason):
            criteria = _criteria(step.children, label, words, ": ")
            costs = [
                _done(child, label, words) for child in step.children if not isinstance(child.facts, f.Unsatisfied)
            ]
            cost = ": " + "; ".join(text.rstrip(".") for text in costs) if costs else ""
            return StepInWords(said(REASONS[reason], one=label(one), two=label(two), criteria=criteria, costs=cost))
        case _:
            return StepInWords(_done(step, label, words))


def _heading(bracket: f.ScoreBracket, label: Label, words: Language) -> str:
    said = words.gettext
    data = {
        "number": bracket.number,
        "points": points_of(bracket.score, words),
        "residents": listed(bracket.residents, label),
        "moved": listed(bracket.moved_down, label),
        "treatment": said(TREATMENTS[bracket.treatment]),
    }
    match bool(bracket.residents), bool(bracket.moved_down):
        case True, True:
            pattern = N_("Bracket {number} ({points}): residents {residents}, moved down {moved}; {treatment}.")
        case True, False:
            pattern = N_("Bracket {number} ({points}): residents {residents}; {treatment}.")
        case False, True:
            pattern = N_("Bracket {number} ({points}): moved down {moved}; {treatment}.")
        case _:
            pattern = N_("Bracket {number} ({points}): nobody is left to pair.")
    return said(pattern, **data)


def _done(step: Step, label: Label, words: Language) -> str:
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
                article=number, criterion=_criterion(criterion.number, words),
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
    rest = words.gettext(
        "at least {x} without the colours due (A.8), {allowed} allowed.", x=facts.x, allowed=facts.allowed
    )
    if facts.made < facts.wanted:
        wanted = {"wanted": facts.wanted, "rest": rest}
        return words.ngettext(
            "{n} pair of {wanted} wanted; {rest}", "{n} pairs of {wanted} wanted; {rest}", facts.made, **wanted
        )
    return words.ngettext("{n} pair; {rest}", "{n} pairs; {rest}", facts.made, rest=rest)


def _attempt(facts: f.Attempt, label: Label, words: Language) -> str:
    said, exchange = words.gettext, facts.exchange
    how = said("transposition {n} (D.1)", n=facts.transposition) if facts.transposition else said("S2 as it stood")
    if exchange.from_s1:
        swapped = {"out": listed(exchange.from_s1, label), "into": listed(exchange.from_s2, label)}
        if exchange.number:
            first = said("exchange {n} (D.2), {out} for {into}", n=exchange.number, **swapped)
        else:
            first = said("exchange (D.2), {out} for {into}", **swapped)
        how = f"{first}; {how}"
    return said("S1 {s1} against S2 {s2}: {how}.", s1=listed(facts.s1, label), s2=listed(facts.s2, label), how=how)


def _bye_moved_down(facts: f.ByeMovedDown, label: Label, words: Language) -> str:
    if not facts.others:
        return words.gettext(
            "A.5: no resident may have the bye, so {player}, moved down, has it.", player=label(facts.player)
        )
    return words.gettext(
        "A.5: {player}, moved down, has the bye: with {others} left over the others cannot be paired, "
        "and C.12 does not help.", player=label(facts.player), others=listed(facts.others, label),
    )  # fmt: skip


def _bye(step: Step, player: str, bracket: int, label: Label, words: Language) -> str:
    criteria = _criteria(step.children, label, words, words.gettext("; not satisfied: "))
    barred = [one for child in step.children if isinstance(child.facts, f.Barred) for one in child.facts.players]
    shown = ", ".join(f"{label(one)} (B.1b)" for one in barred)
    could_not = words.gettext("; could not have it: {players}", players=shown) if barred else ""
    pattern = N_("Bye: {player}, bracket {bracket}{criteria}{could_not}.")
    return words.gettext(pattern, player=player, bracket=bracket, criteria=criteria, could_not=could_not)


def _criteria(children: Iterable[Step], label: Label, words: Language, opening: str) -> str:
    """Every criterion that a pair does not satisfy, with the players it does not suit; empty if there is none."""
    said = words.gettext
    parts = [
        said(
            "{criterion} for {players}", criterion=_criterion(number_of(step), words), players=anded(who, label, words)
        )
        for step in children
        if isinstance(step.facts, f.Unsatisfied)
        for who in (step.facts.players,)
    ]
    return opening + ", ".join(parts) if parts else ""


def _criterion(number: str, words: Language) -> str:
    if number not in CRITERIA:
        return words.gettext("the arbiter's ban")
    return f"{number} ({words.gettext(CRITERIA[number])})"
