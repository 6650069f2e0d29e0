"""The work of a server in the background, and its ways out, in words."""

from collections.abc import Mapping

from web.wording import N_, Language

WORK_NAMES: Mapping[str, str] = {
    "reading": N_("Reading the tournaments"),
    "memory": N_("Forgetting tournaments that nobody looks at"),
    "following": N_("Hearing of changes by other processes"),
    "garbage": N_("Clearing memory"),
    "rows": N_("Forgetting printed rows"),
    "workers": N_("Ending workers that have nothing to do"),
    "copies": N_("Copies of the journal"),
    "probes": N_("Signs of life of other processes"),
    "stages": N_("Stages of festivals"),
    "playoffs": N_("Orders of play-offs"),
    "series": N_("Series"),
    "mail": N_("Mail to players"),
    "news-for-phones": N_("News for phones"),
    "phones": N_("Notices to phones"),
    "news-for-webhooks": N_("News for webhooks"),
    "webhooks": N_("Calls of webhooks"),
    "entry-queue": N_("Forgetting old requests for an entry"),
    "live-boards": N_("Files of live boards"),
    "list-renewal": N_("Age of the rating lists"),
    "list-fetching": N_("Fetching rating lists"),
    "list-reading": N_("Reading a rating list"),
    "rating-checks": N_("Players beside the rating lists"),
}
"""By the name that the supervisor knows it by."""

WAY_NAMES: Mapping[str, str] = {
    "mail": N_("Mail to players"),
    "push": N_("Notices to phones"),
    "webhooks": N_("Calls of webhooks"),
}


def work_name(name: str, words: Language) -> str:
    return words.gettext(WORK_NAMES[name])


def way_name(name: str, words: Language) -> str:
    return words.gettext(WAY_NAMES[name])
