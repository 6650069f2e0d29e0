"""The life of a round: drafted, published, altered or taken back, closed."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile

from domain import events as e
from domain import refusals
from domain.cards.card import Pair
from domain.decisions import refuse_if_closed, refuse_without_reason
from domain.decisions.players.attendance import forfeits_in_draft
from domain.decisions.players.numbering import draw_initial_colour, draw_lots, draw_numbers, numbers_for
from domain.decisions.rounds.results import published_round
from domain.formats import games_left_out, rules_of
from domain.pairing import system_of
from domain.round import numbered_boards
from domain.tournament import Round, RoundState, Tournament, evolve, in_force, replay
from domain.tournament_cards.cards import numbers_of, pairing_task
from domain.words.games import Colour, Result
from domain.words.options import FirstLot
from domain.words.players import BoardSeats, EntrantId
from domain.words.rounds import Breach, Fault


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


def draw_colour_and_pair(tournament: Tournament, seed: str) -> list[e.Event]:
    """The first round in one step: the lot for the colour of number 1, then the draft."""
    drawn = draw_initial_colour(tournament, seed)
    return [*drawn, *pair_round(replay(drawn, tournament.copy()))]


def pair_by_hand(
    tournament: Tournament, boards: Sequence[BoardSeats], bye: EntrantId | None, reason: str, override: bool = False
) -> list[e.Event]:
    """The next round as the arbiter seats it: what remains when the engine finds nothing legal.

    Only attendance cannot be overridden, so a round can always be finished. The alteration beside
    it keeps the reason, and with it no pairing by hand passes the integrity gate unasked.
    """
    upcoming, events, ahead = about_to_pair(tournament)
    broken = _allowed(ahead, upcoming, boards, bye, override)
    refuse_without_reason(reason, "pair-by-hand")
    seated = numbered_boards(ahead.board_plan, boards)
    paired = e.RoundPaired(upcoming, seated, bye, ahead.numbers, e.BY_HAND, "", tournament.version)
    wrong = both_colours_wrong(ahead, upcoming, seated)
    altered = e.BoardsAltered(upcoming, seated, bye, reason, broken, override, wrong)
    return [*events, paired, altered]


def refuse_while_by_hand(tournament: Tournament, round: int) -> None:
    """Raises HandPairingOpen if this round is being seated by hand."""
    if round and tournament.by_hand == round:
        raise refusals.HandPairingOpen(round)


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


def publish_rounds(tournament: Tournament, round: int, today: str = "", *, by_clock: bool = False) -> list[e.Event]:
    """All rounds drawn together with this one, with a Swiss it alone; `today` is the day at the venue (ISO)."""
    first = tournament.draft.number if tournament.draft else round
    ahead, events = tournament.copy(), list[e.Event]()
    for number in (first, *range(first + 1, tournament.paired + 1)):
        published = publish_round(ahead, number, today, by_clock=by_clock)
        events += published
        replay(published, ahead)
    return events


def publish_round(tournament: Tournament, round: int, today: str = "", *, by_clock: bool = False) -> list[e.Event]:
    """Everybody sees the boards from now on, and F.6 protects them.

    Raises DraftOutdated if something that a pairing is made from has changed since the draft was.
    """
    if 1 <= round <= tournament.paired and tournament.round(round).published:
        return []
    draft = _draft(tournament, round)
    refuse_while_by_hand(tournament, round)
    if _outdated(tournament, round):
        raise refusals.DraftOutdated(round, _left_or_joined(tournament, draft))
    lost = forfeits_in_draft(tournament, draft)
    recorded = (e.ResultRecorded(round, one.board, one.result, game=one.game) for one in lost)
    a_day = tournament.regulations.knockout.round_a_day and rules_of(tournament).knocks_out
    return [e.RoundPublished(round, today if a_day else "", by_clock), *recorded]


def _outdated(tournament: Tournament, round: int) -> bool:
    """A withdrawal, an entry, a rating, a result, a regulation, other boards: after the draft was made or altered."""
    made_from = ground_of(tournament)
    newest_first = (event for _, event in reversed(list(in_force(tournament.history))))
    of_boards = (e.RoundPaired, e.BoardsAltered)
    since = takewhile(lambda event: not (isinstance(event, of_boards) and event.round == round), newest_first)
    return any(made_from(event, round) or isinstance(event, e.BoardsPlanned) for event in since)


def _left_or_joined(tournament: Tournament, draft: Round) -> tuple[EntrantId, ...]:
    """Entrants that the draft seats although they are away, or leaves out although they are present (A.5, F.5)."""
    rules = rules_of(tournament)
    placed = set(draft.numbers) if rules.predetermined else draft.seated | {*draft.all_byes}
    return tuple(id for id in tournament.entrants if (id in placed) != rules.takes_part(tournament, id, draft.number))


def discard_draft(tournament: Tournament, round: int) -> list[e.Event]:
    return [e.DraftDiscarded(_draft(tournament, round).number)]


def _draft(tournament: Tournament, round: int) -> Round:
    if tournament.draft is None or tournament.draft.number != round:
        raise refusals.NoDraft(round)
    return tournament.draft


def withdraw_round(tournament: Tournament, round: int, reason: str, override: bool = False) -> list[e.Event]:
    """Takes a published round back to pair it again (F.7), as long as no game of it has a result.

    A waiting draft of the next round goes with it, and of a table drawn beforehand or a bracket all later rounds do.
    `override` is the arbiter's own word against F.7.
    """
    taken = published_round(tournament, round)
    refuse_if_closed(tournament)
    rules = rules_of(tournament)
    if round != tournament.published and not rules.predetermined and not rules.knocks_out:
        raise refusals.NotTheNewestRound(round, tournament.published)
    refuse_without_reason(reason, "withdraw-round")
    later = [taken, *tournament.rounds[round : tournament.published]]
    begun = tuple(board for one in later for board in one.boards_with(lambda game: bool(game.versions)))
    if begun and not override:
        raise refusals.RoundHasBegun(round, begun)
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
    if altered.published:
        refuse_without_reason(reason, "alter-boards")
    if not override and stands(tournament, round):
        raise refusals.PairingStands(round)
    moved = {board.number for board in altered.boards if (board.white, board.black) not in boards}
    if begun := tuple(b for b in altered.boards_with(lambda game: bool(game.versions)) if b in moved):
        raise refusals.RoundHasBegun(round, begun)
    wanted = numbered_boards(tournament.board_plan, boards)
    if set(wanted) == set(altered.boards) and bye == altered.bye:
        return []
    wrong = both_colours_wrong(tournament, round, wanted)
    return [e.BoardsAltered(round, wanted, bye, reason, broken, override, wrong)]


def stands(tournament: Tournament, round: int) -> bool:
    """The round is published and breaks no absolute rule: it changes only on the arbiter's own word."""
    altered = tournament.round(round)
    seats = [(board.white, board.black) for board in altered.boards]
    return altered.published and not breaches_of(tournament, round, seats, altered.bye)


def _allowed(
    tournament: Tournament, round: int, boards: Sequence[BoardSeats], bye: EntrantId | None, override: bool
) -> tuple[str, ...]:
    """The articles that are overridden. Raises IllegalBoards for what is not, or cannot be."""
    broken = breaches_of(tournament, round, boards, bye)
    final = tuple(breach for breach in broken if breach.fault.final)
    if final or (broken and not override):
        raise refusals.IllegalBoards(round, final or broken)
    return tuple(dict.fromkeys(breach.stored for breach in broken))


def alterable(tournament: Tournament, round: int) -> Round:
    """The newest round; of a table drawn beforehand any.

    Raises TournamentIsClosed, NoSuchRound or NotTheNewestRound.
    """
    refuse_if_closed(tournament)
    if not 1 <= round <= tournament.paired:
        raise refusals.NoSuchRound(round)
    if round != tournament.paired and not rules_of(tournament).predetermined:
        raise refusals.NotTheNewestRound(round, tournament.paired)
    return tournament.round(round)


def close_round(tournament: Tournament, round: int) -> list[e.Event]:
    """Every board has a result or is adjourned, and nothing is in dispute. Games that no match needs are left out."""
    closing = published_round(tournament, round)
    level = rules_of(tournament).undecided(tournament, round)
    if closing.state is RoundState.CLOSED and not level:
        return []
    refuse_while_by_hand(tournament, round)
    unneeded = games_left_out(tournament, round)
    if missing := closing.boards_with(lambda game: game.result is None and game not in unneeded):
        raise refusals.ResultsMissing(round, missing)
    if disputed := closing.boards_with(lambda game: bool(game.claims)):
        raise refusals.DisputesOpen(round, disputed)
    if level:
        raise refusals.MatchesLevel(round, level)
    left_out = (e.ResultRecorded(round, one.board, Result.DOUBLE_FORFEIT, game=one.number) for one in unneeded)
    return [*left_out, e.RoundClosed(round)]


# The ground of a pairing: the earlier events that its boards were worked out from.
# It says which pairings an undone event would have made otherwise. That an event is impossible without another, as
# a result without its board, is said in `undoing.py`.

OF_EVERY_PAIRING = (
    e.InitialColourDrawn,
    e.PairingNumbersIssued,
    e.PairingNumbersExchanged,
    e.PairsProhibited,
    e.RegulationsAmended,
)
"""Every later pairing is made from these."""


Ground = Callable[[e.Event, int], bool]
"""Says whether a pairing of a round is made from an earlier event, among other things."""


def ground_of(tournament: Tournament) -> Ground:
    """The ground of the pairings of a tournament: of a table drawn beforehand no result is one, of drawn lines the lots
    are."""
    if rules_of(tournament).predetermined:
        return lambda earlier, round: _numbered_from(earlier)
    if tournament.regulations.lines_by_lot:
        return lambda earlier, round: isinstance(earlier, e.LotsDrawn) or paired_from(earlier, round)
    return paired_from


def paired_from(earlier: e.Event, round: int) -> bool:
    return _scored_from(earlier, round) or _entered_from(earlier, round)


def _scored_from(earlier: e.Event, round: int) -> bool:
    """The scores or the colours before `round` come from this."""
    match earlier:
        case (
            e.RatingCorrected(counts_from=first)
            | e.ResultCorrected(counts_from=first)
            | e.ColoursCorrected(counts_from=first)
            | e.GamesReseated(counts_from=first)
            | e.PointsAdjusted(counts_from=first)
            | e.ArmageddonDecided(counts_from=first)
            | e.ArmageddonLeftOut(counts_from=first)
            | e.StartingPointsCorrected(counts_from=first)
        ):
            return 0 < first <= round
        case (
            e.ResultRecorded(round=r)
            | e.ResultCleared(round=r)
            | e.DisputeSettled(round=r)
            | e.GameAdjourned(round=r)
            | e.BoardsAltered(round=r)
            | e.MatchSettled(round=r)
            | e.MovesCounted(round=r)
            | e.AdjournedGameFinished(during_round=r)
        ):
            return r < round
    return False


def _entered_from(earlier: e.Event, round: int) -> bool:
    """The field of `round`, its numbers and its rules come from this."""
    match earlier:
        case e.PlayoffStageOpened(round=r):
            return r <= round
        case e.ByeGranted(round=r) | e.ByeRevoked(round=r):
            return r == round
    first = _there_from(earlier)
    return first <= round if first is not None else isinstance(earlier, OF_EVERY_PAIRING)


def _there_from(earlier: e.Event) -> int | None:
    """The first round for which somebody comes, leaves or comes back by this; None = nobody does."""
    match earlier:
        case (
            e.PlayerRegistered(from_round=first)
            | e.TeamRegistered(from_round=first)
            | e.PlayerWithdrawn(from_round=first)
            | e.PlayerExpelled(from_round=first)
            | e.PlayerReadmitted(from_round=first)
        ):
            return first
    return None


def _numbered_from(earlier: e.Event) -> bool:
    """A table drawn beforehand is made from this: from who is there for round 1, and in which order."""
    match earlier:
        case e.RatingCorrected(counts_from=first):
            return first == 1
        case e.PairingNumbersIssued() | e.PairingNumbersExchanged():
            return True
        case e.RegulationsAmended(during_round=during):
            return during == 0
    return _there_from(earlier) == 1


def breaches_of(
    tournament: Tournament, round: int, boards: Sequence[BoardSeats], bye: EntrantId | None
) -> tuple[Breach[EntrantId], ...]:
    """Breaches of the tournament's system in a pairing by hand; the desk's live validator.

    Where no system was asked only what cannot be at all is a breach; in a bracket nobody misses those who are out.
    """
    numbers = numbers_of(tournament)
    for player in (*(p for pair in boards for p in pair), *((bye,) if bye is not None else ())):
        if player not in numbers:
            raise refusals.UnknownPlayer(player)
    order = tournament.numbers
    pairs = tuple(Pair(numbers[white], numbers[black]) for white, black in boards)
    task = pairing_task(tournament, round)
    rules = rules_of(tournament)
    found = system_of(tournament).check(task, pairs, numbers[bye] if bye is not None else None)
    kept = (breach for breach in found if breach.fault.final or rules.paired_by_system)
    named = (Breach(b.fault, tuple(order[n - 1] for n in b.players), b.article) for b in kept)
    if rules.predetermined:
        return (*named, *faults_of_table(tournament, round, boards))
    if not rules.knocks_out:
        return tuple(named)
    return tuple(b for b in named if any(rules.takes_part(tournament, id, round) for id in b.players))


def both_colours_wrong(tournament: Tournament, round: int, boards: Sequence[e.Board]) -> tuple[int, ...]:
    """Boards on which both have the opposite of the colour that is due (FIDE checklist, 67)."""
    if not rules_of(tournament).paired_by_system:
        return ()
    numbers, task = numbers_of(tournament), pairing_task(tournament, round)
    pairs = {board.number: Pair(numbers[board.white], numbers[board.black]) for board in boards}
    wrong = set(system_of(tournament).both_colours_wrong(task, tuple(pairs.values())))
    return tuple(number for number, pair in pairs.items() if pair in wrong)


LONGEST_RUN = 2
"""Rounds in which one may have the same colour one after the other."""


def faults_of_table(tournament: Tournament, round: int, boards: Sequence[BoardSeats]) -> Iterator[Breach[EntrantId]]:
    """The faults of boards that are not the table's own: pairs that meet too often, players with one colour too long.

    Both are asked of all rounds that are drawn, those still to come among them (FIDE checklist, 101 and 102).
    """
    own = {(board.white, board.black) for board in rules_of(tournament).pair(tournament, round).boards}
    changed = [seats for seats in boards if seats not in own]
    others = (other.number for other in tournament.rounds if other.number != round)
    met = Counter(frozenset(seats) for other in others for seats in _seats_of_table(tournament, other))
    for pair in changed:
        if met[frozenset(pair)] >= tournament.regulations.round_robin.cycles:
            yield Breach(Fault.MET_TOO_OFTEN, pair)
    for player in (player for pair in changed for player in pair):
        if _runs_on(tournament, round, boards, player):
            yield Breach(Fault.COLOUR_RUN, (player,))


def _runs_on(tournament: Tournament, round: int, boards: Sequence[BoardSeats], player: EntrantId) -> bool:
    """The player has one colour in more than two rounds running, this one among them."""
    first, last = max(1, round - LONGEST_RUN), min(tournament.paired, round + LONGEST_RUN)
    numbers = range(first, max(last, round) + 1)
    colours = [_colour(boards if n == round else _seats_of_table(tournament, n), player) for n in numbers]
    windows = zip(*(colours[start:] for start in range(LONGEST_RUN + 1)), strict=False)
    return any(window[0] is not None and len(set(window)) == 1 for window in windows)


def _colour(boards: Sequence[BoardSeats], player: EntrantId) -> Colour | None:
    """None: no board."""
    for white, black in boards:
        if player in (white, black):
            return Colour.WHITE if player == white else Colour.BLACK
    return None


def _seats_of_table(tournament: Tournament, round: int) -> list[BoardSeats]:
    return [(board.white, board.black) for board in tournament.round(round).boards]


# The beginning of a tournament that nobody sits at: the lot, the first pairing and its publication in one step.

DRAWN_BY: Mapping[FirstLot, Callable[[Tournament, str], list[e.Event]]] = {
    FirstLot.COLOUR: draw_initial_colour,
    FirstLot.COLOURS: draw_initial_colour,
    FirstLot.NUMBERS: draw_numbers,
    FirstLot.LINES: draw_lots,
}


def begin_by_itself(tournament: Tournament, seed: str) -> list[e.Event]:
    """The events up to the first boards; none once a round is paired. Raises as `pair_round`."""
    if tournament.paired:
        return []
    ahead, events = tournament.copy(), list[e.Event]()

    def take(more: list[e.Event]) -> None:
        events.extend(more)
        replay(more, ahead)

    for _ in DRAWN_BY:
        lot = rules_of(ahead).first_lot(ahead)
        if lot is not FirstLot.NONE:
            take(DRAWN_BY[lot](ahead, seed))
    take(pair_round(ahead))
    take(publish_rounds(ahead, ahead.paired))
    return events
