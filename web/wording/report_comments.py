"""Comments of the report file: one line for each breach of the FIDE checklist (113)."""

from domain import events as e
from domain.events import Integrity, integrity_of
from domain.files.header import meets_again, rules_comment
from domain.files.remarks import repair_count
from domain.files.trf import comments
from domain.files.trf.columns import written
from domain.tournament import Tournament, in_force
from domain.tournament_cards.cards import Numbers, annulled, numbers_of
from domain.tournament_cards.starting_points import has_starting_points
from domain.words.articles import cited
from domain.words.players import EntrantId

KEYWORD_OF: dict[Integrity, str] = {
    Integrity.ALTERATION: "MPA",
    Integrity.IMPORT: "Import",
    Integrity.NUMBERING: "TPN",
    Integrity.CORRECTION: "Correction",
    Integrity.ADJOURNMENT: comments.ADJOURNED_KEYWORD,
    Integrity.CONFIGURATION: "Configuration",
    Integrity.BYE: "Bye",
}
"""The first word of a comment line (`domain.files.trf.comments`)."""


def comment_lines(tournament: Tournament) -> list[str]:
    """One line of the report file for each breach still in effect (FIDE checklist, 113).

    An event that was undone leaves the file; it stays in the journal.
    """
    numbers, planned, breaches = numbers_of(tournament), 0, list[str]()
    for _, event in in_force(tournament.history):
        if integrity_of(event) is not Integrity.NONE and not _taken_back(tournament, event):
            breaches += _notes(event, numbers, tournament, planned)
        if isinstance(event, e.TournamentAnnounced | e.RegulationsAmended):
            planned = event.regulations.rounds
    return breaches + _annulled(tournament, numbers)


def _annulled(tournament: Tournament, numbers: Numbers) -> list[str]:
    """Games that are drawn in the table and stand in no player's line (C.05)."""
    gone = sorted((numbers[id], tournament.absences[id][-1][0]) for id in annulled(tournament))
    return [comments.annulled_line(round, number) for number, round in gone]


def _taken_back(tournament: Tournament, event: e.Event) -> bool:
    return isinstance(event, e.ByeGranted) and tournament.byes.get((event.round, event.player)) is not event.kind


def _notes(event: e.Event, numbers: Numbers, tournament: Tournament, planned: int) -> list[str]:
    """The lines of one event; `planned` are the rounds that the regulations had before it."""
    keyword, round = KEYWORD_OF[integrity_of(event)], _round(event)
    match event:
        case e.AdjournedGameFinished():
            round, told = event.during_round, [comments.FINISHED.format(**_game(event, numbers, tournament))]
        case e.ResultCorrected() | e.ResultCorrectedForRating():
            told = [_corrected(event, numbers, tournament)]
        case e.TournamentClosed() | e.RegulationsAmended():
            told = [detail(event, numbers), _rounds_changed(event, planned), _last_round(event)]
        case _:
            told = [detail(event, numbers)]
    lines = [comments.comment_line(keyword, round, said) for said in told if said]
    if isinstance(event, e.TournamentImported):
        otherwise = comments.paired_otherwise(event.rechecked_by)
        lines += [comments.comment_line(keyword, round, otherwise) for round in event.differing]
    return lines


def _rounds_changed(event: e.TournamentClosed | e.RegulationsAmended, planned: int) -> str:
    """The number of rounds before and after it; empty where it stays (FIDE checklist, 59)."""
    rounds = event.regulations.rounds if isinstance(event, e.RegulationsAmended) else event.after_round
    return f"rounds {planned} -> {rounds}" if planned and planned != rounds else ""


def _last_round(event: e.TournamentClosed | e.RegulationsAmended) -> str:
    if not event.last_round_differs:
        return ""
    boards = " ".join(map(str, event.last_round_differs))
    return f"last round moved; boards {boards} {comments.paired_otherwise(event.last_round_by)}"


def _game(
    event: e.AdjournedGameFinished | e.ResultCorrected | e.ResultCorrectedForRating,
    numbers: Numbers,
    tournament: Tournament,
) -> dict[str, object]:
    game = tournament.round(event.round).game(event.board, event.game)
    players = {"white": numbers.get(game.white, 0), "black": numbers.get(game.black, 0)}
    return {"round": event.round, "board": event.board, "result": event.result, **players}


def _corrected(event: e.ResultCorrected | e.ResultCorrectedForRating, numbers: Numbers, tournament: Tournament) -> str:
    """With the players, and the first round that was paired with it."""
    first = event.counts_from if isinstance(event, e.ResultCorrected) else 0
    since = comments.PAIRED_FROM.format(round=first) if first else comments.FOR_RATING
    said = comments.CORRECTED.format(**_game(event, numbers, tournament), was=event.was, since=since)
    return f"{said}; {event.reason}" if event.reason else said


def departure_lines(tournament: Tournament) -> list[str]:
    """The notes that every report file has: that FIDE mode was left, which no file may bring back, and what its rounds
    cannot be paired again without.
    """
    laws = tournament.regulations
    rules = [rules_comment(tournament)] if has_starting_points(laws) or meets_again(laws) else []
    return [*rules, *(line for line in map(_without_reason, comment_lines(tournament)) if _departs(line))]


def _departs(line: str) -> bool:
    bare = [line.removeprefix(comments.MARK)]
    late = any(comments.adjournments_said(bare)) or any(comments.corrections_said(bare))
    return late or bool(comments.when_fide_mode_was_left(bare) or comments.annulled_said(bare))


def _without_reason(line: str) -> str:
    corrected = any(comments.corrections_said([line.removeprefix(comments.MARK)]))
    return line.partition("; ")[0] if corrected else line


def _round(event: e.Event) -> int:
    rounds = (getattr(event, name, 0) for name in ("during_round", "after_round", "round"))
    return next((round for round in rounds if round), 0)


def detail(event: e.Event, numbers: Numbers) -> str:
    """Facts in the order what, from, to, why; for programs and arbiters of any language, hence terse."""
    match event:
        case e.ColoursCorrected():
            return f"{_only(event)}round {event.round} board {event.board} colours exchanged; {event.reason}"
        case e.GamesReseated():
            seats = ((one, numbers.get(one.white, 0), numbers.get(one.black, 0)) for one in event.games)
            games = " ".join(f"{one.board}: {white}-{black} {one.result}" for one, white, black in seats)
            return f"{_only(event)}round {event.round} played as {games}; {event.reason}"
        case e.RatingCorrected(player=player, was=was, rating=rating):
            return f"{_only(event)}rating of player {numbers.get(player, 0)} {was} -> {rating}; {event.reason}"
        case e.StartingPointsCorrected(player=player, was=was, points=points):
            change = f"{written(was)} -> {written(points)}"
            return f"starting points of player {numbers.get(player, 0)} {change}; {event.reason}"
        case e.GameAdjourned():
            return comments.ADJOURNED.format(round=event.round, board=event.board)
        case e.BoardsAltered(latecomer=latecomer) if latecomer is not None:
            return _came_late(event, latecomer, numbers)
        case e.BoardsAltered():
            articles = " ".join(cited(one).number for one in event.breaches)
            return f"round {event.round} altered by hand {articles}; {event.reason}".replace("  ", " ")
        case e.ByeGranted():
            return comments.full_point_bye(numbers.get(event.player, 0))
        case e.HandPairingEnded():
            boards = " ".join(map(str, event.differing))
            return f"paired by hand, boards {boards} {comments.paired_otherwise(event.engine)}"
        case e.RoundWithdrawn():
            return f"round {event.round} withdrawn; {event.reason}"
        case _:
            return _of_the_whole(event, numbers)


def _only(event: e.ColoursCorrected | e.GamesReseated | e.RatingCorrected) -> str:
    return "" if event.counts_from else "rating only, "


def _came_late(event: e.BoardsAltered, latecomer: EntrantId, numbers: Numbers) -> str:
    board = next(one for one in event.boards if latecomer in (one.white, one.black))
    white, black = numbers.get(board.white, 0), numbers.get(board.black, 0)
    said = f"{white}-{black} on board {board.number}: {numbers.get(latecomer, 0)} came late, the other had the bye"
    return f"{said}; {event.reason}" if event.reason else said


def _of_the_whole(event: e.Event, numbers: Numbers) -> str:
    match event:
        case e.TournamentImported():
            return f"{event.file_name} sha256 {event.sha256[:16]} {repair_count(event)} repairs"
        case e.FideModeLeft():
            return comments.fide_mode_left(event.cause)
        case e.PairingNumbersExchanged():
            one, other = sorted(numbers.get(player, 0) for player in (event.one, event.other))
            return f"numbers {one} and {other} exchanged; {event.reason}"
        case e.PairingNumbersIssued():
            return "pairing numbers regenerated"
        case e.RegulationsAmended():
            return f"regulations changed; {event.reason}"
        case e.PairsProhibited():
            return f"prohibited pairs changed; {event.reason}"
        case e.TournamentClosed():
            return f"tournament closed early; {event.reason}"
        case e.TournamentReopened():
            return f"tournament reopened; {event.reason}"
        case _:
            return type(event).__name__
