"""The words of FIDE Burstein 2026: its steps, its criteria and its answers to "why not?"."""

from domain.pairing.burstein_2026 import account as f
from domain.pairing.dutch_2026 import account as first_rounds
from domain.pairing.swiss import account as shared
from domain.pairing.system import Step
from domain.words.options import FIDE_COLOUR_RUN
from web.wording import N_, Language
from web.wording.pairing import dutch_2026
from web.wording.pairing.told import CRITERIA, REASONS, Chapter, EditionWords, Label, Pattern, StepInWords, Telling

BOARD = Pattern(
    N_("Board {board}: {white} - {black}, bracket {bracket}, its numbers {numbers}; colours by {article}."),
    N_(
        "Board {board}: {white} - {black}, bracket {bracket}, its numbers {numbers}; "
        "colours by {article}; not satisfied: {criteria}."
    ),
)
OF_THE_DUTCH = dutch_2026.WORDS

ON_BURSTEIN_2026 = Chapter(
    suits=(
        N_("Events in which many have no rating, or one that says little: what counts is this event alone."),
        N_("Long events, so that opponents' points have become telling."),
    ),
    needs=(N_("Nothing beside the lot of round 1: ratings are used for the first rounds only."),),
    way=(
        N_("The first rounds, half of all but four at most, are those of FIDE Dutch 2026 (1.6.2)."),
        N_("After them players of equal points are ranked by an Index: opponents' points, then Sonneborn-Berger."),
        N_("The first of a group meets the last, the second the last but one, if colours and earlier games allow it."),
    ),
    unusual=(
        N_(
            "Whoever has had strong opponents meets somebody who has had weak ones: equal points become worth the same."
        ),
        N_("A round without a game counts as one against oneself with the points it gave."),
        N_("Floats are not remembered, and the last round has no exceptions for colours."),
    ),
    options=(
        N_("Those of every Swiss, Baku acceleration among them; virtual points never count in the Index (1.7.2)."),
        N_("The number of first rounds is fixed by the text."),
    ),
    sources=(
        N_("C.04.4.2 of 2026, in condensation; older programs have an older text of the same name."),
        N_("Held against py4swiss, mended at seven articles, and against a second implementation to the letter."),
    ),
)


class Burstein2026Words(EditionWords):
    title = N_("Swiss, FIDE Burstein system of 2026 (C.04.4.2)")
    short = N_("Burstein 2026")
    event = N_("Many have no rating or a wrong one: juniors, a new club, a first event after years")
    chapter = ON_BURSTEIN_2026
    use = N_(
        "After some rounds of the Dutch system, players with equal points are ranked by the opponents they have met, "
        "and the first meets the last. Good where many have no rating or a wrong one: only this event's results count."
    )
    heading = f.PairingBracket
    criteria = {
        **CRITERIA,
        "C5": N_("as few floaters as possible"),
        "C6": N_("the lowest scores among the floaters"),
        "C7": OF_THE_DUTCH.criteria["C8"],
        "C8": OF_THE_DUTCH.criteria["C12"],
    }
    reasons = {
        **OF_THE_DUTCH.reasons,
        shared.Reason.BYE: Pattern(
            N_("{one} and {two}: one of them has the bye, which is given before anybody is paired (3.1).")
        ),
        shared.Reason.NOT_BELOW: REASONS[shared.Reason.NOT_BELOW],
    }

    def told(self, step: Step, label: Label, words: Language, run: int = FIDE_COLOUR_RUN) -> StepInWords:
        """The steps of the first rounds are those of the Dutch system."""
        if isinstance(step.facts, OF_FIRST_ROUNDS):
            return OF_THE_DUTCH.told(step, label, words, run)
        return super().told(step, label, words, run)

    def sentence(self, t: Telling) -> str:
        match t.step.facts:
            case f.PairingBracket() as bracket:
                return _heading(t, bracket)
            case f.BoardMade(board=board, white=white, black=black, bracket=bracket, numbers=numbers):
                shown = t.words.all_of([str(number) for number in numbers])
                return t.filled(BOARD, **t.seats(board, white, black, bracket), numbers=shown)
            case shared.ByeGiven() as bye:
                return _bye(t, bye)
            case f.FirstRounds(round=round, many=many):
                return t.words.ngettext(
                    "Round {round}, the first one, is paired by FIDE Dutch 2026 (1.6).",
                    "Round {round} is one of the first {n}, which are paired by FIDE Dutch 2026 (1.6).",
                    many,
                    round=round,
                )
            case f.Ranking(players=players):
                pattern = N_("Ranking by the opponents met (1.8), Buchholz and Sonneborn-Berger: {players}.")
                return t.said(pattern, players=t.words.listing([_ranked(t, one) for one in players]))
            case f.PairsInOrder(pairs=pairs, folded=folded):
                shown = " ".join(f"{one}-{other}" for one, other in pairs)
                if folded:
                    return t.said("The first against the last, and so on inwards (4.3): {pairs}.", pairs=shown)
                return t.said("The first pairing of the best in the prescribed order (4.3): {pairs}.", pairs=shown)
            case shared.VirtualPoints(half_points=half, players=players):
                pattern = N_(
                    "Acceleration (C.04.7): {points} more for {players}, "
                    "for the brackets of this pairing alone (1.7.2)."
                )
                return t.said(pattern, points=t.points(half), players=t.listed(players))
            case f.OutgoingFloaters(players=players):
                return t.said("Not paired here: {players}.", players=t.listed(players))
            case _:
                return super().sentence(t)


OF_FIRST_ROUNDS = (
    first_rounds.PairingBracket,
    first_rounds.WhyNot,
    first_rounds.ByeGiven,
    shared.BoardMade,
)


def _heading(t: Telling, bracket: f.PairingBracket) -> str:
    data = t.bracket(bracket.number, bracket.score, residents=bracket.residents)
    if not bracket.incoming:
        return t.said("Bracket {number} ({points}): residents {residents}.", **data)
    pattern = N_("Bracket {number} ({points}): residents {residents}, floaters from above {incoming}.")
    return t.said(pattern, incoming=t.listed(bracket.incoming), **data)


def _ranked(t: Telling, one: f.RankedPlayer) -> str:
    """`7 (12½, 30.25)`."""
    buchholz, sonneborn = one.index.buchholz, one.index.sonneborn_berger
    quarters = f"{sonneborn // 4}.{sonneborn % 4 * 25:02}".rstrip("0").rstrip(".")
    return f"{t.label(one.player)} ({t.words.points(buchholz)}, {quarters})"


def _bye(t: Telling, facts: shared.ByeGiven) -> str:
    bye = t.words.ngettext(
        "Bye, before anybody is paired: {player}, {points}, {n} game (3.1).",
        "Bye, before anybody is paired: {player}, {points}, {n} games (3.1).",
        facts.games,
        player=t.label(facts.player),
        points=t.points(facts.score),
    )
    if passed := t.passed_for_bye(facts, "C2", "C4"):
        return bye + " " + t.said("Before them, but not possible: {players}.", players=passed)
    return bye


WORDS = Burstein2026Words()
