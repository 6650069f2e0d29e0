"""Push notices in words: title and text for the lock screen of a phone."""

from typing import NamedTuple

from projections.lists.followed import FollowedGame
from web.wording import Language
from web.wording.results import match_score, person_name, result


class PushWords(NamedTuple):
    title: str
    text: str


class MovedStart(NamedTuple):
    """A tournament that begins at another time than was announced; both are local times, ISO."""

    name: str
    was: str
    now: str


def start_moved(moved: MovedStart, one: FollowedGame, words: Language) -> PushWords:
    """The start of a tournament in which somebody has entered."""
    title = words.gettext("{name} has a new start: {when}", name=moved.name, when=words.local_time(moved.now))
    text = words.gettext(
        "{player} is still entered. It was to start on {was}.",
        player=person_name(one.person, words),
        was=words.local_time(moved.was),
    )
    return PushWords(title, text)


def pairing_out(one: FollowedGame, words: Language) -> PushWords:
    """The pairing of the round that has just been published."""
    title = words.gettext("Round {round}: {name}", round=one.round, name=person_name(one.person, words))
    return PushWords(title, _seat(one, words))


def result_entered(one: FollowedGame, words: Language) -> PushWords:
    """The result as it stands now, and the points with it."""
    name = person_name(one.person, words)
    title = words.gettext("Result of {name}", name=name)
    if one.match:
        two = (person_name(one.match.first.person, words), person_name(one.match.second.person, words))
        text = words.gettext("{one} {score} {other}", one=two[0], score=match_score(one.match, words), other=two[1])
    elif one.seat and one.seat.board:
        white, black = one.seat.board.white.person, one.seat.board.black.person
        text = words.gettext(
            "{white} {result} {black}",
            white=person_name(white, words),
            result=result(one.seat.board.result, words),
            black=person_name(black, words),
        )
    else:
        text = ""
    many = words.counted(one.points)
    points = words.ngettext(
        "{name} has {points} point.", "{name} has {points} points.", many, name=name, points=words.points(one.points)
    )
    return PushWords(title, f"{text}\n{points}".strip())


def welcome(names: list[str], words: Language) -> PushWords:
    """The first notice, right after the browser has subscribed."""
    text = words.gettext("You will be told of pairings and results of: {names}", names=words.listing(names))
    return PushWords(words.gettext("Notices are on"), text)


def _seat(one: FollowedGame, words: Language) -> str:
    said = words.gettext
    if one.match:
        sides = (one.match.first, one.match.second)
        other = next(side.person for side in sides if side.person.id != one.person.id)
        return said("Match {board} against {name}", board=one.match.board, name=person_name(other, words))
    if one.seat is None or one.seat.board is None or one.seat.opponent is None:
        return said("No game in this round.")
    facts = {"board": one.seat.spot, "name": person_name(one.seat.opponent, words)}
    if one.seat.white:
        return said("Board {board}, White against {name}", **facts)
    return said("Board {board}, Black against {name}", **facts)
