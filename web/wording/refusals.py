"""Refusals for the person at the desk: one sentence that names the place and what to do."""

from collections.abc import Mapping
from dataclasses import fields

from domain import refusals as r
from domain.files.importing import CannotImport
from domain.tournament import Tournament
from domain.words.articles import SharedRule
from domain.words.games import Result
from domain.words.options import FIDE_COLOUR_RUN
from domain.words.players import EntrantId
from domain.words.rounds import Breach
from web.wording import N_, NN_, Language, festivals, screens, stewards
from web.wording.bad_fields import RULE_NAMES
from web.wording.cited import cited_for
from web.wording.entry_refusals import ENTRY_SENTENCES
from web.wording.fields import label
from web.wording.file_refusals import file_refusal
from web.wording.integrity import meaning
from web.wording.live_boards import LIVE_BOARD_SENTENCES
from web.wording.namesakes import namesakes_asked
from web.wording.pairing import breach_pattern
from web.wording.player_refusals import nobody_entered
from web.wording.reasons import REASONS_FOR_NO
from web.wording.report_imports import NO_WORD_FOR
from web.wording.report_refusals import REPORT_SENTENCES
from web.wording.results import SIGNS
from web.wording.started import STARTED
from web.wording.team_refusals import TEAM_SENTENCES, entrant_name, lineup_breaks, nothing_entered

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
"""Refusals that name one board or several."""


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
    """Who, and the way out: a bye where it helps, else by hand or an early end."""
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
    """A fault of a pairing by hand, without a full stop."""
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
"""The rule behind a refusal, cited by the edition in force."""


def _data(refusal: r.Refusal, tournament: Tournament | None, words: Language) -> dict[str, object]:
    """The fields of a refusal as a reader calls them."""
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
