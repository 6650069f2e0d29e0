"""Play-offs (article 32.5): held for a place, and seated stage after stage. Their order: `playoff_orders`."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from domain import events as e
from domain import refusals as r
from domain.decisions import refuse_if_closed
from domain.decisions.rounds.closing import close_tournament
from domain.decisions.rounds.correcting import with_overtaken
from domain.decisions.rounds.pairing import pair_round, publish_round
from domain.decisions.rounds.results import game_of
from domain.decisions.setup.announcing import OWN_RULES, announce_tournament
from domain.decisions.setup.regulations import checked_playoff, knows_playoffs
from domain.fields import text, whole_number
from domain.formats.playoff.plan import most_rounds
from domain.formats.playoff.rules import position_of
from domain.formats.playoff.state import PlayoffOutcome
from domain.ranking.order import drawn_order
from domain.records import dataclass
from domain.tournament import Tournament, evolve, undone
from domain.words.games import Colour
from domain.words.options import OrderGone, PlayoffOptions
from domain.words.players import EntrantId, PlayerId
from domain.words.regulations import Format, Regulations

BREAK_BEFORE_MINUTES = 30
"""After the last main game of one of the tied (32.5.3)."""
BREAK_BETWEEN_MINUTES = 10
"""After each stage (32.5.3)."""
CLOCK = "180+5"
"""Record 222 of its report file: 3 minutes and 5 seconds a move (32.5.6.1), which is blitz. Armageddon has no record,
since each player has a time of their own."""
MOST_HALF_MOVES = 1000
PANEL_ARBITERS = 3
LONGEST_RULING = 400
LONGEST_NAME = 100


@dataclass(frozen=True, slots=True)
class TiedPlayers:
    place: int
    places: int
    players: tuple[EntrantId, ...]
    """By tie-break, best first; those whom nothing parts in drawn order."""


def hold_playoff(tournament: Tournament, playoff: str, tied: TiedPlayers, reason: str = "") -> list[e.Event]:
    """The tied play for their place at the address `playoff`. Raises NoPlayoffAnnounced or NobodyTied."""
    _may_be_held(tournament, tied)
    if playoff in tournament.playoff.held:
        return []
    return [e.PlayoffHeld(playoff, tied.place, tied.players, reason)]


def _may_be_held(tournament: Tournament, tied: TiedPlayers) -> None:
    refuse_if_closed(tournament)
    if not knows_playoffs(tournament.regulations):
        raise r.NoPlayoffAnnounced
    if len(tied.players) < 2 or any(one not in tournament.entrants for one in tied.players):
        raise r.NobodyTied


def announce_playoff(
    tournament: Tournament,
    source: str,
    name: str,
    tied: TiedPlayers,
    options: PlayoffOptions,
    seed: str = "",
    ended: str = "",
) -> list[e.Event]:
    """The play-off of a tournament comes into being, as one of its own. Raises NoPlayoffAnnounced or NobodyTied."""
    _may_be_held(tournament, tied)
    whole_number("places", tied.places, 1, min(len(tied.players), 8) - 1)
    options = replace(checked_playoff(options), places=tied.places)
    laws = Regulations(
        rounds=most_rounds(len(tied.players), options),
        order=("PLAYOFF", "PTS"),
        format=Format.PLAYOFF,
        playoff=options,
        absence_means_withdrawal=False,
    )
    table = tournament.regulations
    if table.of_teams:  # at as many boards as in the event itself; a lineup can be given until the match begins
        teams = replace(table.teams, lineup_minutes=None)
        laws = replace(laws, order=("PLAYOFF", "MPTS"), entrants=table.entrants, match_games=table.match_games)
        laws = replace(laws, scoring=table.scoring, teams=teams, system=table.system, ruleset=table.ruleset)
    details = replace(tournament.details, name=name, schedule=(), time_control="", clock="" if options.late else CLOCK)
    return [
        *announce_tournament(details, laws),
        e.FideModeLeft(0, OWN_RULES),
        *_registered(tournament, tied),
        e.PairingNumbersIssued(tied.players),
        e.PlayoffDeclared(source, tournament.version, tied.place, tied.players, seed, _moment(ended)),
    ]


def _registered(tournament: Tournament, tied: TiedPlayers) -> Iterator[e.Event]:
    if not tournament.regulations.of_teams:
        yield from (e.PlayerRegistered(tournament.players[PlayerId(id)]) for id in tied.players)
        return
    teams = [tournament.teams[id] for id in tied.players]
    yield from (e.PlayerRegistered(tournament.players[player]) for team in teams for player in team.players)
    yield from (e.TeamRegistered(team) for team in teams)


def draw_and_seat(tournament: Tournament, seed: str, ended: str = "") -> list[e.Event]:
    """Draws the lots that are due and seats the next games, published at once.

    `ended` is when the games before were over: the earliest start of a new stage follows from it (32.5.3). Raises
    what stands in the way: games that are played, moves that are missing.
    """
    refuse_if_closed(tournament)
    ahead, events = tournament.copy(), list[e.Event]()

    def then(more: Sequence[e.Event]) -> None:
        for event in more:
            evolve(ahead, event)
        events.extend(more)

    start = earliest_start(tournament, ended)
    while (position := position_of(ahead)).outcome is None and position.next.lots and not position.next.waiting:
        for stage in position.next.lots:  # a seed draws one order of a stage for ever
            keys = {str(player): player for player in stage.players}
            order = tuple(keys[key] for key in drawn_order(keys, f"{seed}\n{stage.name}"))
            then([e.PlayoffStageOpened(stage.name, order, seed, ahead.paired + 1, start)])
    if position.outcome is not None and not events:
        raise r.PlayoffIsDecided
    if position.outcome is not None or (events and position.next.colours):
        return events
    then(pair_round(ahead))
    then(publish_round(ahead, ahead.paired))
    return events


def choose_colour(tournament: Tournament, stage: str, colour: Colour) -> list[e.Event]:
    """Number 1 of the lot takes this colour in the Armageddon game of a stage. Raises NoColourToChoose."""
    refuse_if_closed(tournament)
    if stage not in {one.name for one in position_of(tournament).next.colours}:
        raise r.NoColourToChoose(stage)
    opened = tournament.playoff.opened[stage]
    return [replace(opened, white=opened.order[0 if colour is Colour.WHITE else 1])]


def start_of_playoff(ended: str) -> str:
    """Half an hour after the last main game of the tied (32.5.3); empty where that is not known."""
    return _later(ended, BREAK_BEFORE_MINUTES)


def earliest_start(tournament: Tournament, ended: str) -> str:
    """Half an hour after the last main game, ten minutes after the stage before; empty where that is not known."""
    declared = tournament.playoff.declared
    if not tournament.published and declared is not None:
        return start_of_playoff(declared.ended)
    return _later(ended, BREAK_BETWEEN_MINUTES)


def _later(moment: str, minutes: int) -> str:
    if not moment:
        return ""
    return (datetime.fromisoformat(_moment(moment)) + timedelta(minutes=minutes)).isoformat(timespec="minutes")


def _moment(typed: str) -> str:
    try:
        return datetime.fromisoformat(typed).isoformat(timespec="minutes") if typed else ""
    except ValueError:
        raise r.BadField("ended", typed, "moment") from None


def count_moves(tournament: Tournament, round: int, board: int, half_moves: int) -> list[e.Event]:
    refuse_if_closed(tournament)
    game = game_of(tournament, round, board)
    whole_number("half_moves", half_moves, 1, MOST_HALF_MOVES)
    if tournament.playoff.half_moves.get((round, game.white, game.black)) == half_moves:
        return []
    return with_overtaken(tournament, [e.MovesCounted(round, board, half_moves)])


def assign_arbiter(tournament: Tournament, round: int, board: int, arbiter: str) -> list[e.Event]:
    """The arbiter who watches a game (32.5.4)."""
    refuse_if_closed(tournament)
    game_of(tournament, round, board)
    arbiter = text("arbiter", arbiter, LONGEST_NAME, required=True)
    known = tournament.playoff.arbiters.get((round, board))
    return [] if known == arbiter else [e.GameArbiterAssigned(round, board, arbiter)]


def rule_by_panel(tournament: Tournament, round: int, board: int, panel: Sequence[str], ruling: str) -> list[e.Event]:
    """A conflict about a game is decided by three arbiters, none of whom watches it; that is final (32.5.4).

    A result that follows from it is entered or corrected beside it.
    """
    refuse_if_closed(tournament)
    game_of(tournament, round, board)
    if (round, board) in tournament.playoff.rulings:
        raise r.RuledAlready(round, board)
    names = tuple(text("panel", name, LONGEST_NAME, required=True) for name in panel)
    watching = tournament.playoff.arbiters.get((round, board), "")
    if len({name.casefold() for name in (*names, watching)} - {""}) != PANEL_ARBITERS + bool(watching):
        raise r.BadField("panel", ", ".join(names), f"panel:{PANEL_ARBITERS}")
    return [e.PanelRuled(round, board, names, text("ruling", ruling, LONGEST_RULING, required=True))]


def agree_longer_control(tournament: Tournament, organiser: str, arbiter: str, time_control: str) -> list[e.Event]:
    """Two players play longer games, where the organiser and the chief arbiter agree (32.5.7)."""
    refuse_if_closed(tournament)
    if len(tournament.entrants) != 2 or any(round.begun for round in tournament.rounds):
        raise r.OnlyForTwo
    fields = {"organiser": organiser, "arbiter": arbiter, "time_control": time_control}
    checked = {name: text(name, typed, LONGEST_NAME, required=True) for name, typed in fields.items()}
    agreed = e.LongerControlAgreed(**checked)
    return [] if agreed == tournament.playoff.longer_control else [agreed]


def close_playoff(tournament: Tournament) -> list[e.Event]:
    """The order of the tied is the final table. Raises PlayoffGoesOn while there is none."""
    if tournament.closed:
        return []
    outcome = position_of(tournament).outcome
    if outcome is None:
        raise r.PlayoffGoesOn
    behind = range(len(outcome.order) - 1, -1, -1)
    values = (e.OutsideValue(player, 2 * number) for player, number in zip(outcome.order, behind, strict=True))
    return [e.OutsideValuesGiven(tuple(values)), *close_tournament(tournament)]


def take_outcome(
    tournament: Tournament, source: str, position: int, order: Sequence[EntrantId], by: Sequence[str]
) -> list[e.Event]:
    """The order that a play-off gave becomes the tie-break `PLAYOFF`. Raises NoSuchPlayoff or BadField."""
    refuse_if_closed(tournament)
    held = tournament.playoff.held.get(source)
    if held is None:
        raise r.NoSuchPlayoff(source)
    if sorted(order) != sorted(held.tied) or len(by) != len(order):
        raise r.BadField("outside", source, "each-once")
    known = tournament.playoff.decided.get(source)
    if known is not None and (known.order, known.by) == (tuple(order), tuple(by)):
        return []
    return [e.PlayoffDecided(source, position, tuple(order), tuple(by))]


def reopen_playoff(
    tournament: Tournament, source: str, position: int, cause: OrderGone = OrderGone.GOES_ON, reason: str = ""
) -> list[e.Event]:
    """The order does not stand any more. A second time changes nothing."""
    if source not in tournament.playoff.decided:
        return []
    refuse_if_closed(tournament)
    return [e.PlayoffReopened(source, position, reason, cause)]


def bring_order(
    tournament: Tournament, source: str, position: int, outcome: PlayoffOutcome | None, still_tied: bool
) -> list[e.Event]:
    """The order that a play-off gives by now, or that it gives none; `still_tied`: they are level as when it was held.

    Raises NoSuchPlayoff, TournamentIsClosed.
    """
    if source not in tournament.playoff.held:
        raise r.NoSuchPlayoff(source)
    if not still_tied:
        return reopen_playoff(tournament, source, position, OrderGone.OTHERS_TIED)
    if outcome is None:
        return reopen_playoff(tournament, source, position)
    return take_outcome(tournament, source, position, outcome.order, [by.value for by in outcome.by])


def follow_playoff(
    tournament: Tournament, source: str, position: int, outcome: PlayoffOutcome | None, still_tied: bool
) -> list[e.Event]:
    """Follow as a step that nobody asked for: not into a closed table, nor against an undo by the arbiter."""
    if tournament.closed or source not in tournament.playoff.held:
        return []
    events = bring_order(tournament, source, position, outcome, still_tied)
    return [] if events and _undone_by_hand(tournament, source, events[0]) else events


def _undone_by_hand(tournament: Tournament, source: str, event: e.Event) -> bool:
    about = (
        (version, past)
        for version, past in enumerate(tournament.history, 1)
        if isinstance(past, e.PlayoffDecided | e.PlayoffReopened) and past.source == source
    )
    version, newest = max(about, default=(0, None), key=lambda one: one[0])
    return newest is not None and version in undone(tournament.history) and _said(newest) == _said(event)


def _said(event: e.Event) -> e.Event:
    return replace(event, position=0) if isinstance(event, e.PlayoffDecided | e.PlayoffReopened) else event
