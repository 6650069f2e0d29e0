"""Title norms made in a tournament: everybody's claims, with the condition that fails (FIDE B.01 of 2024)."""

from collections.abc import Iterator, Mapping
from enum import StrEnum

from domain.cards.card import Card, CardLine, Cards
from domain.norms.choosing import NormCase, NormClaim, claim
from domain.norms.event import ForeignersOfRound, Participant, fewest_foreigners, strong_enough_in_every_round
from domain.norms.judging import NO_FEDERATION, OF_FOREIGNERS, USUAL_GAMES, Norm, NormCheck, NormGame, norms_of_use
from domain.ranking.elo import rated_half_points
from domain.records import dataclass
from domain.tournament_cards.periods import later_ratings, rating_in
from domain.words.games import Code
from domain.words.players import PairingNumber, Player, PlayerId
from domain.words.regulations import Format
from projections.moment.people import Person
from projections.moment.snapshot import Snapshot
from projections.table.rating_report import numbered_players, report_cards

NEARLY = 2
"""A claim that fails so many conditions at most is worth looking at, if the performance is not one of them."""
GAMES_SHORT = 1
"""The most games that may be missing in it."""


class NormEvent(StrEnum):
    """Events with rules of their own for norms (1.4.1, 1.4.3)."""

    ORDINARY = "ordinary"
    NATIONAL_FINAL = "national-final"
    """Final of a national individual championship (1.4.3a)."""
    NATIONAL_TEAMS = "national-teams"
    """National team championship (1.4.3b)."""
    ZONAL = "zonal"
    """Zonal tournament (1.4.3c)."""
    TEAM_CHAMPIONSHIP = "team-championship"
    """World or continental championship of teams or clubs: seven games are enough."""
    WORLD_CUP = "world-cup"
    """Eight games are enough."""


FEWEST_GAMES: Mapping[NormEvent, int] = {NormEvent.TEAM_CHAMPIONSHIP: 7, NormEvent.WORLD_CUP: 8}
TEAM_CHAMPIONSHIP_ROUNDS = range(7, 10)
"""Longer championships need nine games (1.4.1)."""


@dataclass(frozen=True, slots=True)
class PlayerNorms:
    person: Person
    claims: tuple[NormClaim, ...]


@dataclass(frozen=True, slots=True)
class Norms:
    event: NormEvent
    foreigners: ForeignersOfRound
    exempt_by_foreigners: bool
    """A Swiss with enough of them in every round: nothing is asked of federations (1.4.3d)."""
    strong_swiss: bool
    """One of a title's norms must come from such an event (1.5.6a)."""
    players: tuple[PlayerNorms, ...]
    """Players with a norm, and players who nearly have one."""


def norms(snapshot: Snapshot, event: NormEvent = NormEvent.ORDINARY) -> Norms:
    return snapshot.now(("norms", event), lambda _: _norms(snapshot, event))


def _norms(snapshot: Snapshot, event: NormEvent) -> Norms:
    ground = NormGround(snapshot, event)
    everybody = [ground.judged(number) for number in ground.cards]
    return Norms(
        event,
        ground.foreigners,
        ground.exempt_by_foreigners,
        ground.swiss and strong_enough_in_every_round(ground.cards, ground.participants),
        tuple(found for one in everybody if (found := _worth_a_look(one)).claims),
    )


def _worth_a_look(one: PlayerNorms) -> PlayerNorms:
    """The highest norm achieved, and those above it that are near."""
    kept: list[NormClaim] = []
    for found in one.claims:
        if found.achieved:
            kept.append(found)
            break
        if _nearly(found):
            kept.append(found)
    return PlayerNorms(one.person, tuple(kept))


def _nearly(found: NormClaim) -> bool:
    failed = found.judgement.failed
    games = found.judgement.checks[0]
    return len(failed) <= NEARLY and NormCheck.PERFORMANCE not in failed and games.limit - games.reached <= GAMES_SHORT


class NormGround:
    """The cards of the rating report, and everybody on them as published."""

    def __init__(self, snapshot: Snapshot, event: NormEvent) -> None:
        t = snapshot.tournament
        self.event, self._t, self._later = event, t, later_ratings(t)
        self._scoring = t.regulations.game_scoring
        self.people = numbered_players(snapshot)
        self._players: dict[PairingNumber, Player] = {n: t.players[PlayerId(one.id)] for n, one in self.people.items()}
        self.cards: Cards = {n: card for n, card in report_cards(snapshot).items() if n in self._players}
        self.host = t.details.federation
        self.swiss = t.regulations.format is Format.SWISS
        known = ((n, one) for n, one in self._players.items() if n in self.cards)
        self.participants = {n: Participant(self.cards[n].rating, one.title, one.federation) for n, one in known}
        self.foreigners = fewest_foreigners(self.cards, self.participants, self.host)
        self.exempt_by_foreigners = self.swiss and self.foreigners.enough

    def judged(self, number: PairingNumber) -> PlayerNorms:
        player, case = self._players[number], self.case(number)
        found = tuple(claim(norm, case) for norm in norms_of_use(player.title, player.sex)) if case.games else ()
        return PlayerNorms(self.people[number], found)

    def of_use(self, number: PairingNumber) -> tuple[Norm, ...]:
        """The norms that the player can make, the highest first."""
        return norms_of_use(self._players[number].title, self._players[number].sex)

    def case(self, number: PairingNumber) -> NormCase:
        """The games that are decided."""
        card, player = self.cards[number], self._players[number]
        rounds = max(self._t.regulations.rounds, len(card.lines))
        return NormCase(
            player.federation,
            tuple(self._games(card)),
            self._min_games(rounds),
            may_cut=self.swiss,
            free_rounds=sum(line.code in (Code.FORFEIT_WIN, Code.PAIRING_BYE) for line in card.lines),
            rounds=rounds,
            no_show=self._no_show(card),
            waived=OF_FOREIGNERS if self._exempt(player) else frozenset(),
        )

    def _min_games(self, rounds: int) -> int:
        if self.event is NormEvent.TEAM_CHAMPIONSHIP and rounds not in TEAM_CHAMPIONSHIP_ROUNDS:
            return USUAL_GAMES
        return FEWEST_GAMES.get(self.event, USUAL_GAMES)

    def _exempt(self, player: Player) -> bool:
        if self.event in (NormEvent.NATIONAL_FINAL, NormEvent.NATIONAL_TEAMS):
            return bool(self.host) and player.federation == self.host
        return self.event is NormEvent.ZONAL or self.exempt_by_foreigners

    def _games(self, card: Card) -> Iterator[NormGame]:
        """Games with moves, rated or not, against players of a federation (1.4.2)."""
        for round, line in enumerate(card.lines, 1):
            foe = line.opponent
            if foe is None or foe not in self._players or self.left_out(foe):
                continue
            for points in self._half_points(line):
                yield self.game(round, foe, points)

    def _half_points(self, line: CardLine) -> list[int]:
        """Of the games of a round that were played."""
        played = (code for code in line.games or (line.code,) if code.played and not code.open)
        return [rated_half_points(code, line.points, self._scoring) for code in played]

    def game(self, round: int, foe: PairingNumber, half_points: int) -> NormGame:
        """With the rating and the title of the day (1.4.6, of events of more than thirty days)."""
        other = self._players[foe]
        now = rating_in(self._t, self._later, other.id, round, self.cards[foe].rating)
        return NormGame(round, foe, now.rating, now.title, other.federation, half_points)

    def left_out(self, foe: PairingNumber) -> bool:
        """Of no federation; or in a round robin unrated and without a point against rated players (1.4.2b)."""
        if self._players[foe].federation == NO_FEDERATION:
            return True
        if self._t.regulations.format is not Format.ROUND_ROBIN or self.cards[foe].rating:
            return False
        rated = {n for n, card in self.cards.items() if card.rating > 0}
        return not any(
            max(self._half_points(line), default=0) for line in self.cards[foe].lines if line.opponent in rated
        )

    def _no_show(self, card: Card) -> NormGame | None:
        """The last round of all as a game that was lost, where the opponent did not come (1.4.2c)."""
        last = card.lines[-1] if len(card.lines) == self._t.regulations.rounds and card.lines else None
        if last is None or last.code is not Code.FORFEIT_WIN or last.opponent not in self._players:
            return None
        return self.game(len(card.lines), last.opponent, 0)
