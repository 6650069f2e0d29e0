"""The cards of the players of teams: whom each of them met at the boards, for ratings and tables by board.

    member_numbers(tournament) -> {player: number}
    member_cards(tournament, after) -> {number: Card}

Nobody pairs these players; they are numbered in the order in which they were registered.
"""

from collections.abc import Mapping

from domain.cards.card import Card, CardLine
from domain.official_ratings import official_ratings
from domain.round import Game, Version
from domain.team_seats import SeatedPlayers, players_of_game
from domain.tournament import Tournament
from domain.words.games import SIDES, Code, Colour
from domain.words.players import EntrantId, PairingNumber

NO_GAME = CardLine(Code.ZERO_BYE, 0)

Lines = dict[tuple[int, EntrantId], CardLine]
"""By round and player."""
MemberNumbers = Mapping[EntrantId, PairingNumber]


def member_numbers(tournament: Tournament) -> MemberNumbers:
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
    numbers, ratings = member_numbers(tournament), official_ratings(tournament) if for_rating else {}
    lines: Lines = {}
    for round in tournament.rounds[:rounds]:
        for game in round.games:
            seated = member_seats(tournament, round.number, game, for_rating=for_rating)
            for id, line in member_lines(tournament, numbers, game, seated, for_rating=for_rating):
                lines[round.number, id] = line
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


def member_seats(t: Tournament, round: int, game: Game, *, for_rating: bool = False) -> SeatedPlayers:
    """The players of White and Black, as the game was really played."""
    seen = _seen(game, for_rating)
    return players_of_game(t, round, game if seen is None else game._replace(white=seen.white, black=seen.black))


def member_lines(
    t: Tournament, numbers: MemberNumbers, game: Game, seated: SeatedPlayers, *, for_rating: bool = False
) -> tuple[tuple[EntrantId, CardLine], ...]:
    """Both players of a board with their lines; an empty chair has no card."""
    seen = _seen(game, for_rating)
    codes = SIDES[seen.result] if seen is not None else (Code.PENDING, Code.PENDING)
    (white, black), worth = seated, t.regulations.teams.game.provisional
    sides = ((white, black, Colour.WHITE, codes[0]), (black, white, Colour.BLACK, codes[1]))
    return tuple(
        (player, CardLine(code, worth(code), numbers.get(other) if other is not None else None, colour))
        for player, other, colour, code in sides
        if player is not None and player in numbers
    )


def _seen(game: Game, for_rating: bool) -> Version | None:
    return game.rating_only if for_rating and game.rating_only else game.seen(None)
