"""Every event as a sentence: what happened, and why; who and when stand beside it in the row.

`told(row, people, language)` gives the sentence and the reason of one row of the history. What was
before and what is after are part of the sentence wherever something was changed.
"""

from dataclasses import replace
from functools import singledispatch

from domain import events as e
from domain.words.articles import cited
from domain.words.games import Bye, Colour, Result
from domain.words.players import Player
from domain.words.regulations import Details, Regulations
from domain.words.start_positions import start_position
from projections.history import HistoryRow
from projections.people import People
from web.wording import Language
from web.wording.integrity import cause
from web.wording.report_imports import mended_sentences
from web.wording.telling import EventInWords, Teller, changes


def event_in_words(row: HistoryRow, people: People, language: Language) -> EventInWords:
    """The row in words."""
    teller = Teller(row, people, language)
    return EventInWords(
        _what(row.event, teller), _why(row.event), integrity_mark(row.integrity, language), _list(row.event, language)
    )


def integrity_mark(integrity: e.Integrity, language: Language) -> str:
    """The FIDE checklist's name for this kind of step; empty for an ordinary one."""
    said = language.gettext
    return {
        e.Integrity.NONE: "",
        e.Integrity.ALTERATION: said("pairing altered by hand"),
        e.Integrity.IMPORT: said("import"),
        e.Integrity.NUMBERING: said("pairing numbers changed"),
        e.Integrity.CORRECTION: said("correction"),
        e.Integrity.ADJOURNMENT: said("adjournment"),
        e.Integrity.CONFIGURATION: said("configuration changed"),
        e.Integrity.BYE: said("full-point bye"),
    }[integrity]


def _why(event: e.Event) -> str:
    reason = getattr(event, "reason", "")
    return reason if isinstance(reason, str) else ""


def _list(event: e.Event, language: Language) -> tuple[str, ...]:
    """The sentences about what was mended in a file; in older entries those that were stored."""
    if not isinstance(event, e.TournamentImported):
        return ()
    return (*event.repairs, *mended_sentences(event.mended, language))


@singledispatch
def _what(event: e.Event, t: Teller) -> str:
    raise TypeError(f"no sentence for {type(event).__name__}")


# The tournament


@_what.register
def _(event: e.TournamentAnnounced, t: Teller) -> str:
    return t.language.ngettext(
        "Announced: {name}, {n} round", "Announced: {name}, {n} rounds", event.regulations.rounds,
        name=event.details.name,
    )  # fmt: skip


@_what.register
def _(event: e.DetailsAmended, t: Teller) -> str:
    before = t.row.before if isinstance(t.row.before, Details) else Details("")
    return t.say("Announcement changed: {changes}", changes=changes(before, event.details, t))


@_what.register
def _(event: e.RegulationsAmended, t: Teller) -> str:
    before = t.row.before if isinstance(t.row.before, Regulations) else Regulations()
    return t.say("Regulations changed: {changes}", changes=changes(before, event.regulations, t))


@_what.register
def _(event: e.TournamentImported, t: Teller) -> str:
    repairs = t.language.ngettext("{n} repair", "{n} repairs", len(event.repairs) + len(event.mended))
    return t.say("Read from the file {file} ({repairs})", file=event.file_name, repairs=repairs)


@_what.register
def _(event: e.PairsProhibited, t: Teller) -> str:
    if not event.groups:
        return t.say("Nobody is kept apart any more")
    return t.say("Not to be paired with each other: {groups}", groups="; ".join(t.names_in(*ban) for ban in event.bans))


@_what.register
def _(event: e.FideModeLeft, t: Teller) -> str:
    return t.say("FIDE mode left for good: {cause}", cause=cause(event.cause, t.language))


@_what.register
def _(event: e.TournamentClosed, t: Teller) -> str:
    if event.after_round:
        return t.say("Tournament closed early, after round {round}; the table is final", round=event.after_round)
    return t.say("Tournament closed; the table is final")


@_what.register
def _(event: e.TournamentReopened, t: Teller) -> str:
    return t.say("Tournament opened again")


@_what.register
def _(event: e.PrizesAnnounced, t: Teller) -> str:
    fund = t.language.money(sum(prize.cents for prize in event.prizes), event.currency)
    return t.language.ngettext(
        "Prizes announced: {n} prize, {fund} in all", "Prizes announced: {n} prizes, {fund} in all",
        len(event.prizes), fund=fund,
    )  # fmt: skip


# Players


@_what.register
def _(event: e.PlayerRegistered, t: Teller) -> str:
    if event.from_round > 1:
        return t.say("{player} registered, plays from round {round}", player=_shown(event, t), round=event.from_round)
    return t.say("{player} registered", player=_shown(event, t))


def _shown(event: e.PlayerRegistered, t: Teller) -> str:
    rating = f" ({event.player.rating})" if event.player.rating else ""
    return t.name(event.player.id) + rating


@_what.register
def _(event: e.PointsAdjusted, t: Teller) -> str:
    values = {"player": t.name(event.player), "round": event.round, "points": t.language.points(abs(event.points))}
    if event.points < 0:
        return t.say("{player}: {points} taken away in round {round} by the arbiter", **values)
    return t.say("{player}: {points} given in round {round} by the arbiter", **values)


@_what.register
def _(event: e.TeamRegistered, t: Teller) -> str:
    team, n = event.team, len(event.team.players)
    players = t.language.ngettext("{n} player", "{n} players", n)
    if event.from_round > 1:
        return t.say(
            "Team {team} registered ({players}), plays from round {round}",
            team=team.name,
            players=players,
            round=event.from_round,
        )
    return t.say("Team {team} registered ({players})", team=team.name, players=players)


@_what.register
def _(event: e.TeamDetailsAmended, t: Teller) -> str:
    names = ", ".join(t.name(player) for player in event.team.players)
    return t.say("Team {team} changed; its players: {players}", team=event.team.name, players=names)


@_what.register
def _(event: e.LineupGiven, t: Teller) -> str:
    names = ", ".join(t.name(player) for player in event.players)
    return t.say("Round {round}: team {team} plays with {players}", round=event.round, team=event.team, players=names)


@_what.register
def _(event: e.PlayerDetailsAmended, t: Teller) -> str:
    who = t.people.get(event.player.id)
    if who is not None and who.anonymous:
        return t.say("Details of {player} changed", player=t.name(event.player.id))
    before = t.row.before if isinstance(t.row.before, Player) else event.player
    found = changes(before, event.player, t, leave_out=("id", "rating"))
    return t.say("Details of {player} changed: {changes}", player=t.name(event.player.id), changes=found)


@_what.register
def _(event: e.RatingCorrected, t: Teller) -> str:
    values = {"player": t.name(event.player), "was": event.was, "rating": event.rating}
    if not event.counts_from:
        return t.say("Rating of {player} corrected for the report only: {was} → {rating}", **values)
    counts = event.counts_from
    return t.say("Rating of {player} corrected: {was} → {rating}, counts from round {n}", n=counts, **values)


@_what.register
def _(event: e.PlayerWithdrawn, t: Teller) -> str:
    return t.say("{player} withdrawn from round {round} on", player=t.name(event.player), round=event.from_round)


@_what.register
def _(event: e.PlayerExpelled, t: Teller) -> str:
    return t.say("{player} expelled from round {round} on", player=t.name(event.player), round=event.from_round)


@_what.register
def _(event: e.PlayerReadmitted, t: Teller) -> str:
    return t.say("{player} readmitted from round {round} on", player=t.name(event.player), round=event.from_round)


@_what.register
def _(event: e.PlayerAnonymised, t: Teller) -> str:
    return t.say("{player} is no longer published by name", player=t.name(event.player))


@_what.register
def _(event: e.ByeGranted, t: Teller) -> str:
    values = {"player": t.name(event.player), "round": event.round}
    match event.kind:
        case Bye.FULL:
            return t.say("{player}: full-point bye in round {round}", **values)
        case Bye.HALF:
            return t.say("{player}: half-point bye in round {round}", **values)
        case Bye.ZERO:
            return t.say("{player}: not paired in round {round}, by leave", **values)


@_what.register
def _(event: e.ByeRevoked, t: Teller) -> str:
    return t.say("{player}: bye in round {round} taken back", player=t.name(event.player), round=event.round)


@_what.register
def _(event: e.HalfPointByesBarred, t: Teller) -> str:
    return t.say("{player} has no half-point byes any more", player=t.name(event.player))


@_what.register
def _(event: e.HalfPointByesAllowed, t: Teller) -> str:
    return t.say("{player} may have half-point byes again", player=t.name(event.player))


# Lots and numbers


@_what.register
def _(event: e.InitialColourDrawn, t: Teller) -> str:
    white = event.colour is Colour.WHITE
    if event.seed and white:
        return t.say("Lot drawn: number 1 begins with White (seed {seed})", seed=event.seed)
    if event.seed:
        return t.say("Lot drawn: number 1 begins with Black (seed {seed})", seed=event.seed)
    if white:
        return t.say("Number 1 begins with White, set by the arbiter")
    return t.say("Number 1 begins with Black, set by the arbiter")


@_what.register
def _(event: e.PairingNumbersIssued, t: Teller) -> str:
    n = len(event.order)
    if isinstance(t.row.before, tuple):
        return t.language.ngettext(
            "Pairing numbers issued anew to {n} player", "Pairing numbers issued anew to {n} players", n
        )
    return t.language.ngettext("Pairing numbers issued to {n} player", "Pairing numbers issued to {n} players", n)


@_what.register
def _(event: e.StartPositionDrawn, t: Teller) -> str:
    values = {"round": event.round, "number": event.position, "pieces": start_position(event.position)}
    return t.say("Start position of round {round} drawn: {number}, {pieces} (seed {seed})", seed=event.seed, **values)


@_what.register
def _(event: e.LotsDrawn, t: Teller) -> str:
    return t.say("Lots drawn between equals (seed {seed})", seed=event.seed)


@_what.register
def _(event: e.EqualsOrdered, t: Teller) -> str:
    return t.say("Order of equals set by the arbiter: {players}", players=t.names(event.order))


@_what.register
def _(event: e.OutsideValuesGiven, t: Teller) -> str:
    values = [f"{t.name(value.player)} {t.language.points(value.points)}" for value in event.values]
    return t.say("Points of the play-off: {values}", values=t.language.listing(values))


# Rounds


@_what.register
def _(event: e.RoundPaired, t: Teller) -> str:
    n, engine = len(event.boards), f"{event.engine} {event.engine_version}".strip()
    if event.engine == e.BY_HAND:
        return t.language.ngettext(
            "Draft of round {round}: {n} board, paired by hand", "Draft of round {round}: {n} boards, paired by hand",
            n, round=event.round,
        )  # fmt: skip
    return t.language.ngettext(
        "Draft of round {round}: {n} board, paired by {engine}",
        "Draft of round {round}: {n} boards, paired by {engine}",
        n, round=event.round, engine=engine,
    )  # fmt: skip


@_what.register
def _(event: e.RoundPublished, t: Teller) -> str:
    return t.say("Round {round} published", round=event.round)


@_what.register
def _(event: e.RoundWithdrawn, t: Teller) -> str:
    if event.overridden:
        return t.say("Round {round} taken back although it had begun", round=event.round)
    return t.say("Round {round} taken back", round=event.round)


@_what.register
def _(event: e.DraftDiscarded, t: Teller) -> str:
    return t.say("Draft of round {round} thrown away", round=event.round)


@_what.register
def _(event: e.BoardsAltered, t: Teller) -> str:
    if not event.breaches:
        return t.say("Boards of round {round} altered by hand", round=event.round)
    articles = t.language.listing([cited(one).number for one in event.breaches])
    return t.say("Boards of round {round} altered by hand against {articles}", round=event.round, articles=articles)


@_what.register
def _(event: e.HandPairingBegun, t: Teller) -> str:
    return t.say("Pairing of round {round} by hand begun", round=event.round)


@_what.register
def _(event: e.HandPairingEnded, t: Teller) -> str:
    if not event.engine:
        return t.say("Pairing of round {round} by hand ended", round=event.round)
    if not event.differing:
        return t.say(
            "Pairing of round {round} by hand ended as {system} pairs it", round=event.round, system=event.engine
        )
    boards = t.language.listing([str(board) for board in event.differing])
    return t.say(
        "Pairing of round {round} by hand ended; {system} pairs boards {boards} otherwise",
        round=event.round,
        system=event.engine,
        boards=boards,
    )


@_what.register
def _(event: e.RoundClosed, t: Teller) -> str:
    return t.say("Round {round} closed", round=event.round)


# Results


@_what.register
def _(event: e.ResultRecorded, t: Teller) -> str:
    if isinstance(t.row.before, Result):
        return f"{t.game()}: {t.result(t.row.before)} → {t.result(event.result)}"
    return f"{t.game()}: {t.result(event.result)}"


@_what.register
def _(event: e.ResultCleared, t: Teller) -> str:
    return t.say("{game}: {was} taken out again", game=t.game(), was=t.result(event.was))


@_what.register
def _(event: e.ResultCorrected, t: Teller) -> str:
    change = {"game": t.game(), "was": t.result(event.was), "result": t.result(event.result)}
    return t.say("{game}: corrected {was} → {result}, counts from round {n}", n=event.counts_from, **change)


@_what.register
def _(event: e.ResultCorrectedForRating, t: Teller) -> str:
    change = {"game": t.game(), "was": t.result(event.was), "result": t.result(event.result)}
    return t.say("{game}: corrected for the rating report only, {was} → {result}", **change)


@_what.register
def _(event: e.ColoursCorrected, t: Teller) -> str:
    if not event.counts_from:
        return t.say("{game}: colours corrected for the rating report only", game=t.game())
    return t.say("{game}: colours corrected, counts from round {n}", game=t.game(), n=event.counts_from)


@_what.register
def _(event: e.ResultDisputed, t: Teller) -> str:
    return t.say("{game}: disputed, {claimed} was claimed", game=t.game(), claimed=t.result(event.claimed))


@_what.register
def _(event: e.DisputeSettled, t: Teller) -> str:
    change = {"game": t.game(), "was": t.result(event.was), "result": t.result(event.result)}
    if event.was is event.result:
        return t.say("{game}: dispute settled, {result} stands", **change)
    return t.say("{game}: dispute settled, {was} → {result}", **change)


@_what.register
def _(event: e.GameAdjourned, t: Teller) -> str:
    return t.say("{game}: adjourned", game=t.game())


@_what.register
def _(event: e.AdjournedGameFinished, t: Teller) -> str:
    return t.say("{game}: adjourned game finished, {result}", game=t.game(), result=t.result(event.result))


@_what.register
def _(event: e.EventUndone, t: Teller) -> str:
    if event.label:
        return t.say("Undone: entry {version}, {why}", version=event.version, why=event.label)
    if t.row.undid is None:
        return t.say("Undone: entry {version}", version=event.version)
    return t.say(
        "Undone: entry {version}, {what}, by {who}, {time}",
        version=event.version,
        what=_what(t.row.undid.event, replace(t, row=t.row.undid)),
        who=t.row.undid.by,
        time=t.language.clock(t.row.undid.at.astimezone()),
    )
