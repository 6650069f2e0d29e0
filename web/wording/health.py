"""Words of the health page: what works in the background, processes of a cluster, plugins."""

from collections.abc import Mapping

from web.wording import N_, Language, said_by

WORK_NAMES: Mapping[str, str] = {
    "reading": N_("Reading the tournaments"),
    "memory": N_("Forgetting tournaments that nobody looks at"),
    "following": N_("Hearing of changes by other processes"),
    "garbage": N_("Clearing memory"),
    "rows": N_("Forgetting printed rows"),
    "workers": N_("Ending workers that have nothing to do"),
    "copies": N_("Copies of the journal"),
    "chances": N_("Playing out what comes next"),
    "next-rounds": N_("Pairing the next round as it would be now"),
    "stage-chances": N_("Playing out later stages of festivals"),
    "stages": N_("Stages of festivals"),
    "playoffs": N_("Orders of play-offs"),
    "series": N_("Series"),
    "mail": N_("Mail to players"),
    "news-for-phones": N_("News for phones"),
    "phones": N_("Notices to phones"),
    "news-for-webhooks": N_("News for webhooks"),
    "webhooks": N_("Calls of webhooks"),
    "news-for-messengers": N_("News for messengers"),
    "messengers": N_("Messages to channels of messengers"),
    "lichess": N_("Broadcasts at lichess"),
    "entry-letters": N_("Letters about entries"),
    "entry-queue": N_("Forgetting old requests for an entry"),
    "live-boards": N_("Files of live boards"),
    "publishing": N_("Publishing rounds by the clock"),
    "board-addresses": N_("Looking up live boards at addresses"),
    "board-address": N_("An address of live boards"),
    "delayed-games": N_("Games that are shown later"),
    "list-renewal": N_("Age of the rating lists"),
    "list-fetching": N_("Fetching rating lists"),
    "list-reading": N_("Reading a rating list"),
    "rating-checks": N_("Players beside the rating lists"),
    "persons": N_("Names over all tournaments"),
    "house": N_("What one process alone does"),
    "house-news": N_("News of passwords and sessions"),
    "taken-over": N_("What another process left undone"),
    "access": N_("Passwords and sessions of all processes"),
    "local-name": N_("The name of this server in its network"),
    "requests": N_("Requests from gateways"),
    "entries-told": N_("Entries told to the other workers"),
    "bus": N_("The connection to the workers"),
    "wondering": N_("Looking whether a worker that is silent still lives"),
    "feed": N_("Frames for the gateways"),
    "unwanted": N_("Forgetting what no gateway follows"),
    "views": N_("Views from the workers"),
    "permissions": N_("Looking who may still follow the desk"),
    "roll-call": N_("Looking who of the cluster is there"),
    "leases": N_("Signs of life to the other workers"),
    "takes": N_("Tournaments taken from workers that have ended"),
    "demo": N_("Playing of the demo"),
}
"""By the name that the supervisor knows it by."""

WAY_NAMES: Mapping[str, str] = {
    "mail": N_("Mail to players"),
    "push": N_("Notices to phones"),
    "webhooks": N_("Calls of webhooks"),
    "messengers": N_("Messages to channels of messengers"),
    "lichess": N_("Broadcasts at lichess"),
}

work_name = said_by(WORK_NAMES)

way_name = said_by(WAY_NAMES)

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
"""Wrong with processes of a cluster, and with what they stand on: a sentence each, with its remedy."""

plugin_kind = said_by(
    {
        "pairing": N_("pairing system"),
        "tiebreaks": N_("tie-break"),
        "downloads": N_("download"),
        "readers": N_("reader of files"),
    }
)
PLUGIN_STATES: Mapping[str, str] = {
    "": N_("in use"),
    "not-loaded": N_("left out, as it cannot be loaded: {details}"),
    "other-api": N_("left out, as it is made for another version of Tablo (it says {details})"),
    "not-whole": N_("left out, as something is missing in it: {details}"),
    "bad-name": N_("left out, as it cannot have this name, or says another one than its package: {details}"),
    "name-taken": N_("left out, as the name is taken: {details}"),
    "failed": N_("in use, but its last piece of work went wrong: {details}"),
}
"""By the trouble; empty = none."""


def plugin_state(trouble: str | None, details: str, words: Language) -> str:
    return words.gettext(PLUGIN_STATES[trouble or ""], details=details)
