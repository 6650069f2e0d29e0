"""The words of Keizer: its steps and its answers to "why not?"."""

from collections.abc import Mapping

from domain.pairing.keizer import account as f
from domain.pairing.keizer.engine import WhiteReason
from domain.ranking.tiebreaks.keizer import HUNDREDTHS
from web.wording import N_
from web.wording.pairing.told import REASONS, Chapter, EditionWords, Pattern, Telling

WHY_WHITE: Mapping[WhiteReason, str] = {
    WhiteReason.FEWER_WHITES: N_("White to the one who had it less often"),
    WhiteReason.REVERSED: N_("colours the other way round than in their last game"),
    WhiteReason.LOWER: N_("White to the lower in the table"),
}

ON_KEIZER = Chapter(
    suits=(
        N_("The season of a club, one round an evening: whoever is there plays, whoever is away loses little."),
        N_("Any number of rounds, even more than there are players: the same two meet again after some rounds."),
    ),
    needs=(
        N_("Pairing numbers by strength: they make round 1, and the first values of the places."),
        N_("The check-in before each round: only who is there is paired."),
        N_("Byes as notices of absence: full-point bye away for the club, half-point bye with notice."),
    ),
    way=(
        N_("K1: all who are there are paired, and nobody else."),
        N_(
            "K2: from the top of the table by Keizer score each meets the nearest below whom they may meet; in round 1 "
            "the numbers are the table. Somebody is passed over only where the others could not all be paired."
        ),
        N_(
            "K3: the same two meet again after so many rounds between (three, if nothing else is set); after fewer, "
            "one by one, only where otherwise not all can be paired."
        ),
        N_("K4: the bye of an odd field goes to the lowest of those with the fewest byes and missed rounds."),
        N_(
            "K5: White goes to the one who had it less often; then colours are the other way round than in the last "
            "game of the two; else White goes to the lower."
        ),
    ),
    unusual=(
        N_("The table goes by the Keizer score (KZ), not by points; old wins change their worth as places change."),
        N_("There are no score groups and no floats, and nobody is kept from a third game with one colour."),
        N_("The strongest meet each other again and again, and so do the others with their neighbours in the table."),
        N_("A bye of the odd field gives half of one's own value, an absence about a third."),
    ),
    options=(
        N_("Rounds between two games of the same two: 3 if nothing else is set; 0: they may meet in the next round."),
        N_("The list of tie-breaks begins as KEIZER (KZ, then points) and can be changed."),
        N_("No acceleration."),
    ),
    sources=(
        N_("No FIDE text. The public description of KeizerForClubs (pairing, absences) and Wikipedia's (values)."),
        N_("K1 to K5 are our numbers; READINGS.md says how each open place is read."),
        N_("A second implementation, written from the description alone, agrees in random events."),
    ),
)
BYES: Mapping[tuple[bool, bool], str] = {
    (False, False): N_("Bye: {player}, with {missed} ({article})."),
    (True, False): N_("Bye: {player}, with {missed} ({article}); lower, but with more: {spared}."),
    (False, True): N_(
        "Bye: {player}, with {missed} ({article}); without them the others cannot all be paired: {needed}."
    ),
    (True, True): N_(
        "Bye: {player}, with {missed} ({article}); lower, but with more: {spared}; without them the others cannot "
        "all be paired: {needed}."
    ),
}
"""Whether somebody lower was spared, and whether somebody was needed."""
BOARD_PATTERNS: Mapping[tuple[bool, bool], str] = {
    (False, False): N_("Board {board}: {white} - {black}, places {first} and {second}; {why} ({article})."),
    (True, False): N_(
        "Board {board}: {white} - {black}, places {first} and {second}; nearer, but not to be met now: {barred}; "
        "{why} ({article})."
    ),
    (False, True): N_(
        "Board {board}: {white} - {black}, places {first} and {second}; nearer, but then the others could not all be "
        "paired: {needed}; {why} ({article})."
    ),
    (True, True): N_(
        "Board {board}: {white} - {black}, places {first} and {second}; nearer, but not to be met now: {barred}; "
        "nearer, but then the others could not all be paired: {needed}; {why} ({article})."
    ),
}
"""Whether somebody nearer was barred, and whether somebody nearer was needed."""


class KeizerWords(EditionWords):
    title = N_("Keizer, system of clubs (no FIDE system)")
    short = N_("Keizer")
    event = N_("A club's season in which not everybody comes every evening, with any number of rounds")
    chapter = ON_KEIZER
    use = N_(
        "From the top of the table neighbours meet, again after some rounds, and a win is worth the value of the "
        "opponent's place. Good for a club's season in which not everybody comes every evening."
    )
    heading = f.TableOrder
    criteria: Mapping[str, str] = {}
    reasons = {
        **REASONS,
        f.Reason.BYE: Pattern(N_("{one} and {two}: one of them has the bye, which is given first (K4).")),
        f.Reason.MET: Pattern(N_("{one} and {two}: they played lately, with {rounds} between (K3).")),
        f.Reason.TAKEN: Pattern(
            N_("{one} and {two}: {chooser}, higher in the table, had their turn before and took {chosen} (K2).")
        ),
        f.Reason.NEARER: Pattern(N_("{one} and {two}: {chooser} took {chosen}, who is nearer in the table (K2).")),
        f.Reason.NOT_COMPLETED: Pattern(
            N_("{one} and {two}: with this pair the others could not all be paired; {chooser} took {chosen} (K2).")
        ),
    }
    breaches = {"K3": N_("{players} meet again sooner than this round needs (K3)")}
    breaches_of_three: Mapping[str, str] = {}

    def sentence(self, t: Telling) -> str:
        match t.step.facts:
            case f.TableOrder(players=players):
                order = [f"{t.label(number)} ({written_score(score)})" for number, score in players]
                return t.said(N_("Order of the table by Keizer score (K2): {players}."), players=" · ".join(order))
            case f.Lowered(wanted=wanted, between=between):
                pattern = N_(
                    "With {wanted} between two games of the same two not all could be paired; in this round it is "
                    "{between} (K3)."
                )
                return t.said(pattern, wanted=rounds_in_words(t, wanted), between=rounds_in_words(t, between))
            case f.BoardMade() as board:
                return _board(t, board)
            case f.ByeGiven() as bye:
                return _bye(t, bye)
            case f.WhyNot() as answer:
                return self._why_not(t, answer)
            case _:
                return super().sentence(t)

    def _why_not(self, t: Telling, answer: f.WhyNot) -> str:
        names = {"one": t.label(answer.players[0]), "two": t.label(answer.players[1])}
        if answer.instead is not None:
            names |= {"chooser": t.label(answer.instead[0]), "chosen": t.label(answer.instead[1])}
        barring = [t.said("the arbiter's ban")] if answer.reason is f.Reason.FORBIDDEN else []
        return self.reasons[answer.reason].filled(t.words, barring, rounds=rounds_in_words(t, answer.between), **names)


def written_score(hundredths: int) -> str:
    """`12`, `12.35`."""
    return f"{hundredths / HUNDREDTHS:.2f}".rstrip("0").rstrip(".")


def rounds_in_words(t: Telling, number: int) -> str:
    return t.words.ngettext("{n} round", "{n} rounds", number)


def _board(t: Telling, made: f.BoardMade) -> str:
    return t.said(
        BOARD_PATTERNS[bool(made.barred), bool(made.needed)],
        board=made.board,
        white=t.label(made.white),
        black=t.label(made.black),
        first=made.places[0],
        second=made.places[1],
        barred=t.listed(made.barred),
        needed=t.listed(made.needed),
        why=t.said(WHY_WHITE[made.colours]),
        article=t.article,
    )


def _bye(t: Telling, bye: f.ByeGiven) -> str:
    missed = t.words.ngettext("{n} bye or missed round", "{n} byes and missed rounds", bye.missed)
    return t.said(
        BYES[bool(bye.spared), bool(bye.needed)],
        player=t.label(bye.player),
        missed=missed,
        article=t.article,
        spared=t.listed(bye.spared),
        needed=t.listed(bye.needed),
    )


WORDS = KeizerWords()
