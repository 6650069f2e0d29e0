"""The picture that stands beside a shared link of a player: name, event, place, points and the game of this round."""

from typing import NamedTuple

from projections.lists.followed import Followed
from web.wording import Language
from web.wording.chess.results import person_name
from web.wording.messages import pairing_out


class PreviewWords(NamedTuple):
    """All that is drawn: the same words make the same picture."""

    event: str
    name: str
    stands: str
    game: str
    accent: str = ""
    """The organiser's colour; empty = ours."""
    logo: str = ""
    """The digest of the organiser's logo; empty = none."""


def preview_words(view: Followed, event: str, words: Language) -> PreviewWords:
    """The words of the picture; the lines of table and game are empty before the first round."""
    game, place = view.game, view.place.place
    name = person_name(game.person, words)
    if not game.round:
        return PreviewWords(event, name, "", "")
    points = words.gettext("{points} points", points=words.points(game.points))
    stands = words.gettext("{points}, place {place}", points=points, place=place) if place else points
    round = words.gettext("Round {round}", round=game.round)
    return PreviewWords(event, name, stands, f"{round} · {pairing_out(game, words).text}")
