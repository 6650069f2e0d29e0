"""The cards of the players of teams: whom each of them met at the boards, for ratings and tables by board.

    member_numbers(tournament) -> {player: number}
    member_cards(tournament, after) -> {number: Card}

Nobody pairs these players; they are numbered in the order in which they were registered.
"""

from collections.abc import Iterator, Mapping

from domain.cards.card import Card, CardLine
from domain.round import Game
from domain.team_seats import players_of_game
from domain.tournament import Tournament
from domain.words.entrants import EntrantId
from domain.words.games import SIDES, Code, Colour
from domain.words.players import PairingNumber

NO_GAME = CardLine(Code.ZERO_BYE, 0)

Lines = dict[tuple[int, EntrantId], CardLine]
"""By round and player."""


def member_numbers(tournament: Tournament) -> Mapping[EntrantId, PairingNumber]:
    """The starting ranks of all who are in a team."""
    members = {player for team in tournament.teams.values() for player in team.players}
    return {player: PairingNumber(n) for n, player in enumerate(sorted(members), 1)}


def member_cards(
    tournament: Tournament, after: int | None = None, *, for_rating: bool = False
) -> dict[PairingNumber, Card]:
    """Cards after round `after` (default: the newest published) as known now.

    `for_rating` takes the results and ratings of the rating report where they differ.
    """
    rounds = tournament.published if after is None else min(after, tournament.published)
    numbers, ratings = member_numbers(tournament), tournament.report_ratings if for_rating else {}
    lines: Lines = {}
    for round in tournament.rounds[:rounds]:
        for game in round.games:
            lines |= {
                (round.number, id): line for id, line in _sides(tournament, round.number, game, numbers, for_rating)
            }
    return {
        number: Card(
            number,
            (player := tournament.players[id]).name,
            ratings.get(id, player.rating),
            player.title,
            tuple(lines.get((round, id), NO_GAME) for round in range(1, rounds + 1)),
        )
        for id, number in numbers.items()
    }


def _sides(
    t: Tournament, round: int, game: Game, numbers: Mapping[EntrantId, PairingNumber], for_rating: bool
) -> Iterator[tuple[EntrantId, CardLine]]:
    """Both players of a board; an empty chair has no card."""
    seen = game.rating_only if for_rating and game.rating_only else game.seen(None)
    codes = SIDES[seen.result] if seen is not None else (Code.PENDING, Code.PENDING)
    known = game if seen is None else game._replace(white=seen.white, black=seen.black)
    white, black = players_of_game(t, round, known)
    worth = t.regulations.teams.game.provisional
    sides = ((white, black, Colour.WHITE, codes[0]), (black, white, Colour.BLACK, codes[1]))
    for player, other, colour, code in sides:
        if player is not None and player in numbers:
            opponent = numbers.get(other) if other is not None else None
            yield player, CardLine(code, worth(code), opponent, colour)
