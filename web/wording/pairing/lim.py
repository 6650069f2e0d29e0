"""The words of the Lim system: its steps and its answers to "why not?"."""

from collections.abc import Mapping

from domain.pairing.lim import account as f
from domain.pairing.lim.choosing import FloaterType, PairedAs
from domain.pairing.lim.competitors import ColourReason
from web.wording import N_
from web.wording.pairing.told import REASONS, Chapter, EditionWords, Pattern, Telling, number_of

HEADINGS: Mapping[f.GroupPart, str] = {
    f.GroupPart.ABOVE: N_("Group {number} ({points}), above the median, paired downward: {residents}."),
    f.GroupPart.BELOW: N_("Group {number} ({points}), below the median, paired upward: {residents}."),
    f.GroupPart.MEDIAN: N_("Group {number} ({points}), the median, paired last and downward: {residents}."),
}
HEADINGS_JOINED: Mapping[f.GroupPart, str] = {
    f.GroupPart.ABOVE: N_(
        "Group {number} ({points}), above the median, paired downward: {residents}; floated in: {came}."
    ),
    f.GroupPart.BELOW: N_(
        "Group {number} ({points}), below the median, paired upward: {residents}; floated in: {came}."
    ),
    f.GroupPart.MEDIAN: N_(
        "Group {number} ({points}), the median, paired last and downward: {residents}; floated in: {came}."
    ),
}
"""Groups that somebody floated into."""
TYPES: Mapping[FloaterType, str] = {
    FloaterType.D: N_("Floats on: {player}, type d: not floated into the group, an opponent in the next one (3.9)."),
    FloaterType.C: N_("Floats on: {player}, type c: not floated into the group, no opponent in the next one (3.9)."),
    FloaterType.B: N_("Floats on: {player}, type b: floated into the group, an opponent in the next one (3.9)."),
    FloaterType.A: N_("Floats on: {player}, type a: floated into the group, no opponent in the next one (3.9)."),
}
TYPES_AGAIN: Mapping[FloaterType, str] = {
    FloaterType.D: N_(
        "Floats on, as in the last round: {player}, type d: not floated into the group, an opponent in the next one "
        "(3.9, 3.10)."
    ),
    FloaterType.C: N_(
        "Floats on, as in the last round: {player}, type c: not floated into the group, no opponent in the next one "
        "(3.9, 3.10)."
    ),
    FloaterType.B: N_(
        "Floats on, as in the last round: {player}, type b: floated into the group, an opponent in the next one "
        "(3.9, 3.10)."
    ),
    FloaterType.A: N_(
        "Floats on, as in the last round: {player}, type a: floated into the group, no opponent in the next one "
        "(3.9, 3.10)."
    ),
}
"""Players who floated in the previous round too."""
COLOURS: Mapping[ColourReason, str] = {
    ColourReason.LIMITS: N_("no other colours are allowed"),
    ColourReason.DUE: N_("each has the colour that is due"),
    ColourReason.LATEST: N_("each has the other colour than in the latest round in which theirs differed"),
    ColourReason.HIGHER: N_("the higher ranked has the colour that is due"),
    ColourReason.LOWER: N_("below the median the lower ranked has the colour that is due"),
    ColourReason.LOT: N_("colours by the lot of round 1"),
}

ON_LIM = Chapter(
    suits=(
        N_("Events whose players want to follow each pairing step by step, as arbiters once made it."),
        N_("Series that have always been paired so, by the FIDE Swiss rules of 1987 to 1999."),
    ),
    needs=(N_("Nothing beside the lot of round 1; ratings where the event is a maxi-tournament."),),
    way=(
        N_("Groups above the median score are paired from the highest down, those below it from the lowest up."),
        N_("The median group, whose score is half of the rounds played, comes last and takes who is left over."),
        N_("In a group the upper half meets the lower half; each is tried in a fixed order of opponents (4.2, 4.3)."),
        N_("Who floats is chosen by type (d before c, b and a), then by colour, then by number (3.9)."),
    ),
    unusual=(
        N_("No optimisation: the first pairing that fits is made, and undone only if a group cannot be completed."),
        N_("In the last round players of equal scores meet even against their colours."),
        N_("The bye goes to the lowest ranked of the lowest group who may have it."),
    ),
    options=(
        N_("Maxi-tournament: with more players than 2 to the number of rounds, always or never."),
        N_(
            "In a maxi-tournament nobody is exchanged or floats for the sake of colours whose rating differs by more "
            "than 100."
        ),
        N_("No acceleration."),
    ),
    sources=(
        N_("C.04.4.3 (C.04.2 of 1987 to 1999): the structure from the text, details from descriptions of it."),
        N_("READINGS.md says how each open place is read; a second implementation reads the articles alone."),
    ),
)


class LimWords(EditionWords):
    title = N_("Swiss, Lim system (C.04.4.3)")
    short = N_("Lim")
    event = N_("Everybody is to be able to follow the pairing by hand, step by step")
    chapter = ON_LIM
    use = N_(
        "Groups are paired from the top and from the bottom towards the middle, so that the leaders and the last meet "
        "their equals. Good where each pairing is to be followed by hand, step by step."
    )
    heading = f.ScoreGroup
    criteria = {
        "C.04.1, 2": N_("they have met before"),
        "2.1": N_("one of them would have one colour too often running, or too much more of it than of the other"),
    }
    reasons = {
        **REASONS,
        f.Reason.OTHER_GROUPS: Pattern(N_("{one} and {two}: they are never in one group together.")),
        f.Reason.TAKEN: Pattern(
            N_("{one} and {two}: {chooser} had their turn before and took {chosen} (group {group}, article 4).")
        ),
        f.Reason.NOT_COMPLETED: Pattern(
            N_(
                "{one} and {two}: with this pair the rest of group {group} could not be paired; "
                "{chooser} took {chosen}."
            )
        ),
        f.Reason.COLOUR: Pattern(
            N_("{one} and {two} are due the same colour; {chooser} took {chosen}, who is due the other one (5.2).")
        ),
        f.Reason.LATER: Pattern(
            N_("{one} and {two}: {chooser} took {chosen}, who comes first in the order of group {group} (4.2).")
        ),
    }
    breaches = {
        "C.04.1, 2": N_("{players} have played each other already (C.04.1, 2)"),
        "C.04.1, 4": N_("{players} had a bye, or a win's points without play, already (C.04.1, 4)"),
        "2.1": N_("{players} would break the limits on colours (2.1)"),
        "5.1": N_("{players} would have one colour too often running, or too much more of it than of the other (5.1)"),
        "2.3": N_("too few opponents are left for {players} (2.3)"),
    }
    breaches_of_three = {}

    def sentence(self, t: Telling) -> str:
        match t.step.facts:
            case f.ScoreGroup() as group:
                return _heading(t, group)
            case f.WhyNot() as answer:
                return self._why_not(t, answer)
            case f.ByeGiven() as bye:
                return _bye(t, bye)
            case f.FloatsOut(player=player, type=kind, again=again):
                return t.said((TYPES_AGAIN if again else TYPES)[kind], player=t.label(player))
            case f.Exchanged(player=player, opponent=opponent, passed=passed, role=role, for_colour=for_colour):
                names = {"player": t.label(player), "opponent": t.label(opponent), "passed": t.listed(passed)}
                if for_colour:
                    return t.said("{player} takes {opponent} for the colours, before {passed} (5.2).", **names)
                if role is PairedAs.FLOATER:
                    return t.said("The floater {player} takes {opponent}; {passed} cannot be taken (3.8).", **names)
                return t.said("{player} takes {opponent}; {passed} cannot be taken (4.2).", **names)
            case f.TakenBack(players=(one, two)):
                pattern = N_("Cracked for the median: {one} - {two} is taken back (2.6).")
                return t.said(pattern, one=t.label(one), two=t.label(two))
            case f.BoardMade(board=board, white=white, black=black, group=group, colours=reason):
                names = {"white": t.label(white), "black": t.label(black), "why": t.said(COLOURS[reason])}
                pattern = N_("Board {board}: {white} - {black}, group {group}; {why} ({article}).")
                return t.said(pattern, board=board, group=group, article=t.article, **names)
            case _:
                return super().sentence(t)

    def _why_not(self, t: Telling, answer: f.WhyNot) -> str:
        rules = [t.criterion(number_of(child)) for child in t.step.children if child.article]
        names = {"one": t.label(answer.players[0]), "two": t.label(answer.players[1])}
        if answer.instead is not None:
            names |= {"chooser": t.label(answer.instead[0]), "chosen": t.label(answer.instead[1])}
        return self.reasons[answer.reason].filled(t.words, rules, group=answer.group, **names)


def _heading(t: Telling, group: f.ScoreGroup) -> str:
    return t.said(
        (HEADINGS_JOINED if group.came_in else HEADINGS)[group.part],
        number=group.number,
        points=t.points(group.score),
        residents=t.listed(group.residents) or t.said("nobody"),
        came=t.listed(group.came_in),
    )


BYES = {
    (False, False): N_("Bye: {player} ({article})."),
    (True, False): N_("Bye: {player} ({article}); may not have it: {barred}."),
    (False, True): N_("Bye: {player} ({article}); without them the rest cannot be paired: {needed}."),
    (True, True): N_(
        "Bye: {player} ({article}); may not have it: {barred}; without them nobody can pair the rest: {needed}."
    ),
}
"""Whether somebody was barred from it, and whether somebody was needed."""


def _bye(t: Telling, bye: f.ByeGiven) -> str:
    barred, needed = (t.words.listing(list(map(t.label, some))) for some in (bye.barred, bye.needed))
    pattern = BYES[bool(bye.barred), bool(bye.needed)]
    return t.said(pattern, player=t.label(bye.player), article=t.article, barred=barred, needed=needed)


WORDS = LimWords()
