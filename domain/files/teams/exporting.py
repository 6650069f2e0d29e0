"""An event of teams becomes a report file: its players with their games, and the records of teams beside them."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from domain.cards.card import Card, Cards
from domain.cards.counting import bye_games
from domain.decisions.players.numbering import team_rating
from domain.files.teams.points import abnormal_lines
from domain.files.teams.regulations import accelerated_lines
from domain.files.trf import columns as c
from domain.files.trf import comments
from domain.files.trf import teams as records
from domain.files.trf.columns import TEAM_NAME, read_federation
from domain.files.trf.report import Announced, KeptLine, Place, Report, ReportPlayer, RoundEntry
from domain.ranking.tiebreaks import Reference, team_rules
from domain.records import dataclass
from domain.round import Game, Match
from domain.tournament import Tournament
from domain.tournament_cards.lineups import lineup, players_of_game
from domain.words.games import SIDES, Code, Colour
from domain.words.players import EntrantId, PairingNumber, PlayerId
from domain.words.teams import EMPTY_BOARD, Team

NOT_PLAYING = RoundEntry(Code.FORFEIT_LOSS)
"""As team files write a player who is not at any board."""

GOES_ON = RoundEntry(Code.PAIRING_BYE)
"""A player of one of several teams that go on without a match: record 320 has room for one team a round."""

SeatEntries = Mapping[tuple[int, EntrantId], RoundEntry]

Ranks = Mapping[EntrantId, int]
"""Starting ranks of the players: the order of their registration."""


@dataclass(frozen=True, slots=True)
class TeamReport:
    t: Tournament
    rounds: int
    cards: Cards
    ranks: Ranks

    def with_teams(self, report: Report, places: Mapping[PairingNumber, int]) -> Report:
        seats = self._seats()
        players = tuple(self._player(one, id, seats) for one, id in zip(report.players, self.ranks, strict=True))
        by_points = sorted((one.points for one in players), reverse=True)
        return replace(
            report,
            players=tuple(replace(one, rank=by_points.index(one.points) + 1) for one in players),
            announced=(*self._asked(), *report.announced),
            kept=(*self._kept(places), *report.kept),
        )

    def _player(
        self, one: ReportPlayer, id: EntrantId, seats: Mapping[tuple[int, EntrantId], RoundEntry]
    ) -> ReportPlayer:
        entries = tuple(seats.get((round, id), NOT_PLAYING) for round in range(1, self.rounds + 1))
        worth = self.t.regulations.teams.game.points
        points = sum(worth(entry.code) for entry in entries if entry not in (NOT_PLAYING, GOES_ON))
        return replace(one, entries=entries, points=points)

    def _seats(self) -> SeatEntries:
        found: dict[tuple[int, EntrantId], RoundEntry] = {}
        for round in self.t.rounds[: self.rounds]:
            going_on = (self.t.teams[team] for team in round.all_byes if len(round.all_byes) > 1)
            found |= {(round.number, id): GOES_ON for team in going_on for id in team.players}
            for match in round.matches.values():
                for game in (one for one in match if one.kind.counts):
                    entries = self._of_game(round.number, game, _walk_over(match))
                    found |= {(round.number, player): entry for player, entry in entries}
        return found

    def _of_game(self, round: int, game: Game, walk_over: bool) -> Iterator[tuple[EntrantId, RoundEntry]]:
        """Both players; somebody opposite an empty chair, or to whose match the other team did not come, met nobody."""
        codes = SIDES[game.result] if game.result is not None else (Code.PENDING, Code.PENDING)
        white, black = players_of_game(self.t, round, game)
        sides = ((white, black, Colour.WHITE, codes[0]), (black, white, Colour.BLACK, codes[1]))
        for player, other, colour, code in sides:
            if player is not None and other is not None and (not walk_over or codes[0] is codes[1]):
                yield player, RoundEntry(code, self.ranks[other], colour)
            elif player is not None and code is Code.FORFEIT_WIN:
                yield player, RoundEntry(Code.FORFEIT_WIN)

    def _kept(self, places: Mapping[PairingNumber, int]) -> Iterator[KeptLine]:
        laws = self.t.regulations
        lines = [records.points_line(laws.scoring.win, laws.scoring.draw, laws.scoring.loss)]
        lines += [records.team_line(self._team(card, places)) for card in self.cards.values()]
        lines += [records.order_line(order) for order in self._orders()]
        alone = ((round.number, round.all_byes) for round in self.t.rounds[: self.rounds])
        if byes := {number: self._number(teams[0]) for number, teams in alone if len(teams) == 1}:
            lines.append(records.byes_line(byes, laws.scoring.pairing_bye, bye_games(laws, Code.PAIRING_BYE)))
        lines += [records.forfeit_line(forfeit) for forfeit in self._forfeits()]
        lines += [*accelerated_lines(self.t), *abnormal_lines(self.t)]
        yield from (KeptLine(line, Place.HEAD) for line in lines)

    def _number(self, team: EntrantId) -> int:
        return self.t.numbers.index(team) + 1

    def _team(self, card: Card, places: Mapping[PairingNumber, int]) -> records.ReportTeam:
        team = self.t.teams[self.t.numbers[card.number - 1]]
        by_match = team_rules(self.t.regulations).primary is Reference.MATCH
        match, game = (card.score, card.secondary_score) if by_match else (card.secondary_score, card.score)
        return records.ReportTeam(
            card.number,
            team.name,
            tuple(self.ranks[player] for player in team.players),
            _short_name(team),
            team_rating(self.t, team),
            match,
            game,
            places.get(card.number, 0),
        )

    def _orders(self) -> Iterator[records.BoardOrderLine]:
        for round in self.t.rounds[: self.rounds]:
            for match in round.matches.values():
                for team, other in ((match[0].white, match[0].black), (match[0].black, match[0].white)):
                    given = lineup(self.t, round.number, team)
                    seats = (*given, *((EMPTY_BOARD,) * (self.t.regulations.match_games - len(given))))
                    guessed = _walk_over(match) and (round.number, team) not in self.t.lineups
                    if not guessed and not _in_order(seats, self.t.teams[team]):
                        ranks = tuple(self.ranks[player] if player else 0 for player in seats)
                        yield records.BoardOrderLine(round.number, self._number(team), self._number(other), ranks)

    def _forfeits(self) -> Iterator[records.ForfeitedTeams]:
        """Matches to which one team, or neither, came (record 330)."""
        for round in self.t.rounds[: self.rounds]:
            for match in round.matches.values():
                # where every board had an empty chair, no player's line shows the match
                empty = all(None in players_of_game(self.t, round.number, game) for game in match)
                if empty or _walk_over(match):
                    white, black = match[0].white, match[0].black
                    cards = [self.cards[PairingNumber(self._number(team))] for team in (white, black)]
                    won = [card.lines[round.number - 1].code is Code.FORFEIT_WIN for card in cards]
                    signs = "".join("+" if has_won else "-" for has_won in won)
                    yield records.ForfeitedTeams(round.number, self._number(white), self._number(black), signs)

    def _asked(self) -> Iterator[Announced]:
        for round in range(1, self.rounds + 1):
            for code in (Code.FULL_BYE, Code.HALF_BYE, Code.ZERO_BYE):
                lines = ((int(n), card.lines[round - 1]) for n, card in self.cards.items())
                if teams := tuple(n for n, line in lines if line.opponent is None and line.code is code):
                    yield Announced(code, round, teams)


def _walk_over(match: Match) -> bool:
    first = match[0].white
    sides = [SIDES[game.result] if game.result is not None else (Code.PENDING, Code.PENDING) for game in match]
    seen = {codes if game.white == first else codes[::-1] for game, codes in zip(match, sides, strict=True)}
    return len(seen) == 1 and not any(code.played for code in seen.pop())


def _in_order(seats: tuple[PlayerId, ...], team: Team) -> bool:
    """As the team is listed, and empty chairs at the last boards only."""
    seated = [player for player in seats if player]
    listed = [player for player in team.players if player in seated]
    return list(seats[: len(seated)]) == listed


def _short_name(team: Team) -> str:
    """The federation, else the beginning of the club unless a reader would take it for a federation."""
    return team.federation or club_said(team.club[: c.ID_STEP])


def team_comments(tournament: Tournament) -> list[str]:
    """Lines for which record 310 has no room: sizes of squads, long names, captains and clubs."""
    if not tournament.regulations.of_teams:
        return []
    teams = {n: tournament.teams[id] for n, id in enumerate(tournament.numbers, 1)}
    boards = tournament.regulations.match_games
    other = {n: len(team.squad) for n, team in teams.items() if team.squad != team.players[:boards]}
    lines = (line for n, team in teams.items() for line in comments.team_lines(n, _without_room(team)))
    return [*([comments.squads_line(other)] if other else []), *lines]


def _without_room(team: Team) -> Mapping[str, str]:
    facts = {"captain": team.captain}
    if len(team.name) > TEAM_NAME.width:
        facts["name"] = team.name
    if team.club != club_said(_short_name(team)):
        facts["club"] = team.club
    return {name: said for name, said in facts.items() if said}


def club_said(short_name: str) -> str:
    """The club in the field of record 310 that may have a federation instead."""
    return "" if read_federation(short_name) else short_name
