"""Results, and the undo of an entry."""

from collections import Counter
from dataclasses import replace

from domain import events as e
from domain.words.games import Colour, Result, SettledBy
from web.wording.events.what import what_happened
from web.wording.knockouts import FURTHER_GAMES
from web.wording.telling import Teller


@what_happened.register
def _(event: e.ResultRecorded, t: Teller) -> str:
    if isinstance(t.row.before, Result):
        return f"{t.game()}: {t.result(t.row.before)} → {t.result(event.result)}"
    return f"{t.game()}: {t.result(event.result)}"


@what_happened.register
def _(event: e.ResultCleared, t: Teller) -> str:
    return t.say("{game}: {was} taken out again", game=t.game(), was=t.result(event.was))


@what_happened.register
def _(event: e.ResultCorrected, t: Teller) -> str:
    change = {"game": t.game(), "was": t.result(event.was), "result": t.result(event.result)}
    return t.say("{game}: corrected {was} → {result}, counts from round {n}", n=event.counts_from, **change)


@what_happened.register
def _(event: e.ResultCorrectedForRating, t: Teller) -> str:
    change = {"game": t.game(), "was": t.result(event.was), "result": t.result(event.result)}
    return t.say("{game}: corrected for the rating report only, {was} → {result}", **change)


@what_happened.register
def _(event: e.ColoursCorrected, t: Teller) -> str:
    if not event.counts_from:
        return t.say("{game}: colours corrected for the rating report only", game=t.game())
    return t.say("{game}: colours corrected, counts from round {n}", game=t.game(), n=event.counts_from)


@what_happened.register
def _(event: e.GamesReseated, t: Teller) -> str:
    games = t.language.listing(
        [f"{one.board}: {t.name(one.white)} – {t.name(one.black)} {t.result(one.result)}" for one in event.games]
    )
    said = {"n": event.round, "games": games}
    if not event.counts_from:
        return t.say("Round {n}, for the rating report only, was played as {games}", **said)
    return t.say("Round {n} was played as {games}, counts from round {first}", first=event.counts_from, **said)


@what_happened.register
def _(event: e.ResultDisputed, t: Teller) -> str:
    return t.say("{game}: disputed, {claimed} was claimed", game=t.game(), claimed=t.result(event.claimed))


@what_happened.register
def _(event: e.ResultReported, t: Teller) -> str:
    result = t.result(event.result)
    if event.colour is Colour.WHITE:
        return t.say("{game}: White reports {result}", game=t.game(), result=result)
    return t.say("{game}: Black reports {result}", game=t.game(), result=result)


@what_happened.register
def _(event: e.DisputeSettled, t: Teller) -> str:
    change = {"game": t.game(), "was": t.result(event.was), "result": t.result(event.result)}
    if event.was is event.result:
        return t.say("{game}: dispute settled, {result} stands", **change)
    return t.say("{game}: dispute settled, {was} → {result}", **change)


@what_happened.register
def _(event: e.GameAdjourned, t: Teller) -> str:
    return t.say("{game}: adjourned", game=t.game())


@what_happened.register
def _(event: e.AdjournedGameFinished, t: Teller) -> str:
    return t.say("{game}: adjourned game finished, {result}", game=t.game(), result=t.result(event.result))


@what_happened.register
def _(event: e.GamesAdded, t: Teller) -> str:
    many = Counter(game.kind for game in event.games)
    games = t.language.listing([t.language.ngettext(*FURTHER_GAMES[kind], n) for kind, n in many.items()])
    if event.seed:
        return t.say("{game}: level, {games} (lot for colours {seed})", game=t.game(), games=games, seed=event.seed)
    return t.say("{game}: level, {games}", game=t.game(), games=games)


@what_happened.register
def _(event: e.MatchSettled, t: Teller) -> str:
    who = {"game": t.game(), "name": t.name(event.winner)}
    match event.by:
        case SettledBy.LOTS if event.seed:
            return t.say("{game}: lots drawn, {name} goes on (seed {seed})", seed=event.seed, **who)
        case SettledBy.LOTS:
            return t.say("{game}: lots drawn, {name} goes on", **who)
        case SettledBy.FURTHER_GAMES:
            return t.say("{game}: {name} goes on by further games", **who)
        case SettledBy.LOWER_RATING:
            return t.say("{game}: {name} goes on with the lower rating", **who)
        case SettledBy.RULING:
            return t.say("{game}: {name} goes on, the arbiter decides", **who)


@what_happened.register
def _(event: e.EventUndone, t: Teller) -> str:
    if event.label:
        return t.say("Undone: entry {version}, {why}", version=event.version, why=event.label)
    if t.row.undid is None:
        return t.say("Undone: entry {version}", version=event.version)
    return t.say(
        "Undone: entry {version}, {what}, by {who}, {time}",
        version=event.version,
        what=what_happened(t.row.undid.event, replace(t, row=t.row.undid)),
        who=t.row.undid.by,
        time=t.language.clock(t.row.undid.at.astimezone()),
    )
