"""Entrants who left: before they took part, or an event whose rounds were all drawn before (C.05)."""

from domain.round import Game
from domain.state import Tournament
from domain.words.games import Bye
from domain.words.options import LeaverRule
from domain.words.players import EntrantId
from domain.words.regulations import Format


def annulled(t: Tournament) -> frozenset[EntrantId]:
    """Leavers who had played fewer than half of their games: nobody's points from these count in the table."""
    laws = t.regulations
    if not laws.from_tables or laws.round_robin.leavers is LeaverRule.KEEP:
        return frozenset()
    return frozenset(id for id in leavers(t) if 2 * games_played(t, id) < games_planned(t))


def never_took_part(t: Tournament) -> frozenset[EntrantId]:
    """Those who withdrew before a published round gave them an opponent or a point: they have no place in any table.

    Whoever withdraws later keeps their row: the games of others are made of it.
    """
    upcoming = t.published + 1
    gone = {id for id, away in t.absences.items() if any(back is None and first <= upcoming for first, back in away)}
    if not gone:
        return frozenset()
    took_part = {id for (round, id), bye in t.byes.items() if bye is not Bye.ZERO and not t.away(id, round)}
    return frozenset(gone - took_part.union(*((*r.seated, *r.all_byes) for r in t.rounds[: t.published])))


def leavers(t: Tournament) -> tuple[EntrantId, ...]:
    """Those in the table who have left for good."""
    if not t.absences or not t.published:
        return ()
    return tuple(id for id in t.rounds[0].numbers if any(back is None for _, back in t.absences.get(id, ())))


def games_played(t: Tournament, entrant: EntrantId) -> int:
    """Games of published rounds in which both made a move, by the table of today; of a team, such matches."""
    matches = [match for round in t.rounds for match in round.matches.values()]
    mine = [match for match in matches if entrant in (match[0].white, match[0].black)]
    played = [sum(map(_moved, match)) for match in mine]
    return sum(map(bool, played)) if t.regulations.of_teams else sum(played)


def _moved(game: Game) -> bool:
    return game.decided and game.result is not None and game.result.played


def games_planned(t: Tournament) -> int:
    """Games against every opponent in every cycle; of a team, matches."""
    field, laws = len(t.rounds[0].numbers), t.regulations
    opponents = field - 1 if laws.format is Format.ROUND_ROBIN else field // 2
    return laws.round_robin.cycles * opponents * laws.wins_of_round
