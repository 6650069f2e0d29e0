"""The life of a round at the desk: a draft is drawn up, looked at, published, altered, taken back, closed."""

import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from starlette.exceptions import HTTPException
from starlette.responses import Response

from domain.decisions.players import lots
from domain.decisions.rounds import latecomers, pairing
from domain.decisions.rounds.results import did_not_come
from domain.events import ResultDisputed, ResultReported, games_of
from domain.formats import rules_of
from domain.member_cards import players_of_game
from domain.tournament import Game, Round, RoundState, Tournament, undone
from domain.words.games import Colour, Result
from domain.words.players import EntrantId
from projections.moment.name_order import name_order
from projections.moment.people import people
from projections.round.disputes import disputed
from projections.round.matches import matches_of_round, signature
from projections.round.pairings import pairings
from server.journal import Entry
from server.office.tournaments import TournamentOffice
from server.routes.desk.rounds.live_offers import offered_in
from server.routes.desk.teams.lineups_due import lineups_due
from server.routes.desk.visit import Visit, go, hand_pairing
from web.wording import Language
from web.wording.chess.results import reported

LONGEST_SPOT_CHARS = 6


async def pair_round(visit: Visit, office: TournamentOffice) -> Response:
    """Draws up the next round, and closes the one before it."""
    outcome = await visit.command(pairing.pair_round)
    draft = office.tournament.draft
    return go(_address(office, draft.number if draft else office.tournament.paired), outcome)


async def show_round(visit: Visit, office: TournamentOffice) -> Response:
    """A draft to look at, or a published round to enter results in."""
    t = office.tournament
    view = pairings(visit.snapshot, visit.number("round"), drafts=True)
    if view is None:
        raise HTTPException(404)
    newest = view.round == t.published
    live = view.round in rules_of(t).in_play(t)
    return visit.page(
        "desk/draft.html" if view.state is RoundState.DRAFT else "desk/round.html",
        t=t,
        view=view,
        newest=newest,
        asked_board=visit.asked("board")[:LONGEST_SPOT_CHARS],
        live=live,
        waiting=tuple(round.number for round in t.rounds if not round.published),
        paired=t.round(view.round),
        disputes=disputes(office, view.round),
        reported=reported_in(t.round(view.round), visit.words),
        lineups_due=lineups_due(visit, view.round),
        matches=(found := matches_of_round(visit.snapshot, view.round)),
        signature=signature(found),
        hand_pairing=hand_pairing(office),
        watching=live and visit.services.boards.watches(office.id),
        offered=offered_in(visit, office, view.round) if live else (),
        missing=did_not_come(t) if newest and t.published < t.regulations.rounds else (),
    )


async def show_own_boards(visit: Visit, office: TournamentOffice) -> Response:
    """The round being played, reduced to the boards of whoever looks: for entering results on a phone."""
    view = pairings(visit.snapshot, visit.snapshot.current)
    rows = [row for row in view.boards if visit.grant.has_board(row.board)] if view else []
    told = reported_in(office.tournament.round(view.round), visit.words) if view and view.round else {}
    return visit.page("desk/stewards_boards.html", t=office.tournament, view=view, rows=rows, reported=told)


async def draw_start_position(visit: Visit, office: TournamentOffice) -> Response:
    round, seed = visit.number("round"), secrets.token_hex(8)
    outcome = await visit.command(lambda t: lots.draw_start_position(t, round, seed))
    return go(f"/desk/t/{office.id}/rounds/{round}", outcome)


async def publish_rounds(visit: Visit, office: TournamentOffice) -> Response:
    """This draft, and those that were drawn with it."""
    number, today = visit.number("round"), datetime.now().astimezone().date().isoformat()
    outcome = await visit.command(lambda t: pairing.publish_rounds(t, number, today))
    return go(_address(office, number), outcome)


async def discard_draft(visit: Visit, office: TournamentOffice) -> Response:
    number = visit.number("round")
    outcome = await visit.command(lambda t: pairing.discard_draft(t, number))
    return go(f"/desk/t/{office.id}", outcome)


async def withdraw_round(visit: Visit, office: TournamentOffice) -> Response:
    number, reason, override = visit.number("round"), visit.form.line("reason"), visit.form.ticked("override")
    outcome = await visit.command(lambda t: pairing.withdraw_round(t, number, reason, override))
    return go(f"/desk/t/{office.id}", outcome)


async def close_round(visit: Visit, office: TournamentOffice) -> Response:
    number = visit.number("round")
    outcome = await visit.command(lambda t: pairing.close_round(t, number))
    return go(_address(office, number), outcome)


async def show_latecomers(visit: Visit, office: TournamentOffice) -> Response:
    """Everybody without a board, to be chosen as the opponent of the one with the bye."""
    t, round = office.tournament, visit.number("round")
    if not 1 <= round <= t.paired:
        raise HTTPException(404)
    known, order = people(t), name_order(t.details.federation)
    free = sorted(latecomers.latecomers(t, round), key=lambda id: order(t.entrants[id].name))
    return visit.page(
        "desk/latecomer.html",
        t=t,
        round=round,
        bye=t.round(round).bye,
        rows=[(known[id], t.byes.get((round, id)), t.joined.get(id, 1) > round) for id in free],
    )


async def seat_chosen_latecomer(visit: Visit, office: TournamentOffice) -> Response:
    number, reason, override = visit.number("round"), visit.form.line("reason"), visit.form.ticked("override")
    latecomer = EntrantId(visit.form.whole("player"))
    outcome = await visit.command(lambda t: latecomers.seat_latecomer(t, number, latecomer, reason, override))
    return go(_address(office, number), outcome)


def _address(office: TournamentOffice, round: int) -> str:
    return f"/desk/t/{office.id}/rounds/{round}"


# Entries on a board in dispute, each with its author and time.


@dataclass(frozen=True, slots=True)
class Claim:
    """One of the entries that contradict each other."""

    result: Result
    who: str
    when: datetime


@dataclass(frozen=True, slots=True)
class Dispute:
    game: Game
    claims: tuple[Claim, ...]
    """The claims in the order they came in; the table shows the first."""
    names: tuple[str, str]
    """White and Black; of teams the players at the board with their teams."""


def disputes(office: TournamentOffice, round: int) -> list[Dispute]:
    """Those of one round, by board."""
    t = office.tournament
    return [_dispute(office, t.round(r).game(board, game), r) for r, board, game in disputed(t) if r == round]


def reported_in(round: Round, words: Language) -> dict[str, str]:
    """By board: what one side alone has reported."""
    games = (game for match in round.matches.values() for game in match) if round.reports else ()
    told = ((game.spot, reported(round.reported(game), words)) for game in games)
    return {spot: said for spot, said in told if said}


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
    """The last word of White and of Black."""
    last: dict[Colour, Claim] = {}
    for entry in _about(office, game, round):
        if isinstance(entry.event, ResultReported):
            side = entry.event.colour
            name = names[0] if side is Colour.WHITE else names[1]
            last.setdefault(side, Claim(entry.event.result, name, entry.recorded_at))
    return (last[side] for side in Colour if side in last)


def _about(office: TournamentOffice, game: Game, round: int) -> Iterator[Entry]:
    """Entries about a game that count, the newest first."""
    void = undone([entry.event for entry in office.entries])
    spot = (round, game.board, game.number)
    return (one for one in reversed(office.entries) if one.version not in void and spot in games_of(one.event))


def _names(t: Tournament, round: int, game: Game) -> tuple[str, str]:
    white, black = t.entrants[game.white].name, t.entrants[game.black].name
    players = players_of_game(t, round, game, at_desk=True) if t.regulations.of_teams else (None, None)
    one, other = (t.players[player].name if player else "" for player in players)
    return (f"{one} ({white})" if one else white), (f"{other} ({black})" if other else black)
