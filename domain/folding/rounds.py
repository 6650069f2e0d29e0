"""Steps of rounds."""

from dataclasses import replace

from domain import events as e
from domain.folding.playoffs import forget_rounds
from domain.folding.step import step
from domain.round import Round, RoundState, match_at, moved_to, new_matches
from domain.state import Tournament
from domain.words.players import EntrantId


@step.register
def _(event: e.RoundPaired, t: Tournament) -> None:
    matches = new_matches(event.boards, t.regulations.match_games)
    paired = Round(event.round, matches, event.bye, event.numbers, event.engine, event.engine_version, event.based_on)
    paired.byes = event.byes
    t.rounds[event.round - 1 :] = [paired]


@step.register
def _(event: e.RoundPublished, t: Tournament) -> None:
    t.round(event.round).state = RoundState.PUBLISHED
    t.round(event.round).published_on = event.on
    if event.round == 1:
        t.first_ratings = {player.id: player.rating for player in t.players.values()}
        t.entry_ratings = {}
        return
    for player in t.players.values():
        if player.id not in t.first_ratings and t.joined.get(player.id, 1) <= event.round:
            t.entry_ratings.setdefault(player.id, player.rating)


@step.register
def _(event: e.RoundWithdrawn | e.DraftDiscarded, t: Tournament) -> None:
    del t.rounds[event.round - 1 :]
    t.lineups_shown = frozenset(round for round in t.lineups_shown if round < event.round)
    forget_rounds(t, event.round)
    if t.by_hand >= event.round:
        t.by_hand = 0


@step.register
def _(event: e.BoardsAltered, t: Tournament) -> None:
    """Boards whose players stay keep their result; a changed board starts afresh."""
    round = t.round(event.round)
    kept = {(match[0].white, match[0].black): match for match in round.matches.values()}
    seats = {number: (match[0].white, match[0].black) for number, match in round.matches.items()}
    fresh = (kept.get((b.white, b.black)) or match_at(b, t.regulations.match_games) for b in event.boards)
    round.matches = {b.number: moved_to(match, b.number) for b, match in zip(event.boards, fresh, strict=True)}
    settled = {seats[number]: decided for number, decided in round.settled.items()}
    round.settled = {
        b.number: replace(settled[b.white, b.black], board=b.number)
        for b in event.boards
        if (b.white, b.black) in settled
    }
    round.bye = event.bye
    round.byes = tuple(id for id in round.byes if id not in round.seated)
    round.altered = True
    if event.latecomer is not None:
        round.latecomers = (*round.latecomers, event.latecomer)
        _come(t, event.latecomer, event.round)


def _come(t: Tournament, latecomer: EntrantId, round: int) -> None:
    """They are here from this round on, whatever was known before."""
    t.byes.pop((round, latecomer), None)
    t.joined[latecomer] = min(round, t.joined.get(latecomer, 1))
    known = t.absences.get(latecomer, ())
    away = ((first, round) if back is None or back > round else (first, back) for first, back in known)
    t.absences[latecomer] = tuple((first, back) for first, back in away if first < back)


@step.register
def _(event: e.HandPairingBegun, t: Tournament) -> None:
    t.by_hand = event.round


@step.register
def _(event: e.HandPairingEnded, t: Tournament) -> None:
    t.by_hand = 0


@step.register
def _(event: e.RoundClosed, t: Tournament) -> None:
    t.round(event.round).state = RoundState.CLOSED
