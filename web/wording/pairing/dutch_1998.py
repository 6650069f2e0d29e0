"""The words of FIDE Dutch 1998: its steps, its criteria and its answers to "why not?"."""

from collections.abc import Mapping
from dataclasses import replace

from domain.pairing.dutch_1998 import account as f
from domain.pairing.swiss.account import Reason, Unsatisfied, WhyNot
from web.wording import N_
from web.wording.pairing.told import REASONS, Chapter, EditionWords, Pattern, Telling

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
REOPENINGS: Mapping[f.Reopening, str] = {
    f.Reopening.OTHERS_SENT: N_("C.12: paired again, to send somebody else down to the bracket below."),
    f.Reopening.PAIRED_AGAIN: N_("C.13: paired again, so that the last bracket can be completed."),
    f.Reopening.MOVED_WHOLE: N_("C.13: everybody moves down, so that the last bracket can be completed."),
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

ON_DUTCH_1998 = Chapter(
    suits=(
        N_("Events announced under the rules of before 2011."),
        N_("Old report files, which it pairs again as they were paired then."),
    ),
    needs=(N_("Nothing beside the lot of round 1."),),
    way=(
        N_("Players of equal scores form a bracket, which is paired from the highest down."),
        N_("The upper half meets the lower half; transpositions are tried first, exchanges after them (D)."),
        N_("If nothing fits, criteria of colours and floats fall one after the other, never the absolute ones."),
        N_("A bracket that leaves the rest unpaired is opened again (C.12, C.13)."),
    ),
    unusual=(
        N_("No look ahead: a bracket is finished before the next one is seen."),
        N_("The bye is a point and counts as a float down; nobody has it who had a point without playing."),
        N_("An adjourned game is a draw for the pairing alone, and nothing in the table until it ends (F.9)."),
        N_("A result corrected after the next round was published counts for rounds still to be paired (F.7)."),
    ),
    options=(N_("Those of every Swiss without acceleration."),),
    sources=(
        N_("C.04.1, Swiss System based on Rating, as approved in 1992, 1997 and 1998; in the Handbook until 2011."),
        N_("Written twice, once as close to the text as code can be; both agree in random events and in known rounds."),
    ),
)


class Dutch1998Words(EditionWords):
    title = N_("Swiss, FIDE Dutch system of 1998 (C.04.1 until 2011)")
    short = N_("Dutch 1998")
    event = N_("The event was announced under the rules of before 2011, or an old file is paired again")
    chapter = ON_DUTCH_1998
    use = N_(
        "The Dutch system as it was until 2011: for events announced under those rules, and to pair old files again."
    )
    heading = f.ScoreBracket
    criteria = {
        "B.1a": N_("they have met before"),
        "B.1b": N_("a point without playing already"),
        "B.2": N_("no third time the same colour in a row, nor a colour three ahead"),
        "B.3": N_("equal scores"),
        "B.4": N_("the colour that is due"),
        "B.5": N_("no float of the same kind as in the last round"),
        "B.6": N_("no float of the same kind as two rounds ago"),
    }
    criteria_of_three = {"B.2": N_("no fourth time the same colour in a row, nor a colour four ahead")}
    reasons = {
        **REASONS,
        Reason.OTHER_BRACKETS: Pattern(
            N_("{one} and {two}: they are never in one score bracket together."),
            N_("{one} and {two}: they are never in one score bracket together: {criteria}."),
        ),
        Reason.NOT_COMPLETED: Pattern(
            N_("{one} and {two}: with this pair their bracket cannot be completed, whatever is given up."),
            N_("{one} and {two}: with this pair their bracket cannot be completed, whatever is given up: {criteria}."),
        ),
        Reason.WORSE: Pattern(
            N_("{one} and {two}: a pairing with this pair gives up more."),
            N_("{one} and {two}: a pairing with this pair gives up more: {criteria}."),
        ),
        Reason.BELOW: Pattern(
            N_(
                "{one} and {two}: a pairing with this pair would come earlier, but the bracket below could not be "
                "completed with those it moves down (C.12, C.13)."
            ),
            N_(
                "{one} and {two}: a pairing with this pair would come earlier, but the bracket below could not be "
                "completed with those it moves down (C.12, C.13): {criteria}."
            ),
        ),
        Reason.LATER: Pattern(
            N_(
                "{one} and {two}: a pairing with this pair is as good, but comes later in the prescribed order "
                "(D.1, D.2)."
            ),
            N_(
                "{one} and {two}: a pairing with this pair is as good, but comes later in the prescribed order "
                "(D.1, D.2): {criteria}."
            ),
        ),
    }
    breaches = {
        "B.1a": N_("{players} have played each other already (B.1a)"),
        "B.1b": N_("{players} had a bye or a win without play already (B.1b)"),
        "B.2a": N_("{players} would be more than two ahead in one colour (B.2a)"),
        "B.2b": N_("{players} would get the same colour a third time in a row (B.2b)"),
    }
    breaches_of_three = {
        "B.2a": N_("{players} would be more than three ahead in one colour (B.2a)"),
        "B.2b": N_("{players} would get the same colour a fourth time in a row (B.2b)"),
    }

    def sentence(self, t: Telling) -> str:
        match t.step.facts:
            case f.ScoreBracket() as bracket:
                return _heading(t, bracket)
            case f.ByeGiven(player=player, bracket=number):
                return _bye(t, t.label(player), number)
            case WhyNot(players=(one, two), reason=Reason.WORSE) if costs := self._costs(t):
                return t.filled(COSTLIER, one=t.label(one), two=t.label(two), costs="; ".join(costs))
            case f.PairsMade() as made:
                return _pairs(t, made)
            case f.Attempt() as attempt:
                return _attempt(t, attempt)
            case f.ByeMovedDown() as bye:
                return _bye_moved_down(t, bye)
            case f.WithoutOpponent(players=players):
                pattern = N_("Without an opponent here ({article}): {players}.")
                return t.said(pattern, article=t.article, players=t.listed(players))
            case f.GivenUp(criterion=criterion, times=times):
                return t.words.ngettext(
                    "{article} gave up {criterion}.", "{article} gave up {criterion}, {n} times.", times,
                    article=t.article, criterion=t.criterion(criterion.number),
                )  # fmt: skip
            case f.FewerPairs(times=times):
                return t.words.ngettext(
                    "C.14: one pair fewer than wanted.", "C.14: one pair fewer than wanted, {n} times.", times
                )
            case f.Reopened(how=how):
                return t.said(REOPENINGS[how])
            case f.Joined(players=players):
                return t.said("C.13: joined to this bracket from above: {players}.", players=t.listed(players))
            case f.LeftOver(players=players):
                return t.said("Left over: {players}.", players=t.listed(players))
            case f.ShortCount():
                return t.said("Transpositions are counted without those that change no pair (D.1).")
            case _:
                return super().sentence(t)

    def _costs(self, t: Telling) -> list[str]:
        """The steps below that say what the pair costs, without their full stops."""
        costs = (one for one in t.step.children if not isinstance(one.facts, Unsatisfied))
        return [self.sentence(replace(t, step=one)).rstrip(".") for one in costs]


def _heading(t: Telling, bracket: f.ScoreBracket) -> str:
    data = t.bracket(bracket.number, bracket.score, residents=bracket.residents, moved=bracket.moved_down)
    if not bracket.residents and not bracket.moved_down:
        return t.said("Bracket {number} ({points}): nobody is left to pair.", **data)
    with_others, residents_alone, without_residents = HEADINGS[bracket.treatment]
    with_residents = with_others if bracket.moved_down else residents_alone
    return t.said(with_residents if bracket.residents else without_residents, **data)


def _pairs(t: Telling, facts: f.PairsMade) -> str:
    data = {"wanted": facts.wanted, "x": facts.x, "allowed": facts.allowed}
    if facts.made < facts.wanted:
        return t.words.ngettext(
            "{n} pair of {wanted} wanted; at least {x} without the colours due (A.8), {allowed} allowed.",
            "{n} pairs of {wanted} wanted; at least {x} without the colours due (A.8), {allowed} allowed.",
            facts.made, **data,
        )  # fmt: skip
    return t.words.ngettext(
        "{n} pair; at least {x} without the colours due (A.8), {allowed} allowed.",
        "{n} pairs; at least {x} without the colours due (A.8), {allowed} allowed.",
        facts.made, **data,
    )  # fmt: skip


def _attempt(t: Telling, facts: f.Attempt) -> str:
    exchange = facts.exchange
    return t.said(
        ATTEMPTS[bool(exchange.from_s1), bool(exchange.from_s1 and exchange.number), bool(facts.transposition)],
        s1=t.listed(facts.s1),
        s2=t.listed(facts.s2),
        out=t.listed(exchange.from_s1),
        into=t.listed(exchange.from_s2),
        exchange=exchange.number,
        transposition=facts.transposition,
    )


def _bye_moved_down(t: Telling, bye: f.ByeMovedDown) -> str:
    if not bye.others:
        return t.said("A.5: no resident may have the bye, so {player}, moved down, has it.", player=t.label(bye.player))
    pattern = N_(
        "A.5: {player}, moved down, has the bye: with {others} left over the others cannot be paired, "
        "and C.12 does not help."
    )
    return t.said(pattern, player=t.label(bye.player), others=t.listed(bye.others))


def _bye(t: Telling, player: str, bracket: int) -> str:
    barred = [one for child in t.step.children if isinstance(child.facts, f.Barred) for one in child.facts.players]
    shown = t.words.listing([f"{t.label(one)} (B.1b)" for one in barred])
    return t.filled(BYES_DENIED_TO_OTHERS if barred else BYES, player=player, bracket=bracket, players=shown)


WORDS = Dutch1998Words()
