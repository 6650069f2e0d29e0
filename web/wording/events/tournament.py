"""The announcement, regulations, files, prizes and the end of a tournament."""

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from functools import partial, singledispatch
from typing import Any, TypeAlias

from domain import events as e
from domain.files.remarks import repair_count
from domain.words.choices.chances import ChancesFor, OpenGames
from domain.words.choices.faces import EventFace
from domain.words.choices.prizes import category
from domain.words.choices.self_help import ByeWay
from domain.words.choices.team_scores import TeamsBy
from domain.words.games import Result
from domain.words.players import EntrantId
from domain.words.regulations import Details, Format, Regulations, Visibility
from web.wording import N_
from web.wording.cautions import cause
from web.wording.chess.clocks import clocks
from web.wording.chess.status import format_name
from web.wording.chess.team_scores import scoring_in_words, teams_by
from web.wording.chess.telling import Teller, changes
from web.wording.conditions import category_in_words
from web.wording.festivals import parts_of_face
from web.wording.money import prize_tax


@singledispatch
def what_happened(event: e.Event, t: Teller) -> str:
    """The deed of an event, without its reason; raises TypeError for an event that nobody has worded."""
    raise TypeError(f"no sentence for {type(event).__name__}")


Sentence: TypeAlias = str | Callable[[Any], str]
"""One sentence, or the one that the event chooses."""

NAMES_IN_SENTENCES: Mapping[str, str] = {
    "order": "players",
    "tied": "players",
    "face": "parts",
    "winner": "name",
    "source": "tournament",
    "from_round": "round",
    "after_round": "round",
    "counts_from": "n",
    "time_control": "control",
}
"""Facts by the names that sentences have for them."""


def tell_plainly(sentences: Mapping[type[e.Event], Sentence]) -> None:
    """Add events whose facts only have to be named."""
    for kind, sentence in sentences.items():
        what_happened.register(kind, partial(_with_facts, sentence))


def _with_facts(sentence: Sentence, event: e.Event, t: Teller) -> str:
    facts = {one.name: _fact(one.name, getattr(event, one.name), t) for one in fields(event)}
    called = {NAMES_IN_SENTENCES[name]: fact for name, fact in facts.items() if name in NAMES_IN_SENTENCES}
    text = sentence if isinstance(sentence, str) else sentence(event)
    return t.say(text, **{**facts, **called, "game": t.game()})


def _fact(name: str, value: object, t: Teller) -> object:
    match name, value:
        case (("player" | "one" | "other" | "winner" | "origin" | "into"), int()):
            return t.name(EntrantId(value))
        case (("panel" | "addresses"), tuple()):
            return t.language.listing(list(value))
        case (("order" | "tied"), tuple()):
            return t.names(value)
        case _, Result():
            return t.result(value)
        case _, EventFace():
            return parts_of_face(value, t.language)
        case _:
            return value


VISIBILITY_WORDS: Mapping[Visibility, str] = {
    Visibility.PUBLIC: N_("Everybody may see the tournament from now on"),
    Visibility.HIDDEN: N_("Tournament hidden from the public"),
    Visibility.DRAFT: N_("Tournament made private again"),
    Visibility.PRACTICE: N_("Tournament made a practice"),
}
REPORTS_ALLOWED = {True: N_("Players report their results"), False: N_("Players no longer report their results")}
GAMES_ALLOWED = {
    True: N_("Players send the moves of their games"),
    False: N_("Players no longer send the moves of their games"),
}
PHOTOS_ALLOWED = {
    (False, False): N_("Photos of players are shown at the desk alone"),
    (False, True): N_("Photos of players are shown at the desk alone"),
    (True, False): N_("Photos of players are shown to everybody, without juniors"),
    (True, True): N_("Photos of players are shown to everybody, with juniors"),
}
"""By whether they are shown, and those of juniors too."""
COUNTING_OPEN_GAMES: Mapping[OpenGames, str] = {
    OpenGames.OPEN: N_("{what}; open games count as nothing yet"),
    OpenGames.RATING: N_("{what}; open games count as won by the higher rating"),
    OpenGames.DRAWN: N_("{what}; open games count as drawn"),
}

OF_THE_TOURNAMENT: Mapping[type[e.Event], Sentence] = {
    e.VisibilityChanged: lambda event: VISIBILITY_WORDS[event.visibility],
    e.PlayerReportsAllowed: lambda event: REPORTS_ALLOWED[event.allowed],
    e.PlayerGamesAllowed: lambda event: GAMES_ALLOWED[event.allowed],
    e.PhotosAllowed: lambda event: PHOTOS_ALLOWED[event.rules.shown, event.rules.juniors],
    e.BulletinWithdrawn: N_("Withdrawn from news and documents: entry {number}"),
    e.BoardAddressesSet: lambda event: (
        N_("Live boards are looked up at {addresses}")
        if event.addresses
        else N_("Live boards are looked up at no address any more")
    ),
    e.TournamentClosed: lambda event: (
        N_("Tournament closed early, after round {round}; the table is final")
        if event.after_round
        else N_("Tournament closed; the table is final")
    ),
    e.TournamentArchived: N_("Put into the archive"),
    e.TournamentTakenFromArchive: N_("Taken from the archive"),
    e.TournamentHandedOff: N_("Handed off to {to}: played there until it comes back"),
    e.HandoffEnded: lambda event: (
        N_("Taken back by force: what the other machine wrote counts no more")
        if event.forced
        else N_("Came back from the other machine")
    ),
    e.TournamentThrownAway: N_("Tournament thrown away"),
    e.TournamentReopened: N_("Tournament opened again"),
    e.SelfRegistrationClosed: N_("Self-registration closed"),
    e.FaceDrafted: N_("Face of the event drafted: {parts}"),
    e.FaceShown: N_("Face of the event shown to everybody: {parts}"),
}
tell_plainly(OF_THE_TOURNAMENT)


@what_happened.register
def _(event: e.TournamentAnnounced, t: Teller) -> str:
    format = event.regulations.format
    values = {"name": event.details.name, "format": format_name(format, t.language)}
    if event.visibility is Visibility.PRACTICE:
        return t.say("Created for practice: {name}", **values)
    if event.visibility is Visibility.DRAFT:
        return t.say("Created, private: {name}, {format}", **values)
    if format is not Format.SWISS:
        return t.say("Announced: {name}, {format}", **values)
    return t.language.ngettext(
        "Announced: {name}, {n} round", "Announced: {name}, {n} rounds", event.regulations.rounds,
        name=event.details.name,
    )  # fmt: skip


@what_happened.register
def _(event: e.DetailsAmended, t: Teller) -> str:
    before = t.row.before if isinstance(t.row.before, Details) else Details("")
    return t.say("Announcement changed: {changes}", changes=changes(before, event.details, t))


@what_happened.register
def _(event: e.RegulationsAmended, t: Teller) -> str:
    before = t.row.before if isinstance(t.row.before, Regulations) else Regulations()
    laws = event.regulations
    if not laws.paired_by_system and laws.rounds != before.rounds and replace(before, rounds=laws.rounds) == laws:
        return t.language.ngettext("The field makes it {n} round", "The field makes it {n} rounds", laws.rounds)
    return t.say("Regulations changed: {changes}", changes=changes(before, laws, t))


@what_happened.register
def _(event: e.TournamentImported, t: Teller) -> str:
    repairs = t.language.ngettext("{n} repair", "{n} repairs", repair_count(event))
    return t.say("Read from the file {file} ({repairs})", file=event.file_name, repairs=repairs)


@what_happened.register
def _(event: e.PairsProhibited, t: Teller) -> str:
    if not event.groups:
        return t.say("Nobody is kept apart any more")
    groups = [t.names_in(*ban) for ban in event.bans]
    between = " / " if any(";" in group for group in groups) else "; "
    return t.say("Not to be paired with each other: {groups}", groups=between.join(groups))


@what_happened.register
def _(event: e.FideModeLeft, t: Teller) -> str:
    return t.say("FIDE mode left for good: {cause}", cause=cause(event.cause, t.language))


@what_happened.register
def _(event: e.BoardsPlanned, t: Teller) -> str:
    plan = event.plan
    kept = [t.say("{player} keeps board {board}", player=t.name(one.entrant), board=one.board) for one in plan.kept]
    skipped = [str(board) for board in plan.skipped]
    left_out = [t.say("left out: {boards}", boards=t.language.listing(skipped))] if skipped else []
    rooms = [t.say("{room} from board {board}", room=room.name, board=room.first_board) for room in plan.rooms]
    said = [*kept, *left_out, *rooms]
    return t.say("Boards planned: {plan}", plan="; ".join(said)) if said else t.say("Boards from 1 on, in one room")


@what_happened.register
def _(event: e.PublicationPlanned, t: Teller) -> str:
    plan, ngettext = event.plan, t.language.ngettext
    rule = ngettext("{n} minute before each start", "{n} minutes before each start", plan.minutes)
    own = [
        t.say("round {round}: {time}", round=one.round, time=t.language.local_time(one.at))
        if one.at
        else t.say("round {round} by hand", round=one.round)
        for one in plan.times
    ]
    said = [*([rule] if plan.minutes else []), *own]
    if not plan.minutes and not any(one.at for one in plan.times):
        return t.say("No round is published by the clock")
    return t.say("Rounds published by the clock: {plan}", plan="; ".join(said))


@what_happened.register
def _(event: e.DefaultTimeSet, t: Teller) -> str:
    if event.minutes is None:
        return t.say("No default time")
    return t.language.ngettext("Default time: {n} minute", "Default time: {n} minutes", event.minutes)


@what_happened.register
def _(event: e.HandicapSet, t: Teller) -> str:
    steps = [f"{one.difference}: {clocks((one.stronger, one.weaker))}" for one in event.steps]
    said = t.say("Handicap by difference of ratings: {steps}", steps="; ".join(steps))
    return said if steps else t.say("No handicap")


@what_happened.register
def _(event: e.TeamScoringSet, t: Teller) -> str:
    scoring = event.scoring
    if scoring.by is TeamsBy.NOTHING:
        return t.say("No scores of teams")
    who, how = teams_by(scoring.by, t.language), scoring_in_words(scoring, t.language).removesuffix(".")
    return t.say("Scores of teams: {who}. {how}", who=who, how=how)


@what_happened.register
def _(event: e.BulletinWritten, t: Teller) -> str:
    title = event.bulletin.text_in(t.language.code).title
    told = t.say("Entry {number} of news and documents: “{title}”", number=event.number, title=title)
    return t.say("{what}; phones are told", what=told) if event.tell else told


@what_happened.register
def _(event: e.BroadcastSet, t: Teller) -> str:
    ngettext, delay = t.language.ngettext, event.broadcast
    if delay.minutes:
        return ngettext(
            "Live games are shown {n} minute later", "Live games are shown {n} minutes later", delay.minutes
        )
    if delay.moves:
        return ngettext("Live games are shown {n} move later", "Live games are shown {n} moves later", delay.moves)
    return t.say("Live games are shown without delay")


@what_happened.register
def _(event: e.ChancesShown, t: Teller) -> str:
    if event.off:
        return t.say("Nobody is shown what comes next")
    return t.say(COUNTING_OPEN_GAMES[event.open_games], what=_seen_by(event, t))


def _seen_by(event: e.ChancesShown, t: Teller) -> str:
    if event.shown is ChancesFor.DESK:
        return t.say("What comes next is shown at the desk alone")
    if event.from_round > 1:
        return t.say("What comes next is shown to everybody from round {round} on", round=event.from_round)
    return t.say("What comes next is shown to everybody")


OWN_RIGHTS: Mapping[str, str] = {
    "check_in": N_("check in"),
    "byes": N_("ask for byes"),
    "at_once": N_("take byes at once"),
    "withdraw": N_("withdraw"),
    "norms": N_("see their norms"),
}


@what_happened.register
def _(event: e.SelfHelpAllowed, t: Teller) -> str:
    rules = event.rules
    byes = {ByeWay.OFF: "", ByeWay.ASK: "byes", ByeWay.AT_ONCE: "at_once"}[rules.byes]
    given = (
        "check_in" if rules.check_in else "",
        byes,
        "withdraw" if rules.withdraw else "",
        "norms" if rules.norms else "",
    )
    rights = [t.say(OWN_RIGHTS[one]) for one in given if one]
    if not rights:
        return t.say("Players do nothing by links of their own but report")
    return t.say("Players may by links of their own: {rights}", rights=t.language.listing(rights))


@what_happened.register
def _(event: e.SelfRegistrationOpened, t: Teller) -> str:
    opened = _self_registration_opened(event, t)
    if event.waiting_list:
        opened = t.say("{what}, with a waiting list", what=opened)
    return t.say("{what}, entries are confirmed by e-mail", what=opened) if event.by_mail else opened


def _self_registration_opened(event: e.SelfRegistrationOpened, t: Teller) -> str:
    day = t.language.day(event.last_day) if event.last_day else ""
    if event.most and day:
        return t.say("Self-registration open for at most {n} entrants until {day}", n=event.most, day=day)
    if event.most:
        return t.say("Self-registration open for at most {n} entrants", n=event.most)
    return t.say("Self-registration open until {day}", day=day) if day else t.say("Self-registration open")


@what_happened.register
def _(event: e.EntryConditionsSet, t: Teller) -> str:
    conditions = event.conditions
    if not conditions.who:
        return t.say("Everybody may enter")
    who = category_in_words(category(conditions.who), t.language)
    if conditions.enforced:
        return t.say("Only these may enter: {who}", who=who)
    return t.say("The arbiter is warned when others enter than these: {who}", who=who)


@what_happened.register
def _(event: e.PrizesAnnounced, t: Teller) -> str:
    fund = t.language.money(sum(prize.cents for prize in event.prizes), event.currency)
    said = t.language.ngettext(
        "Prizes announced: {n} prize, {fund} in all", "Prizes announced: {n} prizes, {fund} in all",
        len(event.prizes), fund=fund,
    )  # fmt: skip
    return ". ".join(filter(None, (said, prize_tax(event.tax, t.language, event.currency).rstrip("."))))
