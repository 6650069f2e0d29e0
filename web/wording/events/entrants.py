"""Players and teams: who they are, their coming and going."""

from collections.abc import Mapping
from dataclasses import replace

from domain import events as e
from domain.words.festivals import Qualifier
from domain.words.games import Bye, Colour, start_position
from domain.words.options import NumbersBy
from domain.words.players import Player
from domain.words.rating_lists import TYPED, is_converted
from domain.words.regulations import Regulations
from domain.words.teams import PrimaryScore
from web.wording import N_, NN_
from web.wording.chess.telling import Teller, changes
from web.wording.events.tournament import Sentence, tell_plainly, what_happened
from web.wording.money import payment_way
from web.wording.refusals.entrants import LINEUP_RULES

BYES_GRANTED: Mapping[Bye, str] = {
    Bye.FULL: N_("{player}: full-point bye in round {round}"),
    Bye.HALF: N_("{player}: half-point bye in round {round}"),
    Bye.ZERO: N_("{player}: not paired in round {round}, by leave"),
}
COLOUR_OF_NUMBER_1: Mapping[tuple[Colour, bool], str] = {
    (Colour.WHITE, True): N_("Lot drawn: number 1 begins with White (seed {seed})"),
    (Colour.BLACK, True): N_("Lot drawn: number 1 begins with Black (seed {seed})"),
    (Colour.WHITE, False): N_("Number 1 begins with White, set by the arbiter"),
    (Colour.BLACK, False): N_("Number 1 begins with Black, set by the arbiter"),
}
"""By the colour, and whether it was drawn."""

BYES_ASKED: Mapping[Bye, str] = {
    Bye.FULL: N_("{player} asks for a full-point bye in round {round}"),
    Bye.HALF: N_("{player} asks for a half-point bye in round {round}"),
    Bye.ZERO: N_("{player} asks for leave in round {round}"),
}

OF_ENTRANTS: Mapping[type[e.Event], Sentence] = {
    e.EntrantCheckedIn: N_("{player} checked in"),
    e.CheckInUndone: N_("{player}: check-in taken back"),
    e.LineupsShown: N_("Lineups of round {round} shown to everybody"),
    e.PlayerAnonymised: N_("{player} is no longer published by name"),
    e.PhotoKept: N_("{player} has a photo"),
    e.PhotoRemoved: N_("{player}: photo taken away"),
    e.ByeRevoked: N_("{player}: bye in round {round} taken back"),
    e.ByeRequested: lambda event: BYES_ASKED[event.kind],
    e.ByeRequestTakenBack: N_("{player} no longer asks for a bye in round {round}"),
    e.ByeDeclined: N_("{player}: no bye granted in round {round}"),
    e.OwnLinkRenewed: N_("{player} has a new link of their own; those before open nothing any more"),
    e.HalfPointByesBarred: N_("{player} has no half-point byes any more"),
    e.HalfPointByesAllowed: N_("{player} may have half-point byes again"),
    e.PairingNumbersExchanged: N_("{one} and {other} exchange pairing numbers"),
    e.EqualsOrdered: N_("Order of equals set by the arbiter: {players}"),
    e.PlayerTransferred: lambda event: (
        N_("{player} goes from {origin} to {into}, as a reserve")
        if event.reserve
        else N_("{player} goes from {origin} to {into}")
    ),
    e.RatingCorrected: lambda event: (
        N_("Rating of {player} corrected: {was} → {rating}, counts from round {n}")
        if event.counts_from
        else N_("Rating of {player} corrected for the report only: {was} → {rating}")
    ),
    e.ByeGranted: lambda event: BYES_GRANTED[event.kind],
    e.InitialColourDrawn: lambda event: COLOUR_OF_NUMBER_1[event.colour, bool(event.seed)],
    e.LotsDrawn: lambda event: (
        N_("Lots drawn between equals (seed {seed})") if event.seed else N_("Lots as the report file has them")
    ),
}
tell_plainly(OF_ENTRANTS)


@what_happened.register
def _(event: e.PlayerRegistered, t: Teller) -> str:
    if event.from_waiting:
        return t.say("{player} has a place now, from the waiting list", player=_shown(event, t))
    if event.from_round > 1:
        return t.say("{player} registered, plays from round {round}", player=_shown(event, t), round=event.from_round)
    return t.say("{player} registered", player=_shown(event, t))


@what_happened.register
def _(event: e.EntryWaitlisted, t: Teller) -> str:
    return t.say("{player} waits for a place", player=t.name(event.player.id))


@what_happened.register
def _(event: e.EntryFeesSet, t: Teller) -> str:
    fees = event.fees
    if not fees.any:
        return t.say("No entry fee")
    others = [*(one.cents for one in fees.by_category), *(one.cents for one in fees.changes)]
    sums = sorted({fees.cents, *others})
    return t.say("Entry fees: {sums}", sums=t.language.listing([t.language.money(one, fees.currency) for one in sums]))


@what_happened.register
def _(event: e.OwnFeeSet, t: Teller) -> str:
    name = t.name(event.player)
    if event.cents is None:
        return t.say("{player} pays the fee of their category again", player=name)
    return t.say("{player} has a fee of their own", player=name)


@what_happened.register
def _(event: e.PaymentMade, t: Teller) -> str:
    payment = event.payment
    values = {
        "player": t.name(event.player),
        "sum": t.language.money(abs(payment.cents), payment.currency),
        "n": payment.number,
        "way": payment_way(payment.way, t.language),
    }
    if payment.cents < 0:
        return t.say("{player}: {sum} of the fee given back, {way}, receipt {n}", **values)
    return t.say("{player}: {sum} of the fee paid, {way}, receipt {n}", **values)


@what_happened.register
def _(event: e.PaymentCancelled, t: Teller) -> str:
    return t.say("{player}: receipt {n} cancelled", player=t.name(event.player), n=event.number)


@what_happened.register
def _(event: e.WaitingEntryEnded, t: Teller) -> str:
    return t.say("{player} no longer waits for a place", player=t.name(event.player))


def _shown(event: e.PlayerRegistered, t: Teller) -> str:
    name, rating = t.name(event.player.id), event.player.rating
    if is_converted(event.rating_from):
        return t.say("{player} ({rating}, from {origin})", player=name, rating=rating, origin=event.rating_from)
    return f"{name} ({rating})" if rating else name


@what_happened.register
def _(event: e.PointsAdjusted, t: Teller) -> str:
    if isinstance(t.row.before, Regulations):
        return _of_team(event, t, t.row.before.teams.primary)
    values = {"player": t.name(event.player), "round": event.round, "points": t.language.points(abs(event.points))}
    if event.points < 0:
        return t.say("{player}: {points} taken away in round {round} by the arbiter", **values)
    return t.say("{player}: {points} given in round {round} by the arbiter", **values)


def _of_team(event: e.PointsAdjusted, t: Teller, primary: PrimaryScore) -> str:
    by_match, words = primary is PrimaryScore.MATCH_POINTS, t.language
    match, game = (event.points, event.secondary) if by_match else (event.secondary, event.points)
    given = (
        (match, NN_("{points} match point", "{points} match points")),
        (game, NN_("{points} game point", "{points} game points")),
    )
    scores = [
        words.ngettext(*pattern, words.counted(points), points=words.signed_points(points))
        for points, pattern in given
        if points
    ]
    values = {"team": t.name(event.player), "scores": words.listing(scores), "round": event.round}
    return t.say("{team}: {scores} by the arbiter in round {round}", **values)


@what_happened.register
def _(event: e.StartingPointsCorrected, t: Teller) -> str:
    points = t.language.points
    values = {"player": t.name(event.player), "was": points(event.was), "points": points(event.points)}
    return t.say(
        "Starting points of {player} corrected: {was} → {points}, count from round {n}", n=event.counts_from, **values
    )


@what_happened.register
def _(event: e.EntrantsQualified, t: Teller) -> str:
    players = t.language.listing([_qualified(one, t) for one in event.entrants])
    return t.say("Qualified in {source}: {players}", source=event.name or event.source, players=players)


def _qualified(one: Qualifier, t: Teller) -> str:
    if not one.carried:
        return t.name(one.entrant)
    return t.say("{player} (brings {points})", player=t.name(one.entrant), points=t.language.points(one.carried))


@what_happened.register
def _(event: e.QualificationAccepted, t: Teller) -> str:
    return t.say(
        "Entrants from {source} stay as they are, whatever was corrected there", source=event.name or event.source
    )


@what_happened.register
def _(event: e.TeamRegistered, t: Teller) -> str:
    team, n = event.team, len(event.team.players)
    players = t.language.ngettext("{n} player", "{n} players", n)
    values = {"team": team.name, "players": players, "round": event.from_round}
    if event.from_round > 1:
        return t.say("Team {team} registered ({players}), plays from round {round}", **values)
    return t.say("Team {team} registered ({players})", **values)


@what_happened.register
def _(event: e.TeamDetailsAmended, t: Teller) -> str:
    names = ", ".join(t.name(player) for player in event.team.players)
    return t.say("Team {team} changed; its players: {players}", team=event.team.name, players=names)


@what_happened.register
def _(event: e.LineupGiven, t: Teller) -> str:
    names = ", ".join(t.name(player) for player in event.players)
    values = {"round": event.round, "team": t.name(event.team), "players": names}
    if not event.against:
        return t.say("Round {round}: team {team} plays with {players}", **values)
    rules = t.language.listing([t.say(LINEUP_RULES[rule]) for rule in event.against])
    return t.say("Round {round}: team {team} plays with {players}, against the rules ({rules})", rules=rules, **values)


@what_happened.register
def _(event: e.PlayerDetailsAmended, t: Teller) -> str:
    who = t.people.get(event.player.id)
    if who is not None and who.anonymous:
        return t.say("Details of {player} changed", player=t.name(event.player.id))
    before = t.row.before if isinstance(t.row.before, Player) else event.player
    if event.rating_from and before == replace(event.player, rating=before.rating):
        origin = t.say("typed") if event.rating_from == TYPED else event.rating_from
        return t.say("Rating of {player} is from {origin}", player=t.name(event.player.id), origin=origin)
    found = changes(before, event.player, t, leave_out=("id", "rating"))
    return t.say("Details of {player} changed: {changes}", player=t.name(event.player.id), changes=found)


GONE_ALONE = {
    e.PlayerWithdrawn: N_("{player} withdrawn from round {round} on"),
    e.PlayerExpelled: N_("{player} expelled from round {round} on"),
}
GONE_WITH_FORFEITS = {
    e.PlayerWithdrawn: NN_(
        "{player} withdrawn from round {round} on: {n} game is forfeited",
        "{player} withdrawn from round {round} on: {n} games are forfeited",
    ),
    e.PlayerExpelled: NN_(
        "{player} expelled from round {round} on: {n} game is forfeited",
        "{player} expelled from round {round} on: {n} games are forfeited",
    ),
}


@what_happened.register
def _(event: e.PlayerWithdrawn | e.PlayerExpelled, t: Teller) -> str:
    values = {"player": t.name(event.player), "round": event.from_round}
    if event.forfeits:
        return t.language.ngettext(*GONE_WITH_FORFEITS[type(event)], len(event.forfeits), **values)
    return t.say(GONE_ALONE[type(event)], **values)


@what_happened.register
def _(event: e.PeriodRatingsTaken, t: Teller) -> str:
    n, values = len(event.ratings), {"round": event.from_round, "list": event.rating_from or t.say("typed")}
    return t.language.ngettext(
        "Ratings from round {round} on by {list}: {n} player has another one",
        "Ratings from round {round} on by {list}: {n} players have others", n, **values,
    )  # fmt: skip


@what_happened.register
def _(event: e.PlayerReadmitted, t: Teller) -> str:
    values = {"player": t.name(event.player), "round": event.from_round}
    if event.reopened:
        return t.say(
            "{player} readmitted from round {round} on; games to be played: {n}", n=len(event.reopened), **values
        )
    return t.say("{player} readmitted from round {round} on", **values)


@what_happened.register
def _(event: e.PairingNumbersIssued, t: Teller) -> str:
    n = len(event.order)
    if event.seed:
        values = {"seed": event.seed, "n": n}
        if event.drawn_by is NumbersBy.VARMA:
            return t.say("Numbers of {n} players drawn by Varma lots (seed {seed})", **values)
        return t.say("Numbers of {n} players drawn by lot (seed {seed})", **values)
    if isinstance(t.row.before, tuple):
        return t.language.ngettext(
            "Pairing numbers issued anew to {n} player", "Pairing numbers issued anew to {n} players", n
        )
    return t.language.ngettext("Pairing numbers issued to {n} player", "Pairing numbers issued to {n} players", n)


@what_happened.register
def _(event: e.StartPositionDrawn, t: Teller) -> str:
    values = {"round": event.round, "number": event.position, "pieces": start_position(event.position)}
    return t.say("Start position of round {round} drawn: {number}, {pieces} (seed {seed})", seed=event.seed, **values)


@what_happened.register
def _(event: e.OutsideValuesGiven, t: Teller) -> str:
    values = [f"{t.name(value.player)} {t.language.points(value.points)}" for value in event.values]
    return t.say("Points of the play-off: {values}", values=t.language.listing(values))
