"""Sentences of the live feed for those for whom there is no room."""

from web.wording import language


def no_room_here(what: str, lang: str = "en") -> str:
    """The reason somebody has to come again; in English it fits into the close frame of a websocket (123 octets)."""
    said = language(lang).gettext
    return {
        "hall": said("As many follow as this server can serve. Try again in half a minute."),
        "sockets": said("Your address has as many connections here as it may. Try again in half a minute."),
        "topics": said("Your address follows as much as it may. Try again in half a minute."),
        "channels": said("As much of this tournament is followed as may be. Try again in half a minute."),
    }[what]
