"""Refusals about teams and their lineups."""

from collections.abc import Mapping, Sequence

from domain import refusals as r
from web.wording import N_, Language

TEAM_SENTENCES: Mapping[type[r.Refusal], str] = {
    r.UnknownTeam: N_("Team {team} is not registered here: reload the page and choose from the list."),
    r.TeamNameTaken: N_("There is a team {name} already: give this one another name."),
    r.AlreadyInATeam: N_("{player} plays for {name}: a player belongs to one team."),
    r.NotInTheTeam: N_("{players} do not belong to the team: add them to its squad or its reserves first."),
    r.TournamentOfPlayers: N_("This tournament pairs players: choose teams in its regulations first."),
    r.InALineup: N_("{player} stands in the lineup of round {round}: give that lineup without them first."),
}


def nothing_entered(problems: Sequence[str], words: Language) -> str:
    """All that is wrong with a list of teams, in a row."""
    return words.gettext("Nothing was registered. {problems}", problems=" ".join(problems))


def problem_in_place(problem: r.ProblemOfATeam, what: str, words: Language) -> str:
    """The sentence of a problem with the team, the board and the player it is about."""
    team = problem.team or "–"
    if not problem.board:
        return words.gettext("{team}: {what}", team=team, what=what)
    place = {"team": team, "board": problem.board, "player": problem.player or "–"}
    return words.gettext("{team}, board {board} ({player}): {what}", what=what, **place)
