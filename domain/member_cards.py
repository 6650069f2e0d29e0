"""The cards of the players of teams: whom each of them met at the boards, for ratings and tables by board.

    member_numbers(tournament) -> {player: number}
    member_cards(tournament, after) -> {number: Card}

Nobody pairs these players; they are numbered in the order in which they were registered.
"""

from collections.abc import Mapping

from domain.cards.card import Card, CardLine
from domain.round import Game, Match, Version
from domain.tournament import Tournament
from domain.tournament_cards import official_ratings
from domain.words.games import SIDES, Code, Colour
from domain.words.players import EntrantId, PairingNumber, PlayerId

# The players of a team match: who of each team sits at which board.
# lineup(tournament, 3, team) -> players, board by board players_of_game(tournament, 3, game) -> the players of
# White and Black
# Games of a team match are between teams; the player at board n is the n-th of the lineup. Until a lineup is given
# and shown, the first of the squad are expected at the boards. One that is in and hidden stands in
# `Tournament.lineups` alone, for the desk and for its captain.

SeatedPlayers = tuple[PlayerId | None, PlayerId | None]
"""White and Black; None: nobody of that team is at the board."""


def lineup(tournament: Tournament, round: int, team: EntrantId) -> tuple[PlayerId, ...]:
    """The team's players of this round, board by board: as given and shown, else those expected."""
    match = team_match(tournament, round, team)
    return _seen_by_teams(tournament, round, team, match is not None and lineups_shown(tournament, round, match))


def _seen_by_teams(tournament: Tournament, round: int, team: EntrantId, shown: bool) -> tuple[PlayerId, ...]:
    given = tournament.lineups.get((round, team)) if shown else None
    return expected_lineup(tournament, team) if given is None else given


def team_match(tournament: Tournament, round: int, team: EntrantId) -> Match | None:
    """The games of this team in a round; None where it has none."""
    matches = tournament.round(round).matches.values() if round <= tournament.paired else ()
    return next((match for match in matches if team in (match[0].white, match[0].black)), None)


def lineups_shown(tournament: Tournament, round: int, match: Match) -> bool:
    """Everybody may see who plays: the regulations hide nothing, both lineups are in, or the match has begun."""
    if tournament.regulations.teams.open_lineups or round in tournament.lineups_shown:
        return True
    both = all((round, team) in tournament.lineups for team in (match[0].white, match[0].black))
    return both or any(game.result is not None for game in match)


def lineup_is_expected(tournament: Tournament, round: int, team: EntrantId, match: Match) -> bool:
    """Nobody has said, as far as everybody may know, who plays for the team."""
    return (round, team) not in tournament.lineups or not lineups_shown(tournament, round, match)


def expected_lineup(tournament: Tournament, team: EntrantId) -> tuple[PlayerId, ...]:
    """The first of the squad, as many as a match has boards."""
    return tournament.teams[team].players[: tournament.regulations.match_games]


def players_of_game(tournament: Tournament, round: int, game: Game, *, at_desk: bool = False) -> SeatedPlayers:
    """The players of a game between two teams; the desk knows lineups that are hidden from everybody else."""
    shown = at_desk or lineups_shown(tournament, round, tournament.round(round).matches[game.board])
    white, black = (
        _at(_seen_by_teams(tournament, round, team, shown), game.number) for team in (game.white, game.black)
    )
    return white, black


def _at(players: tuple[PlayerId, ...], board: int) -> PlayerId | None:
    return (players[board - 1] or None) if board <= len(players) else None


NO_GAME = CardLine(Code.ZERO_BYE, 0)

Lines = dict[tuple[int, EntrantId], CardLine]
"""By round and player."""
MemberNumbers = Mapping[EntrantId, PairingNumber]


def member_numbers(tournament: Tournament) -> MemberNumbers:
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
