"""Results as they come in: recorded, reported by players, disputed, settled, adjourned."""

from collections.abc import Sequence

from domain import events as e
from domain import refusals
from domain.events import Event
from domain.formats import rules_of
from domain.tournament import Game, Match, Round, RoundState, Tournament
from domain.words.games import Code, Colour, Result
from domain.words.players import EntrantId

# Conflicts are a matter of one board. Every command says what its page showed (`seen`); if the journal holds
# something else by now, nobody's entry is overwritten silently.


def record_result(
    tournament: Tournament,
    round: int,
    board: int,
    result: Result,
    seen: Result | None,
    entered_at: str = "",
    game: int = 1,
) -> list[e.Event]:
    """Nothing happens when the board has this result already, whoever typed it."""
    known = game_of(tournament, round, board, game)
    before = known.result
    if before is result and not known.claims:
        return []
    if tournament.closed:
        raise refusals.TournamentIsClosed
    if before is not Result.ADJOURNED:
        open_round(tournament, round, known)
    if before is not seen:
        raise refusals.ResultDiffers(round, board, seen, before, result, game)
    if before is Result.ADJOURNED:
        return finish_adjourned(tournament, round, board, result, game)
    if known.claims and before is not None:
        return settle_dispute(tournament, round, board, result, game)
    if result is Result.ADJOURNED:
        return adjourn(tournament, round, board, game)
    return [e.ResultRecorded(round, board, result, entered_at, game)]


def clear_result(tournament: Tournament, round: int, board: int, seen: Result | None, game: int = 1) -> list[e.Event]:
    """Takes back a result typed for the wrong board while its round is still being played."""
    known = game_of(tournament, round, board, game)
    if known.result is None:
        return []
    open_round(tournament, round, known)
    if known.result is not seen:
        raise refusals.ResultDiffers(round, board, seen, known.result, known.result, game)
    if known.played_by_others:
        raise refusals.PlayedByOthers(round, board)
    return [e.ResultCleared(round, board, known.result, game)]


def dispute_result(tournament: Tournament, round: int, board: int, claimed: Result, game: int = 1) -> list[e.Event]:
    """An entry by somebody who may not overwrite: kept beside the first until an arbiter settles it."""
    known = game_of(tournament, round, board, game)
    if known.result is None:
        return record_result(tournament, round, board, claimed, None, game=game)
    if known.result is claimed or claimed in known.claims:
        return []
    open_round(tournament, round, known)
    return [e.ResultDisputed(round, board, claimed, game)]


def settle_dispute(tournament: Tournament, round: int, board: int, result: Result, game: int = 1) -> list[e.Event]:
    """The arbiter's word; on players who contradict each other it is the first entry."""
    known = game_of(tournament, round, board, game)
    if not known.claims:
        raise refusals.NotDisputed(round, board)
    if known.result is None:
        open_round(tournament, round, known)
        return [e.ResultRecorded(round, board, result, game=game)]
    return [e.DisputeSettled(round, board, result, known.result, game)]


def adjourn(tournament: Tournament, round: int, board: int, game: int = 1) -> list[e.Event]:
    """F.9: a draw for pairing only, until the game is finished."""
    known = game_of(tournament, round, board, game)
    if known.result is Result.ADJOURNED:
        return []
    open_round(tournament, round, known)
    return [e.GameAdjourned(round, board, game)]


def finish_adjourned(tournament: Tournament, round: int, board: int, result: Result, game: int = 1) -> list[e.Event]:
    known = game_of(tournament, round, board, game)
    if known.result is not Result.ADJOURNED:
        raise refusals.NotAdjourned(round, board)
    if result is Result.ADJOURNED:
        return []
    return [e.AdjournedGameFinished(round, board, result, tournament.published, game)]


def decide_armageddon(tournament: Tournament, round: int, board: int, result: Result | None) -> list[e.Event]:
    """The end of the Armageddon after a drawn game, with the colours of that game; a draw is a win for Black.

    None takes back what was entered. It counts from the next pairing on.
    """
    known = _drawn_before_armageddon(tournament, round, board)
    if result not in (None, Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS):
        raise refusals.BadField("result", result.value, "one-of:1-0,1/2-1/2,0-1")
    white, black = known.versions[-1].white, known.versions[-1].black
    winner = None if result is None else white if result is Result.WHITE_WINS else black
    before = armageddon_winner(tournament, round, known)
    if winner == before and (winner is not None or armageddon_played(tournament, round, known)):
        return []
    points, counts_from = tournament.regulations.armageddon, tournament.paired + 1
    return [e.ArmageddonDecided(round, board, winner, points, counts_from)]


def leave_out_armageddon(tournament: Tournament, round: int, board: int) -> list[e.Event]:
    """The arbiter says that a drawn game was followed by none."""
    known = _drawn_before_armageddon(tournament, round, board)
    if not armageddon_played(tournament, round, known):
        return []
    return [e.ArmageddonLeftOut(round, board, tournament.paired + 1)]


def _drawn_before_armageddon(tournament: Tournament, round: int, board: int) -> Game:
    if tournament.closed:
        raise refusals.TournamentIsClosed
    if not tournament.regulations.armageddon:
        raise refusals.NoArmageddon(round, board)
    known = game_of(tournament, round, board)
    if known.result is not Result.DRAW:
        raise refusals.ArmageddonNeedsDraw(round, board)
    return known


def armageddon_winner(tournament: Tournament, round: int, game: Game) -> EntrantId | None:
    return next((player for player in (game.white, game.black) if (round, player) in tournament.armageddons), None)


def armageddon_played(tournament: Tournament, round: int, game: Game) -> bool:
    return (round, game.white) not in tournament.without_armageddon


def undecided_armageddons(tournament: Tournament) -> tuple[tuple[int, int], ...]:
    """Round and board of the drawn games whose Armageddon has no winner yet."""
    if not tournament.regulations.armageddon or tournament.closed:
        return ()
    games = ((round.number, game) for round in tournament.rounds if round.published for game in round.games)
    return tuple(
        (round, game.board)
        for round, game in games
        if game.result is Result.DRAW
        and armageddon_winner(tournament, round, game) is None
        and armageddon_played(tournament, round, game)
    )


def adjourned_games(tournament: Tournament) -> tuple[tuple[int, int], ...]:
    return tuple((r.number, board) for r in tournament.rounds for board in r.adjourned)


def did_not_come(tournament: Tournament) -> tuple[EntrantId, ...]:
    """Entrants who lost the newest round by forfeit, a match by all of its games, and would be paired in the next.

    They count as withdrawn unless they are excused before it is paired (F.8): the arbiter knows, we do not.
    """
    newest = tournament.published
    counts = tournament.regulations.absence_means_withdrawal and not rules_of(tournament).predetermined
    if not newest or not counts:
        return ()
    sides = [(match, id) for match in tournament.round(newest).matches.values() for id, _ in _sides(match[0])]
    lost = (id for match, id in sides if all((id, Code.FORFEIT_LOSS) in _sides(game) for game in match))
    return tuple(id for id in lost if tournament.present(id, newest + 1))


def _sides(game: Game) -> tuple[tuple[EntrantId, Code], ...]:
    if not game.versions:
        return ()
    known = game.versions[-1]
    return (known.white, known.result.white), (known.black, known.result.black)


def game_of(tournament: Tournament, round: int, board: int, game: int = 1) -> Game:
    """Raises NoSuchRound, RoundNotPublished, NoSuchBoard or NoSuchGame."""
    games = match_of(tournament, round, board)
    if not 1 <= game <= len(games):
        raise refusals.NoSuchGame(round, board, game, len(games))
    return games[game - 1]


def match_of(tournament: Tournament, round: int, board: int) -> Match:
    """Raises NoSuchRound, RoundNotPublished or NoSuchBoard."""
    matches = published_round(tournament, round).matches
    if board not in matches:
        raise refusals.NoSuchBoard(round, board, len(matches))
    return matches[board]


def published_round(tournament: Tournament, number: int) -> Round:
    if not 1 <= number <= tournament.paired:
        raise refusals.NoSuchRound(number)
    round = tournament.round(number)
    if not round.published:
        raise refusals.RoundNotPublished(number)
    return round


def open_round(tournament: Tournament, round: int, game: Game) -> None:
    """Raises what stands in the way of an entry: it belongs to the round in play, afterwards there are corrections."""
    if tournament.closed:
        raise refusals.TournamentIsClosed
    if tournament.by_hand == round:
        raise refusals.HandPairingOpen(round)
    rules = rules_of(tournament)
    if round not in rules.in_play(tournament) or tournament.round(round).state is RoundState.CLOSED:
        raise refusals.NeedsCorrection(round, game.board, game.result, game.number)
    if game.result is None and game.number in rules.to_come(tournament, round, game.board):
        decided = rules.out_of_reach(tournament, round, game.board)
        raise refusals.GameToCome(round, game.board, game.number, decided)


Seen = tuple[Result | None, ...]
"""The results of the boards as a page showed them, as the first team sees them; None: none yet."""


def record_match(
    tournament: Tournament, round: int, board: int, results: Sequence[Result | None], seen: Seen
) -> list[Event]:
    """Results from board 1 on; None leaves a board as it is, and so do boards that are not said.

    Raises BadField for more results than boards, and what `record_result` raises.
    """
    match = match_of(tournament, round, board)
    if len(results) > len(match):
        raise refusals.BadField("results", str(len(results)), f"at-most:{len(match)}")
    events: list[Event] = []
    for game, result, shown in zip(match, results, (*seen, *(None,) * len(match)), strict=False):
        if result is not None:
            before = turned(shown, game.number) if shown is not None else None
            events += record_result(tournament, round, board, turned(result, game.number), before, game=game.number)
    return events


def turned(result: Result, board: int) -> Result:
    """From the first team's side to White's and back: it has Black on every second board."""
    return result if board % 2 else result.reversed


# Results that the players report by themselves, where the organiser allows it.
# Two who say the same settle their game; two who differ leave it to an arbiter. One word alone counts nowhere.

MOST_REPORTS = 5
REPORTABLE = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)


def allow_reports(tournament: Tournament, allowed: bool) -> list[e.Event]:
    return [] if tournament.players_report is allowed else [e.PlayerReportsAllowed(allowed)]


def report_result(
    tournament: Tournament, round: int, board: int, colour: Colour, result: Result, entered_at: str = "", game: int = 1
) -> list[e.Event]:
    """The word of one side; with an equal word of the other side also the result.

    Raises ReportsNotAllowed, ResultStands, TooManyReports, BadField, and as `game_of` and `open_round`.
    """
    if not tournament.players_report:
        raise refusals.ReportsNotAllowed
    if result not in REPORTABLE:
        raise refusals.BadField("result", result, "one-of:" + ",".join(REPORTABLE))
    known = game_of(tournament, round, board, game)
    if known.result is result:
        return []
    if known.result is not None:
        raise refusals.ResultStands(round, board)
    open_round(tournament, round, known)
    said = tournament.round(round).reported(known)
    if said.get(colour) is result:
        return []
    own = [one for one in tournament.round(round).reports_of(known) if one.colour is colour]
    if len(own) >= MOST_REPORTS:
        raise refusals.TooManyReports(round, board)
    reported = e.ResultReported(round, board, colour, result, entered_at, game)
    agreed = said.get(colour.opposite) is result
    return [reported, e.ResultRecorded(round, board, result, entered_at, game)] if agreed else [reported]
