"""Warnings before a grave step: the words of the confirmation, and of the report file's comments."""

from functools import partial

from domain import events as e
from domain.cards.from_tournament import Numbers, numbers_of
from domain.events import Integrity, integrity_of
from domain.files.trf import comments
from domain.refusals import NeedsConfirmation
from domain.tournament import Tournament, in_force
from domain.words.articles import cited
from web.wording import Language
from web.wording.cautions import caution
from web.wording.cited import cited_for


def consequence(what: str, words: Language, tournament: Tournament | None) -> tuple[str, ...]:
    """Sentences for a `NeedsConfirmation`, the gravest first."""
    _, cite = words.gettext, partial(cited_for, tournament)
    sentences: dict[str, tuple[str, ...]] = {
        "closed-round-changed": (
            _("This changes a round before the previous one. FIDE mode does not allow that."),
            _("The tournament leaves FIDE mode for good; every page and the report file will say so."),
            _("If only the rating report is wrong, choose “rating report only”: that stays within FIDE mode."),
        ),
        "regulations-changed": (
            _("The regulations change after the first round has been paired."),
            _("The tournament leaves FIDE mode for good; every page and the report file will say so."),
            _("Points and tie-breaks of all rounds are counted again under the new regulations."),
        ),
        "own-rules": (
            _("These are not the rules of FIDE in force."),
            _("The tournament leaves FIDE mode for good; every page and the report file will say so."),
        ),
        "closed-early": (
            _("The tournament ends before all planned rounds are played. The table of now becomes the final one."),
            _("The tournament leaves FIDE mode for good; every page and the report file will say so."),
        ),
        "prohibited-pairs-changed": (
            _("Who must not meet changes after the first round has been paired."),
            _("The tournament leaves FIDE mode for good; every page and the report file will say so."),
        ),
        "begun-round-withdrawn": (
            _("A game of this round has a result already. Withdrawing the round throws that result away."),
            _("The tournament leaves FIDE mode for good; every page and the report file will say so."),
        ),
        "criteria-overridden": (
            _("The pairing breaks criteria that are absolute."),
            _("The tournament leaves FIDE mode for good; every page and the report file will say so."),
        ),
        "ResultCorrected": (
            _(
                "A result that was used already is corrected. It stays in the history{article}.",
                article=cite("corrections"),
            ),
        ),
        "ResultCorrectedForRating": (_("Only the rating report changes; table and pairings keep the old result."),),
        "ColoursCorrected": (
            _(
                "The colours of a game are exchanged. Colour histories change for later pairings{article}.",
                article=cite("corrections"),
            ),
        ),
        "RatingCorrected": (
            _("A rating is corrected after the start; pairing numbers may move{article}.", article=cite("corrections")),
        ),
        "PairingNumbersExchanged": (_("Two players exchange their pairing numbers. This is reported to FIDE."),),
        "PairingNumbersIssued": (_("Pairing numbers change after the start."),),
        "BoardsAltered": (
            _("The pairing is altered by hand. This is reported to FIDE{article}.", article=cite("pairing-stands")),
        ),
        "HandPairingEnded": (
            _("The boards are not those of the pairing system. This is reported to FIDE."),
            _("Its own boards stand beside yours below."),
        ),
        "ByeGranted": (_("A full-point bye is reported to FIDE."),),
        "RoundWithdrawn": (
            _(
                "A published round is withdrawn and will be paired again{article}.",
                article=cite("pairing-stands", "corrections"),
            ),
        ),
        "AdjournedGameFinished": (
            _("The game was taken for a draw by every pairing made since{article}.", article=cite("adjourned")),
        ),
        "EventUndone": (_("An entry of the journal will no longer count. It stays in the history."),),
        "TournamentClosed": (_("The tournament ends before all planned rounds are played."),),
        "TournamentReopened": (_("The closed tournament is opened again."),),
    }
    return sentences.get(what, (_("This step is reported to FIDE."),))


def meaning(gate: NeedsConfirmation, words: Language, tournament: Tournament | None) -> tuple[str, ...]:
    """All that is said before the step: what it means, then its cautions."""
    own = consequence(gate.what, words, tournament) if gate.what else ()
    return (*own, *(caution(one, words) for one in gate.cautions))


def cause(what: str, words: Language) -> str:
    """Why FIDE mode was left, for the history; `what` as `integrity.departure` has it."""
    said = words.gettext
    return {
        "closed-round-changed": said("a round before the previous one was changed"),
        "regulations-changed": said("the regulations were changed after the start"),
        "own-rules": said("other rules than those in force were chosen"),
        "closed-early": said("it was closed before all planned rounds were played"),
        "prohibited-pairs-changed": said("who must not meet was changed after the start"),
        "begun-round-withdrawn": said("a round that had begun was taken back"),
        "criteria-overridden": said("the boards break an absolute rule"),
    }.get(what, what)


KEYWORD_OF: dict[Integrity, str] = {
    Integrity.ALTERATION: "MPA",
    Integrity.IMPORT: "Import",
    Integrity.NUMBERING: "TPN",
    Integrity.CORRECTION: "Correction",
    Integrity.ADJOURNMENT: "Adjournment",
    Integrity.CONFIGURATION: "Configuration",
    Integrity.BYE: "Bye",
}
"""The first word of a comment line (`domain.files.trf.comments`)."""


def comment_lines(tournament: Tournament) -> list[str]:
    """One line of the report file for each breach still in effect (FIDE checklist, 113).

    An event that was undone leaves the file; it stays in the journal.
    """
    numbers = numbers_of(tournament)
    return [
        line
        for _, event in in_force(tournament.history)
        if integrity_of(event) is not Integrity.NONE and not _taken_back(tournament, event)
        for line in _notes(event, numbers)
    ]


def _taken_back(tournament: Tournament, event: e.Event) -> bool:
    """A bye that was granted and is not there any more."""
    return isinstance(event, e.ByeGranted) and tournament.byes.get((event.round, event.player)) is not event.kind


def _notes(event: e.Event, numbers: Numbers) -> list[str]:
    keyword = KEYWORD_OF[integrity_of(event)]
    lines = [comments.comment_line(keyword, _round(event), _detail(event, numbers))]
    if isinstance(event, e.TournamentClosed | e.RegulationsAmended) and event.last_round_differs:
        lines.append(comments.comment_line(keyword, _round(event), _last_round(event)))
    if isinstance(event, e.TournamentImported):
        otherwise = comments.paired_otherwise(event.rechecked_by)
        lines += [comments.comment_line(keyword, round, otherwise) for round in event.differing]
    return lines


def _last_round(event: e.TournamentClosed | e.RegulationsAmended) -> str:
    boards = " ".join(map(str, event.last_round_differs))
    return f"last round moved; boards {boards} {comments.paired_otherwise(event.last_round_by)}"


def departure_lines(tournament: Tournament) -> list[str]:
    """That FIDE mode was left, if it was: the one note that every report file has, for no file may bring it back."""
    return [line for line in comment_lines(tournament) if comments.when_fide_mode_was_left([line])]


def _round(event: e.Event) -> int:
    rounds = (getattr(event, name, 0) for name in ("during_round", "after_round", "round"))
    return next((round for round in rounds if round), 0)


def _detail(event: e.Event, numbers: Numbers) -> str:
    """Facts in the order what, from, to, why; for programs and arbiters of any language, hence terse."""
    match event:
        case e.ResultCorrected():
            return f"round {event.round} board {event.board} {event.was} -> {event.result}; {event.reason}"
        case e.ResultCorrectedForRating():
            return f"rating only, round {event.round} board {event.board} {event.was} -> {event.result}; {event.reason}"
        case e.ColoursCorrected():
            only = "" if event.counts_from else "rating only, "
            return f"{only}round {event.round} board {event.board} colours exchanged; {event.reason}"
        case e.RatingCorrected():
            only = "" if event.counts_from else "rating only, "
            return (
                f"{only}rating of player {numbers.get(event.player, 0)} {event.was} -> {event.rating}; {event.reason}"
            )
        case e.AdjournedGameFinished():
            return f"round {event.round} board {event.board} finished {event.result}"
        case e.GameAdjourned():
            return f"round {event.round} board {event.board} adjourned"
        case e.BoardsAltered():
            articles = " ".join(cited(one).number for one in event.breaches)
            return f"round {event.round} altered by hand {articles}; {event.reason}".replace("  ", " ")
        case e.ByeGranted():
            return comments.full_point_bye(numbers.get(event.player, 0))
        case e.HandPairingEnded():
            boards = " ".join(map(str, event.differing))
            return f"paired by hand, boards {boards} {comments.paired_otherwise(event.engine)}"
        case e.RoundWithdrawn():
            return f"round {event.round} withdrawn; {event.reason}"
        case e.TournamentImported():
            return f"{event.file_name} sha256 {event.sha256[:16]} {len(event.repairs) + len(event.mended)} repairs"
        case e.FideModeLeft():
            return comments.fide_mode_left(event.cause)
        case e.PairingNumbersExchanged():
            two = sorted(numbers.get(player, 0) for player in (event.one, event.other))
            return f"numbers {two[0]} and {two[1]} exchanged; {event.reason}"
        case e.PairingNumbersIssued():
            return "pairing numbers regenerated"
        case e.RegulationsAmended():
            return f"regulations changed; {event.reason}"
        case e.PairsProhibited():
            return f"prohibited pairs changed; {event.reason}"
        case e.TournamentClosed():
            return f"tournament closed early; {event.reason}"
        case e.TournamentReopened():
            return f"tournament reopened; {event.reason}"
    return type(event).__name__
