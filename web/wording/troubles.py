"""Troubles of the journal: which trouble it is, and what the person in charge does about it."""

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
