"""Refusals that follow from the tournament's kind or stage, and from the limits of files."""

from collections.abc import Mapping

from domain import refusals as r
from domain.files.importing import CannotImport
from domain.refusals import FileKind
from domain.tournament import Tournament
from web.wording import N_, Language
from web.wording.fields import label
from web.wording.imports import NO_WORD_FOR
from web.wording.refusals.refusal import SentencePattern, add_plain, sentence

TOURNAMENT_REFUSALS: Mapping[type[r.Refusal], SentencePattern] = {
    r.MovedOn: N_("The tournament stands at {version} by now, and {expected} was expected: read it again."),
    r.TournamentOfTeams: N_("This tournament pairs teams: players cannot be sent on into it."),
    r.TournamentOfPlayers: N_("This tournament pairs players: choose teams in its regulations first."),
    r.NothingToPrint: N_(
        "There is nothing to print yet. Certificates need a section that is over, prizes and receipts one that has "
        "prizes and has played."
    ),
    r.PapersNotInstalled: N_(
        "Papers cannot be made here: the library for them is not installed. On the computer of the server type pip "
        "install 'tablo-chess[paper]' and start Tablo again."
    ),
    r.NotChess960: N_("The games begin from the usual position: choose Chess960 in the settings first."),
    r.StartPositionIsDrawn: N_("The start position of round {round} is drawn already: number {position}."),
    r.WasThrownAway: N_(
        "This tournament was thrown away, and nothing is entered into it. Bring it back in its settings to go on."
    ),
    r.PlayedElsewhere: N_(
        "A copy of this tournament was handed off to {to}: nothing is entered here until it comes back, or is taken "
        "back by force."
    ),
    r.NotHandedOff: N_("No copy of this tournament was handed off from this machine."),
    r.NoHandoffFile: lambda refusal: HANDOFF_FILES.get(refusal.why, HANDOFF_FILES["unread"]),
    r.HandoffOver: N_(
        "{by} took this tournament back by force at {at}: what was written on the other machine since then counts no "
        "more, and this file is not taken."
    ),
    r.HandoffForks: N_(
        "Both machines went on from entry {version}: here it was written by {here}, in the file by {there}. One of "
        "them cannot follow on the other, so the file is not taken, and nothing has changed."
    ),
    r.PracticeStaysPrivate: N_(
        "This is a practice with made-up players: it is never announced. Announce a new tournament."
    ),
    r.TournamentIsClosed: N_("The tournament is closed: reopen it with a reason to change anything."),
    r.NothingToClose: N_(
        "No round was published, and there is no table to be final: publish round 1, or throw the tournament away."
    ),
    r.NoInitialColour: N_("Draw the colour of number 1 by lot, or set it, before the first round is paired."),
    r.GamesAdjourned: N_("There is no final table while games are adjourned: enter the result of {games}."),
    r.PlayoffOnBoards: N_(
        "There is no final table while the play-off for place {places} is played: enter its results."
    ),
    r.TournamentHasStarted: lambda refusal: STARTED.get(refusal.what, FIXED),
    r.KeptInFideMode: lambda refusal: KEPT_IN_FIDE_MODE.get(refusal.what, KEPT_IN_FIDE_MODE["regulations"]),
    r.FileTooHeavy: lambda refusal: TOO_HEAVY.get(refusal.kind, ANY_FILE),
    r.FileTooSlow: lambda refusal: TOO_SLOW.get(refusal.kind, ANY_FILE),
}
add_plain(TOURNAMENT_REFUSALS)

HANDOFF_FILES: Mapping[str, str] = {
    "unread": N_("{file} is no file of a tournament that was handed off: such a file ends in .tablo."),
    "changed": N_("{file} is damaged, or somebody has changed it: fetch it anew from the other machine."),
    "other-tournament": N_("{file} is about another tournament: open that one and take the file back there."),
    "outward": N_("{file} is the file that went out: the one that comes back is made on the other machine."),
    "homeward": N_("{file} is on its way back: take it back on the machine that handed the tournament off."),
    "unknown": N_("{file} belongs to no handoff of this machine."),
    "gap": N_("Entries are missing before those of {file}: this machine stands earlier than when it was handed off."),
}
FIXED: str = N_("A round is paired: {what} can no longer be changed.")
STARTED: Mapping[str, str] = {
    "initial-colour": N_("Round 1 is published: the colour of number 1 can no longer be changed."),
    "system": N_("A round is paired: the pairing system can no longer be changed to one that draws lots first."),
    "format": N_("A round is paired: the format and its options can no longer be changed."),
    "throw-away": N_("Round 1 is published: the tournament can be hidden or archived, and no longer be thrown away."),
    "strike": N_("Round 1 is published: the player can withdraw, and the entry can no longer be struck."),
    "numbers": N_("Round 1 is published: the numbers can no longer be drawn."),
    "starting-points": N_("A round is paired: bar, band and floor can no longer be changed."),
    "acceleration": N_(
        "A round is paired: neither the acceleration nor, under it, the number of rounds and the points can change."
    ),
}

NOT_IN_A_TABLE = N_(
    "FIDE mode ranks no round robin by Buchholz, because everybody meets everybody (C.07, 8): {tiebreaks}. "
    "Choose other tie-breaks, or turn FIDE mode off."
)

IN_A_TABLE_ALONE = N_(
    "FIDE mode has the Koya system for round robins alone (C.07, 9): {tiebreaks}. "
    "Choose other tie-breaks, or turn FIDE mode off."
)

KEPT_IN_FIDE_MODE: Mapping[str, str] = {
    "regulations": N_(
        "In FIDE mode the regulations do not change once round 1 is paired. If they must, leave FIDE mode first: it "
        "has a button of its own in the settings."
    ),
    "prohibited-pairs": N_(
        "In FIDE mode it is settled once round 1 is paired who must not meet. If that must change, leave FIDE mode "
        "first: it has a button of its own in the settings."
    ),
}

OUTSIDE_FIDE_MODE = N_(
    "FIDE mode has the rules in force and nothing else (C.04 and C.07 of 2026). "
    "Outside them: {fields}. Choose others there, or turn FIDE mode off."
)

_PLAYED_OUT_TOO_HEAVY = N_(
    "The rest of {file} was not played out: it took more than {megabytes} MB of memory, or the system ended it."
)
_PLAYED_OUT_TOO_SLOW = N_("The rest of {file} was not played out in {seconds} seconds.")

TOO_HEAVY: Mapping[FileKind, str] = {
    FileKind.TABLE: N_(
        "{file} cannot be read: it takes more than {megabytes} MB of memory, or is damaged. Save only the rows and "
        "columns with text in them, or save the sheet as CSV, and send that."
    ),
    FileKind.LIST: N_(
        "{file} cannot be read: it takes more than {megabytes} MB of memory, or is damaged. Save the list as CSV, or "
        "fetch it once more. The list that was here stays."
    ),
    FileKind.PICTURE: N_(
        "{file} cannot be read: it takes more than {megabytes} MB of memory, or is damaged. Save the picture anew as "
        "PNG or JPEG, smaller, and send that."
    ),
    FileKind.GAMES: N_(
        "{file} cannot be read: it takes more than {megabytes} MB of memory, or is damaged. Let the program of the "
        "boards write a file for each round."
    ),
    FileKind.PAPER: N_(
        "{file} was not made: it took more than {megabytes} MB of memory, or the system ended it. Ask for it once "
        "more, or print less at once."
    ),
    FileKind.CHANCES: _PLAYED_OUT_TOO_HEAVY,
    FileKind.NEXT_ROUND: _PLAYED_OUT_TOO_HEAVY,
}

TOO_SLOW: Mapping[FileKind, str] = {
    FileKind.TABLE: N_(
        "{file} cannot be read in {seconds} seconds. Save only the rows and columns with text in them, or save the "
        "sheet as CSV, and send that."
    ),
    FileKind.LIST: N_(
        "{file} cannot be read in {seconds} seconds. Save the list as CSV. The list that was here stays."
    ),
    FileKind.PICTURE: N_(
        "{file} cannot be read in {seconds} seconds. Save the picture anew as PNG or JPEG, smaller, and send that."
    ),
    FileKind.GAMES: N_(
        "{file} cannot be read in {seconds} seconds. Let the program of the boards write a file for each round."
    ),
    FileKind.PAPER: N_("{file} was not made in {seconds} seconds. Ask for it once more, or print less at once."),
    FileKind.CHANCES: _PLAYED_OUT_TOO_SLOW,
    FileKind.NEXT_ROUND: _PLAYED_OUT_TOO_SLOW,
}

ANY_FILE: str = N_("{file} could not be made: it took too much memory or too long.")


@sentence.register
def _(refusal: r.OutsideFideMode, tournament: Tournament | None, words: Language) -> str:
    return words.gettext(OUTSIDE_FIDE_MODE, fields=words.listing([label(field, words) for field in refusal.fields]))


@sentence.register
def _(refusal: r.TiebreaksOfOtherFormat, tournament: Tournament | None, words: Language) -> str:
    pattern = NOT_IN_A_TABLE if refusal.predetermined else IN_A_TABLE_ALONE
    return words.gettext(pattern, tiebreaks=words.listing(list(refusal.tiebreaks)))


@sentence.register
def _(refusal: CannotImport, tournament: Tournament | None, words: Language) -> str:
    return " ".join(words.gettext(NO_WORD_FOR[reason]) for reason in refusal.reasons)
