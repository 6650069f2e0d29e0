"""A tournament becomes a report file again: the other half of `importing`."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations
from types import MappingProxyType

from domain.cards.card import Card, CardLine, Cards
from domain.files.header import header_of, national_ratings, slashes
from domain.files.teams.exporting import TeamReport
from domain.files.teams.points import abnormal
from domain.files.trf.points import PointSystem
from domain.files.trf.report import Announced, ForbiddenPairs, KeptLine, Place, Report, ReportPlayer, RoundEntry
from domain.files.trf.writing import entry_of
from domain.formats.from_tables import as_in_table
from domain.pairing import NoLegalPairing, system_of
from domain.pairing.kept_apart import ApartWherePossible
from domain.tournament import Tournament
from domain.tournament_cards.cards import (
    alike_in,
    member_numbers,
    numbers_of,
    official_ratings,
    pairing_task,
    table_cards,
)
from domain.tournament_cards.periods import RatingPeriod, later_ratings, rating_in
from domain.tournament_cards.starting_points import virtual_by_round
from domain.words.games import Bye, Code
from domain.words.players import EntrantId, PairingNumber, Player
from domain.words.regulations import Entrants

NOBODY: Mapping[PairingNumber, int] = MappingProxyType({})
UNKNOWN: Mapping[int, str] = MappingProxyType({})


def report_of(
    tournament: Tournament,
    after: int | None = None,
    *,
    places: Mapping[PairingNumber, int] = NOBODY,
    program: str = "",
    for_rating: bool = False,
    born: Mapping[int, str] = UNKNOWN,
) -> Report:
    """The tournament after round `after` (default: the newest published) as a report.

    Starting ranks are the pairing numbers in force. `places` is the table, pairing number to
    place; `program` who paired. After the newest round, leave granted for the next one stands
    in its column. `for_rating` takes the results and ratings of the rating report where they differ.
    `born` has ISO dates by player id, where more than the year is known.
    """
    rounds = tournament.published if after is None else min(after, tournament.published)
    cards = table_cards(tournament, rounds, for_rating=for_rating)
    if tournament.regulations.entrants is Entrants.TEAMS:
        ranks = member_numbers(tournament)
        official = official_ratings(tournament) if for_rating else {}
        listed = ((id, _listed(tournament, tournament.players[id], n, born)) for id, n in ranks.items())
        players = tuple(replace(one, rating=official.get(id, one.rating)) for id, one in listed)
        report = _report(tournament, players, ranks, rounds, program)
        return TeamReport(tournament, rounds, cards, ranks).with_teams(report, places)
    players = tuple(_entrant(tournament, cards, number, places, born) for number in sorted(cards))
    return _report(tournament, players, numbers_of(tournament), rounds, program)


def report_of_period(
    tournament: Tournament, period: RatingPeriod, *, program: str = "", born: Mapping[int, str] = UNKNOWN
) -> Report:
    """The rounds of a rating period alone, with the ratings and titles of its list: one of several rating reports.

    Starting ranks are those of the event; points and places are of these rounds. Of teams it has the players only.
    """
    whole = report_of(tournament, period.last, program=program, for_rating=True, born=born)
    days = [start for start in tournament.details.schedule[period.first - 1 : period.last] if start]
    header = whole.header
    if days:
        header = replace(header, start=slashes(days[0]), end=slashes(days[-1]))
    alone = Report(
        whole.players,
        replace(header, round_dates=header.round_dates[period.first - 1 : period.last]),
        rounds_planned=len(period.rounds),
        initial_colour=whole.initial_colour,
        point_system=whole.point_system,
        match_games=whole.match_games,
    )
    ranks = member_numbers(tournament) if tournament.regulations.of_teams else numbers_of(tournament)
    ids, later = {number: id for id, number in ranks.items()}, later_ratings(tournament)

    def cut(one: ReportPlayer) -> ReportPlayer:
        entries = one.entries[period.first - 1 : period.last]
        points = sum(alone.points(one.number, round, entry) for round, entry in enumerate(entries, 1))
        now = rating_in(tournament, later, ids[PairingNumber(one.number)], period.first, one.rating)
        title = now.title if one.name else one.title
        return replace(one, rating=now.rating, title=title, points=points, entries=entries)

    players = [cut(one) for one in whole.players]
    best = sorted((one.points for one in players), reverse=True)
    return replace(alone, players=tuple(replace(one, rank=best.index(one.points) + 1) for one in players))


def _report(
    tournament: Tournament, players: tuple[ReportPlayer, ...], ranks: Mapping[EntrantId, int], rounds: int, program: str
) -> Report:
    """With all that does not stand in the lines of the players; `ranks` are their starting ranks.

    Records about teams are those of `TeamReport`.
    """
    laws, details, of_teams = tournament.regulations, tournament.details, tournament.regulations.of_teams
    if longer := tournament.playoff.longer_control:  # two players of a play-off agreed on longer games (32.5.7)
        details = replace(details, time_control=longer.time_control, clock="")
    imported = tournament.imported
    before, behind = (imported.kept_before, imported.kept_after) if imported is not None else ((), ())
    return Report(
        players=players,
        header=header_of(details, laws, program, altered=not as_in_table(tournament)),
        rounds_planned=tournament.published if laws.is_arena and tournament.closed else laws.rounds,
        initial_colour=tournament.initial_colour,
        point_system=PointSystem.of(laws.teams.game if of_teams else laws.scoring_of_games),
        match_games=laws.swiss_match_games,
        acceleration={} if of_teams else {int(n): points for n, points in virtual_by_round(tournament).items()},
        forbidden=tuple(_forbidden(tournament)),
        announced=tuple(_announced(tournament, rounds)) if rounds == tournament.published else (),
        abnormal=() if of_teams else abnormal(tournament),
        national=tuple(national_ratings(tournament, ranks)),
        kept=(*(KeptLine(line, Place.HEAD) for line in before), *(KeptLine(line, Place.FOOT) for line in behind)),
    )


def _forbidden(tournament: Tournament) -> Iterator[ForbiddenPairs]:
    """Entrants without a number are not in the file, and a group of one says nothing."""
    numbers = numbers_of(tournament)
    for group, rounds in tournament.prohibited:
        known = tuple(numbers[player] for player in group if player in numbers)
        if len(known) > 1:
            yield ForbiddenPairs(known, rounds.first, rounds.last)
    for round in range(1, tournament.published + 1):
        yield from _kept_apart(tournament, round)


def _kept_apart(tournament: Tournament, round: int) -> Iterator[ForbiddenPairs]:
    """Players of one federation or club whom the regulations kept apart in a round, as it was paired."""
    groups, system = alike_in(tournament, round), system_of(tournament)
    if not groups or not isinstance(system, ApartWherePossible):
        return
    try:
        kept = system.kept(pairing_task(tournament, round))
    except NoLegalPairing:
        return  # a round by hand that the system could not have paired
    for group in groups:
        pairs = [pair for pair in combinations(group, 2) if frozenset(pair) in kept]
        kept = kept.difference(map(frozenset, pairs))
        together = len(pairs) == len(group) * (len(group) - 1) // 2
        for some in [group] if together else pairs:
            yield ForbiddenPairs(some, round, round)


def _announced(tournament: Tournament, rounds: int) -> Iterator[Announced]:
    """Byes of rounds to come, and who has left a Swiss; of the next one the lines of players say it, but for teams."""
    laws = tournament.regulations
    for round in range(rounds + (1 if laws.of_teams else 2), laws.rounds + 1):
        alike: dict[Code, list[int]] = defaultdict(list)
        for id, number in numbers_of(tournament).items():
            gone = laws.paired_by_system and tournament.away(id, round)
            kind = Bye.ZERO if gone else tournament.byes.get((round, id))
            if kind is not None:
                alike[kind.code].append(number)
        for code, who in sorted(alike.items()):
            yield Announced(code, round, tuple(sorted(who)))


def _entrant(
    t: Tournament, cards: Cards, number: PairingNumber, places: Mapping[PairingNumber, int], born: Mapping[int, str]
) -> ReportPlayer:
    card, games = cards[number], t.regulations.swiss_match_games
    player = t.players[t.numbers[number - 1]]
    return replace(
        _listed(t, player, number, born),
        rating=card.rating,
        points=card.score,
        rank=places.get(number, 0),
        entries=(*(entry_of(line, games) for line in card.lines), *_coming(t, player.id, card)),
    )


def _listed(t: Tournament, player: Player, number: int, born: Mapping[int, str]) -> ReportPlayer:
    rating = player.rating
    if player.id in t.anonymous:  # a woman grandmaster of a small country needs no name to be known
        player, born = Player(player.id, ""), UNKNOWN
    return ReportPlayer(
        number=number,
        name=player.name,
        sex=player.sex,
        title=player.title,
        rating=rating,
        federation=player.federation,
        fide_id=player.fide_id,
        birth=slashes(born.get(player.id, "")) or (f"{player.birth_year}/00/00" if player.birth_year else ""),
    )


def _coming(t: Tournament, player: EntrantId, card: Card) -> tuple[RoundEntry, ...]:
    coming = len(card.lines) + 1
    if card.present or coming <= t.published or coming > t.regulations.rounds:
        return ()
    bye = t.byes.get((coming, player))
    code = bye.code if bye is not None and not t.away(player, coming) else Code.ZERO_BYE
    return (entry_of(CardLine(code, 0), t.regulations.swiss_match_games),)
