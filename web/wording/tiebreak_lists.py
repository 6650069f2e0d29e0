"""Lists of tie-breaks that have a name, in words."""

from web.wording import Language


def list_title(name: str, language: Language) -> str:
    """The title of a list with a name."""
    said = language.gettext
    titles = {
        "F10": said("article F.10 of 1998"),
        "33.3.1": said("round robin (article 33.3.1)"),
        "33.3.2": said("round robin of teams (article 33.3.2)"),
        "33.3.3": said("Swiss, players of like ratings (article 33.3.3)"),
        "33.3.4": said("Swiss, players of unlike ratings (article 33.3.4)"),
        "33.3.5": said("Swiss of teams (article 33.3.5)"),
        "S003-RR": said("round robin of the chess portal"),
        "S003-SWISS": said("Swiss of the chess portal"),
        "S003-SOLKOFF": said("Swiss of the encyclopaedia"),
        "C07-SWISS": said("Swiss, in the spirit of C.07"),
        "C07-TEAM-SWISS": said("Swiss of teams, in the spirit of C.07"),
        "C07-TEAM-RR": said("round robin of teams, in the spirit of C.07"),
        "OLYMPIAD": said("Olympiad of teams (D.02)"),
        "C07-RR": said("round robin, in the spirit of C.07"),
        "MCMAHON": said("McMahon, as in Go"),
    }
    return titles.get(name, name)
