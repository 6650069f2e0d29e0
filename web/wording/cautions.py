"""Cautions before a step, a sentence for each."""

from functools import singledispatch

from domain.words.cautions import (
    AnotherHalfPointBye,
    BarMisplaced,
    BothColoursWrong,
    Caution,
    FullPointBye,
    GamesStillAdjourned,
    LastRoundDiffers,
    LatecomerPlays,
    LeftOutBefore,
    PlayoffLeftOut,
    RoundBeforeItsDay,
    RoundsNotCertain,
    SystemChanges,
    TooManyRounds,
    UnratedPlayers,
)
from web.wording import N_, Language
from web.wording.pairing import system_name

BECOMES_LAST = N_(
    "Round {round} becomes the last one, which has rules of its own: {system} pairs other players on boards {boards}."
)
NO_LONGER_LAST = N_(
    "Round {round} is no longer the last one, which has rules of its own: {system} pairs other players on boards "
    "{boards}."
)


@singledispatch
def caution(about: Caution, words: Language) -> str:
    """The sentence of a caution."""
    raise TypeError(f"no sentence for {type(about).__name__}")


@caution.register
def _(about: LastRoundDiffers, words: Language) -> str:
    values = {"round": about.round, "boards": words.listing([str(board) for board in about.boards])}
    pattern = BECOMES_LAST if about.round >= about.rounds else NO_LONGER_LAST
    return words.gettext(pattern, system=about.system, **values)


@caution.register
def _(about: PlayoffLeftOut, words: Language) -> str:
    places = words.listing([str(place) for place in about.places])
    return words.gettext(
        "Players are level for place {places}, and no play-off has decided it: the table becomes final without it.",
        places=places,
    )


@caution.register
def _(about: RoundBeforeItsDay, words: Language) -> str:
    return words.gettext(
        "The regulations have one round a day: round {round} is for {day}, and today is {today}.",
        round=about.round,
        day=words.day(about.day),
        today=words.day(about.today),
    )


@caution.register
def _(about: TooManyRounds, words: Language) -> str:
    players = words.ngettext("{n} player", "{n} players", about.players)
    most = words.ngettext("{n} round", "{n} rounds", about.most)
    return words.gettext(
        "Not all {planned} planned rounds can be paired: nobody meets the same player twice, so {players} can play "
        "{most} at most. Plan fewer rounds, or seat the last ones by hand.",
        planned=about.planned,
        players=players,
        most=most,
    )


@caution.register
def _(about: RoundsNotCertain, words: Language) -> str:
    players = words.ngettext("{n} player", "{n} players", about.players)
    return words.gettext(
        "With {players} it hangs on the results from round {round} on whether there is a legal pairing.",
        players=players,
        round=about.safe + 1,
    )


@caution.register
def _(about: UnratedPlayers, words: Language) -> str:
    return words.ngettext(
        "{n} player has no rating, and this system needs one of everybody: enter the arbiter's estimate.",
        "{n} players have no rating, and this system needs one of everybody: enter the arbiter's estimates.",
        about.players,
    )


@caution.register
def _(about: BarMisplaced, words: Language) -> str:
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
def _(about: SystemChanges, words: Language) -> str:
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
    more = words.ngettext(
        "{n} player needs a rating first.", "{n} players need a rating first.", about.unrated,
    )  # fmt: skip
    return f"{meant} {more}"


@caution.register
def _(about: BothColoursWrong, words: Language) -> str:
    return words.ngettext(
        "Board {boards}: both players have the opposite of the colour that is due.",
        "Boards {boards}: both players have the opposite of the colour that is due.",
        len(about.boards),
        boards=words.listing([str(board) for board in about.boards]),
    )


@caution.register
def _(about: LatecomerPlays, words: Language) -> str:
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


@caution.register
def _(about: LeftOutBefore, words: Language) -> str:
    return words.ngettext(
        "{names} was left out of round {round}, and nobody has said since that they are here: they are paired now.",
        "{names} were left out of round {round}, and nobody has said since that they are here: they are paired now.",
        len(about.names),
        names="; ".join(about.names),
        round=about.round,
    )


@caution.register
def _(about: GamesStillAdjourned, words: Language) -> str:
    games = [words.gettext("round {round} board {board}", round=round, board=board) for round, board in about.games]
    return words.gettext(
        "Still adjourned: {games}. The pairing takes each of these games for a draw.", games=words.listing(games)
    )


@caution.register
def _(about: AnotherHalfPointBye, words: Language) -> str:
    return words.gettext("This is half-point bye number {count} of the same player.", count=about.count)


@caution.register
def _(about: FullPointBye, words: Language) -> str:
    return words.gettext("FIDE advises against full-point byes: a player has a point that nobody played for.")
