"""The end of a tournament: the final table, and what it takes to open it again."""

from domain import events as e
from domain.decisions.last_round import last_round_findings
from domain.decisions.pairing_rounds import close_round
from domain.decisions.results import adjourned_games
from domain.formats import rules_of
from domain.refusals import GamesAdjourned, NoSuchRound, ReasonMissing
from domain.tournament import Tournament


def close_tournament(tournament: Tournament, reason: str = "") -> list[e.Event]:
    """The final table: no game may be open, adjourned or disputed.

    Before all planned rounds are played it takes a reason, and the newest round is looked at again as the last one
    (FIDE checklist, 57-61).
    """
    if tournament.closed:
        return []
    if tournament.published == 0:
        raise NoSuchRound(1)
    early = not rules_of(tournament).over(tournament)
    if early and not reason.strip():
        raise ReasonMissing("close-early")
    events: list[e.Event] = [
        event for r in tournament.rounds if r.published for event in close_round(tournament, r.number)
    ]
    if games := adjourned_games(tournament):
        raise GamesAdjourned(games)
    discarded: list[e.Event] = [e.DraftDiscarded(tournament.draft.number)] if tournament.draft else []
    return [*events, *discarded, _cut_short(tournament, reason) if early else e.TournamentClosed()]


def _cut_short(tournament: Tournament, reason: str) -> e.TournamentClosed:
    found = last_round_findings(tournament, tournament.published)
    return e.TournamentClosed(tournament.published, reason, found.system, found.differing)


def reopen_tournament(tournament: Tournament, reason: str) -> list[e.Event]:
    if not reason.strip():
        raise ReasonMissing("reopen")
    return [e.TournamentReopened(reason, tournament.published)] if tournament.closed else []
