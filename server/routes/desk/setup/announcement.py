"""The form of a tournament's announcement and regulations, read into what was decided, and filled in as they stand."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date, timedelta
from enum import StrEnum
from typing import Any

from domain.decisions.players.registering import MAX_PLAYER_NAME_CHARS
from domain.decisions.setup.regulations import IN_FORCE, SYSTEM_OF_TEAMS, fitting, list_of
from domain.festival.events import PlannedStage
from domain.fields import text
from domain.pairing import SYSTEMS
from domain.ranking.tiebreak_lists import MOST_TIEBREAKS, PRESETS, items_of
from domain.ranking.tiebreaks import Ruleset
from domain.records import dataclass
from domain.refusals import BadField
from domain.state import Tournament
from domain.words.festivals import Carry
from domain.words.games import Scoring
from domain.words.options import KnockoutOptions, MaxiTournament, RoundRobinOptions
from domain.words.players import OrderOfEquals
from domain.words.rating_lists import CountedRating
from domain.words.regulations import (
    MAX_PLANNED_ROUNDS,
    Acceleration,
    CorrectionPolicy,
    Details,
    Entrants,
    Format,
    GroupRule,
    Regulations,
)
from domain.words.teams import USUAL_MATCH_POINTS, PrimaryScore, TeamOptions
from server.routes.desk.typed import day_or_words, typed_day, typed_moment, typed_time
from server.routes.forms import Form, amended, scoring_from, worth
from web.wording import Language
from web.wording.chess.knockouts import read_steps, written_steps
from web.wording.chess.tiebreaks import explained, long_name, misfit

USUAL_LIST: Mapping[tuple[Entrants, Format], tuple[str, ...]] = {
    (Entrants.PLAYERS, Format.SWISS): ("C07-SWISS",),
    (Entrants.PLAYERS, Format.ROUND_ROBIN): ("C07-RR",),
    (Entrants.PLAYERS, Format.SCHEVENINGEN): ("C07-RR",),
    (Entrants.PLAYERS, Format.ARENA): ("TPR", "WIN"),
    (Entrants.TEAMS, Format.SWISS): ("C07-TEAM-SWISS",),
    (Entrants.TEAMS, Format.ROUND_ROBIN): ("C07-TEAM-RR",),
    (Entrants.TEAMS, Format.SCHEVENINGEN): ("GP", "MP"),
}
"""The list of tie-breaks that an event begins with."""
KNOCKING_OUT = (Format.KNOCKOUT, Format.DOUBLE_ELIMINATION)
OF_MATCHES = (*KNOCKING_OUT, Format.ROUND_ROBIN, Format.SCHEVENINGEN)
"""Formats that leave the games of a match to the regulations."""
USUAL_LISTS = frozenset({*USUAL_LIST.values(), *((one.usual_list,) for one in SYSTEMS.values() if one.usual_list)})
OFFERED_RULES: Mapping[str, Any] = {
    "systems": SYSTEMS,
    "formats": [format for format in Format if format is not Format.PLAYOFF],
    "rulesets": list(Ruleset),
    "lists": PRESETS,
}


class Drawn(StrEnum):
    """The two ways to draw rounds that stand in a table, as the form names them."""

    AT_ONCE = "at-once"
    ONE_BY_ONE = "one-by-one"


MAX_TYPED_LINES = 100
"""Arbiters, rounds, groups: of each a page can hold so many."""


def details_from(form: Form, before: Details, rounds: int) -> Details:
    """`rounds` are as many as a schedule of all rounds has."""
    return replace(
        amended(form, before, name="tournament_name"),
        flags=form.ticked("flags") if "deputies" in form.fields else before.flags,
        start=typed_day("start", form.text("start")),
        end=typed_day("end", form.text("end")),
        next_time=day_or_words(form.text("next_time", before.next_time)),
        deputies=_typed_names(form, "deputies"),
        arbiters=_typed_names(form, "arbiters") if "arbiters" in form.fields else before.arbiters,
        rating_lists=typed_lines(form, "rating_lists"),
        schedule=schedule_from(form, rounds),
    )


def _typed_names(form: Form, name: str) -> tuple[str, ...]:
    return tuple(text(name, line, MAX_PLAYER_NAME_CHARS) for line in typed_lines(form, name))


def regulations_from(form: Form, before: Regulations) -> Regulations:
    """A form may carry a part of the fields; the others stay."""
    format, entrants = form.choice("format", Format, before.format), form.choice("entrants", Entrants, before.entrants)
    games = _match_games(form, format, entrants, before)
    return replace(
        before,
        entrants=entrants,
        teams=_team_options(form, format, before),
        system=_system(form, entrants, before),
        format=format,
        rounds=form.whole("rounds", before.rounds),
        order=_order(form, format, entrants, before),
        ruleset=form.text("ruleset", before.ruleset),
        corrections=form.choice("corrections", CorrectionPolicy, before.corrections),
        group_rule=form.choice("group_rule", GroupRule, before.group_rule),
        numbering=form.choice("numbering", OrderOfEquals, before.numbering),
        acceleration=form.choice("acceleration", Acceleration, before.acceleration),
        scoring=_scoring(form, format, entrants, games, before),
        chess960=form.ticked("chess960") if "order" in form.fields else before.chess960,
        shared_places=form.ticked("shared_places") if "order" in form.fields else before.shared_places,
        armageddon=form.half_points("armageddon", 0 if form.fields.get("armageddon") == "" else before.armageddon),
        rating_periods=form.ticked("rating_periods") if "order" in form.fields else before.rating_periods,
        counted_rating=form.choice("counted_rating", CountedRating, before.counted_rating),
        round_robin=_round_robin(form, before.round_robin),
        knockout=_knockout(form, before.knockout) if format in KNOCKING_OUT else before.knockout,
        match_games=games,
        scheveningen=amended(form, before.scheveningen),
        swiss=amended(form, before.swiss, bye="bye_rule", numbers="swiss_numbers"),
        maxi=form.choice("maxi", MaxiTournament, before.maxi),
        mcmahon=amended(form, before.mcmahon),
        playoff=amended(form, before.playoff),
    )


def _team_options(form: Form, format: Format, before: Regulations) -> TeamOptions:
    """As typed; the rounds of a Scheveningen match are one match, whose game points decide."""
    options = team_options(form, before.teams)
    return replace(options, primary=PrimaryScore.GAME_POINTS) if format is Format.SCHEVENINGEN else options


def _system(form: Form, entrants: Entrants, before: Regulations) -> str:
    """As chosen. An event that becomes one of teams begins with that of C.04.6, if nobody chose another one."""
    chosen = form.text("system", before.system)
    turned = entrants is Entrants.TEAMS and before.entrants is Entrants.PLAYERS
    return SYSTEM_OF_TEAMS if turned and chosen == before.system else chosen


def _match_games(form: Form, format: Format, entrants: Entrants, before: Regulations) -> int:
    """As typed; in a Swiss of players as the pairing system has it."""
    if entrants is Entrants.TEAMS:
        return form.whole("team_boards", before.match_games)
    if format in OF_MATCHES:
        return form.whole("match_games", before.match_games)
    system = form.text("system", before.system)
    if format is Format.SWISS and system in SYSTEMS:
        return SYSTEMS[system].games_of_match
    return before.match_games


def _scoring(form: Form, format: Format, entrants: Entrants, games: int, before: Regulations) -> Scoring:
    """As typed. An event that becomes one of teams begins with the usual match points, if nobody typed others.

    Where each round of a Swiss of players is a match of several games, the bye follows from the games.
    """
    typed = scoring_from(form, before.scoring)
    if entrants is Entrants.TEAMS:
        untouched = before.entrants is Entrants.PLAYERS and typed == before.scoring
        return USUAL_MATCH_POINTS if untouched else typed
    return replace(typed, pairing_bye=typed.win) if format is Format.SWISS and games > 1 else typed


def starting_with(format: Format, rounds: int, before: Regulations) -> Regulations:
    return replace(before, format=format, rounds=rounds, order=USUAL_LIST.get((before.entrants, format), before.order))


def _round_robin(form: Form, before: RoundRobinOptions) -> RoundRobinOptions:
    drawn = form.choice("drawn", Drawn, Drawn.ONE_BY_ONE if before.one_by_one else Drawn.AT_ONCE)
    return replace(
        amended(form, before, numbers="numbers_by", colours="table_colours"),
        one_by_one=drawn is Drawn.ONE_BY_ONE,
        ends_by_itself=form.ticked("ends_by_itself") if "leavers" in form.fields else before.ends_by_itself,
    )


def _knockout(form: Form, before: KnockoutOptions) -> KnockoutOptions:
    """A form without the field for further games carries none of these options."""
    if "further" not in form.fields:
        return before
    return replace(amended(form, before, ticks=True), further=read_steps(form.text("further")))


def _order(form: Form, format: Format, entrants: Entrants, before: Regulations) -> tuple[str, ...]:
    """As typed. The list of another kind of event that nobody has touched gives way to that of this one."""
    if "order" not in form.fields:
        return before.order
    typed = chosen_tiebreaks(form, before)
    chosen = replace(before, format=format, entrants=entrants, system=form.text("system", before.system))
    untouched = typed == before.order and typed in USUAL_LISTS and _kind(chosen) != _kind(before)
    return usual_list(chosen, typed) if untouched else typed


def _kind(laws: Regulations) -> tuple[Entrants, Format, str]:
    """All that the usual list of tie-breaks hangs on."""
    return laws.entrants, laws.format, _list_of_system(laws)


def _list_of_system(laws: Regulations) -> str:
    system = SYSTEMS.get(laws.system)
    return system.usual_list if system is not None and laws.paired_by_system and not laws.of_teams else ""


def usual_list(laws: Regulations, otherwise: tuple[str, ...]) -> tuple[str, ...]:
    own = _list_of_system(laws)
    return (own,) if own else USUAL_LIST.get((laws.entrants, laws.format), otherwise)


def typed_lines(form: Form, name: str) -> tuple[str, ...]:
    found = tuple(line for raw in form.text(name).splitlines() if (line := raw.strip()))
    if len(found) > MAX_TYPED_LINES:
        raise BadField(name, str(len(found)), f"lines:{MAX_TYPED_LINES}")
    return found


# The fields that a program may leave out: they stay as they are


def details_in_form(details: Details) -> dict[str, str]:
    """The fields that a form without them would empty."""
    lines = {name: "\n".join(getattr(details, name)) for name in ("deputies", "arbiters", "rating_lists", "schedule")}
    return {"start": details.start, "end": details.end, "flags": "on" if details.flags else "", **lines}


def regulations_in_form(laws: Regulations) -> dict[str, str]:
    """The fields that stand or fall together: a box in a form without it would not be ticked."""
    knockout, teams, byes = laws.knockout, laws.teams, laws.teams.bye_game_points
    ticks = {
        "chess960": laws.chess960,
        "shared_places": laws.shared_places,
        "rating_periods": laws.rating_periods,
        "ends_by_itself": laws.round_robin.ends_by_itself,
        "byes": knockout.byes,
        "games_at_once": knockout.games_at_once,
        "round_a_day": knockout.round_a_day,
        "third_place": knockout.third_place,
        "second_final": knockout.second_final,
        "open_lineups": teams.open_lineups,
        "primary_alone": teams.primary_alone,
    }
    return {
        "order": " ".join(laws.order),
        "leavers": laws.round_robin.leavers.value,
        "further": written_steps(knockout.further),
        "team_boards": str(laws.match_games),
        "bye_game_points": "" if byes is None else f"{byes // 2}.{5 * (byes % 2)}",
        "most_reserves": _number(teams.most_reserves),
        "lineup_minutes": _number(teams.lineup_minutes),
        "least_board_games": _number(teams.least_board_games),
        **{name: "on" if ticked else "" for name, ticked in ticks.items()},
    }


def _number(number: int | None) -> str:
    return "" if number is None else str(number)


# The start of each round in the form: a row for each round, or one line that fills all rows.

MOST_DAYS_BETWEEN = 366


def schedule_from(form: Form, rounds: int) -> tuple[str, ...]:
    """The start of each round from round 1 on. A form of lines (`schedule`) is read as such.

    Where no row is filled in, the rows follow from a first day, the times of a day and the days between. Raises
    BadField.
    """
    if "schedule" in form.fields:
        lines = (line.strip() for line in form.text("schedule").splitlines())
        return tuple(typed_moment("schedule", line) for line in lines if line)
    return tuple(_rows(form)) or tuple(_filled(form, rounds))


def _rows(form: Form) -> Iterator[str]:
    """A row without a time begins when the one before did; a row left out between two others is refused."""
    clock, empty = "", 0
    for round in range(1, MAX_PLANNED_ROUNDS + 1):
        day = typed_day("schedule", form.text(f"start_day_{round}"))
        typed = typed_time("schedule", form.text(f"start_time_{round}"))
        if not (day or typed):
            empty = empty or round
            continue
        clock = typed or clock
        if empty or not day or not clock:
            raise BadField("schedule", str(empty or round), "round-without-start")
        yield f"{day}T{clock}"


def _filled(form: Form, rounds: int) -> Iterator[str]:
    first = typed_day("schedule", form.text("first_start"))
    times = [typed_time("schedule", one) for one in form.text("start_times").replace(",", " ").split()]
    if not first or not times:
        return
    between = form.whole("days_between", 1)
    if not 1 <= between <= MOST_DAYS_BETWEEN:
        raise BadField("days_between", str(between), f"whole:1:{MOST_DAYS_BETWEEN}")
    for round in range(rounds):
        day = date.fromisoformat(first) + timedelta(days=between * (round // len(times)))
        yield f"{day.isoformat()}T{times[round % len(times)]}"


# The fields of an event of teams in the form of the regulations.


def team_options(form: Form, before: TeamOptions) -> TeamOptions:
    """A form without these two fields carries none of the options; the first is fixed once round 1 is paired."""
    if not form.fields.keys() & {"team_boards", "primary_score"}:
        return before
    unlimited = replace(before, bye_game_points=None, most_reserves=None, lineup_minutes=None, least_board_games=None)
    results, game = ("win", "draw", "loss"), before.game
    won = {name: worth(form, f"game_{name}", getattr(game, name), "game_scoring") for name in results}
    return replace(
        amended(form, unlimited, ticks=True, primary="primary_score"),
        game=replace(game, **won),
        bye_game_points=form.half_points("bye_game_points") if form.text("bye_game_points") else None,
        most_reserves=form.whole("most_reserves") if form.text("most_reserves") else None,
        lineup_minutes=form.whole("lineup_minutes") if form.text("lineup_minutes") else None,
        least_board_games=form.whole("least_board_games") if form.text("least_board_games") else None,
    )


# The list of tie-breaks as the form builds it: codes typed in a row, or one chosen after the other.

OFFERED_TIEBREAKS: Mapping[Entrants, tuple[str, ...]] = {
    Entrants.PLAYERS: (
        *("BH/C1", "BH", "BH/M1", "SB", "DE", "WIN", "WON", "BPG", "BWG", "PS", "KS", "FB", "AOB"),
        *("ARO", "TPR", "APRO", "PLAYOFF", "MANUAL", "LOTS"),
    ),
    Entrants.TEAMS: (
        *("MP", "GP", "BH:MP", "BH:MP/C1", "BH:GP", "EMGSB", "EMMSB", "OSB", "DE:MP", "EDE", "BC", "TBR", "BBE"),
        *("BERLIN", "SB", "WIN", "PLAYOFF", "MANUAL", "LOTS"),
    ),
}
"""Tie-breaks to choose from; others can be typed."""
CODE_OF_POINTS = "PTS"
"""They come first by themselves."""
SPARE_CHOICES = 3


@dataclass(frozen=True, slots=True)
class ExplainedTiebreak:
    item: str
    name: str
    plain: str
    """A sentence; empty where the name says enough."""
    warnings: tuple[str, ...] = ()


def explained_tiebreak(item: str, words: Language, warnings: tuple[str, ...] = ()) -> ExplainedTiebreak:
    return ExplainedTiebreak(item, long_name(item, words), explained(item, words), warnings)


def chosen(regulations: Regulations) -> tuple[str, ...]:
    return tuple(str(tiebreak) for tiebreak in list_of(regulations).order if tiebreak.code != CODE_OF_POINTS)


def chosen_tiebreaks(form: Form, before: Regulations) -> tuple[str, ...]:
    """The codes as typed, else those chosen one after the other, if they are others than before."""
    typed = items_of(form.text("order"))
    if "tiebreak_1" not in form.fields or typed != before.order:
        return typed
    picked = tuple(filter(None, (form.text(f"tiebreak_{n}") for n in range(1, MOST_TIEBREAKS + 1))))
    return typed if picked == chosen(before) else picked


def choices(regulations: Regulations) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*OFFERED_TIEBREAKS[regulations.entrants], *chosen(regulations))))


def list_in_words(tournament: Tournament, words: Language, expected: int = 0) -> list[ExplainedTiebreak]:
    """Each item of the list, and why it does not fit where it does not."""
    laws, fit = tournament.regulations, fitting(tournament, expected)
    said = [(str(one.tiebreak), misfit(one, words, fit.event)) for one in fit.misfits]
    return [
        explained_tiebreak(item, words, tuple(sentence for tiebreak, sentence in said if tiebreak == item))
        for item in chosen(laws)
    ]


def tiebreaks_of(tournament: Tournament, words: Language) -> dict[str, Any]:
    laws = tournament.regulations
    return {
        "tiebreak_places": (*chosen(laws), *("",) * SPARE_CHOICES)[:MOST_TIEBREAKS],
        "tiebreak_choices": [explained_tiebreak(item, words) for item in choices(laws)],
        "tiebreak_list": list_in_words(tournament, words),
    }


# The stages that a form of a festival plans

STAGES = ("final", "super")


def stages_from(form: Form) -> tuple[PlannedStage, ...]:
    return tuple(stage for name in STAGES if (stage := _stage(form, name)))


def regulations_of_stage(form: Form, name: str, before: Regulations) -> Regulations:
    format = form.choice(f"{name}_format", Format, Format.SWISS)
    return starting_with(format, form.whole(f"{name}_rounds", 3), before)


def _stage(form: Form, name: str) -> PlannedStage | None:
    title = form.line(f"{name}_title")
    if not title:
        return None
    carry = form.choice(f"{name}_carry", Carry, Carry.NONE)
    places, least_games = form.whole(f"{name}_places", 2), form.whole("least_games", 1)
    return PlannedStage(title, places, carry, regulations_of_stage(form, name, IN_FORCE), least_games)
