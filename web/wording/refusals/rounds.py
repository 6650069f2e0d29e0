"""Refusals about rounds (pairing, publishing, changing and closing them) and about play-offs."""

from collections.abc import Mapping

from domain import refusals as r
from domain.tournament import Tournament
from domain.words.articles import SharedRule
from domain.words.options import FIDE_COLOUR_RUN
from domain.words.players import EntrantId
from domain.words.rounds import Breach
from web.wording import N_, NN_, Language
from web.wording.cautions import cited_for
from web.wording.pairing import breach_pattern
from web.wording.refusals.refusal import SentencePattern, add_plain, filled_in, names, sentence

ROUND_REFUSALS: Mapping[type[r.Refusal], SentencePattern] = {
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
    r.HandPairingOpen: N_("Round {round} is being paired by hand: end that first."),
    r.HandPairingNotBegun: N_("Begin pairing round {round} by hand first; then the boards can be changed."),
    r.SystemMissing: N_(
        "The pairing system {system} is not here: it came with a plugin. Install that again, choose another system in "
        "the settings, or seat the round by hand. All that was played is kept."
    ),
    r.PluginFailed: N_("The plugin {plugin} has failed: {details}. Tell whoever made it; nothing was changed."),
    r.AllRoundsPaired: N_("All {rounds} rounds are paired: close the tournament, or raise the number of rounds."),
    r.PairedAsTheyComeFree: N_("An arena has no rounds to pair: whoever is free is paired at once, on the page Arena."),
    r.NoArena: N_("This tournament is no arena: its rounds are paired one after the other."),
    r.ArenaNotBegun: N_("The arena has not begun: say how long it lasts, and begin it."),
    r.ArenaIsOver: N_("The time of the arena is over: no game begins any more. Give it another end to go on."),
    r.NoGameAtTable: N_(
        "No game is in play at board {board}: its result is entered already, or the number is another."
    ),
    r.GamesAtOneTable: N_(
        "Board {board} has two games without a result: enter the earlier one on the page of its round, or take one "
        "back."
    ),
    r.NobodyWaits: N_("Nobody can be paired now: fewer than two players are free."),
    r.NoDraft: N_("There is no draft of round {round} any more: somebody published or discarded it. Reload the page."),
    r.NoSuchRound: N_("There is no round {round} here yet: choose a round from the list."),
    r.RoundNotPublished: N_("Round {round} is still a draft: publish it before results are entered."),
    r.NotTheNewestRound: N_("Only the newest round, {newest}, can be taken back or altered, not round {round}."),
    r.DraftOutdated: lambda refusal: (
        N_("The draft of round {round} is out of date: {players} left or joined since. Pair it again.")
        if refusal.players
        else N_("Something behind the draft of round {round} has changed: pair it again.")
    ),
    r.RoundIsOver: N_("Round {round} is closed: somebody who comes now plays from the next round on."),
    r.NobodyHasTheBye: N_(
        "Nobody has the bye of round {round}, so nobody waits for an opponent: a player who comes now plays from the "
        "next round on."
    ),
    r.HasAPlace: N_("{player} has a board or the bye in round {round} already."),
    r.ResultsMissing: NN_(
        "Round {round} is not finished: enter the result of board {boards}, or mark it as adjourned.",
        "Round {round} is not finished: enter the result of boards {boards}, or mark it as adjourned.",
    ),
    r.DisputesOpen: NN_(
        "Round {round}: the entries for board {boards} contradict each other. Settle them first.",
        "Round {round}: the entries for boards {boards} contradict each other. Settle them first.",
    ),
}
add_plain(ROUND_REFUSALS)

ROUND_HAS_BEGUN = NN_(
    "Round {round} has begun: there is a result on board {boards}. Clear it, or insist with a reason{article}.",
    "Round {round} has begun: there is a result on boards {boards}. Clear it, or insist with a reason{article}.",
)
PAIRING_STANDS = N_("The published boards of round {round} are legal and stand{article}: insist with a reason.")


@sentence.register
def _(refusal: r.RoundHasBegun, tournament: Tournament | None, words: Language) -> str:
    article = cited_for(tournament, SharedRule.CORRECTIONS)
    return filled_in(ROUND_HAS_BEGUN, refusal, tournament, words, article=article)


@sentence.register
def _(refusal: r.PairingStands, tournament: Tournament | None, words: Language) -> str:
    article = cited_for(tournament, SharedRule.PAIRING_STANDS)
    return filled_in(PAIRING_STANDS, refusal, tournament, words, article=article)


@sentence.register
def _(refusal: r.CannotPair, tournament: Tournament | None, words: Language) -> str:
    players, rests = (names(some, tournament, words) for some in (refusal.conflict, refusal.rests))
    n = len(refusal.conflict)
    why = words.ngettext(
        "Round {round} cannot be paired: {players} has no legal opponent left.",
        "Round {round} cannot be paired: {players} cannot all get a legal opponent.",
        n, round=refusal.round, players=players,
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


@sentence.register
def _(refusal: r.IllegalBoards, tournament: Tournament | None, words: Language) -> str:
    parts = "; ".join(breach_sentence(one, tournament, words) for one in refusal.breaches)
    return words.gettext("Round {round} cannot stand like this: {parts}.", round=refusal.round, parts=parts)


def breach_sentence(found: Breach[EntrantId], tournament: Tournament | None, words: Language) -> str:
    edition = found.article.edition if found.article else ""
    run = tournament.regulations.swiss.colour_run if tournament else FIDE_COLOUR_RUN
    pattern = breach_pattern(found.fault, edition, found.number, run)
    return words.gettext(pattern, players=names(found.players, tournament, words), article=found.number)
