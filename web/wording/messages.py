"""The words of messages to players, by mail and on the lock screen of a phone."""

from collections.abc import Sequence
from datetime import datetime
from itertools import islice
from typing import NamedTuple
from zoneinfo import ZoneInfo

from domain.festival.events import EditionExtended, EditionMoved, EditionPostponed
from domain.festival.outbox import StartMoved
from domain.formats import rules_of
from domain.records import dataclass
from domain.words.choices.bulletins import Bulletin
from projections.lists.followed import FollowedGame
from projections.moment.people import Person
from projections.moment.snapshot import Snapshot
from projections.round.live_boards import LiveBoard
from projections.table.standings import standings
from web.markdown import MOST_TOLD_CHARS, plain_text
from web.wording import N_, Language
from web.wording.chess.results import match_score, person_name, result

MOST_LEADERS = 3
"""Named in a message about standings."""


@dataclass(frozen=True, slots=True)
class MessageLinks:
    """Whole addresses; empty = the message has none."""

    page: str = ""
    entry: str = ""
    stop: str = ""


NO_LINKS = MessageLinks()


def letter(player: str, told: str, links: MessageLinks, words: Language) -> str:
    """The text of a message to one player. Several players can have one address, so it says whose it is."""
    parts = [words.gettext("For {player}", player=player), told, links.page]
    if links.entry:
        parts.append(words.gettext("Your entry, where you can withdraw it: {link}", link=links.entry))
    if links.stop:
        parts.append(words.gettext("To get no more messages about this entry: {link}", link=links.stop))
    return "\n\n".join(filter(None, parts)) + "\n"


def of_the_start(name: str, starts_at: datetime, zone: str, words: Language) -> tuple[str, str]:
    start = {"name": name, "when": words.moment(starts_at, ZoneInfo(zone)), "zone": zone}
    pattern = N_("You have entered {name}. It starts on {when} ({zone}), if enough players have entered by then.")
    return words.gettext("{name} starts on {when}", **start), words.gettext(pattern, **start)


def of_the_confirmation(name: str, player: str, link: str, words: Language) -> tuple[str, str]:
    pattern = N_(
        "Somebody asked for the entry of {player} in {name}, with this e-mail address. To confirm it, open this link "
        "within a day. If it was not you, do nothing: what was typed is deleted."
    )
    text = words.gettext(pattern, player=player, name=name)
    return words.gettext("{name}: confirm your entry", name=name), f"{text}\n\n{link}\n"


def entry_letter(player: str, told: str, link: str, words: Language) -> str:
    """The text of a message about one entry; `link` is the player's own, empty = there is none."""
    parts = [words.gettext("For {player}", player=player), told]
    if link:
        own = N_("Your own page, for what the organiser allows. Keep its address to yourself: {link}")
        parts.append(words.gettext(own, link=link))
    return "\n\n".join(parts) + "\n"


def of_the_place(name: str, words: Language, *, moved: bool) -> tuple[str, str]:
    if moved:
        text = N_("A place in {name} has become free, and it is yours: you were next on the waiting list.")
    else:
        text = N_("Your entry in {name} is accepted: you play.")
    return words.gettext("{name}: you are in it", name=name), words.gettext(text, name=name)


def of_the_waiting(name: str, place: int, words: Language) -> tuple[str, str]:
    text = words.gettext(
        "Your entry in {name} is accepted, and all places are taken: you are number {place} on the waiting list. You "
        "hear from us when a place is yours.",
        name=name,
        place=place,
    )
    return words.gettext("{name}: you are on the waiting list", name=name), text


def of_the_bye(name: str, round: int, reason: str, words: Language, *, granted: bool) -> tuple[str, str]:
    subject = words.gettext("{name}: your bye in round {round}", name=name, round=round)
    if granted:
        return subject, words.gettext("You have a bye in round {round}: you are not paired.", round=round)
    text = words.gettext("An arbiter grants you no bye in round {round}.", round=round)
    return subject, f"{text} {reason}".strip()


def of_the_digest(name: str, lines: list[str], link: str, words: Language) -> tuple[str, str]:
    """Subject and text for the organiser: what players did by themselves, line by line."""
    subject = words.gettext("{name}: entries and requests", name=name)
    text = words.gettext("Since the last message about {name}:", name=name)
    return subject, "\n".join([text, "", *(f"- {line}" for line in lines), "", link, ""])


def of_the_request(player: str, words: Language) -> str:
    """A line of the digest."""
    return words.gettext("{player} asks for an entry", player=player)


def of_the_stage(name: str, words: Language) -> tuple[str, str]:
    subject = words.gettext("{name}: you are in it", name=name)
    return subject, words.gettext("You play in {name}. It begins now: look for your first game.", name=name)


def of_the_move(name: str, starts_at: datetime, moved: StartMoved, zone: str, words: Language) -> tuple[str, str]:
    """Subject and text when an edition that players have entered gets another start: which it was, and why."""
    was, when = (words.moment(one, ZoneInfo(zone)) for one in (datetime.fromisoformat(moved.was), starts_at))
    pattern = N_("The start of {name} has been moved from {was} to {when} ({zone}). You are still entered.")
    text = words.gettext(pattern, name=name, was=was, when=when, zone=zone)
    subject = words.gettext("{name} has a new start: {when}", name=name, when=when)
    return subject, f"{text} {_why_moved(moved, words)}"


def _why_moved(moved: StartMoved, words: Language) -> str:
    match moved:
        case EditionPostponed(entries=entries, minimum=minimum):
            return words.ngettext(
                "Too few had entered: {n} player, and it takes {minimum}.",
                "Too few had entered: {n} players, and it takes {minimum}.",
                entries,
                minimum=minimum,
            )
        case EditionExtended():
            return words.gettext("Too few places were taken, so entries stay open for longer.")
        case EditionMoved():
            return words.gettext("The organiser has changed the plan of the series.")


def of_the_end(name: str, place: int, players: int, prizes: str, into: str, words: Language) -> tuple[str, str]:
    """Subject and text when a stage is over. No `place`: they are in no table; `prizes` and `into` may be empty."""
    subject = words.gettext("{name} is over", name=name)
    pattern = N_("{name} is over. Your place: {place} of {players}.") if place else N_("{name} is over.")
    told = [words.gettext(pattern, name=name, place=place, players=players)]
    if prizes:
        told.append(words.gettext("Your prize: {prizes}.", prizes=prizes))
    if into:
        told.append(words.gettext("You go on to {into}.", into=into))
    return subject, " ".join(told)


class PushWords(NamedTuple):
    title: str
    text: str


class MovedStart(NamedTuple):
    """A tournament that begins at another time than was announced; both are local times, ISO."""

    name: str
    was: str
    now: str


def start_moved(moved: MovedStart, one: FollowedGame, words: Language) -> PushWords:
    title = words.gettext("{name} has a new start: {when}", name=moved.name, when=words.local_time(moved.now))
    player, was = person_name(one.person, words), words.local_time(moved.was)
    return PushWords(
        title, words.gettext("{player} is still entered. It was to start on {was}.", player=player, was=was)
    )


def pairing_out(one: FollowedGame, words: Language) -> PushWords:
    title = words.gettext("Round {round}: {name}", round=one.round, name=person_name(one.person, words))
    return PushWords(title, _seat(one, words))


def game_live(person: Person, board: LiveBoard, words: Language) -> PushWords:
    """The first move of a game can be seen; `person` is a player of it, or the team of one."""
    white, black = (person_name(side, words) for side in (board.white, board.black))
    text = words.gettext("Board {board}: {white} – {black}", board=board.spot, white=white, black=black)
    return PushWords(words.gettext("The game of {name} is live", name=person_name(person, words)), text)


def result_entered(one: FollowedGame, words: Language) -> PushWords:
    name, text = person_name(one.person, words), ""
    title = words.gettext("Result of {name}", name=name)
    if one.match:
        first, second = (person_name(side.person, words) for side in (one.match.first, one.match.second))
        text = words.gettext("{one} {score} {other}", one=first, score=match_score(one.match, words), other=second)
    elif one.seat and (board := one.seat.board):
        white, black = (person_name(side.person, words) for side in (board.white, board.black))
        text = words.gettext("{white} {result} {black}", white=white, result=result(board.result, words), black=black)
    many = words.counted(one.points)
    points = words.ngettext(
        "{name} has {points} point.", "{name} has {points} points.", many, name=name, points=words.points(one.points)
    )
    return PushWords(title, f"{text}\n{points}".strip())


def news_out(name: str, bulletin: Bulletin, words: Language) -> PushWords:
    """What the organiser of the tournament `name` tells; on a lock screen its beginning is seen."""
    text = bulletin.text_in(words.code)
    body = plain_text(text.body)
    told = body if len(body) <= MOST_TOLD_CHARS else f"{body[:MOST_TOLD_CHARS]}…"
    return PushWords(f"{name}: {text.title}", told)


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


# What channels of messengers are told: a few lines without any signs of formatting.


def rounds_out(name: str, rounds: Sequence[int], schedule: Sequence[str], words: Language) -> str:
    """The pairings of a round with its start where that is known, or those of several."""
    said = words.gettext
    if len(rounds) > 1:
        span = {"first": rounds[0], "last": rounds[-1]}
        return said("{name}: the pairings of rounds {first} to {last} are out.", name=name, **span)
    told = said("{name}: the pairings of round {round} are out.", name=name, round=rounds[0])
    start = schedule[rounds[0] - 1] if rounds[0] <= len(schedule) else ""
    return f"{told}\n{said('It begins on {when}.', when=words.local_time(start))}" if start else told


def round_over(shown: Snapshot, round: int, words: Language) -> str:
    told = words.gettext("{name}: round {round} is over.", name=shown.tournament.details.name, round=round)
    return "\n".join([told, *_leaders(shown, round, words)])


def standings_final(shown: Snapshot, words: Language) -> str:
    told = words.gettext("{name}: the standings are final.", name=shown.tournament.details.name)
    return "\n".join([told, *_leaders(shown, shown.round, words)])


def bulletin_out(name: str, bulletin: Bulletin, words: Language) -> str:
    return "\n".join(filter(None, news_out(name, bulletin, words)))


def test_of(name: str, words: Language) -> str:
    return words.gettext("{name}: a test message. Whoever reads it is told here.", name=name)


def _leaders(shown: Snapshot, after: int, words: Language) -> list[str]:
    """Those on the first places, where points say who they are."""
    if rules_of(shown.tournament).knocks_out:
        return []
    first = (row for row in standings(shown, after).rows if 0 < row.place <= MOST_LEADERS)
    return [
        f"{row.place}. {person_name(row.person, words)} {words.points(row.points)}"
        for row in islice(first, MOST_LEADERS)
    ]


# Answers to somebody who asked not to be found over all tournaments.


def hiding_answer(words: Language, refused: str = "") -> tuple[str, str]:
    """Subject and text; `refused` is the reason, empty = they are hidden."""
    said = words.gettext
    if refused:
        text = said("Your request not to be found was refused: {reason}", reason=refused)
    else:
        text = said("You are hidden: there is no page over all tournaments about you any more.")
    return said("Not to be found"), f"{text}\n"
