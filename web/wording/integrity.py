"""Warnings before a grave step: the words of the confirmation, and why FIDE mode was left."""

from collections.abc import Mapping

from domain.refusals import NeedsConfirmation
from domain.tournament import Tournament
from domain.words.articles import SharedRule
from web.wording import N_, Language
from web.wording.cautions import caution
from web.wording.cited import cited_for

LEAVES_FIDE_MODE = N_("The tournament leaves FIDE mode for good; every page and the report file will say so.")

CONSEQUENCES: Mapping[str, tuple[str, ...]] = {
    "closed-round-changed": (
        N_("This changes a round before the previous one. FIDE mode does not allow that."),
        LEAVES_FIDE_MODE,
        N_("If only the rating report is wrong, choose “rating report only”: that stays within FIDE mode."),
    ),
    "FideModeLeft": (
        LEAVES_FIDE_MODE,
        N_("From then on other rules can be chosen, and the regulations and who must not meet can change during play."),
    ),
    "RegulationsAmended": (
        N_("The regulations change after the first round has been paired."),
        N_("Points and tie-breaks of all rounds are counted again under the new regulations."),
    ),
    "PairsProhibited": (N_("Who must not meet changes after the first round has been paired."),),
    "closed-early": (
        N_("The tournament ends before all planned rounds are played. The table of now becomes the final one."),
        LEAVES_FIDE_MODE,
    ),
    "begun-round-withdrawn": (
        N_("A game of this round has a result already. Withdrawing the round throws that result away."),
        LEAVES_FIDE_MODE,
    ),
    "criteria-overridden": (N_("The pairing breaks criteria that are absolute."), LEAVES_FIDE_MODE),
    "ResultCorrected": (N_("A result that was used already is corrected. It stays in the history{article}."),),
    "ResultCorrectedForRating": (N_("Only the rating report changes; table and pairings keep the old result."),),
    "ColoursCorrected": (
        N_("The colours of a game are exchanged. Colour histories change for later pairings{article}."),
    ),
    "GamesReseated": (
        N_("Others sat at these boards than were paired. Opponents and colours change for later pairings{article}."),
    ),
    "RatingCorrected": (N_("A rating is corrected after the start; pairing numbers may move{article}."),),
    "StartingPointsCorrected": (
        N_("A player begins with other points than by the rating: the table changes now, the next pairing with it."),
    ),
    "PairingNumbersExchanged": (
        N_("Two players exchange their pairing numbers."),
        N_("Once round 1 is paired that stands in the report file."),
    ),
    "PairingNumbersIssued": (N_("Pairing numbers change after the start."),),
    "BoardsAltered": (N_("The pairing is altered by hand. This is reported to FIDE{article}."),),
    "HandPairingEnded": (
        N_("The boards are not those of the pairing system. This is reported to FIDE."),
        N_("Its own boards stand beside yours below."),
    ),
    "ByeGranted": (N_("A full-point bye is reported to FIDE."),),
    "RoundWithdrawn": (N_("A published round is withdrawn and will be paired again{article}."),),
    "AdjournedGameFinished": (N_("The game was taken for a draw by every pairing made since{article}."),),
    "EventUndone": (N_("An entry of the journal will no longer count. It stays in the history."),),
    "TournamentClosed": (N_("The tournament ends before all planned rounds are played."),),
    "TournamentReopened": (N_("The closed tournament is opened again."),),
}
"""By the name of a gate: what a step means, the gravest first."""

CONSEQUENCES_IN_A_PLAYOFF: Mapping[str, tuple[str, ...]] = {
    "ResultCorrected": (
        N_("A result that was used already is corrected. It stays in the history."),
        N_("The plan is read anew: games that it does not have any more are taken back."),
    ),
    "ColoursCorrected": (
        N_("The colours of a game are exchanged. In Armageddon a draw then wins for the other player."),
        N_("The plan is read anew: games that it does not have any more are taken back."),
    ),
}
"""The same in a play-off, where no later pairing hangs on colours."""

CITED_BY_GATES: Mapping[str, tuple[SharedRule, ...]] = {
    "ResultCorrected": (SharedRule.CORRECTIONS,),
    "ColoursCorrected": (SharedRule.CORRECTIONS,),
    "GamesReseated": (SharedRule.CORRECTIONS,),
    "RatingCorrected": (SharedRule.CORRECTIONS,),
    "BoardsAltered": (SharedRule.PAIRING_STANDS,),
    "RoundWithdrawn": (SharedRule.PAIRING_STANDS, SharedRule.CORRECTIONS),
    "AdjournedGameFinished": (SharedRule.ADJOURNED,),
}
"""The rules that fill `{article}` of a sentence above."""


def consequence(what: str, words: Language, tournament: Tournament | None) -> tuple[str, ...]:
    """Sentences for a `NeedsConfirmation`, the gravest first."""
    article = cited_for(tournament, *CITED_BY_GATES.get(what, ()))
    sentences = _sentences(what, tournament)
    return tuple(words.gettext(sentence, article=article) for sentence in sentences)


def _sentences(what: str, tournament: Tournament | None) -> tuple[str, ...]:
    known = CONSEQUENCES.get(what, (N_("This step is reported to FIDE."),))
    in_playoff = tournament is not None and tournament.regulations.is_playoff
    return CONSEQUENCES_IN_A_PLAYOFF.get(what, known) if in_playoff else known


def meaning(gate: NeedsConfirmation, words: Language, tournament: Tournament | None) -> tuple[str, ...]:
    """All that is said before the step: what it means, then its cautions."""
    own = consequence(gate.what, words, tournament) if gate.what else ()
    return (*own, *(caution(one, words) for one in gate.cautions))


def cause(what: str, words: Language) -> str:
    """The reason FIDE mode was left, for the history; `what` as `integrity.departure` has it."""
    said = words.gettext
    return {
        "closed-round-changed": said("a round before the previous one was changed"),
        "regulations-changed": said("the regulations were changed after the start"),
        "own-rules": said("other rules than those in force were chosen"),
        "closed-early": said("it was closed before all planned rounds were played"),
        "prohibited-pairs-changed": said("who must not meet was changed after the start"),
        "begun-round-withdrawn": said("a round that had begun was taken back"),
        "by-choice": said("it was chosen"),
        "criteria-overridden": said("the boards break an absolute rule"),
    }.get(what, what)
