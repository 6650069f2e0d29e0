"""Lots: numbers drawn freely or by Varma tables (C.05, Annex 2), and start positions of Chess960."""

from collections.abc import Sequence
from hashlib import sha256
from itertools import groupby

from domain import events as e
from domain.decisions.players.numbering import lot_key, told_apart
from domain.decisions.players.registering import refuse_if_closed
from domain.fields import whole_number
from domain.formats import rules_of
from domain.formats.tables.round_robin import LARGEST_FIELD, SMALLEST_FIELD, drawn_numbers
from domain.ranking.order import drawn_order
from domain.refusals import (
    FieldOutsideVarma,
    NotChess960,
    NumbersAreByRating,
    StartPositionIsDrawn,
    TournamentHasStarted,
)
from domain.tournament import Tournament
from domain.words.games import POSITION_COUNT
from domain.words.options import NumbersBy
from domain.words.players import EntrantId, Player

# Numbers drawn by lot, freely or by the Varma tables (C.05, Annex 2), for a field that stands.


def draw_numbers(tournament: Tournament, seed: str) -> list[e.Event]:
    """The numbers of everybody who is there for round 1; the same seed always draws the same.

    They can be drawn until a round is published; a second draw is one for everybody.
    """
    refuse_if_closed(tournament)
    if tournament.published:
        raise TournamentHasStarted("numbers")
    rules = rules_of(tournament)
    wanted = rules.numbers_by(tournament)
    if wanted is NumbersBy.RATING:
        raise NumbersAreByRating
    field = [id for id in tournament.entrants if not tournament.away(id, 1)]
    draw = _varma if wanted is NumbersBy.VARMA else _freely
    order = rules.numbered_for_table(tournament, draw(tournament, field, seed))
    if order == tournament.numbers and wanted is tournament.numbers_drawn_by:
        return []
    return [e.PairingNumbersIssued(order, 0, wanted, seed)]


def _freely(tournament: Tournament, field: Sequence[EntrantId], seed: str) -> tuple[EntrantId, ...]:
    """By who somebody is: neither the order of registration nor who else is there can change two of them."""
    by_key = told_apart((_key(tournament, id), id) for id in field)
    return tuple(by_key[key] for key in drawn_order(by_key, f"numbers {seed}"))


def _varma(tournament: Tournament, field: Sequence[EntrantId], seed: str) -> tuple[EntrantId, ...]:
    """Federations apart in the last three rounds: the largest draws first, its players by the alphabet."""
    if not SMALLEST_FIELD <= len(field) <= LARGEST_FIELD:
        raise FieldOutsideVarma(len(field), SMALLEST_FIELD, LARGEST_FIELD)
    contingents = _contingents([tournament.players[id] for id in field])

    def shuffled(lot: str, numbers: Sequence[int]) -> list[int]:
        return [int(number) for number in drawn_order(map(str, numbers), f"varma {seed} {lot}")]

    drawn = drawn_numbers([len(players) for players in contingents], shuffled)
    place = {
        number: player.id
        for players, numbers in zip(contingents, drawn, strict=True)
        for player, number in zip(players, numbers, strict=True)
    }
    return tuple(place[number] for number in sorted(place))


def _contingents(players: Sequence[Player]) -> list[list[Player]]:
    """By federation, the largest first, equals by its code; who has none is a contingent of one."""
    by_federation = sorted(players, key=lambda one: (one.federation, one.name.casefold(), one.id))
    groups = [(code, list(group)) for code, group in groupby(by_federation, key=lambda one: one.federation)]
    contingents = [group for code, group in groups if code]
    contingents += [[player] for code, group in groups if not code for player in group]
    return sorted(contingents, key=lambda group: (-len(group), group[0].federation or "~"))


def _key(tournament: Tournament, id: EntrantId) -> str:
    player = tournament.players.get(id)
    return lot_key(player) if player is not None else tournament.teams[id].name.casefold()


# The lot of a Chess960 round: drawn once, the same for every board, and never again.


def draw_start_position(tournament: Tournament, round: int, seed: str) -> list[e.Event]:
    """The same seed always draws the same position of a round (FIDE checklist, 222)."""
    refuse_if_closed(tournament)
    if not tournament.regulations.chess960:
        raise NotChess960
    whole_number("round", round, 1, max(1, tournament.paired))
    if round in tournament.start_positions:
        raise StartPositionIsDrawn(round, tournament.start_positions[round])
    digest = sha256(f"start position {round} {seed}".encode()).digest()
    return [e.StartPositionDrawn(round, int.from_bytes(digest) % POSITION_COUNT, seed)]
