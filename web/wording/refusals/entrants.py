"""Refusals because of players and teams: entering, namesakes, leave, lineups, numbers."""

from collections.abc import Mapping

from domain import refusals as r
from domain.decisions.players.lineups import lineup_due
from domain.tournament import Tournament
from domain.words.teams import LineupRule
from web.wording import N_, NN_, Language
from web.wording.conditions import terms_in_words
from web.wording.refusals.refusal import SentencePattern, add_plain, entrant_name, filled_in, sentence

ENTRANT_REFUSALS: Mapping[type[r.Refusal], SentencePattern] = {
    r.CheckInIsOver: N_("Round 1 is paired, so check-in is over: withdraw or readmit players on their pages."),
    r.NobodyCheckedIn: N_(
        "Nobody is checked in yet, so everybody would be left out. Check in those who are here first."
    ),
    r.NotExpected: N_("{player} is not to be paired in round 1. An arbiter changes that on the page of the entrant."),
    r.AlreadyAway: N_("{player} is not playing in round {round} anyway."),
    r.NotAway: N_("{player} has no leave for round {round} that could be taken back."),
    r.AlreadyPaired: N_(
        "{player}: round {round} is published already. Choose a later round, or enter a forfeit. Somebody who came "
        "late can play whoever has the bye: “Somebody came late”, on the page of the round."
    ),
    r.NotByOneself: N_("That cannot be done here now: ask an arbiter."),
    r.NoByeAsked: N_("{player} asks for no bye in round {round} any more: look at the list again."),
    r.NoSelfRegistration: N_("Entries are not taken here now: ask the organiser."),
    r.PlacesTaken: N_("All {most} places are taken."),
    r.CurrencyIsFixed: N_("Money was taken in {currency} already: the currency stays."),
    r.NothingOwed: N_("{player} owes nothing any more: look at the list again."),
    r.NothingPaid: N_("{player} has paid nothing that could be given back."),
    r.GivenBackAlready: N_("Money of this payment was given back: cancel that first."),
    r.WaitsAlready: N_("{name} is on the waiting list already."),
    r.NotWaiting: N_("Nobody waits here under this name any more: look at the list again."),
    r.QueueIsFull: N_("Very many entries wait for an arbiter: try again later."),
    r.TooManyOfOneAddress: N_(
        "Very many entries from your address wait for an arbiter: ask the organiser, or try later."
    ),
    r.FormSentBefore: N_(
        "An entry was asked for by this form before, and it is kept. If this is another one, send it once more."
    ),
    r.ConfirmationNotSent: N_(
        "No message could be sent to this address, so nothing is kept. Look whether it is right, or ask the organiser."
    ),
    r.ConfirmationsSent: N_("Messages to this address were sent already: open the link in one of them."),
    r.EntryIsGone: N_("Somebody else has decided about this entry, or it was deleted: look at the list again."),
    r.UnknownTeam: N_("Team {team} is not registered here: reload the page and choose from the list."),
    r.TeamNameTaken: N_("There is a team {name} already: give this one another name."),
    r.NotInTheTeam: N_("{players} do not belong to the team: add them to its squad or its reserves first."),
    r.NoMatchInRound: N_("{team} has no match in round {round}: it needs no lineup there."),
    r.InALineup: N_("{player} stands in the lineup of round {round}: give that lineup without them first."),
    r.UnknownPlayer: N_("Player {player} is not registered here: reload the page and choose from the list."),
    r.AlreadyRegistered: N_("{name} is registered already, as {existing}: change that entry instead."),
    r.PairingNumbersFixed: N_("Round {round} is paired: pairing numbers are not changed by choice any more."),
    r.NotEqualInStrength: N_("{players} are not equal: only two of the same rating and title exchange numbers."),
    r.BarredFromHalfPointByes: N_("{player} is barred from half-point byes: allow them first, or grant another bye."),
    r.OddNumberOfPlayers: N_(
        "Round {round}: {present} players are an odd number, and no bye is given here. Register or withdraw one."
    ),
    r.FieldNotFull: N_("The bracket has {places} places and no byes, and {present} are here: fill it, or allow byes."),
    r.NoLotForBracket: N_("Draw the lots for the bracket before round 1 is paired."),
    r.TooManyRoundsToPlay: N_(
        "That would be {rounds} rounds, and a tournament has {most} at most: choose fewer cycles."
    ),
    r.NumbersNotDrawn: N_("Draw the numbers first: who is there has drawn none, or the field has changed since."),
    r.NumbersAreByRating: N_("The numbers follow the ratings here: choose a lot in the settings to draw them."),
    r.FieldOutsideVarma: N_(
        "Varma tables are made for {fewest} to {most} players, and here there are {entrants}: choose a free lot."
    ),
    r.TeamsDoNotFit: N_(
        "The two teams have {first} and {second} players and need as many each, {fewest} to {most}: "
        "the field “Club” of each player names the team."
    ),
    r.SquadsDoNotFit: N_(
        "A match by the Scheveningen tables is one of two teams at {fewest} to {most} boards, with a player of the "
        "squad for each: here are {teams} teams and {boards} boards."
    ),
    r.FieldIsFixed: N_("All rounds are drawn for those who are there: withdraw round 1 first to let somebody in."),
    r.NoByesInFormat: N_(
        "In this format nobody has leave for a round: play the game on another day, or enter a forfeit."
    ),
    r.RatingsMissing: N_(
        "Round {round} cannot be paired: this system needs a rating of everybody. Without one: {players}. "
        "Enter it on the page of players, if need be the arbiter's estimate."
    ),
}
add_plain(ENTRANT_REFUSALS)

TOO_FEW_BEGIN = N_("A round needs two players, and here there are {present}: register more, or readmit somebody.")
TOO_FEW_GO_ON = N_(
    "A round needs two players, and here there are {present}: readmit somebody, or end the tournament after round "
    "{round}."
)

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

NAMES_IN_A_QUESTION = 8
NAMESAKES_ASKED = NN_(
    "{names}: somebody of this name is here already. Say whether it is the same person or another one.",
    "{names}: somebody of these names is here already. Say of each whether it is the same person or another one.",
)
PROBLEMS_TOLD = 10
OWN_BYES_USED_UP = NN_(
    "Nobody has more than {n} bye here: ask an arbiter.", "Nobody has more than {n} byes here: ask an arbiter."
)


@sentence.register
def _(refusal: r.TooFewPlayers, tournament: Tournament | None, words: Language) -> str:
    played = tournament.published if tournament else 0
    return filled_in(TOO_FEW_GO_ON if played else TOO_FEW_BEGIN, refusal, tournament, words, round=played)


@sentence.register
def _(refusal: r.AlreadyInATeam, tournament: Tournament | None, words: Language) -> str:
    called = {"player": refusal.called} if refusal.called else {}
    pattern = N_("{player} plays for {name}: a player belongs to one team.")
    return filled_in(pattern, refusal, tournament, words, **called)


@sentence.register
def _(refusal: r.ConditionsNotMet, tournament: Tournament | None, words: Language) -> str:
    failed = terms_in_words(refusal.failed, words)
    return words.gettext("{name} does not fulfil the conditions of entry: {failed}.", name=refusal.name, failed=failed)


@sentence.register
def _(refusal: r.FeeNotPaid, tournament: Tournament | None, words: Language) -> str:
    open_sum = words.money(refusal.cents, refusal.currency)
    return words.gettext("{name} has still to pay {sum} before checking in.", name=refusal.name, sum=open_sum)


@sentence.register
def _(refusal: r.TooEarly, tournament: Tournament | None, words: Language) -> str:
    return words.gettext("That can be done from {time} on.", time=words.local_time(refusal.since))


@sentence.register
def _(refusal: r.TooLate, tournament: Tournament | None, words: Language) -> str:
    return words.gettext("That could be done until {time}: ask an arbiter.", time=words.local_time(refusal.until))


@sentence.register
def _(refusal: r.OwnByesUsedUp, tournament: Tournament | None, words: Language) -> str:
    return words.ngettext(*OWN_BYES_USED_UP, refusal.most)


@sentence.register
def _(refusal: r.NamesakesAsked, tournament: Tournament | None, words: Language) -> str:
    names = words.listing([one.player.name for one in refusal.questions[:NAMES_IN_A_QUESTION]])
    return words.ngettext(*NAMESAKES_ASKED, len(refusal.questions), names=names)


@sentence.register
def _(refusal: r.PlayersCannotEnter, tournament: Tournament | None, words: Language) -> str:
    """The first problems, each with the place on the list counted from 1, and how many more there are."""
    told = []
    for one in refusal.problems[:PROBLEMS_TOLD]:
        data = {"place": one.index + 1, "name": one.name or "–", "what": sentence(one.refusal, tournament, words)}
        told.append(words.gettext("Player {place} ({name}): {what}", **data))
    if more := len(refusal.problems) - len(told):
        told.append(words.ngettext("There is {n} more problem.", "There are {n} more problems.", more, n=more))
    return words.gettext("Nothing was registered. {problems}", problems=" ".join(told))


@sentence.register
def _(refusal: r.TeamsCannotEnter, tournament: Tournament | None, words: Language) -> str:
    told = " ".join(problem_in_place(one, tournament, words) for one in refusal.problems)
    return words.gettext("Nothing was registered. {problems}", problems=told)


def problem_in_place(problem: r.ProblemOfATeam, tournament: Tournament | None, words: Language) -> str:
    data = {"team": problem.team or "–", "what": sentence(problem.refusal, tournament, words)}
    if not problem.board:
        return words.gettext("{team}: {what}", **data)
    pattern = N_("{team}, board {board} ({player}): {what}")
    return words.gettext(pattern, board=problem.board, player=problem.player or "–", **data)


@sentence.register
def _(refusal: r.LineupBreaksRules, tournament: Tournament | None, words: Language) -> str:
    parts = "; ".join(_breach(one, refusal.round, tournament, words) for one in refusal.breaches)
    pattern = N_("{team}, round {round}: {parts}. Give another lineup, or have an arbiter take this one with a reason.")
    return filled_in(pattern, refusal, tournament, words, parts=parts)


def _breach(breach: r.LineupBreach, round: int, tournament: Tournament | None, words: Language) -> str:
    due = lineup_due(tournament, round) if tournament else None
    player, other = (entrant_name(id, tournament) for id in (breach.player, breach.other))
    said = words.moment(due) if due else "–"
    return words.gettext(BROKEN_RULES[breach.rule], board=breach.board, player=player, other=other, due=said)
