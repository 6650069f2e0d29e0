"""Notices of the command that makes up an event."""

from collections.abc import Mapping

from web.wording import N_

MADE_UP_NOTICES: Mapping[str, str] = {
    "made-up-band": N_("McMahon: rating points for one starting point; drawn by the seed if not given"),
    "made-up-bar": N_("McMahon: the rating from which on all begin level; drawn by the seed if not given"),
    "made-up-byes": N_("half-point byes, of players a round"),
    "team-rank-is-not": N_("Team {number} has rank {rank}; by {tiebreaks} it is {place}."),
    "system-edition-of-file": N_("system and edition (default: {system}, for a file of teams {teams})"),
    "made-up-teams": N_("an event of so many teams, up to {most}; always with --system team-swiss-2026"),
    "made-up-boards": N_("boards of a match of teams, up to {most}"),
    "system-without-teams": N_("{system} makes no events of teams; these do: {known}."),
    "teams-without-option": N_("an event of teams has no --{option} (one rating range such as 1200-2600 is for all)."),
    "teams-are-trf26": N_("events of teams are written as trf26 alone."),
    "format-counts-teams": N_("in a {system} of teams nobody is away, and the rounds follow from the teams."),
    "made-up-count": N_("so many events, each with a seed of its own, into the folder --output"),
    "made-up-draws": N_("of games; what is left out is drawn by the seed"),
    "made-up-floor": N_("McMahon: the rating at which starting points begin; 0 = the lowest rating"),
    "made-up-folder": N_("--count needs --output with a folder that is there"),
    "made-up-forfeits": N_("of games"),
    "made-up-full-byes": N_("full-point byes, of players a round"),
    "made-up-odd-results": N_("of games: 1/2-0, 0-1/2, lost by both, or not rated"),
    "made-up-ratings": N_("a range such as 1200-2600, or one for each player: 2500,2400,2210"),
    "made-up-ratings-each": N_("there are {ratings} ratings for {players} players: give one for each"),
    "made-up-tiebreaks": N_("what ranks the players, such as BH/C1,BH,SB; it stands in the file"),
    "made-up-withdrawals": N_("of players in all"),
    "made-up-zero-byes": N_("absences for a round with leave, of players a round"),
}
