"""A pairing by hand, looked at while it is being typed: what is wrong, in a sentence, and at which boards."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from operator import attrgetter

from domain.decisions.rounds.pairing import both_colours_wrong, breaches_of
from domain.events import Board, Event, HandPairingEnded
from domain.records import dataclass
from domain.refusals import BadField
from domain.tournament import Tournament, replay
from domain.words.cautions import BothColoursWrong
from domain.words.players import BoardSeats, EntrantId
from domain.words.rounds import Breach, Fault
from projections.moment.people import people
from web.wording import Language
from web.wording.cautions import caution
from web.wording.chess.results import person_name
from web.wording.refusals.rounds import breach_sentence

Find = Callable[[Tournament, str], EntrantId]
"""Finds the player that was typed; raises BadField."""


@dataclass(frozen=True, slots=True)
class Typed:
    """The fields as they stand: boards in the order of the page, and the bye."""

    boards: tuple[tuple[str, str], ...]
    bye: str = ""


@dataclass(frozen=True, slots=True)
class NamedPlayers:
    """The players named in the fields, as far as that is clear."""

    rows: tuple[tuple[EntrantId, ...], ...]
    bye: EntrantId | None

    @property
    def boards(self) -> list[BoardSeats]:
        return [(row[0], row[1]) for row in self.rows if len(row) == 2]

    def places(self, players: tuple[EntrantId, ...]) -> list[int]:
        """The rows concerned, from 1; a breach between two is at the board where both sit."""
        together = [n for n, row in enumerate(self.rows, 1) if len(players) > 1 and set(players) <= set(row)]
        return together or [n for n, row in enumerate(self.rows, 1) if set(players) & set(row)]

    def times(self, player: EntrantId) -> int:
        """The number of times that a player is named, half filled rows included."""
        return sum(row.count(player) for row in self.rows) + (player == self.bye)


def validated(t: Tournament, round: int, typed: Typed, find: Find, words: Language) -> list[dict[str, object]]:
    """Each breach: article, edition, sentence, rows, and if it is about the bye; all without a seat are one."""
    said = NamedPlayers(
        tuple(tuple(_known(t, seats, find)) for seats in typed.boards), next(_known(t, (typed.bye,), find), None)
    )
    found = breaches_of(t, round, said.boards, said.bye)
    standing = [one for one in found if one.fault is Fault.NOT_SEATED and not said.times(one.players[0])]
    out = [
        _told(t, said, one, words)
        for one in found
        if one.fault is not Fault.NOT_SEATED or said.times(one.players[0]) > 1
    ]
    if standing:
        together = tuple(player for one in standing for player in one.players)
        out.append(_told(t, said, replace(standing[0], players=together), words))
    return [*out, *_colours(t, round, said, words)]


def _colours(t: Tournament, round: int, said: NamedPlayers, words: Language) -> Iterator[dict[str, object]]:
    full = [row for row, seats in enumerate(said.rows, 1) if len(seats) == 2]
    seated = [Board(place, *pair) for place, pair in enumerate(said.boards, 1)]
    for place in both_colours_wrong(t, round, seated):
        sentence = caution(BothColoursWrong(round, (full[place - 1],)), words)
        yield {"article": "", "edition": "", "sentence": sentence, "rows": [full[place - 1]], "bye": False}


def _told(t: Tournament, said: NamedPlayers, found: Breach[EntrantId], words: Language) -> dict[str, object]:
    return {
        "article": found.number,
        "edition": found.article.edition if found.article else "",
        "sentence": breach_sentence(found, t, words) + ".",
        "rows": said.places(found.players),
        "bye": said.bye in found.players,
    }


def _known(t: Tournament, typed: tuple[str, ...], find: Find) -> Iterator[EntrantId]:
    """The players typed in full; half a name is nobody yet, and the page says so itself."""
    for text in typed:
        if not text.strip():
            continue
        try:
            yield find(t, text.strip())
        except BadField:
            continue


@dataclass(frozen=True, slots=True)
class RowBeside:
    """A board as it is seated by hand, and as the system pairs it."""

    board: str
    by_hand: str
    system: str
    differs: bool


@dataclass(frozen=True, slots=True)
class Beside:
    system: str
    rows: tuple[RowBeside, ...]


def beside(tournament: Tournament, events: Sequence[Event], words: Language) -> Beside | None:
    """The boards of a pairing by hand that is about to end, with the system's own; None where nothing ends."""
    ended = next((event for event in events if isinstance(event, HandPairingEnded) and event.engine), None)
    if ended is None:
        return None
    ahead = replay(events, tournament.copy())
    known = people(ahead)

    def name(player: EntrantId | None) -> str:
        return person_name(known[player], words) if player is not None else ""

    round, theirs = ahead.round(ended.round), {board.number: board for board in ended.boards}
    rows = [
        RowBeside(
            str(board.number),
            f"{name(board.white)} – {name(board.black)}",
            f"{name(other.white)} – {name(other.black)}" if (other := theirs.get(board.number)) else "",
            board.number in ended.differing,
        )
        for board in sorted(round.boards, key=attrgetter("number"))
    ]
    if round.bye is not None or ended.bye is not None:
        rows.append(RowBeside(words.gettext("bye"), name(round.bye), name(ended.bye), round.bye != ended.bye))
    return Beside(ended.engine, tuple(rows))
