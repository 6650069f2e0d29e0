"""From the players' cards to a report."""

from collections.abc import Mapping
from types import MappingProxyType

from domain.cards.acceleration import NO_VIRTUAL_POINTS, VirtualByRound
from domain.cards.card import CardLine, Cards
from domain.files.trf.matches import byes_of_games
from domain.files.trf.report import Header, Report, ReportPlayer, RoundEntry
from domain.words.games import Code, Colour
from domain.words.players import PairingNumber

NO_RANKS: Mapping[PairingNumber, int] = MappingProxyType({})


def from_cards(
    cards: Cards,
    header: Header,
    rounds: int,
    initial_colour: Colour,
    virtual: VirtualByRound = NO_VIRTUAL_POINTS,
    rank: Mapping[PairingNumber, int] = NO_RANKS,
    match_games: int = 1,
) -> Report:
    """Finished cards as a report; `rank` by number, empty = by points, then by number."""
    table = sorted(cards.values(), key=lambda card: (-card.score, card.number))
    rank = rank or {card.number: place for place, card in enumerate(table, 1)}
    entrants = (
        ReportPlayer(
            number=card.number,
            name=card.name or f"Player {card.number}",
            title=card.title,
            rating=card.rating,
            points=card.score,
            rank=rank[card.number],
            entries=tuple(entry_of(line, match_games) for line in card.lines),
        )
        for card in sorted(cards.values(), key=lambda card: card.number)
    )
    by_rank = {int(number): points for number, points in virtual.items()}
    return Report(
        tuple(entrants),
        header,
        rounds_planned=rounds,
        initial_colour=initial_colour,
        acceleration=by_rank,
        match_games=match_games,
    )


def entry_of(line: CardLine, match_games: int) -> RoundEntry:
    """The round of a card; where rounds are matches of several games each of them has its code.

    Where a file has one code for a match, one that nobody played is forfeited: a draw would be rated.
    """
    if match_games > 1:
        return RoundEntry(line.code, line.opponent, line.colour, line.games or byes_of_games(line.code, match_games))
    if line.moved or not line.code.played:
        return RoundEntry(line.code, line.opponent, line.colour)
    won, lost = line.games.count(Code.FORFEIT_WIN), line.games.count(Code.FORFEIT_LOSS)
    return RoundEntry(Code.FORFEIT_WIN if won > lost else Code.FORFEIT_LOSS, line.opponent, line.colour)
