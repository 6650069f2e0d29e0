"""To visitors whose request cannot be answered as it was asked."""

from web.wording import N_

NOTICE_HEADINGS = {
    "no-page": N_("Not here"),
    "not-by-itself": N_("Not like this"),
    "refused": N_("Not possible"),
    "no-screen": N_("No such screen"),
    "no-tournament": N_("No such tournament"),
    "no-festival": N_("No such festival"),
    "no-desk": N_("No desk here"),
    "sent-before": N_("Sent before"),
    "owner-away": N_("Not at the moment"),
    "owner-hangs": N_("Not at the moment"),
    "password-not-kept": N_("The password was not changed"),
    "crashed": N_("That should not happen"),
    "too-large": N_("Too large"),
    "too-many-forms": N_("Too many at once"),
    "copy-not-erased": N_("One copy still has it"),
}
ANY_HEADING = N_("That did not work")

AT_IS = N_(
    "“at” is what stands at the foot of the screen, such as open:57, or a time such as 14:05 or 2026-11-21T14:05."
)

REQUEST_NOTICES = {
    "key-missing": N_("Send a key: Authorization: Bearer, and the key after it. It is made at the desk."),
    "key-unknown": N_("This key is none of this server: it was mistyped, or made elsewhere."),
    "key-ended": N_("This key has been revoked, or its time is over. Make a new one at the desk."),
    "too-many-requests": N_("Too many requests in a minute. Wait a minute and go on more slowly."),
    "idempotency-key-missing": N_(
        "Send the header Idempotency-Key with a text of your own for each command, so that nothing is written twice."
    ),
    "body-not-read": N_("The body is not what this command takes: {why}."),
    "preview-not-read": N_("preview must be 1; without it the command is carried out."),
    "version-not-read": N_("If-Match must be a version such as 57, as the answers give it."),
    "no-page": N_("There is no page at this address. It may have been typed wrongly."),
    "not-by-itself": N_("This address shows nothing by itself."),
    "failed": N_("That did not work."),
    "refused": "{why}",
    "no-screen": "{why}",
    "no-tournament": N_("There is no tournament at this address."),
    "no-festival": N_("There is no festival at this address."),
    "no-desk": N_("This is a public mirror: it shows what the hall sends. The desk is in the hall."),
    "sent-before": N_(
        "This form was sent before with something else in it, and only that was done. "
        "Open the page of the form anew and enter what is still missing."
    ),
    "owner-away": N_(
        "Another process keeps this tournament and does not answer. Send it again: nothing is entered twice."
    ),
    "owner-hangs": N_("{why} Send it again: nothing is entered twice."),
    "password-not-kept": N_("{path} cannot be written: {why}. The old password holds."),
    "copy-not-erased": "{why}",
    "crashed": N_(
        "Tablo made a mistake, and it is in its log. Reload the page: what it shows is what the journal has."
    ),
    "too-large": N_("That is too large: at most {kilobytes} kB can be sent at once."),
    "too-many-forms": N_("Too many forms are on their way from your address at once. Send it again in a moment."),
    "door-full": N_("Too many people are asking for pages at this moment. Try again in ten seconds."),
    "foreign-forwarding": N_("This was forwarded by a process that does not share our key or our clock."),
    "logged-out": N_("Please log in again."),
    "sent-like-a-program": N_("The form was sent faster than a person types, or is half a day old. Send it once more."),
    "too-many-entries": N_("Too many entries from here in one minute. Wait a minute and send it again."),
    "old-form": N_("This page is older than your login. Reload it."),
    "host-impossible": N_("The name of this server cannot be what your browser or proxy says: look at the address."),
    "code-of-nowhere": N_(
        "This server listens to its own computer only: a phone could not open the address of a QR code."
    ),
    "foreign-code": N_("QR codes lead to this server only."),
    "no-picture": N_("There is no such picture."),
    "nothing-shown-then": N_("Nothing hung here then."),
    "not-a-moment": AT_IS,
    "moment-of-no-tournament": N_("There is no tournament “{stream}”. {at_is}"),
    "moment-beyond-the-journal": N_("The journal of “{stream}” goes from {stream}:1 to {stream}:{last}."),
    "moment-to-come": N_("“{asked}” is still to come: a screen shows what hung here at a moment of the past."),
    "whose-moment": N_("This screen does not show one tournament: say whose position it is, such as {example}."),
}
