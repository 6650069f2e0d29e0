"""Pairing numbers and lots: who is number 1, what colour that means, what is drawn."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from itertools import groupby

from domain import events as e
from domain import refusals as r
from domain.decisions import refuse_if_closed
from domain.fields import whole_number
from domain.formats import rules_of
from domain.formats.tables.round_robin import LARGEST_FIELD, SMALLEST_FIELD, drawn_numbers
from domain.pairing import system_of
from domain.ranking.order import drawn_order
from domain.records import dataclass
from domain.tournament import Tournament, in_force, replay
from domain.words.games import POSITION_COUNT, Colour
from domain.words.options import NumbersBy
from domain.words.players import EntrantId, Player, PlayerId, Rankable, Title
from domain.words.regulations import CorrectionPolicy, Entrants
from domain.words.teams import Team, TeamStrength


def set_initial_colour(tournament: Tournament, colour: Colour) -> list[e.Event]:
    """The arbiter names the colour of number 1; possible until round 1 is published."""
    _before_start(tournament)
    return [e.InitialColourDrawn(colour)]


def draw_initial_colour(tournament: Tournament, seed: str) -> list[e.Event]:
    """The lot of A.7: the same seed always draws the same colour."""
    _before_start(tournament)
    heads = sha256(f"initial colour {seed}".encode()).digest()[0] % 2 == 0
    return [e.InitialColourDrawn(Colour.WHITE if heads else Colour.BLACK, seed)]


def draw_lots(tournament: Tournament, seed: str) -> list[e.Event]:
    """The last resort of the ranking, drawn once for everybody.

    The draw hangs on the seed and on who somebody is (FIDE number, else name), so neither the
    order of registration nor who else is tied can change it. The first seed stays: drawn again,
    newcomers find their place and nobody's luck changes (FIDE checklist, 206). The lines of a bracket stay as they
    are once round 1 is published.
    """
    refuse_if_closed(tournament)
    if tournament.published and tournament.regulations.lines_by_lot:
        return []
    drawn = (event.seed for _, event in in_force(tournament.history) if isinstance(event, e.LotsDrawn))
    seed = next(drawn, seed)
    by_key = told_apart((lot_key(player), player.id) for player in tournament.players.values())
    order = tuple(by_key[key] for key in drawn_order(by_key, seed))
    return [] if order == tournament.lots else [e.LotsDrawn(seed, order)]


def told_apart(keys: Iterable[tuple[str, EntrantId]]) -> dict[str, EntrantId]:
    """Key to entrant; namesakes with no other data keep apart by the order they came in."""
    found: dict[str, EntrantId] = {}
    for key, id in keys:
        namesakes = (f"{key}|{number}" for number in range(2, len(found) + 3))
        found[next(one for one in (key, *namesakes) if one not in found)] = id
    return found


def lot_key(player: Player) -> str:
    """The person behind a lot: the FIDE number, else what is known besides."""
    return str(player.fide_id) if player.fide_id else f"{player.name.casefold()}|{player.birth_year}|{player.club}"


def numbers_for(tournament: Tournament, round: int) -> tuple[EntrantId, ...]:
    """The numbers to pair `round` with: those in force, newcomers put where their strength belongs.

    Before the first round everything is sorted afresh, unless the numbers already cover
    everybody (an import or an exchange by hand may have fixed them) and no lot drew them that the ratings replace.
    """
    listed = listed_entrants(tournament)
    if rules_of(tournament).predetermined:
        return _numbers_for_table(tournament, listed)
    arrived = [p for p in listed.values() if tournament.joined.get(p.id, 1) <= round]
    known = set(tournament.numbers)
    newcomers = [p for p in arrived if p.id not in known]
    by_rating = rules_of(tournament).numbers_by(tournament) is NumbersBy.RATING
    lot_void = by_rating and tournament.numbers_drawn_by is not NumbersBy.RATING
    if tournament.published == 0 and (newcomers or lot_void):
        return numbered(tournament, arrived)
    if not newcomers:
        return tournament.numbers
    order = list(tournament.numbers)
    for newcomer in numbered(tournament, newcomers):
        order = insert(tournament, order, listed[newcomer])
    return tuple(order)


def _numbers_for_table(tournament: Tournament, listed: Mapping[EntrantId, Rankable]) -> tuple[EntrantId, ...]:
    """Numbers of a field that does not change any more once round 1 is published, without those who have left."""
    if tournament.published:
        return tournament.numbers
    rules, order = rules_of(tournament), tournament.numbers
    field = tuple(id for id in listed if not tournament.away(id, 1))
    if set(field) != set(order) or tournament.numbers_drawn_by is not rules.numbers_by(tournament):
        order = numbered(tournament, [listed[id] for id in field])
    return rules.numbered_for_table(tournament, order)


@dataclass(frozen=True, slots=True)
class ListedTeam:
    id: EntrantId
    name: str
    rating: int
    title: Title = Title.NONE
    fide_id: int = 0


def listed_entrants(tournament: Tournament) -> Mapping[EntrantId, Rankable]:
    if tournament.regulations.entrants is Entrants.PLAYERS:
        return tournament.players
    teams = tournament.teams
    return {id: ListedTeam(id, team.name, team_rating(tournament, team)) for id, team in teams.items()}


def team_rating(tournament: Tournament, team: Team) -> int:
    """The average rating of as many as a match has boards, whom the regulations name; the unrated count as 0."""
    laws = tournament.regulations
    match laws.teams.strength:
        case TeamStrength.AS_LISTED:
            return 0
        case TeamStrength.FIRST_BOARDS:
            ratings = [tournament.players[player].rating for player in team.squad]
        case TeamStrength.BEST:
            ratings = sorted((tournament.players[player].rating for player in team.players), reverse=True)
    counted = ratings[: laws.match_games]
    return sum(counted) // len(counted) if counted else 0


def numbered(tournament: Tournament, entrants: Sequence[Rankable]) -> tuple[EntrantId, ...]:
    return system_of(tournament).numbers(entrants, tournament.regulations.numbering)


def renumber(tournament: Tournament, changed: Player, events: Sequence[e.Event]) -> list[e.Event]:
    """The numbers by the rating and title that somebody has after these events (FIDE Dutch 1998, A.2, F.7).

    Before the first round numbers that follow A.2 go on to follow it; later nobody else changes the order. Under
    C.04.2 they stand once round 4 is paired (2.3 of 2026). The numbers of teams are theirs (`renumber_teams`).
    """
    if tournament.regulations.of_teams:
        return renumber_teams(tournament, events)
    drawn = tournament.numbers_drawn_by is not NumbersBy.RATING
    by_1998 = tournament.regulations.corrections is CorrectionPolicy.F7_1998  # F.7 knows no such round
    stand = tournament.paired >= FIXED_ROUND and not by_1998
    if rules_of(tournament).predetermined:
        stand = tournament.published > 0
    if changed.id not in tournament.numbers or drawn or stand:
        return []
    before = [tournament.players[id] for id in tournament.numbers]
    if tournament.published == 0 and numbered(tournament, before) == tournament.numbers:
        order = numbered(tournament, [changed if p.id == changed.id else p for p in before])
    else:
        order = tuple(insert(tournament, tournament.numbers, changed))
    return [] if order == tournament.numbers else [e.PairingNumbersIssued(order, tournament.paired)]


def renumber_teams(tournament: Tournament, events: Sequence[e.Event]) -> list[e.Event]:
    """The numbers by the strength that the teams have after these events, before round 1 is published.

    Numbers that do not follow the strength now (a lot, an exchange by hand) stay as they are.
    """
    by_choice = tournament.numbers_drawn_by is not NumbersBy.RATING
    if not tournament.numbers or tournament.published or by_choice:
        return []
    now, after = listed_entrants(tournament), listed_entrants(replay(events, tournament.copy()))
    if numbered(tournament, [now[id] for id in tournament.numbers]) != tournament.numbers:
        return []
    order = numbered(tournament, [after[id] for id in tournament.numbers])
    return [] if order == tournament.numbers else [e.PairingNumbersIssued(order, tournament.paired)]


FIXED_ROUND = 4
"""Once it is paired, nobody's number is changed by choice (C.04.2; FIDE checklist, 151, 153)."""


def exchange_numbers(tournament: Tournament, one: EntrantId, other: EntrantId, reason: str = "") -> list[e.Event]:
    """Two who are equal in rating and title take each other's number; for a table any two (FIDE checklist, 95)."""
    issued = _numbers_to_change(tournament)
    known = issued or tournament.numbers
    for player in (one, other):
        if player not in known:
            raise r.UnknownPlayer(player)
    strength, listed = _strength_of(tournament), listed_entrants(tournament)
    by_strength = not rules_of(tournament).predetermined
    if one == other or (by_strength and strength(listed[one]) != strength(listed[other])):
        raise r.NotEqualInStrength((one, other))
    first: list[e.Event] = [e.PairingNumbersIssued(issued)] if issued else []
    return [*first, e.PairingNumbersExchanged(one, other, tournament.paired, reason)]


def regenerate_numbers(tournament: Tournament) -> list[e.Event]:
    issued = _numbers_to_change(tournament)
    listed = listed_entrants(tournament)
    strength = _strength_of(tournament)
    order = tuple(sorted(issued or tournament.numbers, key=lambda player: strength(listed[player])))
    return [] if order == tournament.numbers else [e.PairingNumbersIssued(order, tournament.paired)]


def _numbers_to_change(tournament: Tournament) -> tuple[EntrantId, ...]:
    """Today's entrants if no numbers are issued yet, else nobody. Raises PairingNumbersFixed or TournamentIsClosed."""
    refuse_if_closed(tournament)
    fixed = 1 if rules_of(tournament).predetermined else FIXED_ROUND
    if tournament.paired >= fixed:
        raise r.PairingNumbersFixed(fixed)
    return () if tournament.numbers else numbers_for(tournament, 1)


def insert(tournament: Tournament, order: Sequence[EntrantId], player: Rankable) -> list[EntrantId]:
    """`player` before the first of weaker rating and title; nobody else changes the order."""
    strength = _strength_of(tournament)
    listed, mine = listed_entrants(tournament), strength(player)
    others = [p for p in order if p != player.id]
    at = next((i for i, p in enumerate(others) if strength(listed[p]) > mine), len(others))
    return [*others[:at], player.id, *others[at:]]


def _strength_of(tournament: Tournament) -> Callable[[Rankable], tuple[int, int]]:
    """Rating, then title in the order of the system: the smaller the stronger."""
    titles = system_of(tournament).titles
    place = {title: i for i, title in enumerate(titles)}
    return lambda player: (-player.rating, place.get(player.title, len(titles) - 1))


def _before_start(tournament: Tournament) -> None:
    if tournament.published:
        raise r.TournamentHasStarted("initial-colour")


# Numbers drawn by lot, freely or by the Varma tables (C.05, Annex 2), for a field that stands.


def draw_numbers(tournament: Tournament, seed: str) -> list[e.Event]:
    """The numbers of everybody who is there for round 1; the same seed always draws the same.

    They can be drawn until a round is published; a second draw is one for everybody.
    """
    refuse_if_closed(tournament)
    if tournament.published:
        raise r.TournamentHasStarted("numbers")
    rules = rules_of(tournament)
    wanted = rules.numbers_by(tournament)
    if wanted is NumbersBy.RATING:
        raise r.NumbersAreByRating
    field = [id for id in tournament.entrants if not tournament.away(id, 1)]
    draw = _varma if wanted is NumbersBy.VARMA else _freely
    order = rules.numbered_for_table(tournament, draw(tournament, field, seed))
    if order == tournament.numbers and wanted is tournament.numbers_drawn_by:
        return []
    return [e.PairingNumbersIssued(order, 0, wanted, seed)]


def _freely(tournament: Tournament, field: Sequence[EntrantId], seed: str) -> tuple[EntrantId, ...]:
    """By who somebody is: neither the order of registration nor who else is there can change two of them."""
    players, teams = tournament.players, tournament.teams
    keys = (lot_key(players[id]) if id in players else teams[id].name.casefold() for id in field)
    by_key = told_apart(zip(keys, field, strict=True))
    return tuple(by_key[key] for key in drawn_order(by_key, f"numbers {seed}"))


def _varma(tournament: Tournament, field: Sequence[EntrantId], seed: str) -> tuple[EntrantId, ...]:
    if not SMALLEST_FIELD <= len(field) <= LARGEST_FIELD:
        raise r.FieldOutsideVarma(len(field), SMALLEST_FIELD, LARGEST_FIELD)
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
    by_federation = sorted(players, key=lambda one: (one.federation, one.name.casefold(), one.id))
    groups = [(code, list(group)) for code, group in groupby(by_federation, key=lambda one: one.federation)]
    contingents = [group for code, group in groups if code]
    contingents += [[player] for code, group in groups if not code for player in group]
    return sorted(contingents, key=lambda group: (-len(group), group[0].federation or "~"))


def draw_start_position(tournament: Tournament, round: int, seed: str) -> list[e.Event]:
    """A seed always draws one position of a round (FIDE checklist, 222)."""
    refuse_if_closed(tournament)
    if not tournament.regulations.chess960:
        raise r.NotChess960
    whole_number("round", round, 1, max(1, tournament.paired))
    if round in tournament.start_positions:
        raise r.StartPositionIsDrawn(round, tournament.start_positions[round])
    digest = sha256(f"start position {round} {seed}".encode()).digest()
    return [e.StartPositionDrawn(round, int.from_bytes(digest) % POSITION_COUNT, seed)]


def contender(t: Tournament, id: EntrantId) -> Player:
    """The player, or a team as one: prizes and fees for ratings, federations and clubs go by its own."""
    if id in t.players:
        return t.players[PlayerId(id)]
    team = t.teams[id]
    return Player(PlayerId(id), team.name, team_rating(t, team), federation=team.federation, club=team.club)
