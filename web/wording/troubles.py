"""What is said when the journal is in trouble: which trouble it is, and what whoever is in charge does about it."""

from collections.abc import Mapping
from enum import StrEnum


class Trouble(StrEnum):
    """What can be wrong with a journal, by what is to be done."""

    READING = "reading"
    WRITING = "writing"
    DAMAGED = "damaged"
    NEWER = "newer"
    STOPPING = "stopping"


HEADINGS: Mapping[Trouble, str] = {
    Trouble.READING: "The journal cannot be read",
    Trouble.WRITING: "The journal cannot be written",
    Trouble.DAMAGED: "The journal of this tournament is damaged",
    Trouble.NEWER: "A newer Tablo wrote this tournament",
    Trouble.STOPPING: "The server is stopping",
}

TO_DO: Mapping[Trouble, str] = {
    Trouble.READING: "What was entered is in the journal still, and nothing is shown that may be wrong. See to what the"
    " sentence above names (the disk, the database, another program that has the file), then reload this page."
    " “tablo verify” says whether the file itself is damaged.",
    Trouble.WRITING: "What was entered before is safe. Keep results on paper until that is put right, then reload this"
    " page: the browser sends the form again, and nothing is entered twice.",
    Trouble.DAMAGED: "Its pages stay closed, so that nobody sees wrong standings; the other tournaments go on. “tablo"
    " verify” says what else is damaged. The way back: stop the server, put the newest good copy in place with"
    " “tablo restore”, and enter again what came after it. A copy holds all tournaments as they were at its time.",
    Trouble.NEWER: "Nothing is lost. Its pages stay closed, because without what this version does not know the"
    " standings would be wrong: install the newer version on this machine too.",
    Trouble.STOPPING: "Reload this page when it runs again: nothing is entered twice.",
}

FOR_THE_PUBLIC = (
    "This cannot be shown at the moment: the server cannot read the tournament, and shows nothing rather than wrong"
    " standings. The arbiters see at their desk what to do. This page looks again by itself."
)
