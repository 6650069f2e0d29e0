"""The form of a tournament's announcement and regulations, read into what was decided."""

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum

from domain.decisions.players.registering import MAX_PLAYER_NAME_CHARS
from domain.decisions.setup.regulations import SYSTEM_OF_TEAMS
from domain.fields import text
from domain.pairing import SYSTEMS
from domain.refusals import BadField
from domain.tournament_cards import has_starting_points
from domain.words.games import Scoring
from domain.words.options import (
    ArmageddonColours,
    BracketOrder,
    ByeRule,
    CycleEnd,
    FewestMoves,
    KnockoutOptions,
    LeaverRule,
    LevelRule,
    MaxiTournament,
    McMahonOptions,
    NumbersBy,
    OddField,
    PairingForm,
    PlayoffOptions,
    RoundRobinOptions,
    ScheveningenOptions,
    SwissOptions,
    TableColours,
)
from domain.words.players import OrderOfEquals
from domain.words.regulations import Acceleration, CorrectionPolicy, Details, Entrants, Format, GroupRule, Regulations
from domain.words.teams import PrimaryScore, TeamOptions
from server.routes.desk.schedule import schedule_from
from server.routes.desk.team_options import entrants_from, points_of_event, team_options
from server.routes.desk.tiebreak_choices import chosen_tiebreaks
from server.routes.desk.typed_days import typed_day
from server.routes.forms import Form
from web.wording.chess.knockouts import read_steps

USUAL_LIST: Mapping[tuple[Entrants, Format], tuple[str, ...]] = {
    (Entrants.PLAYERS, Format.SWISS): ("C07-SWISS",),
    (Entrants.PLAYERS, Format.ROUND_ROBIN): ("C07-RR",),
    (Entrants.PLAYERS, Format.SCHEVENINGEN): ("C07-RR",),
    (Entrants.TEAMS, Format.SWISS): ("C07-TEAM-SWISS",),
    (Entrants.TEAMS, Format.ROUND_ROBIN): ("C07-TEAM-RR",),
    (Entrants.TEAMS, Format.SCHEVENINGEN): ("GP", "MP"),
}
"""The list of tie-breaks that an event begins with."""
KNOCKING_OUT = (Format.KNOCKOUT, Format.DOUBLE_ELIMINATION)
OF_MATCHES = (*KNOCKING_OUT, Format.ROUND_ROBIN, Format.SCHEVENINGEN)
"""Formats that leave the games of a match to the regulations."""
MCMAHON_LIST = ("MCMAHON",)
USUAL_LISTS = frozenset({*USUAL_LIST.values(), MCMAHON_LIST})


class Drawn(StrEnum):
    """The two ways to draw rounds that stand in a table, as the form names them."""

    AT_ONCE = "at-once"
    ONE_BY_ONE = "one-by-one"


MAX_TYPED_LINES = 100
"""Deputies, rounds, groups: of each a page can hold so many."""


def details_from(form: Form, before: Details, rounds: int) -> Details:
    """`rounds` are as many as a schedule of all rounds has."""
    return replace(
        before,
        name=form.text("tournament_name", before.name),
        city=form.text("city", before.city),
        federation=form.text("federation", before.federation),
        start=typed_day("start", form.text("start")),
        end=typed_day("end", form.text("end")),
        chief_arbiter=form.text("chief_arbiter", before.chief_arbiter),
        deputies=tuple(text("deputies", line, MAX_PLAYER_NAME_CHARS) for line in typed_lines(form, "deputies")),
        time_control=form.text("time_control", before.time_control),
        clock=form.text("clock", before.clock),
        rank_method=form.text("rank_method", before.rank_method),
        rating_lists=typed_lines(form, "rating_lists"),
        schedule=schedule_from(form, rounds),
    )


def regulations_from(form: Form, before: Regulations) -> Regulations:
    """A form may carry a part of the fields; the others stay."""
    format, entrants = form.choice("format", Format, before.format), entrants_from(form, before)
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
        scoring=_scoring(form, before, of_matches=_plays_matches(format, entrants, games)),
        chess960=form.ticked("chess960") if "order" in form.fields else before.chess960,
        shared_places=form.ticked("shared_places") if "order" in form.fields else before.shared_places,
        round_robin=_round_robin(form, before.round_robin),
        knockout=_knockout(form, before.knockout) if format in KNOCKING_OUT else before.knockout,
        match_games=games,
        scheveningen=ScheveningenOptions(
            form.text("first_team", before.scheveningen.first_team).strip(),
            form.text("second_team", before.scheveningen.second_team).strip(),
        ),
        swiss=SwissOptions(
            form.choice("odd_field", OddField, before.swiss.odd_field),
            form.choice("bye_rule", ByeRule, before.swiss.bye),
            form.whole("colour_run", before.swiss.colour_run),
            form.choice("swiss_numbers", NumbersBy, before.swiss.numbers),
        ),
        maxi=form.choice("maxi", MaxiTournament, before.maxi),
        mcmahon=_mcmahon(form, before.mcmahon),
        playoff=_playoff(form, before.playoff),
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


def _mcmahon(form: Form, before: McMahonOptions) -> McMahonOptions:
    rating = form.whole
    return McMahonOptions(rating("bar", before.bar), rating("band", before.band), rating("floor", before.floor))


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


def _plays_matches(format: Format, entrants: Entrants, games: int) -> bool:
    """Each round of a Swiss of players is a match of several games."""
    return format is Format.SWISS and games > 1 and entrants is Entrants.PLAYERS


def _scoring(form: Form, before: Regulations, of_matches: bool) -> Scoring:
    """As typed. The bye of rounds that are matches of players follows from their games."""
    typed = points_of_event(form, before)
    return replace(typed, pairing_bye=typed.win) if of_matches else typed


def starting_with(format: Format, rounds: int, before: Regulations) -> Regulations:
    """With the list of tie-breaks that this format begins with."""
    return replace(before, format=format, rounds=rounds, order=USUAL_LIST.get((before.entrants, format), before.order))


def _playoff(form: Form, before: PlayoffOptions) -> PlayoffOptions:
    """The play-off as it is published before the event (32.5.1)."""
    return replace(
        before,
        pairing_form=form.choice("pairing_form", PairingForm, before.pairing_form),
        fewest_moves=form.choice("fewest_moves", FewestMoves, before.fewest_moves),
        places=form.whole("places", before.places),
        armageddon_colours=form.choice("armageddon_colours", ArmageddonColours, before.armageddon_colours),
        increment_from_move=form.text("increment_from_move", before.increment_from_move),
        dropped_share=form.text("dropped_share", before.dropped_share),
    )


def _round_robin(form: Form, before: RoundRobinOptions) -> RoundRobinOptions:
    drawn = form.choice("drawn", Drawn, Drawn.ONE_BY_ONE if before.one_by_one else Drawn.AT_ONCE)
    return RoundRobinOptions(
        cycles=form.whole("cycles", before.cycles),
        numbers=form.choice("numbers_by", NumbersBy, before.numbers),
        one_by_one=drawn is Drawn.ONE_BY_ONE,
        leavers=form.choice("leavers", LeaverRule, before.leavers),
        colours=form.choice("table_colours", TableColours, before.colours),
        ends_by_itself=form.ticked("ends_by_itself") if "leavers" in form.fields else before.ends_by_itself,
        cycle_end=form.choice("cycle_end", CycleEnd, before.cycle_end),
    )


def _knockout(form: Form, before: KnockoutOptions) -> KnockoutOptions:
    """A form without the field for further games carries none of these options."""
    if "further" not in form.fields:
        return before
    return KnockoutOptions(
        bracket=form.choice("bracket", BracketOrder, before.bracket),
        byes=form.ticked("byes"),
        level=form.choice("level", LevelRule, before.level),
        further=read_steps(form.text("further")),
        games_at_once=form.ticked("games_at_once"),
        round_a_day=form.ticked("round_a_day"),
        third_place=form.ticked("third_place"),
        second_final=form.ticked("second_final"),
    )


def _order(form: Form, format: Format, entrants: Entrants, before: Regulations) -> tuple[str, ...]:
    """As typed. The list of another kind of event that nobody has touched gives way to that of this one."""
    if "order" not in form.fields:
        return before.order
    typed = chosen_tiebreaks(form, before)
    chosen = replace(before, format=format, entrants=entrants, system=form.text("system", before.system))
    untouched = typed == before.order and typed in USUAL_LISTS and _kind(chosen) != _kind(before)
    return usual_list(chosen, typed) if untouched else typed


def _kind(laws: Regulations) -> tuple[Entrants, Format, bool]:
    """All that the usual list of tie-breaks hangs on."""
    return laws.entrants, laws.format, has_starting_points(laws)


def usual_list(laws: Regulations, otherwise: tuple[str, ...]) -> tuple[str, ...]:
    """The list of tie-breaks that an event of this kind begins with."""
    return MCMAHON_LIST if has_starting_points(laws) else USUAL_LIST.get((laws.entrants, laws.format), otherwise)


def typed_lines(form: Form, name: str) -> tuple[str, ...]:
    """The typed lines. Raises BadField for more than a page can hold."""
    found = tuple(line for raw in form.text(name).splitlines() if (line := raw.strip()))
    if len(found) > MAX_TYPED_LINES:
        raise BadField(name, str(len(found)), f"lines:{MAX_TYPED_LINES}")
    return found
