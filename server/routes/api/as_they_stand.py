"""The fields that a program leaves out, as the desk's form would hold them: they stay as they are."""

from collections.abc import Mapping
from dataclasses import fields

from domain.decisions.setup.regulations import NAMED_REGULATIONS
from domain.words.players import EntrantId
from domain.words.regulations import Details, Regulations
from domain.words.teams import TeamId
from server.routes.desk.stages.stages_typed import STAGES
from server.routes.desk.visit import Visit
from web.api.commands import PlayerFields
from web.wording.chess.knockouts import written_steps


def player_now(visit: Visit) -> Mapping[str, str]:
    """The player of the address."""
    player = visit.at.tournament.players.get(EntrantId(visit.number("player")))
    if player is None:
        return {}
    known = set(PlayerFields.__struct_fields__) & set(type(player).__slots__)
    return {name: str(getattr(player, name) or "") for name in known}


def team_now(visit: Visit) -> Mapping[str, str]:
    """The team of the address."""
    team = visit.at.tournament.teams.get(TeamId(EntrantId(visit.number("team"))))
    if team is None:
        return {}
    return {"team": team.name, "captain": team.captain, "federation": team.federation, "club": team.club}


def entries_now(visit: Visit) -> Mapping[str, str]:
    """The limits of the public form, where it is open."""
    limits = visit.at.tournament.self_registration
    if limits is None:
        return {}
    by_mail = {"by_mail": "1"} if limits.by_mail else {}
    return {"most_entrants": str(limits.most), "last_day": limits.last_day, **by_mail}


def details_now(visit: Visit) -> Mapping[str, str]:
    return _announcement(visit.at.tournament.details)


def regulations_now(visit: Visit) -> Mapping[str, str]:
    return _laws(visit.at.tournament.regulations)


def named_regulations(visit: Visit) -> Mapping[str, str]:
    """Those that a new tournament begins with."""
    return _laws(NAMED_REGULATIONS[visit.form.text("like")])


def festival_now(visit: Visit) -> Mapping[str, str]:
    about = visit.festival.festival.details
    said = {"name": about.name, "city": about.city, "start": about.start, "end": about.end}
    return {**said, "one_prize_each": "on" if about.one_prize_each else ""}


def series_now(visit: Visit) -> Mapping[str, str]:
    """The plan of the series, where the festival is one."""
    series = visit.festival.festival.series
    if series is None:
        return {}
    rules, laws = series.plan.entries, series.regulations
    said = {one.name: getattr(series.plan, one.name) for one in fields(series.plan) if one.name != "entries"}
    said |= {one.name: getattr(rules, one.name) for one in fields(rules)}
    said |= {"message_language": said.pop("language"), "organisers": "\n".join(rules.organisers)}
    said |= {"edition_format": laws.format, "edition_rounds": laws.rounds, "seeding": series.seeding}
    said |= {"grouped": series.grouped, "begins_by_itself": series.begins_by_itself}
    for name, stage in zip(STAGES, series.stages, strict=False):
        said |= {f"{name}_{field}": getattr(stage, field) for field in ("title", "places", "carry")}
        said |= {f"{name}_format": stage.regulations.format, f"{name}_rounds": stage.regulations.rounds}
        said["least_games"] = stage.least_games
    return {name: _written(value) for name, value in said.items()}


def _written(value: object) -> str:
    return ("on" if value else "") if isinstance(value, bool) else str(value)


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
