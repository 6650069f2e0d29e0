"""Troubles of the journal: which trouble it is, and what the person in charge does about it."""

from collections.abc import Mapping
from enum import StrEnum

from web.wording import N_, Language, said_by


class Trouble(StrEnum):
    READING = "reading"
    WRITING = "writing"
    DAMAGED = "damaged"
    NEWER = "newer"
    STOPPING = "stopping"
    NOT_ERASED = "not-erased"
    READ_ONLY = "read-only"


heading = said_by(
    {
        Trouble.READING: N_("The journal cannot be read"),
        Trouble.WRITING: N_("The journal cannot be written"),
        Trouble.DAMAGED: N_("The journal of this tournament is damaged"),
        Trouble.NEWER: N_("A newer Tablo wrote this tournament"),
        Trouble.STOPPING: N_("The server is stopping"),
        Trouble.NOT_ERASED: N_("A copy still has the personal data"),
        Trouble.READ_ONLY: N_("Nothing can be entered"),
    }
)

to_do = said_by(
    {
        Trouble.READING: N_(
            "What was entered is in the journal still, and nothing is shown that may be wrong. See to what the"
            " sentence above names (the disk, the database, another program that has the file), then reload this"
            " page. “tablo verify” says whether the file itself is damaged."
        ),
        Trouble.WRITING: N_(
            "What was entered before is safe. Keep results on paper until that is put right, then reload this page:"
            " the browser sends the form again, and nothing is entered twice."
        ),
        Trouble.DAMAGED: N_(
            "Its pages stay closed, so that nobody sees wrong standings; the other tournaments go on. “tablo verify”"
            " says what else is damaged. The way back: stop the server, put the newest good copy in place with “tablo"
            " restore”, and enter again what came after it. A copy holds all tournaments as they were at its time."
        ),
        Trouble.NEWER: N_(
            "Nothing is lost. Its pages stay closed, because without what this version does not know the standings"
            " would be wrong: install the newer version on this machine too."
        ),
        Trouble.STOPPING: N_("Reload this page when it runs again: nothing is entered twice."),
        Trouble.NOT_ERASED: N_(
            "Whoever looks after this machine deletes that copy, or mends what is in the way and erases once more."
        ),
        Trouble.READ_ONLY: N_(
            "This server was started to show the journal, not to write it. Keep results on paper until it runs again"
            " where the journal can be written."
        ),
    }
)


def nothing_changed(language: Language) -> str:
    return language.gettext("Nothing was changed.")


def not_now(language: Language) -> tuple[str, str]:
    return language.gettext("Not at the moment"), language.gettext(
        "This cannot be shown at the moment: the server cannot read the tournament, and shows nothing rather than"
        " wrong standings. The arbiters see at their desk what to do. This page looks again by itself."
    )


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
