"""Words of plugins: what they bring, and what is the matter with them."""

from collections.abc import Mapping

from web.wording import N_, Language, said_by

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
