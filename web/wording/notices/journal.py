"""About a journal: what is wrong with it, and why. Most of them end a sentence of another."""

from web.wording import N_

JOURNAL_NOTICES = {
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
    "end-that-program": N_("end that program on this machine, and start it again"),
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
    "may-not-end-session": N_(
        "our role at the database server may not end its session (pg_signal_backend), so end the process"
    ),
    "personal-data-of-nobody": N_("personal data of {stream}, which is not there"),
    "owner-does-not-answer": N_("The process at {address} keeps this tournament and does not answer: {why}."),
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
