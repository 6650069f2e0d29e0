"""The life of a round: drafted, published, altered or taken back, closed."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from domain import events as e
from domain.decisions.leaving import forfeits_in_draft
from domain.decisions.numbering import numbers_for
from domain.decisions.pairing_ground import ground_of
from domain.decisions.results import published_round
from domain.decisions.seating import both_colours_wrong, breaches_of
from domain.formats import games_left_out, rules_of
from domain.refusals import (
    DisputesOpen,
    DraftOutdated,
    HandPairingOpen,
    IllegalBoards,
    MatchesLevel,
    NoDraft,
    NoSuchRound,
    NotTheNewestRound,
    PairingStands,
    ReasonMissing,
    ResultsMissing,
    RoundHasBegun,
    TournamentIsClosed,
)
from domain.tournament import Round, RoundState, Tournament, evolve, in_force, replay
from domain.words.games import Result
from domain.words.players import BoardSeats, EntrantId


def pair_round(tournament: Tournament) -> list[e.Event]:
    """Drafts of the rounds that are due; a waiting draft is drawn up again.

    Closes the rounds that have to be. Raises CannotPair with the smallest conflicting set of players when
    no legal pairing exists.
    """
    rules = rules_of(tournament)
    due, events, ahead = _about_to_pair(tournament)
    refuse_while_by_hand(tournament, tournament.by_hand)
    for round in due:
        seating = rules.pair(ahead, round)
        engine = seating.engine, seating.engine_version
        byes = rules.advances_without_game(ahead, round)
        drafted = e.RoundPaired(round, seating.boards, seating.bye, ahead.numbers, *engine, tournament.version, byes)
        lineups = (one for one in seating.lineups if ahead.lineups.get((round, one[0])) != one[1])
        drawn: list[e.Event] = [drafted, *(e.LineupGiven(round, team, players) for team, players in lineups)]
        replay(drawn, ahead)
        events += drawn
    return events


def pair_by_hand(
    tournament: Tournament, boards: Sequence[BoardSeats], bye: EntrantId | None, reason: str, override: bool = False
) -> list[e.Event]:
    """The next round as the arbiter seats it: what remains when the engine finds nothing legal.

    Only attendance cannot be overridden, so a round can always be finished. The alteration beside
    it keeps the reason, and with it no pairing by hand passes the integrity gate unasked.
    """
    upcoming, events, ahead = about_to_pair(tournament)
    broken = _allowed(ahead, upcoming, boards, bye, override)
    if not reason.strip():
        raise ReasonMissing("pair-by-hand")
    seated = _boards(boards)
    paired = e.RoundPaired(upcoming, seated, bye, ahead.numbers, e.BY_HAND, "", tournament.version)
    wrong = both_colours_wrong(ahead, upcoming, boards)
    altered = e.BoardsAltered(upcoming, seated, bye, reason, broken, override, wrong)
    return [*events, paired, altered]


def refuse_while_by_hand(tournament: Tournament, round: int) -> None:
    """Raises HandPairingOpen if this round is being seated by hand."""
    if round and tournament.by_hand == round:
        raise HandPairingOpen(round)


def about_to_pair(tournament: Tournament) -> tuple[int, list[e.Event], Tournament]:
    """The next round, what has to happen before it is paired, and the state after that."""
    due, events, ahead = _about_to_pair(tournament)
    return due[0], events, ahead


def _about_to_pair(tournament: Tournament) -> tuple[tuple[int, ...], list[e.Event], Tournament]:
    rules = rules_of(tournament)
    due = rules.due(tournament)
    events = [event for round in rules.closes_first(tournament, due[0]) for event in close_round(tournament, round)]
    ahead = tournament.copy()
    numbers = numbers_for(tournament, due[0])
    if numbers != tournament.numbers:
        events.append(e.PairingNumbersIssued(numbers, due[0] - 1))
    for event in events:
        evolve(ahead, event)
    laws, rounds = tournament.regulations, rules.rounds(ahead)
    if rounds != laws.rounds:
        events.append(e.RegulationsAmended(replace(laws, rounds=rounds), tournament.paired))
        evolve(ahead, events[-1])
    return rules.due(ahead) if rules.predetermined else due, events, ahead


def publish_rounds(tournament: Tournament, round: int, today: str = "") -> list[e.Event]:
    """All rounds drawn together with this one, with a Swiss it alone; `today` is the day at the venue (ISO)."""
    first = tournament.draft.number if tournament.draft else round
    ahead, events = tournament.copy(), list[e.Event]()
    for number in (first, *range(first + 1, tournament.paired + 1)):
        published = publish_round(ahead, number, today)
        events += published
        replay(published, ahead)
    return events


def publish_round(tournament: Tournament, round: int, today: str = "") -> list[e.Event]:
    """Everybody sees the boards from now on, and F.6 protects them.

    Raises DraftOutdated if something that a pairing is made from has changed since the draft was.
    """
    if 1 <= round <= tournament.paired and tournament.round(round).published:
        return []
    if tournament.draft is None or tournament.draft.number != round:
        raise NoDraft(round)
    refuse_while_by_hand(tournament, round)
    if _outdated(tournament, round):
        raise DraftOutdated(round, _left_or_joined(tournament, tournament.draft))
    lost = forfeits_in_draft(tournament, tournament.draft)
    recorded = (e.ResultRecorded(round, one.board, one.result, game=one.game) for one in lost)
    a_day = tournament.regulations.knockout.round_a_day and rules_of(tournament).knocks_out
    return [e.RoundPublished(round, today if a_day else ""), *recorded]


def _outdated(tournament: Tournament, round: int) -> bool:
    """A withdrawal, an entry, a rating, a result, a regulation: decided after the draft was made or altered."""
    made_from = ground_of(tournament)
    newest_first = (event for _, event in reversed(list(in_force(tournament.history))))
    since = takewhile(lambda event: not _decides_boards(event, round), newest_first)
    return any(made_from(event, round) for event in since)


def _decides_boards(event: e.Event, round: int) -> bool:
    return isinstance(event, e.RoundPaired | e.BoardsAltered) and event.round == round


def _left_or_joined(tournament: Tournament, draft: Round) -> tuple[EntrantId, ...]:
    """Entrants that the draft seats although they are away, or leaves out although they are present (A.5, F.5)."""
    rules = rules_of(tournament)
    placed = set(draft.numbers) if rules.predetermined else draft.seated | {*draft.all_byes}
    return tuple(id for id in tournament.entrants if (id in placed) != rules.takes_part(tournament, id, draft.number))


def discard_draft(tournament: Tournament, round: int) -> list[e.Event]:
    if tournament.draft is None or tournament.draft.number != round:
        raise NoDraft(round)
    return [e.DraftDiscarded(round)]


def withdraw_round(tournament: Tournament, round: int, reason: str, override: bool = False) -> list[e.Event]:
    """Takes a published round back to pair it again (F.7), as long as no game of it has a result.

    A waiting draft of the next round goes with it, and of a table drawn beforehand or a bracket all later rounds do.
    `override` is the arbiter's own word against F.7.
    """
    taken = published_round(tournament, round)
    if tournament.closed:
        raise TournamentIsClosed
    rules = rules_of(tournament)
    if round != tournament.published and not rules.predetermined and not rules.knocks_out:
        raise NotTheNewestRound(round, tournament.published)
    if not reason.strip():
        raise ReasonMissing("withdraw-round")
    later = [taken, *tournament.rounds[round : tournament.published]]
    begun = tuple(board for one in later for board in one.boards_with(lambda game: bool(game.versions)))
    if begun and not override:
        raise RoundHasBegun(round, begun)
    discarded: list[e.Event] = [e.DraftDiscarded(tournament.draft.number)] if tournament.draft else []
    return [*discarded, e.RoundWithdrawn(round, reason, overridden=bool(begun))]


def alter_boards(
    tournament: Tournament,
    round: int,
    boards: Sequence[BoardSeats],
    bye: EntrantId | None,
    reason: str = "",
    override: bool = False,
) -> list[e.Event]:
    """A pairing by hand, boards in order.

    A draft may be changed freely within the absolute rules. A published round changes only if it violates
    them itself (1998 F.6), or with `override` and a reason. `override` also accepts breaches.
    """
    altered = alterable(tournament, round)
    broken = _allowed(tournament, round, boards, bye, override)
    if altered.published and not reason.strip():
        raise ReasonMissing("alter-boards")
    if not override and stands(tournament, round):
        raise PairingStands(round)
    kept = set(boards)
    begun = tuple(
        b.number
        for b in altered.boards
        if (b.white, b.black) not in kept and any(game.versions for game in altered.matches[b.number])
    )
    if begun:
        raise RoundHasBegun(round, begun)
    wanted = _boards(boards)
    if wanted == altered.boards and bye == altered.bye:
        return []
    wrong = both_colours_wrong(tournament, round, boards)
    return [e.BoardsAltered(round, wanted, bye, reason, broken, override, wrong)]


def stands(tournament: Tournament, round: int) -> bool:
    """The round is published and breaks no absolute rule: it changes only on the arbiter's own word."""
    altered = tournament.round(round)
    return altered.published and not breaches_of(tournament, round, *_seats(altered))


def _allowed(
    tournament: Tournament, round: int, boards: Sequence[BoardSeats], bye: EntrantId | None, override: bool
) -> tuple[str, ...]:
    """The articles that are overridden. Raises IllegalBoards for what is not, or cannot be."""
    broken = breaches_of(tournament, round, boards, bye)
    final = tuple(breach for breach in broken if breach.fault.final)
    if final or (broken and not override):
        raise IllegalBoards(round, final or broken)
    return tuple(dict.fromkeys(breach.stored for breach in broken))


def _boards(boards: Sequence[BoardSeats]) -> tuple[e.Board, ...]:
    return tuple(e.Board(i, white, black) for i, (white, black) in enumerate(boards, 1))


def alterable(tournament: Tournament, round: int) -> Round:
    """The newest round; of a table drawn beforehand any.

    Raises TournamentIsClosed, NoSuchRound or NotTheNewestRound.
    """
    if tournament.closed:
        raise TournamentIsClosed
    if not 1 <= round <= tournament.paired:
        raise NoSuchRound(round)
    if round != tournament.paired and not rules_of(tournament).predetermined:
        raise NotTheNewestRound(round, tournament.paired)
    return tournament.round(round)


def _seats(round: Round) -> tuple[list[BoardSeats], EntrantId | None]:
    return [(board.white, board.black) for board in round.boards], round.bye


def close_round(tournament: Tournament, round: int) -> list[e.Event]:
    """Every board has a result or is adjourned, and nothing is in dispute. Games that no match needs are left out."""
    closing = published_round(tournament, round)
    level = rules_of(tournament).undecided(tournament, round)
    if closing.state is RoundState.CLOSED and not level:
        return []
    refuse_while_by_hand(tournament, round)
    unneeded = games_left_out(tournament, round)
    if missing := closing.boards_with(lambda game: game.result is None and game not in unneeded):
        raise ResultsMissing(round, missing)
    if disputed := closing.boards_with(lambda game: bool(game.claims)):
        raise DisputesOpen(round, disputed)
    if level:
        raise MatchesLevel(round, level)
    left_out = (e.ResultRecorded(round, one.board, Result.DOUBLE_FORFEIT, game=one.number) for one in unneeded)
    return [*left_out, e.RoundClosed(round)]
