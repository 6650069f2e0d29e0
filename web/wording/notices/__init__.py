"""Notices of the server besides its pages: to visitors, to those who run it, and about its journal.

The server knows a code and facts (`server.notice.ServerNotice`); the sentences are here, a table for each
kind of listener.
"""

from collections.abc import Mapping

from web.wording import Language
from web.wording.notices.commands import COMMAND_NOTICES
from web.wording.notices.journal import JOURNAL_NOTICES
from web.wording.notices.made_up import MADE_UP_NOTICES
from web.wording.notices.rating_lists import RATING_LIST_NOTICES
from web.wording.notices.requests import ANY_HEADING, NOTICE_HEADINGS, REQUEST_NOTICES

NOTICES: Mapping[str, str] = {
    **REQUEST_NOTICES,
    **COMMAND_NOTICES,
    **MADE_UP_NOTICES,
    **JOURNAL_NOTICES,
    **RATING_LIST_NOTICES,
}


def notice_in_words(code: str, language: Language, facts: Mapping[str, object]) -> str:
    return language.gettext(NOTICES[code], **facts)


def notice_heading(code: str, language: Language) -> str:
    return language.gettext(NOTICE_HEADINGS.get(code, ANY_HEADING))
