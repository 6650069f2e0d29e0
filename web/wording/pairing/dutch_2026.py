"""The words of FIDE Dutch 2026: its steps, its criteria and its answers to "why not?"."""

from domain.pairing.dutch_2026 import account as f
from domain.pairing.swiss.account import Reason
from web.wording import N_
from web.wording.pairing.told import CRITERIA, REASONS, Chapter, EditionWords, Pattern, Telling

ON_DUTCH_2026 = Chapter(
    suits=(
        N_("Any open tournament; the system that FIDE events use unless their regulations name another."),
        N_("Fields of any size: a thousand players are paired while one waits."),
    ),
    needs=(N_("No ratings at all, though pairing numbers by rating make the first rounds sensible."),),
    way=(
        N_("Players of equal scores form a bracket; who cannot be paired in it moves down to the next."),
        N_("The upper half of a bracket meets the lower half, number 1 the first of the lower half."),
        N_(
            "Criteria C1 to C21 in their order: nobody twice, the bye, as few as possible move down, colours, no two "
            "moves in the same direction in rounds close to each other."
        ),
        N_("Of all pairings that are equally good the one that comes first in the order of article 4 is taken."),
    ),
    unusual=(
        N_("In force since 1 February 2026. The bye goes to the lowest score possible (C5)."),
        N_("The bye is barred to a player who had one, or once the points of a win without playing (C2)."),
        N_("An absence that is worth nothing is no float; one that is worth half a point is one downwards."),
        N_("In the last round players with more than half of the points may have a third equal colour (C10, C11)."),
    ),
    options=(N_("Those of every Swiss, Baku acceleration among them."),),
    sources=(
        N_("C.04.3 of 2026 (approved in October 2025), read in full condensation with its article numbers."),
        N_("Held against bbpPairings 6 and a second implementation to the letter, round by round."),
    ),
)


class Dutch2026Words(EditionWords):
    title = N_("Swiss, FIDE Dutch system of 2026 (C.04.3)")
    short = N_("Dutch 2026")
    event = N_("An open tournament like most: players of all strengths, five to eleven rounds")
    chapter = ON_DUTCH_2026
    use = N_(
        "The usual system: in a group of equal points the upper half meets the lower half, and colours and moves "
        "between groups are kept fair. Good for any open tournament."
    )
    heading = f.PairingBracket
    criteria = {
        **CRITERIA,
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
    criteria_of_three = {
        "C10": N_("no topscorer's colour difference above three"),
        "C11": N_("no topscorer's fourth game running with one colour"),
    }
    reasons = {
        **REASONS,
        Reason.NOT_BELOW: Pattern(
            N_(
                "{one} and {two}: with this pair, of those left after the brackets above, "
                "not all others can be paired (C4)."
            )
        ),
        Reason.WORSE: Pattern(
            N_("{one} and {two}: the best pairing with this pair is worse."),
            N_("{one} and {two}: the best pairing with this pair is worse: {criteria}."),
        ),
        Reason.LATER: Pattern(
            N_(
                "{one} and {two}: a pairing with this pair is as good, but comes later in the prescribed order "
                "(section 4)."
            )
        ),
    }

    def sentence(self, t: Telling) -> str:
        match t.step.facts:
            case f.PairingBracket() as bracket:
                return _heading(t, bracket)
            case f.FirstOpponents(moved_down=moved, opponents=opponents):
                pattern = N_("Moved down {moved} against residents {opponents} (3.4).")
                return t.said(pattern, moved=t.listed(moved), opponents=t.listed(opponents))
            case f.Halves(s1=s1, opponents=opponents, from_s1=out, from_s2=into):
                sides = {"s1": t.listed(s1), "opponents": t.listed(opponents)}
                if not out:
                    return t.said("S1 {s1} against S2 {opponents} (4.2).", **sides)
                pattern = N_("S1 {s1} against S2 {opponents}, {out} exchanged for {into} (4.3).")
                return t.said(pattern, **sides, out=t.listed(out), into=t.listed(into))
            case f.Downfloaters(players=players):
                return t.said("Not paired here: {players}.", players=t.listed(players))
            case f.ByeGiven() as bye:
                return _bye(t, bye)
            case _:
                return super().sentence(t)


def _heading(t: Telling, bracket: f.PairingBracket) -> str:
    data = t.bracket(bracket.number, bracket.score, residents=bracket.residents, moved=bracket.moved_down)
    if bracket.moved_down:
        pattern = N_(
            "Bracket {number} ({points}): residents {residents}, moved down {moved}, who are paired first (3.4)."
        )
    else:
        pattern = N_("Bracket {number} ({points}): residents {residents}; paired as one group.")
    return t.said(pattern, **data)


def _bye(t: Telling, bye: f.ByeGiven) -> str:
    data = {"player": t.label(bye.player), "bracket": bye.bracket}
    if not bye.barred:
        return t.said("Bye: {player}, bracket {bracket} (C5, C9).", **data)
    barred = t.words.listing([f"{t.label(one)} (C2)" for one in bye.barred])
    return t.said("Bye: {player}, bracket {bracket} (C5, C9); could not have it: {players}.", players=barred, **data)


WORDS = Dutch2026Words()
