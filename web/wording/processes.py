"""What is wrong with the processes of a cluster, and with what they stand on: a sentence each, with its remedy."""

from collections.abc import Mapping

from web.wording import N_

PROCESS_TROUBLES: Mapping[str, str] = {
    "silent-worker": N_(
        "{name} has not answered since {time}: it is gone, hangs or is cut off. Its tournaments go on at the other "
        "workers. If it was taken away on purpose, it leaves this page after an hour."
    ),
    "silent-gateway": N_(
        "{name} has not answered since {time}: it is gone, hangs or is cut off. Its visitors come back at the other "
        "gateways. If it was taken away on purpose, it leaves this page after an hour."
    ),
    "unsure": N_("{name} answers nobody: its line to NATS is cut or slow. Its tournaments go on at the other workers."),
    "late": N_("At {name} a screen is {seconds} s behind: its line is bad, or it was switched off."),
    "paused": N_("At {name} work in the background has stopped ({works}). It begins again by itself."),
    "versions": N_("The processes are of several versions ({versions}): bring the others to the newest one."),
    "last-worker": N_("One worker is left: if it goes, nothing can be entered. Start another one."),
    "last-gateway": N_("One gateway is left: if it goes, nobody sees anything. Start another one."),
    "nats-away": N_("NATS does not answer: no tournament can change hands. Look at the log of tablo-nats."),
    "nats-fewer": N_(
        "{agreeing} of {servers} NATS servers agree. While more than half do, everything goes on: look at the log of "
        "tablo-nats on the others."
    ),
    "database-away": N_("PostgreSQL does not answer: nothing can be entered, and what was shown stays."),
    "database-full": N_("{connections} of {most} connections of PostgreSQL are taken: raise max_connections."),
    "database-behind": N_("The copy of PostgreSQL is {seconds} s behind: a takeover would lose what came since."),
    "database-archive": N_(
        "PostgreSQL could not store its newest log, and backups end before it: look at their place."
    ),
}
