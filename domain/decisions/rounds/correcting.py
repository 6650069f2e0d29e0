"""Corrections of facts: from when the truth counts, and what the arbiter may choose (F.7).

A correction has two coordinates: when it became known (its place in the journal) and from which
pairing on it counts. The rule of the regulations proposes the second from the first; the
arbiter may choose otherwise, and what was chosen is in the event.
"""

from collections.abc import Sequence
from enum import StrEnum

from domain import events as e
from domain import refusals as r
from domain.decisions import refuse_without_reason
from domain.decisions.players.registering import correct_rating
from domain.decisions.rounds.pairing import withdraw_round
from domain.decisions.rounds.results import finish_adjourned, game_of
from domain.formats import rules_of
from domain.records import dataclass
from domain.tournament import RoundState, Tournament, evolve
from domain.words.articles import Article
from domain.words.games import Result
from domain.words.players import EntrantId
from domain.words.regulations import CorrectionPolicy

F7 = CorrectionPolicy.F7_1998.article


class Choice(StrEnum):
    NEXT_PAIRING = "next-pairing"
    """The standings change at once, and the next pairing sees it. Published pairings stay."""
    PAIRING_AFTER = "pairing-after"
    """Standings at once; the pairing after the next one is the first to see it."""
    PAIR_AGAIN = "pair-again"
    """The published round that is not yet played is taken back and paired with the truth (F.7).

    Of a bracket all rounds that rest on the corrected one."""
    RATING_ONLY = "rating-only"
    """The table keeps the wrong result as if it were right; the rating report has the true one."""


@dataclass(frozen=True, slots=True)
class Option:
    choice: Choice
    counts_from: int
    """0 = rating report only."""
    article: Article | None
    """The article that says it; None = none in so many words."""
    refused: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Proposal:
    policy: CorrectionPolicy
    proposed: Choice
    options: tuple[Option, ...]

    def option(self, choice: Choice) -> Option:
        """Raises BadField for a choice that does not exist here."""
        by_choice = {option.choice: option for option in self.options}
        if choice not in by_choice:
            raise r.BadField("choice", choice, "one-of:" + ",".join(by_choice))
        return by_choice[choice]


def proposal(tournament: Tournament, round: int) -> Proposal:
    """The choices about a wrong fact of `round`, and the one that the rule proposes.

    1998 F.7: pairings still to be made; the arbiter decides on a published, unplayed round.
    Handling rules (C.04.2, D.8 of 2013 and 4.3 of 2026): before the next round is paired, that
    round; before the next round has ended, the one after it; later, the rating report only. A closed
    tournament has its final table, whatever the rule. No pairing hangs on a result in a table drawn beforehand, and in
    a bracket none skips a round.
    """
    policy = tournament.regulations.corrections
    newest = tournament.published
    f7 = policy is CorrectionPolicy.F7_1998
    article = policy.article
    if tournament.closed:
        return Proposal(policy, Choice.RATING_ONLY, (Option(Choice.RATING_ONLY, 0, article),))
    if rules_of(tournament).predetermined:
        always = Option(Choice.NEXT_PAIRING, newest + 1, None), Option(Choice.RATING_ONLY, 0, None)
        return Proposal(policy, Choice.NEXT_PAIRING, always)
    options = [Option(Choice.NEXT_PAIRING, newest + 1, article)]
    bracket = rules_of(tournament).knocks_out
    if newest + 2 <= tournament.regulations.rounds and not bracket:
        options.append(Option(Choice.PAIRING_AFTER, newest + 2, article))
    if newest > round:
        again = round + 1 if bracket and round else newest
        taken_back = tournament.rounds[again - 1 : newest]
        begun = tuple(board for one in taken_back for board in one.boards_with(lambda game: bool(game.versions)))
        options.append(Option(Choice.PAIR_AGAIN, again, F7 if f7 else None, begun))
    options.append(Option(Choice.RATING_ONLY, 0, article))
    too_late = not f7 and round < newest and (newest > round + 1 or tournament.round(newest).state is RoundState.CLOSED)
    return Proposal(policy, Choice.RATING_ONLY if too_late else Choice.NEXT_PAIRING, tuple(options))


def correct_result(
    tournament: Tournament,
    round: int,
    board: int,
    result: Result,
    reason: str,
    choice: Choice | None = None,
    override: bool = False,
    seen: Result | None = None,
    game: int = 1,
) -> list[e.Event]:
    """Another result than the journal has; `choice` defaults to the rule's own proposal.

    `seen` is what the arbiter's page showed: of two who correct one board at once, one wins and
    the other is told (ResultDiffers).
    """
    known = game_of(tournament, round, board, game)
    if seen is not None and known.result is not seen:
        raise r.ResultDiffers(round, board, seen, known.result, result, game)
    if known.result is Result.ADJOURNED:
        return finish_adjourned(tournament, round, board, result, game)
    option = chosen_option(tournament, round, reason, choice)
    if known.result is None:
        raise r.NothingToCorrect(round, board)
    true = known.rating_only.result if option.counts_from == 0 and known.rating_only else known.result
    if true is result:
        raise r.SameAsBefore(round, board)
    during, policy = tournament.published, tournament.regulations.corrections
    if option.counts_from == 0:
        return [e.ResultCorrectedForRating(round, board, result, true, reason, during, policy, game)]
    corrected = e.ResultCorrected(round, board, result, known.result, option.counts_from, reason, during, policy, game)
    return with_overtaken(tournament, [*clear_draft(tournament, option, reason, override), corrected])


def correct_colours(
    tournament: Tournament,
    round: int,
    board: int,
    reason: str,
    choice: Choice | None = None,
    override: bool = False,
    game: int = 1,
) -> list[e.Event]:
    if not game_of(tournament, round, board, game).decided:
        raise r.NothingToCorrect(round, board)
    option = chosen_option(tournament, round, reason, choice)
    during, policy = tournament.published, tournament.regulations.corrections
    corrected = e.ColoursCorrected(round, board, option.counts_from, reason, during, policy, game)
    return with_overtaken(tournament, [*clear_draft(tournament, option, reason, override), corrected])


def with_overtaken(tournament: Tournament, events: list[e.Event]) -> list[e.Event]:
    ahead = tournament.copy()
    for event in events:
        evolve(ahead, event)
    return [*events, *rules_of(tournament).overtaken(ahead)]


def correct_player_rating(
    tournament: Tournament,
    player: EntrantId,
    rating: int,
    reason: str,
    choice: Choice = Choice.NEXT_PAIRING,
    override: bool = False,
) -> list[e.Event]:
    """A wrong rating: later pairings are made with new numbers (F.7), unless it is for the report only."""
    option = chosen_option(tournament, 0, reason, choice)
    cleared = clear_draft(tournament, option, reason, override)
    return [*cleared, *correct_rating(tournament, player, rating, reason, option.counts_from)]


def chosen_option(tournament: Tournament, round: int, reason: str, choice: Choice | None) -> Option:
    """The arbiter's choice, or what the rule proposes. Raises ReasonMissing, TournamentIsClosed or BadField."""
    refuse_without_reason(reason, "correction")
    if tournament.closed and choice not in (None, Choice.RATING_ONLY):
        raise r.TournamentIsClosed
    offered = proposal(tournament, round)
    return offered.option(choice or offered.proposed)


def clear_draft(tournament: Tournament, option: Option, reason: str, override: bool) -> list[e.Event]:
    """A draft made without the correction is thrown away; PAIR_AGAIN takes the published round back."""
    if option.counts_from == 0:
        return []
    if option.choice is Choice.PAIR_AGAIN:
        if option.refused and not override:
            raise r.RoundHasBegun(option.counts_from, option.refused)
        return withdraw_round(tournament, option.counts_from, reason, override)
    draft = tournament.draft
    return [e.DraftDiscarded(draft.number)] if draft is not None and option.counts_from <= draft.number else []


# Boards that were played by others than paired: who met whom, and what came of it (FIDE checklist, 190).


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
        raise r.SameAsBefore(round, played[0].board if played else 0)
    before = sorted(id for one in wrong for id in seats_known(tournament, round, one.board))
    if before != sorted(id for one in wrong for id in (one.white, one.black)):
        raise r.OtherPlayers(round, tuple(one.board for one in wrong))
    _must_not_be_reported_otherwise(tournament, round)
    for one in wrong:
        if not game_of(tournament, round, one.board).decided:
            raise r.NothingToCorrect(round, one.board)
        if one.result is Result.ADJOURNED:
            raise r.BadField("result", one.result, "one-of:1,=,0,+,-,x")
    option = chosen_option(tournament, round, reason, choice)
    cleared = clear_draft(tournament, option, reason, override)
    during, policy = tournament.published, tournament.regulations.corrections
    return [*cleared, e.GamesReseated(round, wrong, option.counts_from, reason, during, policy)]


def seats_known(tournament: Tournament, round: int, board: int) -> tuple[EntrantId, EntrantId]:
    """White and Black as they are known now. Raises NoSuchRound or NoSuchBoard."""
    game = game_of(tournament, round, board)
    if len(tournament.round(round).matches[board]) > 1:
        raise r.OneGameOnly(round, board)
    seen = game.seen(None)
    return (seen.white, seen.black) if seen else (game.white, game.black)


def _must_not_be_reported_otherwise(tournament: Tournament, round: int) -> None:
    """Raises PlayedByOthers: where the report has others at a board than the table, somebody could sit twice in it."""
    for game in tournament.round(round).games:
        seen, reported = game.seen(None), game.rating_only
        if seen and reported and {seen.white, seen.black} != {reported.white, reported.black}:
            raise r.PlayedByOthers(round, game.board)
