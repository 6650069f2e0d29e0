"""Steps of single games."""

from domain import events as e
from domain.folding.game import game_named_by, mark_corrected, write_result
from domain.folding.step import step
from domain.round import SideReport, Version
from domain.state import Tournament
from domain.words.games import Colour, Result


@step.register
def _(event: e.ResultRecorded, t: Tournament) -> None:
    """Most of a replay is this, so that a round that is there is taken without a call."""
    number = event.round
    round = t.rounds[number - 1] if number > 0 else t.round(number)
    round.record(event.board, event.game, event.result, number + 1)


@step.register
def _(event: e.ResultCleared, t: Tournament) -> None:
    round, game = t.round(event.round), game_named_by(t, event)
    round.reports.pop((game.white, game.black, game.number), None)
    round.put(game._replace(versions=(), claims=()))


@step.register
def _(event: e.ResultCorrected, t: Tournament) -> None:
    write_result(t, event, event.result, event.counts_from)
    mark_corrected(t, event)


@step.register
def _(event: e.ResultCorrectedForRating, t: Tournament) -> None:
    game = game_named_by(t, event)
    true = (game.rating_only or game.versions[-1])._replace(result=event.result)
    t.round(event.round).put(game._replace(rating_only=true))


@step.register
def _(event: e.ColoursCorrected, t: Tournament) -> None:
    game = game_named_by(t, event)
    last = (game.rating_only if not event.counts_from else None) or game.versions[-1]
    if event.counts_from:
        write_result(t, event, last.result.reversed, event.counts_from, swap=True)
        mark_corrected(t, event)
        return
    true = Version(last.counts_from, last.black, last.white, last.result.reversed)
    t.round(event.round).put(game._replace(rating_only=true))


@step.register
def _(event: e.GamesReseated, t: Tournament) -> None:
    round = t.round(event.round)
    for one in event.games:
        if event.counts_from:
            round.seat_from(round.game(one.board), event.counts_from)
        game = round.game(one.board)
        if event.counts_from:
            played = game.played_by(one.white, one.black, one.result, event.counts_from)
            round.put(played._replace(corrected=True, rating_only=None))
        else:
            true = Version(game.versions[-1].counts_from, one.white, one.black, one.result)
            round.put(game._replace(rating_only=true))


@step.register
def _(event: e.ResultDisputed, t: Tournament) -> None:
    game = game_named_by(t, event)
    t.round(event.round).put(game._replace(claims=(*game.claims, event.claimed)))


@step.register
def _(event: e.ResultReported, t: Tournament) -> None:
    """Players who contradict each other leave a game without a result and in dispute."""
    round, game = t.round(event.round), game_named_by(t, event)
    said = (*round.reports_of(game), SideReport(event.colour, event.result))
    round.reports[(game.white, game.black, game.number)] = said
    last = {one.colour: one.result for one in said}
    differ = len(set(last.values())) > 1
    round.put(game._replace(claims=(last[Colour.WHITE], last[Colour.BLACK]) if differ else ()))


@step.register
def _(event: e.DisputeSettled, t: Tournament) -> None:
    write_result(t, event, event.result, event.round + 1)


@step.register
def _(event: e.GameAdjourned, t: Tournament) -> None:
    write_result(t, event, Result.ADJOURNED, event.round + 1)


@step.register
def _(event: e.AdjournedGameFinished, t: Tournament) -> None:
    """Pairings already made took it for a draw (F.9); those still to be made see the result."""
    write_result(t, event, event.result, max(event.round, event.during_round) + 1)
