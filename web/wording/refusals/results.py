"""Refusals about boards and their games, matches of several games, and files of live boards."""

from collections.abc import Mapping
from datetime import datetime

from domain import refusals as r
from domain.tournament import Tournament
from web.wording import N_, NN_, Language
from web.wording.refusals.refusal import SentencePattern, add_plain, sentence

GAME_TO_COME = N_(
    "Game {game} on board {board} of round {round} is not on yet: the games of a match are played one after the other."
)
GAME_NOT_NEEDED = N_("The match on board {board} of round {round} is won: game {game} is not played.")

RESULT_REFUSALS: Mapping[type[r.Refusal], SentencePattern] = {
    r.ReportsNotAllowed: N_("Players do not report results in this tournament: hand in the slip."),
    r.ResultStands: N_("Board {board} has another result already: tell an arbiter."),
    r.TooManyReports: N_("Board {board}: you have changed your report too often. Tell an arbiter."),
    r.NotAtBoard: N_("There is no game of yours to report now."),
    r.NothingToCorrect: N_("Board {board} of round {round} has no result that could be corrected: enter one instead."),
    r.SameAsBefore: N_("That is what stands there already: nothing needs to be corrected."),
    r.NoArmageddon: N_("No Armageddon is played here: set its points in the settings first."),
    r.ArmageddonNeedsDraw: N_(
        "Board {board} of round {round} was no draw: enter its result first, an Armageddon follows a drawn game."
    ),
    r.GameHasEnded: N_(
        "The game on board {board} of round {round} has its result: clear it before you note an illegal move."
    ),
    r.NoIllegalMove: N_("No illegal move is noted there for board {board} of round {round}: reload the page."),
    r.NotAdjourned: N_("The game on board {board} of round {round} is not adjourned: reload the page."),
    r.NoFolderOfBoards: N_("This server may read no files of live boards: start it with --boards and their folder."),
    r.OutsideTheFolderOfBoards: N_("{path} is outside {folder}: only files in that folder can be watched."),
    r.NoMovesTyped: N_("No move can be read in this: type moves as 1. e4 e5 2. Nf3, or paste the game as PGN."),
    r.SeveralGamesTyped: N_("These are {count} games: paste one at a time."),
    r.TooManyMovesTyped: N_("A game here has at most {most} moves."),
    r.IllegalMoveTyped: N_("The move {move} is not legal: correct it, or a move before it."),
    r.GamesNotAllowed: N_("Players do not send their games in this tournament."),
    r.GameKnown: N_("The moves of this game are known already: if they are wrong, tell an arbiter."),
    r.NoGamesFile: N_("{path}: there is no PGN file and no folder of this name."),
    r.NoResultOffered: N_("No board offers this result any more: look at the list again."),
    r.OtherPlayers: N_(
        "Boards {boards}: seat the same players as before, each of them once. Whoever was not paired there cannot be "
        "seated."
    ),
    r.PlayedByOthers: N_(
        "Board {board} was played by others than paired: take that correction back in the history first."
    ),
    r.OneGameOnly: N_("Board {board} is a match of several games: its players cannot be changed any more."),
    r.NoSuchBoard: N_("Round {round} has no board {board}: its boards are 1 to {boards_count}."),
    r.NoSuchGame: N_("Board {board} of round {round} has no game {game}: its match has {games}."),
    r.ResultDiffers: N_("Board {board} of round {round} has {now} by now, and this page showed {seen}: look again."),
    r.NeedsCorrection: N_("Board {board} of round {round} has {now} and the round is over: correct it with a reason."),
    r.GamesStillCount: N_("The match on board {board} of round {round} is still open: its games have to be played."),
    r.GameToCome: lambda refusal: GAME_NOT_NEEDED if refusal.decided else GAME_TO_COME,
    r.MatchNotLevel: N_("The match on board {board} of round {round} is not level, or not over."),
    r.NotDisputed: N_("Board {board} of round {round} is not in dispute any more: reload the page."),
    r.MatchesLevel: NN_(
        "Round {round}: the match on board {boards} is level. Add further games, or draw lots.",
        "Round {round}: the matches on boards {boards} are level. Add further games, or draw lots.",
    ),
}
add_plain(RESULT_REFUSALS)


@sentence.register
def _(refusal: r.DefaultTimeNotOver, tournament: Tournament | None, words: Language) -> str:
    if not refusal.until:
        return words.gettext(
            "No default time is set, or the start of this round is not said: enter forfeits as results."
        )
    return words.gettext(
        "Nobody is late yet: the default time ends at {time}.", time=words.clock(datetime.fromisoformat(refusal.until))
    )
