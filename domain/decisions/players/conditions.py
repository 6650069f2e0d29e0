"""Conditions of entry: set by the organiser, asked whenever somebody enters."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from domain import events as e
from domain import refusals as r
from domain.decisions import refuse_if_closed
from domain.fields import iso_day, text
from domain.tournament import Tournament
from domain.words.choices.conditions import LONGEST_CONDITIONS_CHARS, EntryConditions, RatingMeant
from domain.words.choices.prizes import BadCategory, Category, Condition, ConditionKind, category
from domain.words.players import Player

Judge = Callable[[Condition, Player, int], bool]


def set_conditions(tournament: Tournament, wanted: EntryConditions) -> list[e.Event]:
    """For everybody who enters from now on. Raises BadField."""
    refuse_if_closed(tournament)
    who = text("conditions", wanted.who, longest=LONGEST_CONDITIONS_CHARS)
    try:
        asked = category(who)
    except BadCategory as bad:
        raise r.BadField("conditions", bad.text, "category") from None
    if asked.board is not None:
        raise r.BadField("conditions", wanted.who, "category")
    day = iso_day("age_day", wanted.age_day)
    by_age = any(term.kind is ConditionKind.AGE for terms in asked.alternatives for term in terms)
    if by_age and not day and not tournament.details.start:
        raise r.BadField("age_day", "", "required")
    conditions = replace(wanted, who=asked.text, age_day=day)
    return [] if tournament.conditions == conditions else [e.EntryConditionsSet(conditions)]


def unmet(tournament: Tournament, player: Player) -> tuple[Condition, ...]:
    """The conditions that the player does not fulfil, of the nearest alternative; an unknown fact fulfils none."""
    return _failed(tournament, player, Condition.holds)


def contradicted(tournament: Tournament, player: Player) -> tuple[Condition, ...]:
    """Those that what is known of the player rules out: what somebody leaves empty may be found in a list."""
    return _failed(tournament, player, lambda term, one, year: term.unknown(one) or term.holds(one, year))


def _failed(tournament: Tournament, player: Player, judge: Judge) -> tuple[Condition, ...]:
    asked = conditions_asked(tournament)
    year = int((tournament.conditions.age_day or tournament.details.start)[:4] or 0)
    judged = _with_rating_meant(player, tournament.conditions.rating)
    found = (tuple(term for term in terms if not judge(term, judged, year)) for terms in asked.alternatives)
    return min(found, key=len, default=())


def conditions_asked(tournament: Tournament) -> Category:
    return category(tournament.conditions.who)


def _with_rating_meant(player: Player, meant: RatingMeant) -> Player:
    match meant:
        case RatingMeant.FIDE:
            return replace(player, rating=player.official_rating or player.rating)
        case RatingMeant.NATIONAL:
            return replace(player, rating=player.national_rating)
    return player


def refuse_unmet(tournament: Tournament, players: Sequence[Player]) -> None:
    """Where they are enforced. Raises ConditionsNotMet, or of a list PlayersCannotEnter with a line for each."""
    problems = tuple(conditions_problems(tournament, players))
    if problems and len(players) == 1:
        raise problems[0].refusal
    if problems:
        raise r.PlayersCannotEnter(problems)


def conditions_problems(tournament: Tournament, players: Sequence[Player]) -> Iterator[r.ProblemOfAPlayer]:
    """None where they are only a warning."""
    if not tournament.conditions.enforced:
        return
    for index, player in enumerate(players):
        if failed := unmet(tournament, player):
            yield r.ProblemOfAPlayer(index, player.name, r.ConditionsNotMet(player.name, failed))


def refuse_contradicted(tournament: Tournament, player: Player) -> None:
    """At the public form. Raises ConditionsNotMet where the conditions are enforced."""
    if tournament.conditions.enforced and (failed := contradicted(tournament, player)):
        raise r.ConditionsNotMet(player.name, failed)
