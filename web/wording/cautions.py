"""Warnings before a grave step: the words of the confirmation, and why FIDE mode was left."""

from collections.abc import Mapping
from functools import partial, singledispatch
from typing import Any

from domain.pairing import SYSTEMS
from domain.refusals import NeedsConfirmation
from domain.tournament import Tournament
from domain.words import cautions as c
from domain.words.articles import Article, SharedRule
from domain.words.regulations import Regulations
from web.wording import N_, NN_, Language, said_or_kept
from web.wording.chess.results import boards_of_rounds
from web.wording.conditions import terms_in_words
from web.wording.pairing import system_name

LEAVES_FIDE_MODE = N_("The tournament leaves FIDE mode for good; every page and the report file will say so.")

CONSEQUENCES: Mapping[str, tuple[str, ...]] = {
    "closed-round-changed": (
        N_("This changes a round before the previous one. FIDE mode does not allow that."),
        LEAVES_FIDE_MODE,
        N_("If only the rating report is wrong, choose “rating report only”: that stays within FIDE mode."),
    ),
    "FideModeLeft": (
        LEAVES_FIDE_MODE,
        N_("From then on other rules can be chosen, and the regulations and who must not meet can change during play."),
    ),
    "RegulationsAmended": (
        N_("The regulations change after the first round has been paired."),
        N_("Points and tie-breaks of all rounds are counted again under the new regulations."),
    ),
    "PairsProhibited": (N_("Who must not meet changes after the first round has been paired."),),
    "closed-early": (
        N_("The tournament ends before all planned rounds are played. The table of now becomes the final one."),
        LEAVES_FIDE_MODE,
    ),
    "begun-round-withdrawn": (
        N_("A game of this round has a result already. Withdrawing the round throws that result away."),
        LEAVES_FIDE_MODE,
    ),
    "criteria-overridden": (N_("The pairing breaks criteria that are absolute."), LEAVES_FIDE_MODE),
    "ResultCorrected": (N_("A result that was used already is corrected. It stays in the history{article}."),),
    "ResultCorrectedForRating": (N_("Only the rating report changes; table and pairings keep the old result."),),
    "ColoursCorrected": (
        N_("The colours of a game are exchanged. Colour histories change for later pairings{article}."),
    ),
    "GamesReseated": (
        N_("Others sat at these boards than were paired. Opponents and colours change for later pairings{article}."),
    ),
    "RatingCorrected": (N_("A rating is corrected after the start; pairing numbers may move{article}."),),
    "StartingPointsCorrected": (
        N_("A player begins with other points than by the rating: the table changes now, the next pairing with it."),
    ),
    "PairingNumbersExchanged": (
        N_("Two players exchange their pairing numbers."),
        N_("Once round 1 is paired that stands in the report file."),
    ),
    "PairingNumbersIssued": (N_("Pairing numbers change after the start."),),
    "BoardsAltered": (N_("The pairing is altered by hand. This is reported to FIDE{article}."),),
    "HandPairingEnded": (
        N_("The boards are not those of the pairing system. This is reported to FIDE."),
        N_("Its own boards stand beside yours below."),
    ),
    "ByeGranted": (N_("A full-point bye is reported to FIDE."),),
    "RoundWithdrawn": (N_("A published round is withdrawn and will be paired again{article}."),),
    "AdjournedGameFinished": (N_("The game was taken for a draw by every pairing made since{article}."),),
    "EventUndone": (N_("An entry of the journal will no longer count. It stays in the history."),),
    "TournamentClosed": (N_("The tournament ends before all planned rounds are played."),),
    "TournamentReopened": (N_("The closed tournament is opened again."),),
}
"""By the name of a gate: what a step means, the gravest first."""

CONSEQUENCES_IN_A_PLAYOFF: Mapping[str, tuple[str, ...]] = {
    "ResultCorrected": (
        N_("A result that was used already is corrected. It stays in the history."),
        N_("The plan is read anew: games that it does not have any more are taken back."),
    ),
    "ColoursCorrected": (
        N_("The colours of a game are exchanged. In Armageddon a draw then wins for the other player."),
        N_("The plan is read anew: games that it does not have any more are taken back."),
    ),
}

CITED_BY_GATES: Mapping[str, tuple[SharedRule, ...]] = {
    "ResultCorrected": (SharedRule.CORRECTIONS,),
    "ColoursCorrected": (SharedRule.CORRECTIONS,),
    "GamesReseated": (SharedRule.CORRECTIONS,),
    "RatingCorrected": (SharedRule.CORRECTIONS,),
    "BoardsAltered": (SharedRule.PAIRING_STANDS,),
    "RoundWithdrawn": (SharedRule.PAIRING_STANDS, SharedRule.CORRECTIONS),
    "AdjournedGameFinished": (SharedRule.ADJOURNED,),
}
"""The rules that fill `{article}` of a sentence above."""


def consequence(what: str, words: Language, tournament: Tournament | None) -> tuple[str, ...]:
    """Sentences for a `NeedsConfirmation`, the gravest first."""
    article = cited_for(tournament, *CITED_BY_GATES.get(what, ()))
    sentences = CONSEQUENCES.get(what, (N_("This step is reported to FIDE."),))
    if tournament is not None and tournament.regulations.is_playoff:
        sentences = CONSEQUENCES_IN_A_PLAYOFF.get(what, sentences)
    return tuple(words.gettext(sentence, article=article) for sentence in sentences)


def meaning(gate: NeedsConfirmation, words: Language, tournament: Tournament | None) -> tuple[str, ...]:
    own = consequence(gate.what, words, tournament) if gate.what else ()
    return (*own, *(caution(one, words) for one in gate.cautions))


cause = said_or_kept(
    {
        "closed-round-changed": N_("a round before the previous one was changed"),
        "regulations-changed": N_("the regulations were changed after the start"),
        "own-rules": N_("other rules than those in force were chosen"),
        "closed-early": N_("it was closed before all planned rounds were played"),
        "prohibited-pairs-changed": N_("who must not meet was changed after the start"),
        "begun-round-withdrawn": N_("a round that had begun was taken back"),
        "by-choice": N_("it was chosen"),
        "criteria-overridden": N_("the boards break an absolute rule"),
    }
)
"""The reason FIDE mode was left, for the history, by what `integrity.departure` says."""

BECOMES_LAST = N_(
    "Round {round} becomes the last one, which has rules of its own: {system} pairs other players on boards {boards}."
)
NO_LONGER_LAST = N_(
    "Round {round} is no longer the last one, which has rules of its own: {system} pairs other players on boards "
    "{boards}."
)


@singledispatch
def caution(about: c.Caution, words: Language) -> str:
    raise TypeError(f"no sentence for {type(about).__name__}")


PLAIN_CAUTIONS: Mapping[type[c.Caution], str | tuple[str, str]] = {
    c.PlayoffLeftOut: N_(
        "Players are level for place {places}, and no play-off has decided it: the table becomes final without it."
    ),
    c.RoundBeforeItsDay: N_("The regulations have one round a day: round {round} is for {day}, and today is {today}."),
    c.TooManyRounds: N_(
        "Not all {planned} planned rounds can be paired: nobody meets the same player twice, so {players} can play "
        "{most} at most. Plan fewer rounds, or seat the last ones by hand."
    ),
    c.RoundsOfPortal: N_(
        "The rules of the portal want as many rounds as in a knock-out: {fitting} for {players}, and {planned} are "
        "planned. Change the number in the settings, unless yours differ."
    ),
    c.UnratedPlayers: NN_(
        "{n} player has no rating, and this system needs one of everybody: enter the arbiter's estimate.",
        "{n} players have no rating, and this system needs one of everybody: enter the arbiter's estimates.",
    ),
    c.BothColoursWrong: NN_(
        "Board {boards}: both players have the opposite of the colour that is due.",
        "Boards {boards}: both players have the opposite of the colour that is due.",
    ),
    c.LeftOutBefore: NN_(
        "{names} was left out of round {round}, and nobody has said since that they are here: they are paired now.",
        "{names} were left out of round {round}, and nobody has said since that they are here: they are paired now.",
    ),
    c.GamesStillAdjourned: N_("Still adjourned: {games}. The pairing takes each of these games for a draw."),
    c.AnotherHalfPointBye: N_("This is half-point bye number {count} of the same player."),
    c.FullPointBye: N_("FIDE advises against full-point byes: a player has a point that nobody played for."),
}
"""Cautions whose facts only have to be named; a plural is that of those whom or what they name."""


def _with_facts(pattern: str | tuple[str, str], about: c.Caution, words: Language) -> str:
    facts = vars(about)
    said = {name: _fact(name, value, words) for name, value in facts.items()}
    if isinstance(pattern, str):
        return words.gettext(pattern, **said)
    named = next((len(value) for value in facts.values() if isinstance(value, tuple)), facts.get("players", 0))
    return words.ngettext(*pattern, named, **said)


def _fact(name: str, value: Any, words: Language) -> object:
    match name, value:
        case "names", tuple():
            return "; ".join(value)
        case "games", tuple():
            return boards_of_rounds(value, words)
        case _, tuple():
            return words.listing([str(one) for one in value])
        case (("day" | "today"), str()):
            return words.day(value)
        case "players", int():
            return words.ngettext("{n} player", "{n} players", value)
        case "most", int():
            return words.ngettext("{n} round", "{n} rounds", value)
        case _:
            return value


for kind, pattern in PLAIN_CAUTIONS.items():
    caution.register(kind, partial(_with_facts, pattern))


@caution.register
def _(about: c.LastRoundDiffers, words: Language) -> str:
    values = {"round": about.round, "boards": words.listing([str(board) for board in about.boards])}
    pattern = BECOMES_LAST if about.round >= about.rounds else NO_LONGER_LAST
    return words.gettext(pattern, system=system_name(about.system, words), **values)


@caution.register
def _(about: c.OutsideConditions, words: Language) -> str:
    failed = terms_in_words(about.failed, words)
    return words.gettext("{name} does not fulfil the conditions of entry: {failed}.", name=about.name, failed=failed)


@caution.register
def _(about: c.RoundsNotCertain, words: Language) -> str:
    players = words.ngettext("{n} player", "{n} players", about.players)
    return words.gettext(
        "With {players} it hangs on the results from round {round} on whether there is a legal pairing.",
        players=players,
        round=about.safe + 1,
    )


@caution.register
def _(about: c.BarMisplaced, words: Language) -> str:
    said = words.ngettext(
        "{n} player begins at the bar; for {rounds} rounds {least} to {most} should.",
        "{n} players begin at the bar; for {rounds} rounds {least} to {most} should.",
        about.players,
        rounds=about.rounds,
        least=about.least,
        most=about.most,
    )
    if not about.fitting:
        return said
    return f"{said} " + words.gettext("A bar of {rating} would fit.", rating=about.fitting)


@caution.register
def _(about: c.SystemChanges, words: Language) -> str:
    meant = words.gettext(
        "From round {round} on everybody is paired by another system: {new} instead of {old}. Boards, results and "
        "pairing numbers of before stay; opponents, colours and byes of before count under the new rules, and floats "
        "as those count them.",
        round=about.first_round,
        new=system_name(about.new, words),
        old=system_name(about.old, words),
    )
    if about.start:
        meant += " " + words.gettext("Players have starting points by their rating from now on, in the table too.")
    if about.level_start:
        meant += " " + words.gettext("The starting points count no longer, neither for the pairing nor in the table.")
    if not about.unrated:
        return meant
    more = words.ngettext("{n} player needs a rating first.", "{n} players need a rating first.", about.unrated)
    return f"{meant} {more}"


@caution.register
def _(about: c.LatecomerPlays, words: Language) -> str:
    meant = words.gettext(
        "{latecomer} came late and plays {other}, who had the bye of round {round}. Board {board}: White {white} – "
        "Black {black}.",
        latecomer=about.latecomer,
        other=about.other,
        round=about.round,
        board=about.board,
        white=about.white,
        black=about.black,
    )
    article = f" ({about.colours_by})" if about.colours_by else ""
    why = words.gettext(
        "The pairing system gives these two their colours{article}. No other board changes.", article=article
    )
    return f"{meant} {why}"


HANDLING_RULES = "C.04.2"
"""They are no part of a pairing system: an article of theirs is cited with their own number."""

OF_A_SWISS = {
    *(SharedRule.CORRECTIONS, SharedRule.PAIRING_STANDS, SharedRule.ABSENCE, SharedRule.ADJOURNED),
    *(SharedRule.INITIAL_COLOUR, SharedRule.NEVER_AGAIN, SharedRule.ONE_BYE, SharedRule.LATECOMER),
}
"""Rules that only a Swiss has: the handling rules, and the pairing rules of its system."""


def cited_for(rules_of: Tournament | Regulations | None, *rules: str) -> str:
    """` (F.6, F.7)` to be put behind a word; empty where these regulations have no article for any of them."""
    laws = rules_of.regulations if isinstance(rules_of, Tournament) else rules_of
    known = [_article_of(laws, SharedRule(rule)) for rule in rules] if laws is not None else []
    numbers = [number for number in known if number]
    between = "; " if any(", " in number for number in numbers) else ", "
    return f" ({between.join(numbers)})" if numbers else ""


def article_number(article: Article) -> str:
    """`F.7`; `C.04.2, 4.3` of the handling rules."""
    handling = article.edition.startswith(HANDLING_RULES)
    return f"{HANDLING_RULES}, {article.number}" if handling else article.number


def _article_of(laws: Regulations, rule: SharedRule) -> str:
    """Empty: none."""
    if not laws.paired_by_system and rule in OF_A_SWISS:
        return ""
    if rule is SharedRule.CORRECTIONS:
        return article_number(laws.corrections.article)
    return SYSTEMS[laws.system].articles.get(rule, "") if laws.system in SYSTEMS else ""
