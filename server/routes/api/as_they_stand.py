"""The fields that a program leaves out, as the desk's form would hold them: they stay as they are."""

from collections.abc import Mapping

from domain.decisions.named_regulations import NAMED_REGULATIONS
from domain.tournament import Tournament
from domain.words.entrants import EntrantId
from domain.words.regulations import Details, Regulations
from domain.words.teams import TeamId
from server.routes.desk.visit import Visit
from web.api.commands import PlayerFields
from web.wording.knockouts import written_steps


def player_now(t: Tournament, visit: Visit) -> Mapping[str, str]:
    """The player of the address."""
    player = t.players.get(EntrantId(visit.number("player")))
    if player is None:
        return {}
    fields = set(PlayerFields.__struct_fields__) & set(type(player).__slots__)
    return {name: str(getattr(player, name) or "") for name in fields}


def team_now(t: Tournament, visit: Visit) -> Mapping[str, str]:
    """The team of the address."""
    team = t.teams.get(TeamId(EntrantId(visit.number("team"))))
    if team is None:
        return {}
    return {"team": team.name, "captain": team.captain, "federation": team.federation, "club": team.club}


def entries_now(t: Tournament, _visit: Visit) -> Mapping[str, str]:
    """The limits of the public form, where it is open."""
    limits = t.self_registration
    return {} if limits is None else {"most_entrants": str(limits.most), "last_day": limits.last_day}


def details_now(t: Tournament, _visit: Visit) -> Mapping[str, str]:
    return _announcement(t.details)


def regulations_now(t: Tournament, _visit: Visit) -> Mapping[str, str]:
    return _laws(t.regulations)


def named_regulations(_t: Tournament, visit: Visit) -> Mapping[str, str]:
    """Those that a new tournament begins with."""
    return _laws(NAMED_REGULATIONS[visit.form.text("like")])


def _announcement(details: Details) -> dict[str, str]:
    """The fields that a form without them would empty."""
    lines = {name: "\n".join(getattr(details, name)) for name in ("deputies", "rating_lists", "schedule")}
    return {"start": details.start, "end": details.end, **lines}


def _laws(laws: Regulations) -> dict[str, str]:
    """The fields that stand or fall together: a box in a form without it would not be ticked."""
    knockout, teams = laws.knockout, laws.teams
    ticks = {
        "chess960": laws.chess960,
        "shared_places": laws.shared_places,
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
        "bye_game_points": _half_points(teams.bye_game_points),
        "most_reserves": _number(teams.most_reserves),
        "lineup_minutes": _number(teams.lineup_minutes),
        **{name: "on" if ticked else "" for name, ticked in ticks.items()},
    }


def _half_points(halves: int | None) -> str:
    return "" if halves is None else f"{halves // 2}.{5 * (halves % 2)}"


def _number(number: int | None) -> str:
    return "" if number is None else str(number)
