"""Notices of the server besides its pages: to visitors, about settings, journals and rating lists.

The server knows a code and facts (`server.notice.ServerNotice`); the sentences are here. Commands of the command line
have their sentences where they say them.
"""

from collections.abc import Mapping

from web.wording import N_, Language

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
    "page-away": N_("Not at the moment"),
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

TO_VISITORS = {
    "key-missing": N_("Send a key: Authorization: Bearer, and the key after it. It is made at the desk."),
    "key-unknown": N_("This key is none of this server: it was mistyped, or made elsewhere."),
    "key-ended": N_("This key has been revoked, or its time is over. Make a new one at the desk."),
    "too-many-requests": N_("Too many requests in a minute. Wait a minute and go on more slowly."),
    "idempotency-key-missing": N_(
        "Send the header Idempotency-Key with a text of your own for each command, so that nothing is written twice."
    ),
    "body-not-read": N_("The body is not what this command takes: {why}."),
    "no-game-in-it": N_("there is no game in it"),
    "too-many-games": N_("it has more than {most} games"),
    "too-long-for-a-game": N_("a game has at most {moves} moves, {tags} tags and {chars} characters in each"),
    "more-clocks-than-moves": N_("there are more clocks than moves"),
    "no-position": N_("this is no position of chess"),
    "move-not-legal": N_("{game}: the move {move} is not legal, and the position stays before it."),
    "at-no-board": N_("{game}: nobody plays this game in the round that is played now."),
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
        "The server that answers for this is not there at the moment. Send it again: nothing is entered twice."
    ),
    "page-away": N_(
        "The server that makes this page is not there at the moment. Another one takes over in a few seconds."
    ),
    "no-bus": N_("no NATS server at {where} lets this process in: {why}"),
    "password-not-kept": N_("{path} cannot be written: {why}. The old password holds."),
    "copy-not-erased": "{why}",
    "crashed": N_(
        "Tablo made a mistake, and it is in its log. Reload the page: what it shows is what the journal has."
    ),
    "too-large": N_("That is too large: at most {kilobytes} kB can be sent at once."),
    "too-many-forms": N_("Too many forms are on their way from your address at once. Send it again in a moment."),
    "door-full": N_("Too many people are asking for pages at this moment. Try again in ten seconds."),
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
"""Requests that cannot be answered as they were asked."""

ABOUT_SETTINGS = {
    "database-must-begin-with-not": N_("The database must begin with postgresql:// or sqlite://, not with {scheme}:."),
    "must-be-share": N_("{name} must be a number between 0 and 1, such as 0.25, not {text}."),
    "must-be-not": N_("{name} must be 1 or 0, not {text}."),
    "password-file-cannot-be-read": N_("The password file {path} cannot be read: {why}."),
    "password-file-is-empty": N_("The password file {path} is empty."),
    "settings-file-cannot-be-read": N_("The file of settings {path} cannot be read: {why}."),
    "port-must-be-number-from": N_("The port must be a number from 0 to 65535, not {text}."),
    "tablo-quotas-is-not-read": N_(
        "TABLO_QUOTAS is written tournaments=50 entries=5000 pictures=100 keys=20, and {text} is none of these."
    ),
    "tablo-feed-must-be-number": N_("TABLO_FEED_{limit} must be a number, 0 for no limit, not {text}."),
    "public-url-must-look": N_(
        "the public address (--public-url, TABLO_PUBLIC_URL) must look like https://chess.example.org, not {text}"
    ),
    "tablo-internal-url-is-gone": N_(
        "TABLO_INTERNAL_URL means nothing any more: processes do not call each other, they meet at NATS. Take the line "
        "away; one process needs nothing else, and several need --nats (deploy/README.md, A federation’s servers)"
    ),
    "tablo-openid-must-look": N_(
        "TABLO_OPENID_ISSUER must look like https://login.example.org, with TABLO_OPENID_CLIENT beside it, not {issuer}"
    ),
    "tablo-smtp-must-look": N_(
        "TABLO_SMTP must look like smtp://user:password@mail.example.org:587?from=chess@example.org"
    ),
    "tablo-mirror-accepts-must-have": N_("TABLO_MIRROR_ACCEPTS must have at least {shortest_token} characters."),
}

ABOUT_JOURNALS = {
    "no-tournament-is-called": N_("no tournament is called {stream}"),
    "body-is-not-gzip": N_("the body is not gzip"),
    "body-is-too-large-or-cut-off": N_("the body is too large or cut off"),
    "this-server-is-no-mirror": N_("this server is no mirror"),
    "copy-cannot-be-made-there": "{why} ({folder})",
    "not-sent": "{stream}: {why}",
    "access-is-denied": N_("access is denied"),
    "address-cannot-be-understood-looks": N_(
        "its address cannot be understood; it looks like postgresql://user:password@host/database"
    ),
    "another-program-keeps-file-locked": N_("another program keeps the file locked"),
    "another-program-writes-to-tournament": N_("Another program writes to this tournament all the time."),
    "cannot-be-decoded": N_("it cannot be decoded ({why})"),
    "cannot-be-locked": N_("{path} cannot be locked, {why}"),
    "cannot-be-opened": N_("{path} cannot be opened, {why}"),
    "does-not-follow": N_("it cannot follow what is before it ({kind}: {why})"),
    "claims-to-be-entry": N_("it claims to be entry {version} of {stream}"),
    "command-is-stored-already-another": N_("a command of {stream} is stored already in another stream"),
    "database-server-does-not-answer": N_("the database server does not answer"),
    "disk-is-full": N_("the disk is full"),
    "disk-reports-error": N_("the disk reports an error"),
    "does-not-say-why": N_("it does not say why"),
    "driver-is-missing-install-tablo": N_("the driver is missing, install tablo-chess[postgres]"),
    "entries-sent": N_("{stream}: {sent} entries sent"),
    "entry-comes-instead": N_("entry {version} of {stream} comes instead"),
    "entry-follows-entry": N_("entry {version} of {stream} follows entry {version2}"),
    "entry-is-which-version-tablo": N_(
        "Entry {version} of {stream} is a {name}, which this version of Tablo does not know."
    ),
    "entry-was-changed": N_("entry {version} of {stream} was changed after it was written"),
    "file-cannot-be-opened-created": N_("the file cannot be opened or created there"),
    "file-is-damaged": N_("the file is damaged"),
    "file-is-damaged-is-no": N_("the file is damaged, or it is no journal"),
    "file-is-damaged-restore-it": N_("The file {where} is damaged: {why}. `tablo restore` puts a copy in its place."),
    "file-is-read-only": N_("the file is read-only"),
    "file-system-cannot-keep-write": N_(
        "its file system cannot keep a write-ahead log (journal mode {mode}); use a local disk"
    ),
    "file-system-cannot-lock-files": N_("its file system cannot lock files; use a local disk"),
    "older-format": N_("it has format {version}, which is brought up to {format} only where it can be written"),
    "hash-does-not-fit": N_("its hash does not fit what is written there"),
    "is-another-program-database": N_("it is another program's database"),
    "is-no-copy-journal": N_("it is no copy of a journal"),
    "is-no-entry-journal": N_("this is no entry of a journal"),
    "is-no-journal": N_("it is no journal"),
    "is-no-mirror": N_("{address} is no mirror"),
    "not-where-the-index-leads": N_("it is not where the file's index leads to"),
    "is-open-for-reading-only": N_("it is open for reading only"),
    "stored-under-another-name": N_("it is stored as {name}, but is something else"),
    "journal-is-being-written": N_(
        "The journal {where} is being written by process {process} ({holder}): try again when that has ended."
    ),
    "journal-is-served": N_(
        "The journal {where} is served by process {process} at {holder}: stop it first, or enter it at its desk."
    ),
    "journal-cannot-be-opened": N_("The journal {where} cannot be opened: {why}."),
    "journal-cannot-be-read": N_("The journal {where} cannot be read: {why}."),
    "journal-has-another-already-with": N_(
        "The journal has another {stream} already, with a different history; nothing of it was imported."
    ),
    "journal-is-damaged": N_("The journal of {stream} is damaged at entry {version}: {why}."),
    "line-of-file": N_("{where}, line {line}: {why}."),
    "mirror-answers": N_("the mirror answers {code} {reason}"),
    "mirror-does-not-answer": N_("the mirror does not answer ({words})"),
    "mirror-does-not-keep-what": N_("the mirror does not keep what it is sent"),
    "mirror-has-another-history-up": N_(
        "The mirror has another history of {stream} up to entry {version}; nothing was sent."
    ),
    "mirror-refuses": N_("The mirror refuses it: {why}"),
    "newer-tablo-wrote-fields-does": N_("a newer Tablo wrote fields this one does not know: {unknown}"),
    "newer-format": N_("a newer version of Tablo made it (format {version}, this one knows {format})"),
    "no-tournament-can-begin-here": N_("no tournament called {stream} can begin here"),
    "nothing-was-stored": N_("Nothing was stored in the journal {where}: {why}."),
    "only-journal-sqlite-file-can": N_("only a journal in an SQLite file can be shown read-only"),
    "personal-data-of-nobody": N_("personal data of {stream}, which is not there"),
    "server-is-stopping-nothing-was": N_("The server is stopping; nothing was stored."),
    "server-runs-with-off-would": N_("the server runs with {setting} off and would lose results in a power cut"),
    "sqlite-does-not-keep-promise": N_("this SQLite does not keep its promise to write every commit to the disk"),
    "sqlite-newer-is-needed-is": N_("SQLite {needed} or newer is needed, this is {sqlite_version}"),
    "stop-server-first": N_("{why}; stop the server first"),
    "there-is-no-entry": N_("there is no entry in it"),
    "there-is-no-such-file": N_("there is no such file"),
    "trying-again": N_("{why}; trying again in {pause} s"),
    "not-erased-from-copy": N_(
        "It was erased from the journal, but not from {where}: {why}. Delete that file yourself."
    ),
    "was-recorded-before-entry-precedes": N_("it was recorded before the entry that precedes it"),
    "log-cannot-be-read": N_(
        "its write-ahead log cannot be read there; copy the file and its -wal to a disk that can be written"
    ),
}
"""Most of them end a sentence of another."""

ABOUT_BOARD_ADDRESSES = {
    "boards-address-answered": N_("The address answers {status}."),
    "boards-address-leads-away": N_("The address leads to {there}: name that one."),
    "boards-address-too-large": N_("There is more than {megabytes} MB at the address."),
    "boards-address-nothing": N_("No games can be read at this address."),
    "boards-address-no-games": N_("What is there is neither PGN nor a round of LiveChess."),
    "boards-address-not-called": N_("This server may not call that address."),
    "boards-address-silent": N_("The address does not answer ({why})."),
    "boards-address-too-much": N_("What is there takes too long to read, or too much memory."),
    "boards-address-not-kept": N_("Its games cannot be kept now: the journal is in trouble."),
}

ABOUT_RATING_LISTS = {
    "rating-list-damaged": N_("The file is damaged ({why}): fetch it once more. The list that was here stays."),
    "rating-list-without-head": N_(
        "This is not FIDE's combined rating list: '{head}' is not where it should be. The list that was here stays."
    ),
    "rating-list-not-inside": N_("There is neither a .txt nor an .xml file in the zip: it is no rating list."),
    "rating-list-too-large": N_("The list unpacks to more than {gigabytes} GB, which no rating list has."),
    "rating-list-bad-line": N_(
        "Line {number}, {field}: {text} cannot be. Too many lines are so; fetch the file once more."
    ),
    "rating-list-bad-player": N_(
        "Player {number}, {field}: {text} cannot be. Too many players are so; fetch the file once more."
    ),
    "rating-list-too-short": N_(
        "The list has {players} players, and the last one had {before}: it was cut off. The list that was here stays."
    ),
    "rating-list-searched": N_("{name}, {players} players"),
    "rating-list-begun": N_("The rating list is being read: players can be found in a moment."),
    "rating-list-so-far": N_("{name} is being read: {findable} of {players} players can be found so far."),
    "rating-list-not-yet": N_(
        "Not found yet: {name} is being read, and {findable} of {players} players can be found so far. The search "
        "goes on by itself. Esc, then Enter registers somebody who is not on the list."
    ),
    "rating-list-stopped": N_("Reading the list was broken off: send it once more. The list that was here stays."),
    "rating-list-in-the-way": N_("Another list was being read: renew once more."),
    "list-address-not-allowed": N_("{url} may not be called from here. The list that was here stays."),
    "list-address-failed": N_(
        "Renewing from {url} failed ({why}), and the log says why. The list that was here stays."
    ),
    "list-address-no-list": N_(
        "{url} gave no list: look at the address and at the computer there. The list that was here stays."
    ),
    "list-address-certificate": N_(
        "The certificate of {url} cannot be trusted ({why}): look at the clock of this computer and at the address. "
        "The list that was here stays."
    ),
    "list-address-silent": N_(
        "{url} does not answer ({why}): look at the connection to the internet and at the address. "
        "The list that was here stays."
    ),
    "list-address-answered": N_(
        "{url} answered {status} instead of the file: look at the address. The list that was here stays."
    ),
    "list-address-leads-away": N_(
        "{url} leads on to {there}, which is not followed: give the last address. The list that was here stays."
    ),
    "list-address-broke-off": N_(
        "{url} broke off after {size} of {whole} bytes: renew once more. The list that was here stays."
    ),
    "list-address-too-large": N_(
        "{url} has more than {megabytes} MB, which no rating list has. The list that was here stays."
    ),
    "list-address-too-slow": N_(
        "{url} took longer than {minutes} minutes: try again with a better connection. The list that was here stays."
    ),
}

NOTICES: Mapping[str, str] = {
    **TO_VISITORS,
    **ABOUT_SETTINGS,
    **ABOUT_JOURNALS,
    **ABOUT_BOARD_ADDRESSES,
    **ABOUT_RATING_LISTS,
}


def notice_in_words(code: str, language: Language, facts: Mapping[str, object]) -> str:
    return language.gettext(NOTICES[code], **facts)


def notice_heading(code: str, language: Language) -> str:
    return language.gettext(NOTICE_HEADINGS.get(code, ANY_HEADING))
