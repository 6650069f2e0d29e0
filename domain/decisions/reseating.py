"""Boards that were played by others than paired: who met whom, and what came of it (FIDE checklist, 190)."""

from collections.abc import Sequence

from domain import events as e
from domain.decisions.correcting import Choice, chosen_option, clear_draft
from domain.decisions.results import game_of
from domain.refusals import BadField, NothingToCorrect, OneGameOnly, OtherPlayers, PlayedByOthers, SameAsBefore
from domain.tournament import Tournament
from domain.words.games import Result
from domain.words.players import EntrantId


def correct_players(
    tournament: Tournament,
    round: int,
    played: Sequence[e.PlayedGame],
    reason: str,
    choice: Choice | None = None,
    override: bool = False,
) -> list[e.Event]:
    """Players who really sat at these boards; pairings made from the wrong games stay (C.04.2 of 2026, 4.3).

    Boards whose players are right are left alone. The others are played by the same people as before, each once.
    """
    wrong = tuple(one for one in played if seats_known(tournament, round, one.board) != (one.white, one.black))
    if not wrong:
        raise SameAsBefore(round, played[0].board if played else 0)
    _must_be_the_same_people(tournament, round, wrong)
    _must_not_be_reported_otherwise(tournament, round)
    for one in wrong:
        if not game_of(tournament, round, one.board).decided:
            raise NothingToCorrect(round, one.board)
        if one.result is Result.ADJOURNED:
            raise BadField("result", one.result, "one-of:1,=,0,+,-,x")
    option = chosen_option(tournament, round, reason, choice)
    cleared = clear_draft(tournament, option, reason, override)
    during, policy = tournament.published, tournament.regulations.corrections
    return [*cleared, e.GamesReseated(round, wrong, option.counts_from, reason, during, policy)]


def seats_known(tournament: Tournament, round: int, board: int) -> tuple[EntrantId, EntrantId]:
    """White and Black as they are known now. Raises NoSuchRound or NoSuchBoard."""
    game = game_of(tournament, round, board)
    if len(tournament.round(round).matches[board]) > 1:
        raise OneGameOnly(round, board)
    seen = game.seen(None)
    return (seen.white, seen.black) if seen else (game.white, game.black)


def _must_be_the_same_people(tournament: Tournament, round: int, wrong: Sequence[e.PlayedGame]) -> None:
    before = sorted(id for one in wrong for id in seats_known(tournament, round, one.board))
    if before != sorted(id for one in wrong for id in (one.white, one.black)):
        raise OtherPlayers(round, tuple(one.board for one in wrong))


def _must_not_be_reported_otherwise(tournament: Tournament, round: int) -> None:
    """Raises PlayedByOthers: where the report has others at a board than the table, somebody could sit twice in it."""
    for game in tournament.round(round).games:
        seen, reported = game.seen(None), game.rating_only
        if seen and reported and {seen.white, seen.black} != {reported.white, reported.black}:
            raise PlayedByOthers(round, game.board)
