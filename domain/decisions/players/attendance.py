"""The part of each entrant in the rounds to come: check-in, withdrawals, byes, penalties."""

from collections.abc import Collection, Iterable, Iterator

from domain import events as e
from domain import refusals as r
from domain.decisions import given_reason, refuse_if_closed, refuse_without_reason
from domain.decisions.players.fees import refuse_unpaid
from domain.decisions.players.registering import entrant
from domain.fields import whole_number
from domain.formats import current_round, rules_of
from domain.round import Game, Round
from domain.tournament import Tournament
from domain.words.games import Bye, Code, Result
from domain.words.players import EntrantId


def withdraw(
    tournament: Tournament,
    players: Iterable[EntrantId],
    from_round: int | None = None,
    reason: str = "",
    *,
    by_oneself: bool = False,
) -> list[e.Event]:
    """One command for many (the "bad weather" case); F.5: they are not paired any more.

    In a table that was drawn beforehand they keep their boards, and forfeit what is not played on them.
    """
    refuse_if_closed(tournament)
    stay = stays_on_boards(tournament)
    first = first_round_away(tournament) if from_round is None or stay else from_round
    whole_number("from_round", first, 1, max(tournament.regulations.rounds, tournament.published + 1))
    events: list[e.Event] = []
    leaving = tuple(dict.fromkeys(players))
    for player in leaving:
        entrant(tournament, player)
        if tournament.away(player, first):
            raise r.AlreadyAway(player, first)
        if not stay:
            _not_paired(tournament, player, first)
        lost = forfeits_of(tournament, player, leaving)
        events.append(e.PlayerWithdrawn(player, first, reason, lost, by_oneself))
    return events


def readmit(
    tournament: Tournament, player: EntrantId, from_round: int | None = None, reason: str = ""
) -> list[e.Event]:
    refuse_if_closed(tournament)
    if stays_on_boards(tournament):
        return _back_on_boards(tournament, player, reason)
    first = tournament.published + 1 if from_round is None else from_round
    entrant(tournament, player)
    withdrawn = [a for a in tournament.absences.get(player, ()) if a[1] is None]
    if not withdrawn:
        raise r.NotAway(player, first)
    if first < withdrawn[0][0] or first <= tournament.published:
        raise r.BadField("from_round", str(first), f"at-least:{max(withdrawn[0][0], tournament.published + 1)}")
    whole_number("from_round", first, 1, max(tournament.regulations.rounds, tournament.published + 1))
    return [e.PlayerReadmitted(player, first, reason)]


def _back_on_boards(tournament: Tournament, player: EntrantId, reason: str) -> list[e.Event]:
    entrant(tournament, player)
    away = [first for first, back in tournament.absences.get(player, ()) if back is None]
    if not away:
        raise r.NotAway(player, first_round_away(tournament))
    first = max(away[0], first_round_away(tournament))
    return [e.PlayerReadmitted(player, first, reason, reopened_for(tournament, player))]


def grant_bye(tournament: Tournament, player: EntrantId, round: int, kind: Bye) -> list[e.Event]:
    """Leave for one round, announced before it is paired (F.5); a zero-point bye gives nothing."""
    _concerned(tournament, player)
    if rules_of(tournament).predetermined:
        raise r.NoByesInFormat
    whole_number("round", round, 1, tournament.regulations.rounds)
    if tournament.away(player, round):
        raise r.AlreadyAway(player, round)
    _not_paired(tournament, player, round)
    if kind is Bye.HALF and player in tournament.barred:
        raise r.BarredFromHalfPointByes(player)
    return [] if tournament.byes.get((round, player)) is kind else [e.ByeGranted(player, round, kind)]


def revoke_bye(tournament: Tournament, player: EntrantId, round: int) -> list[e.Event]:
    _concerned(tournament, player)
    if (round, player) not in tournament.byes:
        raise r.NotAway(player, round)
    _not_paired(tournament, player, round)
    return [e.ByeRevoked(player, round)]


def _not_paired(tournament: Tournament, player: EntrantId, round: int) -> None:
    """A published round is altered by hand or withdrawn, never by leave granted afterwards."""
    if round <= tournament.published:
        raise r.AlreadyPaired(player, round)


def first_round_away(tournament: Tournament) -> int:
    """The first round that somebody who leaves now is away in: the one in play, where the boards stay."""
    if rules_of(tournament).predetermined and tournament.published:
        return current_round(tournament)
    return tournament.published + 1


def stays_on_boards(tournament: Tournament) -> bool:
    return bool(rules_of(tournament).predetermined and tournament.published)


def forfeits_of(
    tournament: Tournament, leaver: EntrantId, gone: Collection[EntrantId] = ()
) -> tuple[e.ForfeitedGame, ...]:
    """All published games of the leaver without a result; lost by both where the opponent is gone too."""
    if not stays_on_boards(tournament):
        return ()
    away = {*gone, leaver, *(id for id in tournament.entrants if _has_left(tournament, id))}
    rounds = (round for round in tournament.rounds if round.published)
    return tuple(forfeit for round in rounds for forfeit in _forfeits(round, {leaver}, away))


def forfeits_in_draft(tournament: Tournament, round: Round) -> tuple[e.ForfeitedGame, ...]:
    away = {id for id in tournament.entrants if _has_left(tournament, id)} if rules_of(tournament).predetermined else ()
    return tuple(_forfeits(round, away, away)) if away and tournament.published else ()


def reopened_for(tournament: Tournament, entrant: EntrantId) -> tuple[e.ForfeitedGame, ...]:
    """Games of rounds still in play that the entrant forfeited: they are played after all."""
    if not stays_on_boards(tournament):
        return ()
    rounds = (tournament.round(number) for number in rules_of(tournament).in_play(tournament))
    return tuple(
        e.ForfeitedGame(round.number, game.board, game.result, game.number)
        for round in rounds
        for game in round.games
        if game.result is not None and _lost_by(game, game.result) == {entrant}
    )


def _has_left(tournament: Tournament, entrant: EntrantId) -> bool:
    return any(back is None for _, back in tournament.absences.get(entrant, ()))


def _forfeits(round: Round, leavers: Collection[EntrantId], away: Collection[EntrantId]) -> Iterator[e.ForfeitedGame]:
    for game in round.games:
        if game.result is None and not {game.white, game.black}.isdisjoint(leavers):
            result = Result.BLACK_WINS_BY_FORFEIT if game.white in away else Result.WHITE_WINS_BY_FORFEIT
            both = game.white in away and game.black in away
            yield e.ForfeitedGame(round.number, game.board, Result.DOUBLE_FORFEIT if both else result, game.number)


def _lost_by(game: Game, result: Result) -> set[EntrantId]:
    sides = (game.white, result.white), (game.black, result.black)
    return {entrant for entrant, code in sides if code is Code.FORFEIT_LOSS}


# Check-in before round 1: who has come, who is missing, and those missing left out of the first pairing.
# A player who is left out misses that round alone. Before the next one the desk asks whether they are here by now.


def check_in_open(tournament: Tournament) -> bool:
    return not tournament.paired and not tournament.closed


def expected_in_round_one(tournament: Tournament) -> tuple[EntrantId, ...]:
    return tuple(id for id in tournament.entrants if tournament.present(id, 1))


def missing(tournament: Tournament) -> tuple[EntrantId, ...]:
    return tuple(id for id in expected_in_round_one(tournament) if id not in tournament.checked_in)


def check_entrant_in(tournament: Tournament, id: EntrantId, *, readmits: bool = False) -> list[e.Event]:
    """Checking in twice changes nothing. `readmits`: somebody withdrawn or left out plays in round 1 after all."""
    _still_open(tournament)
    entrant(tournament, id)
    if id in tournament.checked_in and tournament.present(id, 1):
        return []
    refuse_unpaid(tournament, id)
    back: list[e.Event] = []
    if not tournament.present(id, 1):
        if not readmits:
            raise r.NotExpected(id)
        back = _back_for_round_one(tournament, id)
    return back if id in tournament.checked_in else [*back, e.EntrantCheckedIn(id)]


def undo_check_in(tournament: Tournament, id: EntrantId) -> list[e.Event]:
    """Undoing twice changes nothing."""
    _still_open(tournament)
    entrant(tournament, id)
    return [e.CheckInUndone(id)] if id in tournament.checked_in else []


def leave_out_missing(tournament: Tournament, named: Collection[EntrantId], reason: str = "") -> list[e.Event]:
    """Leave the named players who are still missing out: they are not paired in round 1, and have no points for it.

    Where nobody has leave for a round they are withdrawn.
    """
    _still_open(tournament)
    if not any(id in tournament.checked_in for id in expected_in_round_one(tournament)):
        raise r.NobodyCheckedIn
    absent = [id for id in missing(tournament) if id in named]
    if not misses_one_round(tournament):
        return withdraw(tournament, absent, 1, reason)
    return [event for id in absent for event in grant_bye(tournament, id, 1, Bye.ZERO)]


def misses_one_round(tournament: Tournament) -> bool:
    rules = rules_of(tournament)
    return not rules.predetermined and not rules.knocks_out


def left_out(tournament: Tournament) -> tuple[EntrantId, ...]:
    """Players left out of the newest round whose next round nobody has decided."""
    newest = tournament.published
    if not newest or not tournament.checked_in or tournament.closed or newest >= tournament.regulations.rounds:
        return ()
    absent = (id for (round, id), kind in tournament.byes.items() if round == newest and kind is Bye.ZERO)
    return tuple(id for id in absent if id not in tournament.checked_in and tournament.present(id, newest + 1))


def come_after_all(tournament: Tournament, ids: Collection[EntrantId]) -> list[e.Event]:
    """Check in players who were left out of a round: the next one pairs them."""
    refuse_if_closed(tournament)
    return [e.EntrantCheckedIn(id) for id in left_out(tournament) if id in ids]


def leave_out_again(tournament: Tournament, ids: Collection[EntrantId]) -> list[e.Event]:
    """Leave players who were left out of a round out of the next one too."""
    absent = [id for id in left_out(tournament) if id in ids]
    return [event for id in absent for event in grant_bye(tournament, id, tournament.published + 1, Bye.ZERO)]


def _back_for_round_one(tournament: Tournament, id: EntrantId) -> list[e.Event]:
    """Raises NotExpected for somebody who has points for round 1, or enters later."""
    if tournament.byes.get((1, id)) is Bye.ZERO and not tournament.away(id, 1):
        return revoke_bye(tournament, id, 1)
    if tournament.joined.get(id, 1) == 1 and _has_left(tournament, id):
        return readmit(tournament, id, 1)
    raise r.NotExpected(id)


def _still_open(tournament: Tournament) -> None:
    refuse_if_closed(tournament)
    if tournament.paired:
        raise r.CheckInIsOver


MAX_ADJUSTED_HALF_POINTS = 20
LONGEST_REASON = 500


def bar_from_half_point_byes(tournament: Tournament, player: EntrantId, reason: str = "") -> list[e.Event]:
    """No further half-point bye; those granted stay (FIDE checklist, 175)."""
    _concerned(tournament, player)
    return [] if player in tournament.barred else [e.HalfPointByesBarred(player, reason)]


def allow_half_point_byes(tournament: Tournament, player: EntrantId) -> list[e.Event]:
    _concerned(tournament, player)
    return [e.HalfPointByesAllowed(player)] if player in tournament.barred else []


def expel(tournament: Tournament, player: EntrantId, reason: str) -> list[e.Event]:
    """Out of the next pairing and out of the table; opponents keep their games (FIDE checklist, 197-198)."""
    _concerned(tournament, player)
    refuse_without_reason(reason, "expel")
    if player in tournament.expelled:
        return []
    lost = forfeits_of(tournament, player)
    return [e.PlayerExpelled(player, first_round_away(tournament), reason, lost)]


def adjust_points(
    tournament: Tournament, player: EntrantId, round: int, points: int, reason: str, secondary: int = 0
) -> list[e.Event]:
    """`points` half-points are added to a published round (TRF26, 299); they count from the next pairing on.

    `secondary` are those of a team's other score.
    """
    _concerned(tournament, player)
    whole_number("round", round, 1, tournament.published)
    given = [points, secondary] if tournament.regulations.of_teams else [points]
    if not any(given) or max(map(abs, given)) > MAX_ADJUSTED_HALF_POINTS:
        raise r.BadField("points", "", f"adjustment:{MAX_ADJUSTED_HALF_POINTS // 2}")
    why = given_reason(reason, "adjust-points", LONGEST_REASON)
    return [e.PointsAdjusted(player, round, points, tournament.paired + 1, why, *given[1:])]


def _concerned(tournament: Tournament, player: EntrantId) -> None:
    refuse_if_closed(tournament)
    entrant(tournament, player)
