"""Notices of the command that makes up an event."""

from collections.abc import Mapping

from web.wording import N_

MADE_UP_NOTICES: Mapping[str, str] = {
    "made-up-band": N_("McMahon: rating points for one starting point; drawn by the seed if not given"),
    "made-up-bar": N_("McMahon: the rating from which on all begin level; drawn by the seed if not given"),
    "made-up-byes": N_("half-point byes, of players a round"),
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
