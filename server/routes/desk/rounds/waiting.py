"""Things of a round that wait for the arbiter: disputes, results of live boards, lineups."""

from collections.abc import Iterator
from datetime import datetime

from starlette.responses import Response

from domain.decisions.players.lineups import lineup_due
from domain.decisions.rounds.arena import over_at
from domain.events import ResultDisputed, ResultReported, games_of
from domain.records import dataclass
from domain.tournament import Game, Round, Tournament, undone
from domain.tournament_cards.lineups import players_of_game
from domain.words.games import Colour, GameAt, Result
from projections.round.lineups import MissingLineups, missing_lineups
from projections.round.live_boards import LiveBoard, live_boards
from projections.round.pairings import BoardRow, Pairings
from projections.round.results import disputed
from projections.table.arena import arena_now
from server.clock import hall_clock
from server.journal import Entry
from server.office.publishing import NextPublication, publication_to_come
from server.office.tournaments import TournamentOffice
from server.routes.desk.visit import Visit
from web.wording import Language
from web.wording.chess.results import reported
from web.wording.refusals import sentence


@dataclass(frozen=True, slots=True)
class Claim:
    result: Result
    who: str
    when: datetime


@dataclass(frozen=True, slots=True)
class Dispute:
    game: Game
    claims: tuple[Claim, ...]
    names: tuple[str, str]
    """White and Black; of teams the players at the board with their teams."""


def disputes(office: TournamentOffice, round: int) -> list[Dispute]:
    t = office.tournament
    return [_dispute(office, t.round(r).game(board, game), r) for r, board, game in disputed(t) if r == round]


def arena_page(visit: Visit) -> Response:
    """The games in play at one's own boards, and for the desk who waits and who pauses."""
    now, t, clock = arena_now(visit.snapshot), visit.at.tournament, hall_clock()
    over = bool(t.arena.ends) and over_at(t, clock)
    going_on = t.arena.ends and not over
    return visit.page(
        "desk/arena.html",
        games=[one for one in now.games if visit.grant.has_board(one.row.board)],
        told={one.row.spot: reported_in(t.round(one.round), visit.words).get(one.row.spot, "") for one in now.games},
        now=now,
        over=over,
        again_seconds=1 + int((datetime.fromisoformat(t.arena.ends) - clock).total_seconds()) if going_on else 0,
    )


def reported_in(round: Round, words: Language) -> dict[str, str]:
    """By board: what one side alone has reported."""
    games = (game for match in round.matches.values() for game in match) if round.reports else ()
    told = ((game.spot, reported(round.reported(game), words)) for game in games)
    return {spot: said for spot, said in told if said}


def games_before_armageddon(t: Tournament, view: Pairings) -> tuple[BoardRow, ...]:
    """The drawn games of a round whose Armageddon gives points."""
    return tuple(row for row in view.boards if row.result is Result.DRAW) if t.regulations.armageddon else ()


def said_of_armageddons(t: Tournament, view: Pairings) -> str:
    """Changes when another game is drawn, or an Armageddon is decided or left out."""
    left_out = t.without_armageddon
    rows = ((row, (view.round, row.white.person.id) in left_out) for row in games_before_armageddon(t, view))
    return " ".join(f"{row.board}:{'none' if none else row.armageddon or ''}" for row, none in rows)


def _dispute(office: TournamentOffice, game: Game, round: int) -> Dispute:
    names = _names(office.tournament, round, game)
    if game.result is None:
        return Dispute(game, tuple(_reports(office, game, round, names)), names)
    return Dispute(game, tuple(reversed([*_entries(office, game, round)])), names)


def _entries(office: TournamentOffice, game: Game, round: int) -> Iterator[Claim]:
    """Back from the newest entry about the board to the one that the others contradict."""
    for entry in _about(office, game, round):
        if isinstance(entry.event, ResultDisputed):
            yield Claim(entry.event.claimed, entry.by, entry.recorded_at)
        elif game.result is not None:
            yield Claim(game.result, entry.by, entry.recorded_at)
            return


def _reports(office: TournamentOffice, game: Game, round: int, names: tuple[str, str]) -> Iterator[Claim]:
    last: dict[Colour, Claim] = {}
    for entry in _about(office, game, round):
        if isinstance(entry.event, ResultReported):
            side = entry.event.colour
            name = names[0] if side is Colour.WHITE else names[1]
            last.setdefault(side, Claim(entry.event.result, name, entry.recorded_at))
    return (last[side] for side in Colour if side in last)


def _about(office: TournamentOffice, game: Game, round: int) -> Iterator[Entry]:
    void = undone([entry.event for entry in office.entries])
    at = GameAt(round, game.board, game.number)
    return (one for one in reversed(office.entries) if one.version not in void and at in games_of(one.event))


def _names(t: Tournament, round: int, game: Game) -> tuple[str, str]:
    white, black = t.entrants[game.white].name, t.entrants[game.black].name
    players = players_of_game(t, round, game, at_desk=True) if t.regulations.of_teams else (None, None)
    one, other = (t.players[player].name if player else "" for player in players)
    return (f"{one} ({white})" if one else white), (f"{other} ({black})" if other else black)


# Results that live boards offer


def offered_in(visit: Visit, office: TournamentOffice, round: int) -> tuple[LiveBoard, ...]:
    """Results that the journal lacks; none of a round that is not being played."""
    games = visit.services.games.all(office.id).boards(round)
    view = live_boards(visit.snapshot, games) if games else None
    return view.offered if view and view.round == round else ()


def ticket(one: LiveBoard) -> str:
    """The board and the result as the page showed it: what the file says by now may be another one."""
    return f"{one.spot}:{one.said}"


# Lineups


@dataclass(frozen=True, slots=True)
class LineupsDue:
    missing: MissingLineups
    due: datetime | None
    """By the clock of the hall; None = there is no deadline."""
    late: bool


def lineups_due(visit: Visit, round: int) -> LineupsDue | None:
    """None: players are paired, the round is not, or every match of it has begun."""
    missing, t = missing_lineups(visit.snapshot, round), visit.at.tournament
    return None if missing is None else LineupsDue(missing, lineup_due(t, round), is_late(t, round))


def is_late(t: Tournament, round: int) -> bool:
    due = lineup_due(t, round)
    return due is not None and hall_clock() > due


# Publication by the clock


@dataclass(frozen=True, slots=True)
class ByTheClock:
    next: NextPublication
    refused: str
    """Why it cannot be published as it is, as a sentence; empty = it can."""


def by_the_clock(visit: Visit) -> ByTheClock | None:
    coming = publication_to_come(visit.at, hall_clock())
    if coming is None:
        return None
    refused = sentence(coming.refused, visit.at.tournament, visit.words) if coming.refused else ""
    return ByTheClock(coming, refused)
