"""Regulations: which may stand together, which are in force, and the sets that have a name."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import astuple, replace
from enum import StrEnum

from domain.cards.acceleration import baku_points, suits_baku
from domain.cards.card import Card
from domain.decisions.players.registering import HIGHEST_RATING
from domain.fields import text, whole_number
from domain.formats import FORMATS, rules_of
from domain.pairing import SYSTEMS
from domain.ranking import tiebreak_lists as lists
from domain.ranking import tiebreaks
from domain.ranking.order import rank
from domain.records import dataclass
from domain.refusals import BadField, OutsideFideMode, TiebreaksOfOtherFormat
from domain.tournament import Tournament
from domain.tournament_cards.periods import is_long
from domain.words import options as o
from domain.words import regulations as w
from domain.words.games import Scoring
from domain.words.players import PairingNumber
from domain.words.teams import USUAL_MATCH_POINTS, PrimaryScore

MOST_CYCLES = 8
MOST_PLACES_PLAYED_FOR = 100
LONGEST_PLAYOFF_TEXT_CHARS = 100
MOST_OF_TEAMS = {"bye_game_points": 199, "most_reserves": 30, "lineup_minutes": 14 * 24 * 60, "least_board_games": 99}
"""Half-points are as many as record 320 of a report file has room for."""
MOST_GAMES_OF_A_MATCH = 24
"""As many as a match for the world title has had."""


def refuse_two_rounds_a_day(details: w.Details, regulations: w.Regulations) -> None:
    """Raises BadField for a schedule with two rounds on a day, where the regulations have one a day (document 003)."""
    days = [moment[:10] for moment in details.schedule]
    twice = next((day for at, day in enumerate(days) if day in days[:at]), None)
    if regulations.knockout.round_a_day and FORMATS[regulations.format].knocks_out and twice is not None:
        raise BadField("schedule", twice, "a-round-a-day")


def checked_regulations(regulations: w.Regulations) -> w.Regulations:
    """Return the regulations. Raises BadField for what cannot be."""
    whole_number("rounds", regulations.rounds, 1, w.MAX_PLANNED_ROUNDS)
    if regulations.system not in SYSTEMS:
        raise BadField("system", regulations.system, "one-of:" + ",".join(SYSTEMS))
    fair_scoring("scoring", regulations.scoring)
    _decides_draws(regulations)
    _accelerates(regulations)
    checked_playoff(regulations.playoff)
    _of_the_swiss(regulations.swiss)
    _where_players_begin(regulations)
    whole_number("cycles", regulations.round_robin.cycles, 1, MOST_CYCLES)
    if (numbers := regulations.round_robin.numbers) is o.NumbersBy.RATING_OR_LOT:
        raise BadField("numbers_by", numbers, "one-of:rating,lot")
    FORMATS[regulations.format].refuse_options(regulations)
    whole_number("match_games", regulations.match_games, 1, MOST_GAMES_OF_A_MATCH)
    system, by_system = SYSTEMS[regulations.system], _paired_by_system(regulations)
    if by_system and 1 < system.games_of_match != regulations.match_games:
        raise BadField("match_games", str(regulations.match_games), f"one-of:{system.games_of_match}")
    _of_teams(regulations)
    if by_system and system.entrants is w.Entrants.TEAMS and not regulations.of_teams:
        raise BadField("system", regulations.system, "system-for-teams")
    check_rankable(regulations)
    return regulations


def _paired_by_system(regulations: w.Regulations) -> bool:
    return FORMATS[regulations.format].paired_by_system


def _of_teams(regulations: w.Regulations) -> None:
    if regulations.entrants is not w.Entrants.TEAMS:
        return
    options = regulations.teams
    fair_scoring("game_scoring", options.game)
    for name, most in MOST_OF_TEAMS.items():
        if (number := getattr(options, name)) is not None:
            whole_number(name, number, 0, most)
    if options.least_board_games is not None and _paired_by_system(regulations):
        most = regulations.rounds * max(1, regulations.swiss_match_games)
        whole_number("least_board_games", options.least_board_games, 0, most)


def checked_playoff(options: o.PlayoffOptions) -> o.PlayoffOptions:
    """Return the options. Raises BadField for what cannot be."""
    whole_number("places", options.places, 1, MOST_PLACES_PLAYED_FOR)
    text("increment_from_move", options.increment_from_move, LONGEST_PLAYOFF_TEXT_CHARS)
    text("dropped_share", options.dropped_share, LONGEST_PLAYOFF_TEXT_CHARS)
    return options


def _of_the_swiss(options: o.SwissOptions) -> None:
    if options.colour_run not in o.COLOUR_RUNS:
        raise BadField("colour_run", str(options.colour_run), "one-of:" + ",".join(map(str, o.COLOUR_RUNS)))
    if options.numbers is o.NumbersBy.VARMA:
        raise BadField("swiss_numbers", options.numbers, "varma-for-players")
    whole_number("apart_rounds", options.apart_rounds, 0, w.MAX_PLANNED_ROUNDS)
    whole_number("rounds_between", options.rounds_between, 0, w.MAX_PLANNED_ROUNDS)


def _where_players_begin(regulations: w.Regulations) -> None:
    if not SYSTEMS[regulations.system].starting_points or not _paired_by_system(regulations):
        return
    if regulations.entrants is w.Entrants.TEAMS:
        raise BadField("system", regulations.system, "starts-by-rating")
    options = regulations.mcmahon
    whole_number("bar", options.bar, 1, HIGHEST_RATING)
    whole_number("band", options.band, 1, HIGHEST_RATING)
    if not 0 <= options.floor < options.bar:
        raise BadField("floor", str(options.floor), "floor-below-bar")
    if options.top(options.floor) > o.HALVES_OF_A_POINT * o.MOST_STARTING_POINTS:
        raise BadField("band", str(options.band), f"band-too-narrow:{o.MOST_STARTING_POINTS}")


def _accelerates(regulations: w.Regulations) -> None:
    """Baku needs a system that knows virtual points, and a win worth two draws (C.04.7)."""
    if regulations.acceleration is w.Acceleration.NONE:
        return
    if not _paired_by_system(regulations) or not SYSTEMS[regulations.system].accelerates:
        raise BadField("acceleration", regulations.acceleration, "system-accelerates")
    if regulations.entrants is w.Entrants.TEAMS and regulations.teams.primary is PrimaryScore.GAME_POINTS:
        raise BadField("acceleration", regulations.acceleration, "match-points-are-accelerated")
    if not suits_baku(regulations.scoring):
        raise BadField("acceleration", regulations.acceleration, "win-is-two-draws")


def virtual_points_by_round(regulations: w.Regulations) -> tuple[int, ...]:
    """The virtual points of each round: neither they nor what they follow from change after the start (Q109, Q110)."""
    if regulations.acceleration is w.Acceleration.NONE:
        return ()
    return baku_points(regulations.rounds, regulations.round_scoring)


def fixed_with_pairing(regulations: w.Regulations) -> tuple[object, ...]:
    """All that decides who meets whom in which round of a table or a bracket, and the format itself."""
    table = replace(regulations.round_robin, leavers=o.LeaverRule.KEEP, ends_by_itself=False)
    rounds = regulations.rounds if regulations.from_tables else 0
    bracket = (regulations.knockout.bracket, regulations.match_games)
    kind = (regulations.entrants, regulations.format)
    return (kind, regulations.swiss, table, regulations.scheveningen, bracket, rounds)


def _decides_draws(laws: w.Regulations) -> None:
    """An Armageddon gives no more than a win; a match, and a bracket, has further games of its own."""
    most = laws.scoring.win - laws.scoring.draw
    if laws.armageddon and (laws.of_teams or laws.match_games > 1 or laws.with_bracket):
        raise BadField("armageddon", _as_points(laws.armageddon), "single-games")
    if laws.armageddon < 0:
        raise BadField("armageddon", f"-{_as_points(-laws.armageddon)}", "at-least:0")
    if laws.armageddon > most:
        raise BadField("armageddon", _as_points(laws.armageddon), f"armageddon-below-win:{_as_points(most)}")


def fair_scoring(field: str, scoring: Scoring) -> None:
    """Two draws are worth no more than a win and a loss, a bye no more than a win (FIDE checklist, 74, 81)."""
    shown = ", ".join(_as_points(value) for value in (scoring.win, scoring.draw, scoring.loss))
    if not scoring.loss <= scoring.draw <= scoring.win:
        raise BadField(field, shown, "loss-draw-win-ascending")
    if 2 * scoring.draw > scoring.win + scoring.loss:
        raise BadField(field, shown, "two-draws-not-above-win-and-loss")
    if max(scoring.pairing_bye, scoring.absence) > scoring.win:
        raise BadField(field, _as_points(max(scoring.pairing_bye, scoring.absence)), "bye-not-above-win")


def _as_points(half_points: int) -> str:
    return f"{half_points // 2}.5" if half_points % 2 else str(half_points // 2)


IN_FORCE = w.Regulations(
    system="dutch-2026",
    order=("C07-SWISS",),
    ruleset=tiebreaks.Ruleset.C07_2026.value,
    corrections=w.CorrectionPolicy.HANDLING_2026,
)
"""C.04.2 and C.04.3 since 1 February 2026, C.07 since 1 March 2026."""

SYSTEM_OF_TEAMS = "team-swiss-2026"
"""With which an event of teams begins (C.04.6)."""

SYSTEMS_IN_FORCE = frozenset(name for name, system in SYSTEMS.items() if system.in_force)
"""The systems of C.04.3, C.04.4, C.04.5 and C.04.6 in their editions of 2026."""

LISTS_OF_C07 = frozenset(name for name in lists.PRESETS if name.startswith("C07-"))
NOT_IN_C07 = frozenset({"SBX2", "TPR400"})

FIELDS_OF_SWISS = (
    "odd_field",
    "bye_rule",
    "colour_run",
    "swiss_numbers",
    "apart_by",
    "apart_rounds",
    "rounds_between",
)
"""Where each of `SwissOptions` is chosen."""

OF_OTHER_FORMAT = frozenset({lists.MisfitReason.BUCHHOLZ_IN_ROUND_ROBIN, lists.MisfitReason.KOYA_IN_SWISS})
"""C.07, 8: no Buchholz where everybody meets everybody. C.07, 9.2: Koya there alone."""


def outside(regulations: w.Regulations) -> tuple[str, ...]:
    """The fields whose choice is none of the rules in force; empty = FIDE mode may be kept."""
    rules = FORMATS[regulations.format]
    named = {item.upper() for item in regulations.order} & set(lists.PRESETS)
    foreign = any(t.code in NOT_IN_C07 for t in list_of(regulations).order)
    kept = {
        "format": not regulations.is_arena,
        "system": not rules.paired_by_system or regulations.system in SYSTEMS_IN_FORCE,
        **{
            field: not rules.paired_by_system or chosen == in_force
            for field, chosen, in_force in zip(
                FIELDS_OF_SWISS, astuple(regulations.swiss), astuple(IN_FORCE.swiss), strict=True
            )
        },
        "table_colours": not rules.colours_may_be_drawn or regulations.round_robin.colours is o.TableColours.BERGER,
        "order": named <= LISTS_OF_C07 and not foreign and not of_other_format(regulations),
        "ruleset": regulations.ruleset == IN_FORCE.ruleset,
        "corrections": regulations.corrections is IN_FORCE.corrections,
        "bye_game_points": not bye_beyond_a_match(regulations),
    }
    return tuple(field for field, is_kept in kept.items() if not is_kept)


def bye_beyond_a_match(regulations: w.Regulations) -> bool:
    """The bye of a team has more game points than a match won at all boards (C.04.6, 1.4: those of a drawn match)."""
    given = regulations.teams.bye_game_points
    most = regulations.match_games * regulations.teams.game.win
    return regulations.of_teams and given is not None and given > most


def of_other_format(regulations: w.Regulations) -> tuple[str, ...]:
    """Tie-breaks that C.07 has for another format than that of the regulations."""
    event = lists.EventFacts(tiebreaks.Ruleset(regulations.ruleset), FORMATS[regulations.format].predetermined)
    found = lists.misfits(list_of(regulations).order, event)
    return tuple(str(one.tiebreak) for one in found if one.reason in OF_OTHER_FORMAT)


def refuse_outside(regulations: w.Regulations, allowed: Collection[str] = ()) -> None:
    """Raises TiebreaksOfOtherFormat or OutsideFideMode, but for the fields that are allowed to stand outside."""
    fields = tuple(field for field in outside(regulations) if field not in allowed)
    if "order" in fields and (unfit := of_other_format(regulations)):
        raise TiebreaksOfOtherFormat(unfit, FORMATS[regulations.format].predetermined)
    if fields:
        raise OutsideFideMode(fields)


TWO_CARDS = {number: Card(number) for number in (PairingNumber(1), PairingNumber(2))}
TWO_TEAMS = tiebreaks.team_cards(TWO_CARDS, tiebreaks.TeamRules())


def list_of(regulations: w.Regulations) -> lists.TiebreakList:
    """The tie-breaks in order, without those that are missing. Raises BadTiebreak."""
    return lists.read_kept_list(regulations.order)


def check_rankable(regulations: w.Regulations) -> None:
    """Checks the list on a table of two.

    Raises BadField for an unknown ruleset or tie-break, one for teams among players or for players among teams, a
    list that is too long or has a name in its middle, and one that mixes groups where the regulations forbid it
    (article 33.2).
    """
    if regulations.ruleset not in set(tiebreaks.Ruleset):
        raise BadField("ruleset", regulations.ruleset, "one-of:" + ",".join(tiebreaks.Ruleset))
    teams = regulations.entrants is w.Entrants.TEAMS
    context = tiebreaks.Context(
        tiebreaks.Ruleset(regulations.ruleset),
        regulations.round_scoring,
        regulations.rounds,
        team=tiebreaks.team_rules(regulations),
    )
    try:
        listed = lists.read_new_list(regulations.order)
        listed.check_for(regulations.entrants)
        order = listed.order
        rank(TWO_TEAMS if teams else TWO_CARDS, order, context)
        check_groups(order, regulations.group_rule)
    except MixedGroups as mixed:
        raise BadField("order", ", ".join(mixed.offending), "one-group") from None
    except lists.TooManyTiebreaks as problem:
        raise BadField("order", problem.text, f"tie-breaks-at-most:{lists.MOST_TIEBREAKS}") from None
    except lists.NameNotFirst as problem:
        raise BadField("order", problem.text, "name-first") from None
    except tiebreaks.NeedsTeams as problem:
        raise BadField("order", problem.text, "for-teams") from None
    except tiebreaks.NeedsPlayers as problem:
        raise BadField("order", problem.text, "for-players") from None
    except tiebreaks.BadTiebreak as problem:
        raise BadField("order", problem.text, "tie-breaks") from None


def mixed_groups(regulations: w.Regulations) -> tuple[str, ...]:
    """Tie-breaks that article 33.2 does not want in this list, where the regulations ask to be warned."""
    return check_groups(list_of(regulations).order, regulations.group_rule)


@dataclass(frozen=True, slots=True)
class Fitting:
    event: lists.EventFacts
    misfits: tuple[lists.Misfit, ...]


def fitting(tournament: Tournament, expected: int = 0) -> Fitting:
    """The fit of the regulations' list to the format, the ruleset, and the players registered so far, or expected."""
    laws = tournament.regulations
    unrated = sum(not player.rating for player in tournament.players.values())
    event = lists.EventFacts(
        tiebreaks.Ruleset(laws.ruleset),
        rules_of(tournament).predetermined,
        teams=laws.entrants is w.Entrants.TEAMS,
        primary=tiebreaks.team_rules(laws).primary,
        unrated=unrated,
        rounds=laws.rounds,
        players=max(expected, len(tournament.entrants)),
        by_arbiter=True,
        long=laws.rating_periods or is_long(tournament.details),
    )
    return Fitting(event, lists.misfits(list_of(laws).order, event))


class Reading(StrEnum):
    """The two readings of article 33.2, "only one type of the five groups"."""

    A = "A"
    """A published list stays inside one group; a play-off may always end it. Fits the example."""
    B = "B"
    """At most one item of each group. Contradicts the example of the article itself."""


class MixedGroups(ValueError):
    """Article 33.2 forbids the list; `offending` are its items that may not stand with the others."""

    def __init__(self, offending: tuple[str, ...]) -> None:
        super().__init__(*offending)
        self.offending = offending


def check_groups(
    order: Sequence[tiebreaks.Tiebreak], rule: w.GroupRule = w.GroupRule.OFF, reading: Reading = Reading.A
) -> tuple[str, ...]:
    """The items that article 33.2 does not want beside those before them; none if the rule is off.

    Points, lots and the arbiter's own order belong to no group; a team's primary and secondary
    score are no tie-breaks here. Raises `MixedGroups` where the rule is `ERROR`.
    """
    if rule is w.GroupRule.OFF:
        return ()
    offending = tuple(_offending(order, reading))
    if offending and rule is w.GroupRule.ERROR:
        raise MixedGroups(offending)
    return offending


def _offending(order: Sequence[tiebreaks.Tiebreak], reading: Reading) -> Iterable[str]:
    seen: set[tiebreaks.TiebreakGroup] = set()
    for tiebreak in order:
        group = tiebreaks.rule_of(tiebreak).group
        if group is tiebreaks.TiebreakGroup.NONE or tiebreak.code in ("MP", "GP"):
            continue
        if reading is Reading.A:
            if group is not tiebreaks.TiebreakGroup.PLAYOFF and seen and group not in seen:
                yield str(tiebreak)
                continue
        elif group in seen:
            yield str(tiebreak)
        if group is not tiebreaks.TiebreakGroup.PLAYOFF or reading is Reading.B:
            seen.add(group)


def knows_playoffs(regulations: w.Regulations) -> bool:
    """The list of tie-breaks has a play-off in it (32.5.1)."""
    return any(tiebreak.code == "PLAYOFF" for tiebreak in lists.read_kept_list(regulations.order).order)


# Whole sets of regulations under a name, to begin an announcement with; each field can still be changed.

PORTAL_SWISS = replace(
    IN_FORCE,
    rounds=5,
    order=("S003-SWISS",),
    ruleset=tiebreaks.Ruleset.PORTAL.value,
    swiss=o.SwissOptions(o.OddField.REFUSED, o.ByeRule.LAST, colour_run=3, numbers=o.NumbersBy.RATING_OR_LOT),
)
"""The Swiss of document 003: an even field numbered by rating, no more than three games in a row with one colour.

Where nobody has a rating lots are drawn. It has the rounds of a knock-out: five for the twenty players of its example,
and the form follows the players expected. The bye is for
whoever allows an odd field all the same: the last of the lowest group who has had none.
"""

PORTAL_ROUND_ROBIN = replace(
    IN_FORCE,
    format=w.Format.ROUND_ROBIN,
    order=("S003-RR",),
    ruleset=tiebreaks.Ruleset.PORTAL.value,
    round_robin=o.RoundRobinOptions(numbers=o.NumbersBy.LOT, colours=o.TableColours.LOT, ends_by_itself=True),
)
"""The round robin of document 003: colours by lot, the doubled Sonneborn-Berger, and the last result closes it."""

ROUND_ROBIN = replace(IN_FORCE, format=w.Format.ROUND_ROBIN, order=("C07-RR",))

KNOCKOUT = replace(IN_FORCE, format=w.Format.KNOCKOUT)

TEAM_SWISS = replace(
    IN_FORCE,
    entrants=w.Entrants.TEAMS,
    system=SYSTEM_OF_TEAMS,
    rounds=7,
    order=("C07-TEAM-SWISS",),
    scoring=USUAL_MATCH_POINTS,
    match_games=4,
)

DUTCH_1998 = w.Regulations()
"""The rules of 1998, with article F.10."""

NAMED_REGULATIONS: Mapping[str, w.Regulations] = {
    "fide": IN_FORCE,
    "club": replace(IN_FORCE, rounds=5, shared_places=True),
    "juniors": replace(IN_FORCE, rounds=7, order=("BH/C1", "BH", "SB", "DE", "WIN")),
    "round-robin": ROUND_ROBIN,
    "knock-out": KNOCKOUT,
    "teams": TEAM_SWISS,
    "dutch-1998": DUTCH_1998,
    "portal-swiss": PORTAL_SWISS,
    "portal-round-robin": PORTAL_ROUND_ROBIN,
}
