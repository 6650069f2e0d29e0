"""Refusals of festivals: stages, entries, petitions and undoes."""

from collections.abc import Mapping

from domain import refusals as r
from web.wording import N_
from web.wording.refusals.refusal import SentencePattern, add_plain

FESTIVAL_REFUSALS: Mapping[type[r.Refusal], SentencePattern] = {
    r.AlreadyASection: N_("The tournament {tournament} stands in this festival already, as {title}."),
    r.SectionTitleTaken: N_("There is a section {title} already: give this one another title."),
    r.NoSuchSection: N_("The tournament {tournament} is no section of this festival: reload the page."),
    r.NoQualifiersYet: N_("{source} is not over yet: close it first, then it says who goes on."),
    r.QualifiersTied: N_(
        "{source}: {names} are equal at place {place}, and not all of them can go on. Order the equals there first."
    ),
    r.StageHasBegun: N_("A round is paired already: the entrants from {source} stay. Accept that with a reason."),
    r.SourceMoved: N_("{source} has moved on since this page was shown: look at it again."),
    r.GroupsDrawnAlready: N_("The entrants of {pool} are in groups already."),
    r.LinkedInACircle: N_("{tournament} cannot send entrants to itself, not even through other sections."),
    r.NoOpenEdition: N_("Nobody can enter or leave by themselves just now. Write to the organiser."),
    r.EditionFull: N_("All {places} places are taken. If somebody withdraws, their place is free again."),
    r.AlreadyEntered: N_("{player} has entered already."),
    r.LastOrganiser: N_("{player} runs this event together with others who all play: one of them must not."),
    r.EntryIsDecided: N_("Somebody has decided on the entry of {player} already: reload the page."),
    r.TooManyWait: N_("So many are waiting already that no more are taken just now. Try again later."),
    r.NoSuchPetition: N_("This petition is no longer open."),
    r.PetitionExists: N_("There is a petition for {title} already: sign that one."),
    r.AlreadySigned: N_("{player} has signed already."),
    r.OtherLevel: N_("The rating of {player} is outside the ratings of this petition."),
    r.TooFewSigners: N_("Only {signed} of {needed} players have signed."),
    r.RankingIsClosed: N_("The ranking is closed: open it again before you change it."),
    r.NoRanking: N_("There is no ranking here yet: say first how the events count."),
    r.CannotUndoDecision: N_("Entry {version} is not the last decision, or later steps rest on it."),
}
add_plain(FESTIVAL_REFUSALS)
