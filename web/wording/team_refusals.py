"""Refusals about teams and their lineups."""

from collections.abc import Callable, Mapping, Sequence

from domain import refusals as r
from domain.decisions.players.teams import lineup_due
from domain.tournament import Tournament
from domain.words.players import EntrantId
from domain.words.teams import LineupRule
from web.wording import N_, Language

RefusalInWords = Callable[[r.Refusal], str]
"""A refusal to its sentence."""

TEAM_SENTENCES: Mapping[type[r.Refusal], str] = {
    r.UnknownTeam: N_("Team {team} is not registered here: reload the page and choose from the list."),
    r.TeamNameTaken: N_("There is a team {name} already: give this one another name."),
    r.AlreadyInATeam: N_("{player} plays for {name}: a player belongs to one team."),
    r.NotInTheTeam: N_("{players} do not belong to the team: add them to its squad or its reserves first."),
    r.TournamentOfPlayers: N_("This tournament pairs players: choose teams in its regulations first."),
    r.NoMatchInRound: N_("{team} has no match in round {round}: it needs no lineup there."),
    r.InALineup: N_("{player} stands in the lineup of round {round}: give that lineup without them first."),
}

BROKEN_RULES: Mapping[LineupRule, str] = {
    LineupRule.BOARD_ORDER: N_("board {board}: {player} stands above {other} in the list of the team"),
    LineupRule.RESERVES: N_("board {board}: {player} is of the squad and sits below {other}, a reserve"),
    LineupRule.DEADLINE: N_("the lineup was due at {due}"),
    LineupRule.SHOWN: N_("the lineup was shown already"),
    LineupRule.PLAYED: N_("the match has a result already"),
}


LINEUP_RULES: Mapping[LineupRule, str] = {
    LineupRule.BOARD_ORDER: N_("board order"),
    LineupRule.RESERVES: N_("order of reserves"),
    LineupRule.DEADLINE: N_("deadline"),
    LineupRule.SHOWN: N_("shown already"),
    LineupRule.PLAYED: N_("played already"),
}
"""Rules that an arbiter let a lineup break, as the history names them."""


def lineup_breaks(refusal: r.LineupBreaksRules, tournament: Tournament | None, words: Language) -> str:
    """The team, and each board, player and rule; an arbiter can let it stand."""
    parts = [_breach(one, refusal.round, tournament, words) for one in refusal.breaches]
    values = {"team": entrant_name(refusal.team, tournament), "round": refusal.round, "parts": "; ".join(parts)}
    return words.gettext(
        "{team}, round {round}: {parts}. Give another lineup, or have an arbiter take this one with a reason.",
        **values,
    )


def _breach(breach: r.LineupBreach, round: int, tournament: Tournament | None, words: Language) -> str:
    due = lineup_due(tournament, round) if tournament else None
    player, other = (entrant_name(id, tournament) for id in (breach.player, breach.other))
    said = words.moment(due) if due else "–"
    return words.gettext(BROKEN_RULES[breach.rule], board=breach.board, player=player, other=other, due=said)


def entrant_name(id: EntrantId | None, tournament: Tournament | None) -> str:
    """Of a team or of a player; the number of somebody who is not here."""
    if id is None:
        return "–"
    known = tournament and (tournament.teams.get(id) or tournament.players.get(id))
    return known.name if known else str(id)


def nothing_entered(problems: Sequence[r.ProblemOfATeam], say: RefusalInWords, words: Language) -> str:
    """All that is wrong with a list of teams, in a row."""
    told = " ".join(problem_in_place(one, say(one.refusal), words) for one in problems)
    return words.gettext("Nothing was registered. {problems}", problems=told)


def problem_in_place(problem: r.ProblemOfATeam, what: str, words: Language) -> str:
    """The sentence of a problem with the team, the board and the player it is about."""
    team = problem.team or "–"
    if not problem.board:
        return words.gettext("{team}: {what}", team=team, what=what)
    place = {"team": team, "board": problem.board, "player": problem.player or "–"}
    return words.gettext("{team}, board {board} ({player}): {what}", what=what, **place)
