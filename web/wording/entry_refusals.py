"""Refusals of those who ask for their entry, and of check-in, in words. English is the source."""

from collections.abc import Mapping

from domain import refusals as r
from web.wording import N_

ENTRY_SENTENCES: Mapping[type[r.Refusal], str] = {
    r.CheckInIsOver: N_("Round 1 is paired, so check-in is over: withdraw or readmit players on their pages."),
    r.NobodyCheckedIn: N_(
        "Nobody is checked in yet, so everybody would be left out. Check in those who are here first."
    ),
    r.NotExpected: N_("{player} is not to be paired in round 1. An arbiter changes that on the page of the entrant."),
    r.AlreadyAway: N_("{player} is not playing in round {round} anyway."),
    r.NotAway: N_("{player} has no leave for round {round} that could be taken back."),
    r.AlreadyPaired: N_(
        "{player}: round {round} is published already. Choose a later round, or enter a forfeit. Somebody who came "
        "late can play whoever has the bye: “Somebody came late”, on the page of the round."
    ),
    r.NoSelfRegistration: N_("Entries are not taken here now: ask the organiser."),
    r.PlacesTaken: N_("All {most} places are taken."),
    r.QueueIsFull: N_("Very many entries wait for an arbiter: try again later."),
    r.TooManyOfOneAddress: N_(
        "Very many entries from your address wait for an arbiter: ask the organiser, or try later."
    ),
    r.FormSentBefore: N_(
        "An entry was asked for by this form before, and it is kept. If this is another one, send it once more."
    ),
    r.ConfirmationNotSent: N_(
        "No message could be sent to this address, so nothing is kept. Look whether it is right, or ask the organiser."
    ),
    r.ConfirmationsSent: N_("Messages to this address were sent already: open the link in one of them."),
    r.EntryIsGone: N_("Somebody else has decided about this entry, or it was deleted: look at the list again."),
}
"""Refusals whose data only has to be named."""
