"""Refusals for the person at the desk: one sentence that names the place and what to do."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields

from domain import refusals as r
from domain.decisions.players.teams import lineup_due
from domain.files.importing import CannotImport
from domain.refusals import FileKind, FileTooHeavy, FileTooSlow, NamesakesAsked, ProblemOfAPlayer, Refusal
from domain.tournament import Tournament
from domain.words.articles import SharedRule
from domain.words.games import Result
from domain.words.options import FIDE_COLOUR_RUN
from domain.words.players import EntrantId
from domain.words.rounds import Breach
from domain.words.teams import LineupRule
from web.wording import N_, NN_, Language, festivals, screens, stewards
from web.wording.chess.results import SIGNS
from web.wording.fields import label
from web.wording.imports import NO_WORD_FOR
from web.wording.integrity import cited_for, meaning
from web.wording.pairing import breach_pattern

# Refusals of those who ask for their entry, and of check-in, in words. English is the source.

ENTRY_SENTENCES: Mapping[type[r.Refusal], str] = {
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
    r.NoSelfRegistration: N_("Entries are not taken here now: ask the organiser."),
    r.PlacesTaken: N_("All {most} places are taken."),
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
}
"""Refusals whose data only has to be named."""


# The words for players who report their own results, and for corrections that correct nothing.

REPORT_SENTENCES: Mapping[type[r.Refusal], str] = {
    r.ReportsNotAllowed: N_("Players do not report results in this tournament: hand in the slip."),
    r.ResultStands: N_("Board {board} has another result already: tell an arbiter."),
    r.TooManyReports: N_("Board {board}: you have changed your report too often. Tell an arbiter."),
    r.NotAtBoard: N_("There is no game of yours to report now."),
    r.NothingToCorrect: N_("Board {board} of round {round} has no result that could be corrected: enter one instead."),
    r.SameAsBefore: N_("That is what stands there already: nothing needs to be corrected."),
    r.NotAdjourned: N_("The game on board {board} of round {round} is not adjourned: reload the page."),
}


# Refusals about teams and their lineups.

RefusalInWords = Callable[[r.Refusal], str]

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
    if id is None:
        return "–"
    known = tournament and (tournament.teams.get(id) or tournament.players.get(id))
    return known.name if known else str(id)


def nothing_entered(problems: Sequence[r.ProblemOfATeam], say: RefusalInWords, words: Language) -> str:
    told = " ".join(problem_in_place(one, say(one.refusal), words) for one in problems)
    return words.gettext("Nothing was registered. {problems}", problems=told)


def problem_in_place(problem: r.ProblemOfATeam, what: str, words: Language) -> str:
    """The sentence of a problem with the team, the board and the player it is about."""
    team = problem.team or "–"
    if not problem.board:
        return words.gettext("{team}: {what}", team=team, what=what)
    place = {"team": team, "board": problem.board, "player": problem.player or "–"}
    return words.gettext("{team}, board {board} ({player}): {what}", what=what, **place)


# Refusals about files of live boards, in words.

LIVE_BOARD_SENTENCES: Mapping[type[r.Refusal], str] = {
    r.NoFolderOfBoards: N_("This server may read no files of live boards: start it with --boards and their folder."),
    r.OutsideTheFolderOfBoards: N_("{path} is outside {folder}: only files in that folder can be watched."),
    r.NoGamesFile: N_("{path}: there is no PGN file and no folder of this name."),
    r.NoResultOffered: N_("No board offers this result any more: look at the list again."),
}


NAMED_IN_A_SENTENCE = 12
"""Boards or entries that a sentence names; of more it says that there are more."""

SENTENCES: Mapping[type[r.Refusal], str] = {
    r.PapersNotInstalled: N_(
        "Papers cannot be made here: the library for them is not installed. On the computer of the server type pip "
        "install 'tablo-chess[paper]' and start Tablo again."
    ),
    r.UnknownPlayer: N_("Player {player} is not registered here: reload the page and choose from the list."),
    r.OtherPlayers: N_(
        "Boards {boards}: seat the same players as before, each of them once. Whoever was not paired there cannot be "
        "seated."
    ),
    r.PlayedByOthers: N_(
        "Board {board} was played by others than paired: take that correction back in the history first."
    ),
    r.OneGameOnly: N_("Board {board} is a match of several games: its players cannot be changed any more."),
    r.NotChess960: N_("The games begin from the usual position: choose Chess960 in the settings first."),
    r.StartPositionIsDrawn: N_("The start position of round {round} is drawn already: number {position}."),
    r.PlayoffIsDecided: N_("The play-off is decided: there is nothing left to play. Close it."),
    r.PlayoffGoesOn: N_("The play-off is not decided yet: seat its next games."),
    r.LotsNotDrawn: N_("The next games wait for lots: draw them on the page of the play-off."),
    r.ColourNotChosen: N_("The winner of the lot is to choose the colour first, on the page of the play-off."),
    r.NoColourToChoose: N_("No colour is to be chosen there now: reload the page of the play-off."),
    r.MovesMissing: N_("The fewest moves decide: count those of {games} on the score sheets and enter them."),
    r.GamesStillPlayed: N_("Enter the results of round {round} first: {boards}."),
    r.NoPlayoffAnnounced: N_(
        "The regulations announce no play-off (32.5.1): put PLAYOFF into the list of tie-breaks first, with a reason."
    ),
    r.NobodyTied: N_("No players are level here for a place that a play-off decides: look at the table again."),
    r.NoSuchPlayoff: N_("This tournament has no play-off {playoff}: reload the page."),
    r.RuledAlready: N_("Board {board} of round {round}: the panel has ruled, and that is final (32.5.4)."),
    r.OnlyForTwo: N_("Longer games are for two players, before their first game begins (32.5.7)."),
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
    r.AlreadyRegistered: N_("{name} is registered already, as {existing}: change that entry instead."),
    r.WasThrownAway: N_(
        "This tournament was thrown away, and nothing is entered into it. Bring it back in its settings to go on."
    ),
    r.TournamentIsClosed: N_("The tournament is closed: reopen it with a reason to change anything."),
    r.NothingToClose: N_(
        "No round was published, and there is no table to be final: publish round 1, or throw the tournament away."
    ),
    r.HandPairingOpen: N_("Round {round} is being paired by hand: end that first."),
    r.HandPairingNotBegun: N_("Begin pairing round {round} by hand first; then the boards can be changed."),
    r.PairingNumbersFixed: N_("Round {round} is paired: pairing numbers are not changed by choice any more."),
    r.NotEqualInStrength: N_("{players} are not equal: only two of the same rating and title exchange numbers."),
    r.BarredFromHalfPointByes: N_("{player} is barred from half-point byes: allow them first, or grant another bye."),
    r.OddNumberOfPlayers: N_(
        "Round {round}: {present} players are an odd number, and no bye is given here. Register or withdraw one."
    ),
    r.TooFewPlayers: N_("A round needs two players, and here there are {present}: register more, or readmit somebody."),
    r.FieldNotFull: N_("The bracket has {places} places and no byes, and {present} are here: fill it, or allow byes."),
    r.NoLotForBracket: N_("Draw the lots for the bracket before round 1 is paired."),
    r.NoInitialColour: N_("Draw the colour of number 1 by lot, or set it, before the first round is paired."),
    r.AllRoundsPaired: N_("All {rounds} rounds are paired: close the tournament, or raise the number of rounds."),
    r.GamesAdjourned: N_("There is no final table while games are adjourned: enter the result of {games}."),
    r.PlayoffOnBoards: N_(
        "There is no final table while the play-off for place {places} is played: enter its results."
    ),
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
    r.NoDraft: N_("There is no draft of round {round} any more: somebody published or discarded it. Reload the page."),
    r.NoSuchRound: N_("There is no round {round} here yet: choose a round from the list."),
    r.RoundNotPublished: N_("Round {round} is still a draft: publish it before results are entered."),
    r.NotTheNewestRound: N_("Only the newest round, {newest}, can be taken back or altered, not round {round}."),
    r.NoSuchBoard: N_("Round {round} has no board {board}: its boards are 1 to {boards_count}."),
    r.NoSuchGame: N_("Board {board} of round {round} has no game {game}: its match has {games}."),
    r.ResultDiffers: N_("Board {board} of round {round} has {now} by now, and this page showed {seen}: look again."),
    r.NeedsCorrection: N_("Board {board} of round {round} has {now} and the round is over: correct it with a reason."),
    r.GamesStillCount: N_("The match on board {board} of round {round} is still open: its games have to be played."),
    r.MatchNotLevel: N_("The match on board {board} of round {round} is not level, or not over."),
    r.NotDisputed: N_("Board {board} of round {round} is not in dispute any more: reload the page."),
    r.RatingsMissing: N_(
        "Round {round} cannot be paired: this system needs a rating of everybody. Without one: {players}. "
        "Enter it on the page of players, if need be the arbiter's estimate."
    ),
    r.RoundIsOver: N_("Round {round} is closed: somebody who comes now plays from the next round on."),
    r.NobodyHasTheBye: N_(
        "Nobody has the bye of round {round}, so nobody waits for an opponent: a player who comes now plays from the "
        "next round on."
    ),
    r.HasAPlace: N_("{player} has a board or the bye in round {round} already."),
    r.PairingStands: N_("The published boards of round {round} are legal and stand{article}: insist with a reason."),
    **LIVE_BOARD_SENTENCES,
    **TEAM_SENTENCES,
    **REPORT_SENTENCES,
    **ENTRY_SENTENCES,
}
"""Refusals whose data only has to be named."""

UNDO: Mapping[str, str] = {
    "unknown": N_("There is no entry {version} in the journal: reload the page."),
    "undone": N_("Entry {version} is undone already."),
    "permanent": N_("Entry {version} cannot be undone: what it says is final."),
    "ground-gone": N_("Entry {version} cannot come back: the round or the player it speaks of is not there any more."),
    "rests-on-undone": N_("Entry {version} cannot come back before entries {dependents}, on which it rests."),
    "depended-on": N_("Entry {version} cannot be undone alone: entries {dependents} depend on it. Undo those first."),
}


GAME_TO_COME = N_(
    "Game {game} on board {board} of round {round} is not on yet: the games of a match are played one after the other."
)
GAME_NOT_NEEDED = N_("The match on board {board} of round {round} is won: game {game} is not played.")

TOO_FEW_GO_ON = N_(
    "A round needs two players, and here there are {present}: readmit somebody, or end the tournament after round "
    "{round}."
)

ABOUT_BOARDS: Mapping[type[r.Refusal], tuple[str, str]] = {
    r.MatchesLevel: NN_(
        "Round {round}: the match on board {boards} is level. Add further games, or draw lots.",
        "Round {round}: the matches on boards {boards} are level. Add further games, or draw lots.",
    ),
    r.ResultsMissing: NN_(
        "Round {round} is not finished: enter the result of board {boards}, or mark it as adjourned.",
        "Round {round} is not finished: enter the result of boards {boards}, or mark it as adjourned.",
    ),
    r.DisputesOpen: NN_(
        "Round {round}: the entries for board {boards} contradict each other. Settle them first.",
        "Round {round}: the entries for boards {boards} contradict each other. Settle them first.",
    ),
    r.RoundHasBegun: NN_(
        "Round {round} has begun: there is a result on board {boards}. Clear it, or insist with a reason{article}.",
        "Round {round} has begun: there is a result on boards {boards}. Clear it, or insist with a reason{article}.",
    ),
}


def sentence(refusal: r.Refusal, tournament: Tournament | None, words: Language) -> str:
    """One sentence for the person who asked; `tournament` turns players' ids into names."""
    said = words.gettext
    match refusal:
        case r.BadField():
            return _bad_field(refusal, words)
        case CannotImport(reasons=reasons):
            return " ".join(said(NO_WORD_FOR[reason]) for reason in reasons)
        case r.TournamentHasStarted(what=what):
            return said(STARTED.get(what, N_("A round is paired: {what} can no longer be changed.")), what=what)
        case r.OutsideFideMode() | r.TiebreaksOfOtherFormat() | r.KeptInFideMode():
            return _of_fide_mode(refusal, words)
        case r.ReasonMissing(what=what):
            return said(REASONS_FOR_NO.get(what, N_("Say why: the reason stands in the journal.")))
        case r.IllegalBoards(breaches=breaches):
            return _illegal(refusal.round, breaches, tournament, words)
        case r.CannotPair():
            return _cannot_pair(refusal, tournament, words)
        case r.TooFewPlayers(present=present) if tournament is not None and tournament.published:
            return said(TOO_FEW_GO_ON, present=present, round=tournament.published)
        case r.CannotUndo(version=version, why=why, dependents=dependents):
            return said(UNDO[why], version=version, dependents=_shortened(dependents, words))
        case r.GameToCome():
            wait = GAME_NOT_NEEDED if refusal.decided else GAME_TO_COME
            return said(wait, **_data(refusal, tournament, words))
        case r.DraftOutdated(round=round, players=()):
            return said("Something behind the draft of round {round} has changed: pair it again.", round=round)
        case r.DraftOutdated(round=round, players=players):
            pattern = N_("The draft of round {round} is out of date: {players} left or joined since. Pair it again.")
            return said(pattern, round=round, players=_names(players, tournament, words))
        case r.NeedsConfirmation(level=level):
            means = meaning(refusal, words, tournament)[0]
            return said("{means} To go on, send it again with confirmed={level}.", means=means, level=level)
        case r.ResultsMissing() | r.DisputesOpen() | r.RoundHasBegun() | r.MatchesLevel():
            board, boards = ABOUT_BOARDS[type(refusal)]
            return words.ngettext(board, boards, len(refusal.boards), **_data(refusal, tournament, words))
        case _:
            return _of_other_rooms(refusal, tournament, words) or said(
                SENTENCES[type(refusal)], **_data(refusal, tournament, words)
            )


def _of_other_rooms(refusal: r.Refusal, tournament: Tournament | None, words: Language) -> str:
    """The sentence of a refusal about files, screens, stewards, festivals or a list of teams; empty for all others."""
    if isinstance(refusal, r.NamesakesAsked):
        return namesakes_asked(refusal, words)
    if isinstance(refusal, r.LineupBreaksRules):
        return lineup_breaks(refusal, tournament, words)
    if isinstance(refusal, r.PlayersCannotEnter):
        return nobody_entered(refusal.problems, lambda inner: sentence(inner, tournament, words), words)
    if isinstance(refusal, r.TeamsCannotEnter):
        return nothing_entered(refusal.problems, lambda inner: sentence(inner, tournament, words), words)
    if isinstance(refusal, r.FileTooHeavy | r.FileTooSlow):
        return file_refusal(refusal, words)
    said = screens.screen_refusal(refusal, words) or stewards.steward_refusal(refusal, words)
    return said or festivals.festival_refusal(refusal, words)


def _bad_field(refusal: r.BadField, words: Language) -> str:
    kind, _, rest = refusal.rule.partition(":")
    bounds = rest.replace(",", ", ").split(":")
    named = label(refusal.field, words)
    pattern = words.gettext(RULE_NAMES.get(kind, N_("{field} cannot be “{value}”.")))
    shown = refusal.value if len(refusal.value) <= 60 else refusal.value[:59] + "…"
    return pattern.format(*bounds, field=named, value=shown)


def _cannot_pair(refusal: r.CannotPair, tournament: Tournament | None, words: Language) -> str:
    names, rests = (_names(some, tournament, words) for some in (refusal.conflict, refusal.rests))
    n = len(refusal.conflict)
    why = words.ngettext(
        "Round {round} cannot be paired: {players} has no legal opponent left.",
        "Round {round} cannot be paired: {players} cannot all get a legal opponent.",
        n, round=refusal.round, players=names,
    )  # fmt: skip
    if refusal.rests:
        way = words.ngettext(
            "A bye for {players} helps.", "A bye for one of these helps: {players}.", len(refusal.rests), players=rests,
        )  # fmt: skip
    elif refusal.round > 1:
        pattern = N_("No bye helps: pair the round by hand, or end the tournament after round {round}.")
        way = words.gettext(pattern, round=refusal.round - 1)
    else:
        way = words.gettext("No bye helps: pair the round by hand.")
    return f"{why} {way}"


def _illegal(
    round: int, breaches: tuple[Breach[EntrantId], ...], tournament: Tournament | None, words: Language
) -> str:
    parts = [breach_sentence(one, tournament, words) for one in breaches]
    pattern = N_("Round {round} cannot stand like this: {parts}.")
    return words.gettext(pattern, round=round, parts="; ".join(parts))


def breach_sentence(found: Breach[EntrantId], tournament: Tournament | None, words: Language) -> str:
    edition = found.article.edition if found.article else ""
    run = tournament.regulations.swiss.colour_run if tournament else FIDE_COLOUR_RUN
    pattern = breach_pattern(found.fault, edition, found.number, run)
    return words.gettext(pattern, players=_names(found.players, tournament, words), article=found.number)


def _of_fide_mode(refusal: r.OutsideFideMode | r.TiebreaksOfOtherFormat | r.KeptInFideMode, words: Language) -> str:
    match refusal:
        case r.OutsideFideMode(fields=fields):
            return words.gettext(OUTSIDE_FIDE_MODE, fields=words.listing([label(field, words) for field in fields]))
        case r.TiebreaksOfOtherFormat(tiebreaks=tiebreaks, predetermined=predetermined):
            pattern = NOT_IN_A_TABLE if predetermined else IN_A_TABLE_ALONE
            return words.gettext(pattern, tiebreaks=words.listing(list(tiebreaks)))
        case r.KeptInFideMode(what=what):
            return words.gettext(KEPT_IN_FIDE_MODE.get(what, KEPT_IN_FIDE_MODE["regulations"]))


NOT_IN_A_TABLE = N_(
    "FIDE mode ranks no round robin by Buchholz, because everybody meets everybody (C.07, 8): {tiebreaks}. "
    "Choose other tie-breaks, or turn FIDE mode off."
)
IN_A_TABLE_ALONE = N_(
    "FIDE mode has the Koya system for round robins alone (C.07, 9): {tiebreaks}. "
    "Choose other tie-breaks, or turn FIDE mode off."
)
KEPT_IN_FIDE_MODE: Mapping[str, str] = {
    "regulations": N_(
        "In FIDE mode the regulations do not change once round 1 is paired. If they must, leave FIDE mode first: it "
        "has a button of its own in the settings."
    ),
    "prohibited-pairs": N_(
        "In FIDE mode it is settled once round 1 is paired who must not meet. If that must change, leave FIDE mode "
        "first: it has a button of its own in the settings."
    ),
}
OUTSIDE_FIDE_MODE = N_(
    "FIDE mode has the rules in force and nothing else (C.04 and C.07 of 2026). "
    "Outside them: {fields}. Choose others there, or turn FIDE mode off."
)

ARTICLES: Mapping[type[r.Refusal], SharedRule] = {
    r.RoundHasBegun: SharedRule.CORRECTIONS,
    r.PairingStands: SharedRule.PAIRING_STANDS,
}


def _data(refusal: r.Refusal, tournament: Tournament | None, words: Language) -> dict[str, object]:
    data: dict[str, object] = {f.name: getattr(refusal, f.name) for f in fields(refusal)}  # type: ignore[arg-type]
    data["boards_count"] = data.get("boards")
    if isinstance(refusal, r.AlreadyInATeam) and refusal.called:
        data["player"] = refusal.called
    if type(refusal) in ARTICLES:
        data["article"] = cited_for(tournament, ARTICLES[type(refusal)])
    for name, value in data.items():
        match name, value:
            case (("player" | "existing"), int()):
                data[name] = _names((EntrantId(value),), tournament, words)
            case "team", int():
                data[name] = entrant_name(EntrantId(value), tournament)
            case (("conflict" | "players"), tuple()):
                data[name] = _names(value, tournament, words)
            case "names", tuple():
                data[name] = words.listing(list(value))
            case (("boards" | "places"), tuple()):
                data[name] = _shortened(value, words)
            case "games", tuple():
                data[name] = words.listing([_game(round, board, words) for round, board in value])
            case (("seen" | "now"), Result() | None):
                data[name] = SIGNS[value] if value is not None else words.gettext("no result")
    return data


def _names(players: tuple[EntrantId, ...], tournament: Tournament | None, words: Language) -> str:
    return words.listing([entrant_name(player, tournament) for player in players])


def _shortened(numbers: tuple[int, ...], words: Language) -> str:
    return words.listing(
        [str(n) for n in numbers[:NAMED_IN_A_SENTENCE]] + (["…"] if len(numbers) > NAMED_IN_A_SENTENCE else [])
    )


def _game(round: int, board: int, words: Language) -> str:
    return words.gettext("round {round} board {board}", round=round, board=board)


# Refusals of changes that come after the start, by what is fixed. English is the source.

STARTED: Mapping[str, str] = {
    "initial-colour": N_("Round 1 is published: the colour of number 1 can no longer be changed."),
    "system": N_("A round is paired: the pairing system can no longer be changed to one that draws lots first."),
    "format": N_("A round is paired: the format and its options can no longer be changed."),
    "throw-away": N_("Round 1 is published: the tournament can be hidden or archived, and no longer be thrown away."),
    "strike": N_("Round 1 is published: the player can withdraw, and the entry can no longer be struck."),
    "numbers": N_("Round 1 is published: the numbers can no longer be drawn."),
    "starting-points": N_("A round is paired: bar, band and floor can no longer be changed."),
    "acceleration": N_(
        "A round is paired: neither the acceleration nor, under it, the number of rounds and the points can change."
    ),
}


# Sentences that ask for the reason of a step that is not done without one.

REASONS_FOR_NO: Mapping[str, str] = {
    "accept-qualification": N_("Say why the entrants stay as they are: the reason stands in the journal."),
    "starting-points": N_("Say why the player begins with other points: the reason stands in the journal."),
    "adjust-points": N_("Say why points are given or taken away: the reason stands in the journal."),
    "boards-of-a-team": N_("Say why the players of the team change after round 1: the reason stands in the journal."),
    "change-system": N_(
        "Say why the pairing system changes in the middle of the event: the reason stands in the journal."
    ),
    "withdraw-round": N_("Say why the round is withdrawn: the reason stands in the journal."),
    "alter-boards": N_("Say why the boards are altered: the reason stands in the journal."),
    "pair-by-hand": N_("Say why the round is paired by hand: the reason stands in the journal."),
    "turn-down": N_("Say why the entry is turned down: the player can read it."),
    "decline-petition": N_("Say why the petition is declined: the players can read it."),
    "rule-match": N_("Say why this player goes on: the reason stands in the journal."),
    "expel": N_("Say why the player is expelled: the reason stands in the journal."),
    "close-early": N_("Say why the tournament ends early: the reason stands in the journal."),
    "reopen": N_("Say why the tournament is reopened: the reason stands in the journal."),
}


# Questions about people of one name, in words. English is the source.

NAMES_IN_A_QUESTION = 8

NAMESAKES_ASKED = NN_(
    "{names}: somebody of this name is here already. Say whether it is the same person or another one.",
    "{names}: somebody of these names is here already. Say of each whether it is the same person or another one.",
)


def namesakes_asked(refusal: NamesakesAsked, words: Language) -> str:
    names = words.listing([one.player.name for one in refusal.questions[:NAMES_IN_A_QUESTION]])
    return words.ngettext(*NAMESAKES_ASKED, len(refusal.questions), names=names)


# The right form of each field, as a refusal says it.

RULE_NAMES: Mapping[str, str] = {
    "required": N_("{field} is missing: please fill it in."),
    "longest": N_("{field} is too long: at most {0} characters."),
    "printable": N_("{field} contains characters that cannot be printed: please type it again."),
    "whole": N_("{field} must be a whole number from {0} to {1}, not “{value}”."),
    "lines": N_("{field}: at most {0} lines can be kept, not {value}."),
    "at-least": N_("{field} must be at least {0}, not “{value}”."),
    "number": N_("{field} must be a whole number, not “{value}”."),
    "called-nobody": N_(
        "{field}: nobody at a board of this round is called “{value}”. Type the number of the board, or the beginning "
        "of a name."
    ),
    "called-several": N_(
        "{field}: several boards have somebody called “{value}”. Type more of the name, or the number of the board."
    ),
    "three-letters": N_("{field} must be three letters such as {0}, not “{value}”."),
    "future": N_("{field} is over already: choose a later time."),
    "clock-time": N_("{field} must be a time such as 19:30, not “{value}”."),
    "time-zone": N_("{field} must be a name of the time zone database such as Europe/Sofia, not “{value}”."),
    "groups": N_("{field}: {value} players cannot be put into groups of {0} to {1}."),
    "not-before": N_("{field} cannot be before {0}."),
    "each-once": N_("{field}: each of them has to be there once ({value})."),
    "at-most": N_("{field}: at most {0}, not {value}."),
    "date": N_("{field} must be a date such as 2026-11-21, not “{value}”."),
    "email": N_("{field} must be an address such as anna@example.org, not “{value}”."),
    "web-address": N_("{field}: “{value}” is no address of the web, such as https://example.org/file."),
    "host-name": N_(
        "{field}: “{value}” names no server that can be found. "
        "Each part of its name has 1 to 63 letters, digits or hyphens."
    ),
    "not-called": N_("{field}: “{value}” may not be called from here: type the address of another server."),
    "webhook-url": N_("{field} must be https://..., or http://... in the network of the hall, not “{value}”."),
    "moment": N_("{field} must be a date and a time such as 21.11.2026 15:00, not “{value}”."),
    "round-without-start": N_(
        "{field}: round {value} has no date or no time. Fill it in, or leave out all rounds after it."
    ),
    "one-of": N_("{field} cannot be “{value}”: choose one of {0}."),
    "rounds-in-order": N_("{field}: the rounds {value} stand in the wrong order."),
    "at-least-two-players": N_("{field}: a group needs at least two players."),
    "loss-draw-win-ascending": N_("{field}: a draw cannot give less than a loss or more than a win ({value})."),
    "two-draws-not-above-win-and-loss": N_("{field}: two draws cannot give more than a win and a loss ({value})."),
    "half-points": N_("{field} must be whole or half points such as 1 or 0.5, not “{value}”."),
    "adjustment": N_("{field}: write what is given or taken away, such as 0.5 or -1, at most {0} points."),
    "further-games": N_("{field}: “{value}” is no step; write rapid 2, blitz 2, armageddon 1."),
    "a-round-a-day": N_("{field}: two rounds begin on {value}, and the regulations have one a day."),
    "system-accelerates": N_(
        "{field}: the pairing system chosen knows no virtual points. Choose FIDE Dutch 2026, or no acceleration."
    ),
    "system-for-teams": N_("{field}: “{value}” pairs teams, and this is a tournament of players."),
    "match-points-are-accelerated": N_("{field}: Baku needs teams that are paired by match points (C.04.7)."),
    "starts-by-rating": N_("{field}: starting points go by rating, and teams have none. Choose another system."),
    "start-follows-rating": N_("{field} follow the rating until round 1 is published: correct the rating."),
    "floor-below-bar": N_("{field} must be a rating below the bar, or 0 for the lowest of the players, not “{value}”."),
    "band-too-narrow": N_(
        "{field}: with “{value}” players at the bar begin with more than {0} points. Widen it, or give a floor."
    ),
    "win-is-two-draws": N_("{field}: Baku needs a win worth two draws and a loss worth nothing (C.04.7)."),
    "bye-not-above-win": N_("{field}: the bye cannot give more than a win."),
    "tie-breaks": N_("{field}: “{value}” is not a tie-break known here."),
    "tie-breaks-at-most": N_("{field}: a list has at most {0} tie-breaks, not {value}."),
    "name-first": N_("{field}: “{value}” is the name of a whole list, and a name stands first."),
    "for-players": N_("{field}: “{value}” is for players, and this is a tournament of teams."),
    "for-teams": N_("{field}: “{value}” is for teams, and this is a tournament of players."),
    "unlike": N_("{field} is ambiguous: “{value}” begins more than one name. Type more of it, or the pairing number."),
    "nobody-clear": N_("{field}: about each of them there is something to ask. Accept them one by one."),
    "no-mail": N_("{field}: this server sends no mail. Its operator sets TABLO_SMTP and TABLO_PUBLIC_URL."),
    "nobody-ticked": N_("{field}: nobody is ticked. Tick in the list whom it concerns."),
    "no-gap": N_("{field} {value} is empty and one below it is not: players move up, the last boards stay empty."),
    "board-or-reserve": N_("{field}: “{value}” is neither the number of a board nor R for a reserve."),
    "a-board": N_("{field}: “{value}” is not a pair of two players; every board needs White and Black."),
    "panel": N_("{field}: {0} different arbiters rule, none of whom watches the game, not “{value}”."),
    "empty": N_("{field} is empty: choose a file or paste a list."),
    "varma-for-players": N_("{field}: Varma tables are for a round robin of players. Choose a free lot."),
    "another-name": N_("{field}: both teams are called “{value}”. Give them different names."),
    "two-scales": N_("{field}: “{value}” stands beside an Ingo number. Leave one of the two out, or give the rating."),
    "old-scale": N_("{field}: “{value}” is no number of that scale; it would be no possible rating (A.1)."),
    "year": N_("{field} must contain a year, not “{value}”."),
    "title": N_("{field} must be a FIDE title such as GM or WFM, not “{value}”."),
    "m-or-w": N_("{field} must be m or w, not “{value}”."),
    "nothing-ticked": N_("Nothing is ticked: tick what is to be taken over."),
    "publisher": N_("{field} is FIDE or three letters such as BUL, not “{value}”."),
    "no-list-counts": N_(
        "{field}: no list would count in one kind of tournament. Choose one, or take the order that is preset."
    ),
    "publisher-twice": N_("{field}: the list of {value} has an address already, and a federation has one list."),
    "month": N_("{field} must look like 2026-11, not “{value}”."),
    "underway": N_("A list is being read already: wait until it is done."),
    "too-large": N_("{field} “{value}” is larger than {0} MB, which no list of players is."),
    "one-group": N_("{field}: {value} is of another group than those before, which article 33.2 forbids here."),
    "category": N_("{field}: “{value}” is no category; write U2000, U18, S65, W, UNR, club:X, fed:BUL or board:1."),
    "board-of-teams": N_("{field}: “{value}” is a prize for a board, which only an event of teams has."),
    "board": N_("{field}: “{value}” names a board that no match has; the last one is {0}, R are the reserves."),
    "amount": N_("{field}: “{value}” is no amount of money; write 100 or 99.50."),
    "unknown": N_("{field}: there is nobody called “{value}” here."),
    "colour": N_("{field} must be six figures such as #14523d, not “{value}”."),
    "no-file": N_("{field}: no file was chosen. Choose a PNG or JPEG picture."),
    "drawing": N_("{field}: an SVG is a program and is not taken. Save it as PNG and send that."),
    "picture": N_("{field}: this file is no picture that can be read. Send a PNG or JPEG."),
    "too-many-pixels": N_("{field}: {value} pixels are too many. Make it at most {0} pixels wide and high."),
    "picture-too-large": N_("{field}: this picture has far too many pixels. Make it at most {0} pixels wide and high."),
    "too-few-pixels": N_("{field}: {value} pixels are too few. It needs {0} across and down."),
    "file-too-large": N_("{field}: the file is larger than {0} MB. Make the picture smaller."),
    "not-here": N_("{field}: “{value}” is not here any more. Choose one from the list."),
}
"""The right form of a field, by the first word of `BadField.rule`."""


# Files that could not be handled within their memory or their time, and what to do about it.

TOO_HEAVY: Mapping[FileKind, str] = {
    FileKind.TABLE: N_(
        "{file} cannot be read: it takes more than {megabytes} MB of memory, or is damaged. Save only the rows and "
        "columns with text in them, or save the sheet as CSV, and send that."
    ),
    FileKind.LIST: N_(
        "{file} cannot be read: it takes more than {megabytes} MB of memory, or is damaged. Save the list as CSV, or "
        "fetch it once more. The list that was here stays."
    ),
    FileKind.PICTURE: N_(
        "{file} cannot be read: it takes more than {megabytes} MB of memory, or is damaged. Save the picture anew as "
        "PNG or JPEG, smaller, and send that."
    ),
    FileKind.GAMES: N_(
        "{file} cannot be read: it takes more than {megabytes} MB of memory, or is damaged. Let the program of the "
        "boards write a file for each round."
    ),
    FileKind.PAPER: N_(
        "{file} was not made: it took more than {megabytes} MB of memory, or the system ended it. Ask for it once "
        "more, or print less at once."
    ),
}
TOO_SLOW: Mapping[FileKind, str] = {
    FileKind.TABLE: N_(
        "{file} cannot be read in {seconds} seconds. Save only the rows and columns with text in them, or save the "
        "sheet as CSV, and send that."
    ),
    FileKind.LIST: N_(
        "{file} cannot be read in {seconds} seconds. Save the list as CSV. The list that was here stays."
    ),
    FileKind.PICTURE: N_(
        "{file} cannot be read in {seconds} seconds. Save the picture anew as PNG or JPEG, smaller, and send that."
    ),
    FileKind.GAMES: N_(
        "{file} cannot be read in {seconds} seconds. Let the program of the boards write a file for each round."
    ),
    FileKind.PAPER: N_("{file} was not made in {seconds} seconds. Ask for it once more, or print less at once."),
}
ANY_FILE = N_("{file} could not be made: it took too much memory or too long.")


def file_refusal(refusal: FileTooHeavy | FileTooSlow, words: Language) -> str:
    if isinstance(refusal, FileTooSlow):
        return words.gettext(TOO_SLOW.get(refusal.kind, ANY_FILE), file=refusal.file, seconds=refusal.seconds)
    return words.gettext(TOO_HEAVY.get(refusal.kind, ANY_FILE), file=refusal.file, megabytes=refusal.megabytes)


# Everything that is wrong with players who were to be registered at once, in words.

PROBLEMS_TOLD = 10


def nobody_entered(problems: Sequence[ProblemOfAPlayer], say: Callable[[Refusal], str], words: Language) -> str:
    """The first of them, each with the place on the list counted from 1, and how many more there are."""
    told = [
        words.gettext(
            "Player {place} ({name}): {what}", place=one.index + 1, name=one.name or "–", what=say(one.refusal)
        )
        for one in problems[:PROBLEMS_TOLD]
    ]
    if more := len(problems) - len(told):
        told.append(words.ngettext("There is {n} more problem.", "There are {n} more problems.", more, n=more))
    return words.gettext("Nothing was registered. {problems}", problems=" ".join(told))
