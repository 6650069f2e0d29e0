"""To those who run it: what its commands ask, answer and refuse."""

from web.wording import N_

COMMAND_NOTICES = {
    "accept-rounds-paired-otherwise": N_("import also if the system pairs rounds of the file otherwise"),
    "head-place": N_("place"),
    "head-number": N_("no"),
    "head-name": N_("name"),
    "head-points": N_("points"),
    "address-mirror-for-browser-tablo": N_("the address of the mirror, as for a browser (TABLO_MIRROR_TO)"),
    "address-mirror-must-begin-with": N_(
        "The address of the mirror must begin with https:// or http:// (--to, or TABLO_MIRROR_TO)"
    ),
    "address-to-listen-tablo-host": N_(
        "address to listen on (TABLO_HOST, default 127.0.0.1; 0.0.0.0 = the whole network)"
    ),
    "after-round-default-newest-published": N_("after this round (default: the newest published)"),
    "after-round-unplayed-rounds-by": N_("After round {round}{held}, unplayed rounds by {value}."),
    "other-address": N_("  Also           {other}"),
    "also-dates-birth-e-mail": N_("also dates of birth, e-mail addresses and phones"),
    "asked-for-there": N_("asked for there"),
    "asked-for-where-machine-is": N_("asked for where this machine is reached by another name"),
    "broken-entry": N_("{stream}: BROKEN at entry {version}: {why}"),
    "cannot-be-looked": N_("{path} cannot be looked at: {why}"),
    "cannot-be-made": N_("{path} cannot be made: {why}"),
    "cannot-be-read": N_("{name} cannot be read: {why}"),
    "cannot-be-written": N_("{path} cannot be written: {why}"),
    "cannot-listen-port": N_("cannot listen on {host} port {port}: {why}"),
    "carry-journals": N_("Carry journals."),
    "carry-journals-between-stores": N_("carry journals from one store to another"),
    "say-of-rounds-that-differ": N_(
        "say of each round that differs how ours came about, and why each other pair of the file is not ours"
    ),
    "check-even-if-points-results": N_("check even if points and results disagree"),
    "chess-tournament-server-with-live": N_("A chess tournament server with live boards, and the tools beside it."),
    "cpu-server-result-ms": N_("  CPU of the server a result    {server} ms"),
    "data-database-name-two-journals": N_("--data and --database name two journals: give only the one that is meant"),
    "data-directory-cannot-be-used": N_("the data directory {data} cannot be used: {why}"),
    "data-directory-tablo-data": N_("the data directory (TABLO_DATA)"),
    "data-tablo-database-name-two": N_(
        "--data and TABLO_DATABASE name two journals: leave --data out, or say --database {data} for the "
        "file in this directory"
    ),
    "database-must-begin-with-not": N_("The database must begin with postgresql:// or sqlite://, not with {scheme}:."),
    "desk-address": N_("  Desk           {base}{desk}"),
    "desk-has-answer": N_("  the desk has its answer       {answered}"),
    "do-everything-except-putting-place": N_("do everything except putting it in place"),
    "does-not-accept-token": N_("{address} does not accept the token"),
    "draw-lots-between-those-still": N_("draw lots between those still equal, from this seed"),
    "ends-before-begins": N_("'{text}' ends before it begins"),
    "entries-head": N_("{stream}: {version} entries, head {hash}"),
    "entry-written": N_("entry {version} of {stream}, written {when}"),
    "erase-player-birth-date-e": N_("erase a player's birth date, e-mail and phone, in copies too"),
    "erased-from": N_("Erased from {where}."),
    "event-ended-either-rule-may": N_(
        "in an event that ended on {ended} either rule may be in force: say which with --ruleset"
    ),
    "exact-values-fractions-strings": N_("exact values, fractions as strings"),
    "exit-codes-done-stopped-early": N_(
        "Exit codes: 0 done, 1 stopped early because a round has no legal pairing, 2 bad input."
    ),
    "exit-codes-every-round-is": N_(
        "Exit codes: 0 every round is the same, 1 a round differs, 2 the file cannot be replayed."
    ),
    "exit-codes-paired-no-legal": N_("Exit codes: 0 paired, 1 no legal pairing, 2 bad input."),
    "fictitious-points-file-are-not": N_(
        "the fictitious points of this file are not used: {system} knows no acceleration."
    ),
    "fide-report-file-trf-trf": N_("a FIDE report file (TRF16 or TRF26); - is standard input"),
    "file-without-starting-points": N_(
        "this file has no starting points (XXA, 250): under {system} everybody begins with none."
    ),
    "file-has-no-teams": N_("{file} has no teams (record 310 or 013), and {system} pairs nobody else."),
    "file-does-not-say-how": N_("the file does not say how many rounds were planned; taken for {rounds_paired}."),
    "file-has-no-date-unplayed": N_(
        "the file has no date: unplayed rounds count by {rules_in_force}, the rules of today (see --ruleset)."
    ),
    "file-tablo-backup-made": N_("a file that `tablo backup` made"),
    "folder-of-live-boards": N_("files of live boards (PGN) may be watched in this folder (TABLO_BOARDS)"),
    "first-line-is-password-desk": N_("its first line is the password of the desk"),
    "followers-default": N_("followers (default: 1000)"),
    "form-file-default-trf": N_("form of the file (default: trf16)"),
    "from-desk-to-screens-players": N_(
        "From the desk to {screens} screens: {players} players, {phones} phones, SQLite on the disk:"
    ),
    "rank-is-not": N_("Player {number} has rank {rank}; by {tiebreaks} it is {place}."),
    "ranks-are-right": N_("All ranks are as {tiebreaks} gives them."),
    "ranks-not-said": N_("The file names no tie-breaks (202, 212): its ranks are not checked."),
    "files-checked": N_("{files} files checked, {wrong} with differences."),
    "folder-without-files": N_("{folder} holds no file that ends in .trf"),
    "has-no-pairing-numbers-yet": N_("{tournament} has no pairing numbers yet: pair its first round"),
    "head": N_("{stream}: {entries}, head {hash}"),
    "head-not-there-journal-was": N_("head {head}: NOT THERE, the journal was cut off or is another one"),
    "head-stands-at": N_("head {head}: {where}"),
    "head-was-printed-once-entry": N_(
        "a head that was printed once: its entry must still be there (several times, for several heads)"
    ),
    "held-as": N_(" of a {format}"),
    "how-unplayed-rounds-count-default": N_(
        "how unplayed rounds count (default: by the day the event ended; {value} where the file has no date)"
    ),
    "is-damaged-move-away-to": N_("{data} is damaged: move it away to set a new password"),
    "is-larger-than-mb-which": N_("{name} is larger than {largest} MB, which no report file is"),
    "is-no-address-mirror-looks": N_("{typed} is no address of a mirror; it looks like https://mirror.example.org"),
    "not-a-head": N_("{head} is no head: it has 8 to 64 digits of 0-9 and a-f"),
    "is-not-percentage-from-to": N_("'{text}' is not a percentage from 0 to 100"),
    "is-not-range-such": N_("'{text}' is not a range such as 1200-2600"),
    "is-not-whole-number": N_("'{text}' is not a whole number {limits}"),
    "journal-address": N_("  Journal        {journal_url}"),
    "journal-copies-beside": N_("the journal and {copies} copies beside it"),
    "journal-has-no": N_("The journal has no {missing}"),
    "journal-is-open-for-reading": N_("  The journal is open for reading only: nothing can be entered."),
    "journal-postgresql-is-backed-up": N_(
        "A journal in PostgreSQL is backed up with pg_dump or `tablo journal export`"
    ),
    "journal-postgresql-is-restored-with": N_(
        "A journal in PostgreSQL is restored with pg_restore or `tablo journal import`"
    ),
    "kb-frame-to-sockets-core": N_("One 2 kB frame to {sockets} sockets, one core for the server:"),
    "last-phone-has-row": N_("  the last phone has the row    {phone}"),
    "last-screen-has-row": N_("  the last screen has the row   {screen}"),
    "line-is-registered-already": N_("line {line}: {name} is registered already."),
    "list-every-repair-those-change": N_("list every repair, those that change nothing here too"),
    "lists-by-name-exit-codes": N_("Lists by name: {_lists_by_name}. Exit codes: 0 done, 2 bad input."),
    "live-feed-frame-to-many": N_(
        "the live feed: one frame to many sockets, and from a key at the desk to the row on the screen"
    ),
    "loop-only-writes": N_("a loop that only writes"),
    "make-checked-copy-journal-while": N_("make a checked copy of the journal while it is in use"),
    "make-up-event-pair-all": N_("make up an event and pair all of it"),
    "make-up-event-results-by": N_(
        "Make up an event: results by FIDE's table of expected scores, every round paired. The report file "
        "goes to standard output or to --output, the seed into the file and to standard error."
    ),
    "measure-machine": N_("Measure this machine."),
    "measure-this-machine": N_("measure this machine"),
    "measurement-reads-cpu-times-from": N_(
        "the measurement reads CPU times from /proc and waits with epoll, which only Linux has"
    ),
    "measures-live-feed-loopback-with": N_(
        "Measures the live feed on loopback with the real server. Takes less than two minutes. Linux only."
    ),
    "mirror-token-tablo-mirror-token": N_("the mirror's token (TABLO_MIRROR_TOKEN)"),
    "must-be-not": N_("{name} must be 1 or 0, not {text}."),
    "name-new-tournament-default-what": N_("name of the new tournament (default: what the file says)"),
    "new-entries": N_("{new} new of {version} entries"),
    "no-form": N_("no form on {path}"),
    "no-password-is-set-yet": N_("  No password is set yet: the first visitor of the desk sets it."),
    "no-player-file-has-starting": N_("no player of the file has the starting rank {rank}"),
    "no-round-file-was-paired": N_("{file}: no round of this file was paired, so there is nothing to check"),
    "note": N_("note: {line}"),
    "number-from": N_("from {least} on"),
    "number-from-to": N_("from {least} to {most}"),
    "encoding-of-file": N_("the encoding of a file whose letters look wrong (default: found by its letters)"),
    "letters-read-as": N_("letters were read as {encoding}: {names}. If they look wrong, say --encoding."),
    "only-full-point-bye-f": N_("the only full-point bye (F) of a round is its pairing bye (U)"),
    "only-these-default-every-stream": N_("only these (default: every stream of the journal)"),
    "only-these-default-every-tournament": N_("only these (default: every tournament)"),
    "pair-even-if-points-results": N_("pair even if points and results disagree"),
    "pair-every-round-fide-report": N_(
        "Pair every round of a FIDE report file again and report each difference in boards, colours and "
        "byes. The order of the boards is not in the file and is not compared."
    ),
    "pair-every-round-report-file": N_("pair every round of a report file again and compare"),
    "pair-next-round-report-file": N_("pair the next round of a report file"),
    "pair-round-fide-report-file": N_(
        "Pair a round of a FIDE report file. Prints the number of pairs, then one pair a line, White first, "
        "by starting rank; a bye is a pair with 0."
    ),
    "password-any-name": N_("  Password       {password}   (any name)"),
    "password-desk-must-have-to": N_(
        "the password of the desk must have {shortest_password} to {longest_password} characters"
    ),
    "password-file-cannot-be-read": N_("The password file {path} cannot be read: {why}."),
    "password-file-is-empty": N_("The password file {path} is empty."),
    "player-id-page-player-desk": N_("the player's id, as on the page of the player at the desk"),
    "player-list-has-no-format": N_(
        "a player list has no format and no system: --format and --system are for report files"
    ),
    "port-must-be-number-from": N_("The port must be a number from 0 to 65535, not {text}."),
    "public-url-tablo-public-url": N_(
        "address by which phones reach this server, for QR codes and links in messages (TABLO_PUBLIC_URL)"
    ),
    "port-to-listen-tablo-port": N_("port to listen on (TABLO_PORT, default 8080; 0 = any free one)"),
    "phones-cannot-reach": N_(
        "  Phones and other computers cannot reach this server: it listens to this computer only."
    ),
    "phones-could-reach": N_("  With --host {host} they reach it at"),
    "offered-address": N_("                 {address}"),
    "public-page": N_("  Public page    {base}{path}"),
    "put-checked-copy-place-journal": N_("put a checked copy in the place of the journal"),
    "rank-players-fide-report-file": N_("Rank the players of a FIDE report file by any tie-breaks under any ruleset."),
    "rank-players-report-file": N_("rank the players of a report file"),
    "read-report-file-player-list": N_("read a report file or a player list into the journal"),
    "read-whole-journal-check-hash": N_("read the whole journal, check its hash chain, and print the heads"),
    "refuse-file-needs-any-repair": N_("refuse a file that needs any repair"),
    "register-list-players-tournament": N_("register the list's players in this tournament"),
    "report-file-becomes-tournament-own": N_("a report file becomes its own tournament: --into is for player lists"),
    "report-file-trf-list-ends": N_("a report file (TRF), or a list that ends in .csv"),
    "round-to-pair-default-first": N_("the round to pair (default: the first unpaired)"),
    "rounds-are-paired-otherwise": N_(
        "{file}: the rounds above are not as the system pairs them. Nothing was imported. If they were played so, "
        "add --accept-rounds: each gets a comment in the report file. If another system paired them, name it "
        "with --system."
    ),
    "rounds-are-pairs-them": N_("{same} of {rounds_paired} rounds are as {system} pairs them."),
    "rounds-planned-if-file-does": N_("rounds planned, if the file does not say it"),
    "run-server-with-demo-tournament": N_("run the server with a demo tournament in a directory of its own"),
    "run-tournament-server": N_("run the tournament server"),
    "same-seed-gives-same-event": N_("the same seed gives the same event (default: a fresh one)"),
    "say-after-pairs-how-each": N_("say after the pairs how each came about"),
    "say-why-these-two-starting": N_("say why these two starting ranks do not meet"),
    "screen-address": N_("  Screen         {base}{path}/screen"),
    "see-help": N_("{message} (see {prog} --help)"),
    "seed": N_("seed {seed}"),
    "setup-code": N_("  Setup code     {setup_token}   ({when})"),
    "ship-journal-to-public-mirror": N_("ship the journal to a public mirror, for as long as it runs"),
    "show-journal-is-read-only": N_("show the journal as it is, on a read-only medium or a full disk"),
    "sockets-must-be-to-players": N_("sockets must be 10 to 10000, players 10 to 2000, results at least one"),
    "standard-input": N_("standard input"),
    "stop-when-mirror-has-everything": N_("stop when the mirror has everything"),
    "store-what-export-wrote-hash": N_("store what export wrote, its hash chain checked first"),
    "such-bh-c-sb-de": N_(
        "such as BH/C1,SB,DE; or the name of a list, to which more may be added: 33.3.4,ARO (default: "
        "records 212 or 202 of the file, else {default_order}; an empty list: points alone)"
    ),
    "system-edition": N_("system and edition (default: {system}, in force since 1 February 2026)"),
    "format-explains-nothing": N_("{system} weighs nothing: there is nothing to explain."),
    "round-not-known-yet": N_("round {round} is not known: rounds up to {known} are."),
    "format-without-byes": N_("in a {system} nobody has a bye or withdraws: leave these shares out."),
    "format-counts-rounds": N_("the rounds of a {system} follow from its players: leave --rounds out."),
    "bracket-without-tiebreaks": N_("the bracket alone places the players of a {system}: leave --tiebreaks out."),
    "match-of-two-teams": N_("a match has two teams of equal size, {least} to {most} players in all: not {players}."),
    "table-too-large": N_(
        "{players} players, {rounds} rounds: made up are 1 to 99, and a bracket of 2 to 1024 players."
    ),
    "rounds-are-where-format-wants": N_("{format}: {same} of {rounds_paired} rounds are as its rules want them."),
    "ranks-are-of-bracket": N_("All ranks are as the bracket gives them."),
    "rank-is-not-in-bracket": N_("{number} is ranked {rank}, and the bracket says {place}."),
    "acceleration-baku": N_("baku: virtual points in the first rounds (C.04.7)"),
    "system-of-imported-rounds": N_(
        "pairing system of its rounds, if not that of the file (192) or the one in force when the event began"
    ),
    "system-without-acceleration": N_("{system} knows no acceleration: choose --system dutch-2026"),
    "table-after-round": N_("the table after this round"),
    "tablo-costs-times-limit": N_("  tablo costs {ours} times the limit"),
    "tablo-feed-must-be-number": N_("TABLO_FEED_{limit} must be a number, 0 for no limit, not {text}."),
    "public-url-must-look": N_(
        "the public address (--public-url, TABLO_PUBLIC_URL) must look like https://chess.example.org, not {text}"
    ),
    "tablo-internal-url-must-look": N_(
        "TABLO_INTERNAL_URL must look like http://web1:8080 and have {longest_internal_url} letters at most, "
        "not {text}."
    ),
    "tablo-smtp-must-look": N_(
        "TABLO_SMTP must look like smtp://user:password@mail.example.org:587?from=chess@example.org"
    ),
    "tablo-mirror-accepts-must-have": N_("TABLO_MIRROR_ACCEPTS must have at least {shortest_token} characters."),
    "ratings-missing": N_(
        "{file}: {system} needs a rating of everybody, and these starting ranks have none: {players}. Write one in "
        "columns 49 to 52 of their lines, if need be the arbiter's estimate"
    ),
    "tablo-round-has-no-legal": N_("tablo: round {round} has no legal pairing: {why}."),
    "try-read-only": N_(" (`tablo serve --read-only` shows it as it is)"),
    "tablo-stopped-after-rounds-because": N_(
        "tablo: stopped after {pairings} of {rounds} rounds, because the next one has no legal pairing: {why}."
    ),
    "televisions-default": N_("televisions (default: 100)"),
    "the-database": N_("the database"),
    "there-is-no-journal": N_("There is no journal at {path}"),
    "there-is-no-tournament-journal": N_("there is no tournament {slug} in this journal (there are: {known})"),
    "there-was-nothing-to-erase": N_("There was nothing to erase in {where}."),
    "tie-breaks-take-every-win": N_(
        "tie-breaks take every win, draw and bye for what White's are worth; the points are those of the file."
    ),
    "to-enter-default": N_("to enter (default: 100)"),
    "tournament-address": N_("the tournament's address"),
    "tournament-default": N_("in the tournament (default: 600)"),
    "up-to-players": N_("up to {most_players}"),
    "up-to-rounds": N_("up to {most_rounds}"),
    "us-cpu-delivery-last-has": N_(
        "{delivery} us of CPU a delivery, the last has it after {last} ms, {memory} kB a socket, idle {idle} "
        "% of a core"
    ),
    "user-may-not-look-owner": N_("This user may not look at {path}; its owner or root may"),
    "what-decides-who-meets-whom": N_(
        "what decides who meets whom (default: what the file says in its record 192 or 092, else swiss)"
    ),
    "what-export-wrote-is-standard": N_("what export wrote; - is standard input"),
    "what-to-do-about-tie": N_("what to do about tie-breaks of several groups (article 33.2; default: off)"),
    "where-default-rotation-beside-journal": N_("where (default: in rotation beside the journal)"),
    "where-default-standard-output": N_("where (default: standard output)"),
    "where-journal-is-tablo-database": N_(
        "where the journal is (TABLO_DATABASE); default: SQLite in the data directory"
    ),
    "where-to-put-default-temporary": N_("where to put it (default: a temporary directory)"),
    "where-to-write-default-standard": N_("where to write it (default: standard output)"),
    "which-several-unplayed-rounds-cut": N_(
        "which of several unplayed rounds a cut of Sonneborn-Berger takes, where C.07, 16.5 leaves it open: "
        "the one that contributes least (default), or the one whose dummy has the lowest score"
    ),
    "why-not-needs-two-different": N_("--why-not needs two different players"),
    "with-corrections-came-too-late": N_("with the corrections that came too late for the table"),
    "word-addresses-t-tournament": N_("its word in addresses, as in /t/<tournament>"),
    "write-entries-text-per-line": N_("write entries as text, one per line"),
    "write-tournament-report-file": N_("write a tournament as a report file"),
}
