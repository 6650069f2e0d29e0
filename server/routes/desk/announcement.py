"""The form of a tournament's announcement and regulations, read into what was decided."""

from dataclasses import replace
from datetime import date, datetime

from domain.decisions.new_player import MAX_PLAYER_NAME_CHARS
from domain.fields import text
from domain.ranking.lists import items_of
from domain.refusals import BadField
from domain.words.games import Scoring
from domain.words.players import OrderOfEquals
from domain.words.regulations import Acceleration, CorrectionPolicy, Details, Format, GroupRule, Regulations
from server.routes.forms import Form

MAX_TYPED_LINES = 100
"""Deputies, rounds, groups: of each a page can hold so many."""


def details_from(form: Form, before: Details) -> Details:
    return replace(
        before,
        name=form.text("tournament_name", before.name),
        city=form.text("city", before.city),
        federation=form.text("federation", before.federation),
        start=_date(form, "start"),
        end=_date(form, "end"),
        chief_arbiter=form.text("chief_arbiter", before.chief_arbiter),
        deputies=tuple(text("deputies", line, MAX_PLAYER_NAME_CHARS) for line in typed_lines(form, "deputies")),
        time_control=form.text("time_control", before.time_control),
        clock=form.text("clock", before.clock),
        rank_method=form.text("rank_method", before.rank_method),
        rating_lists=typed_lines(form, "rating_lists"),
        schedule=tuple(_moment(line) for line in typed_lines(form, "schedule")),
    )


def regulations_from(form: Form, before: Regulations) -> Regulations:
    """A form may carry a part of the fields; the others stay."""
    return replace(
        before,
        system=form.text("system", before.system),
        format=form.choice("format", Format, before.format),
        rounds=form.whole("rounds", before.rounds),
        order=items_of(form.text("order")) if "order" in form.fields else before.order,
        ruleset=form.text("ruleset", before.ruleset),
        corrections=form.choice("corrections", CorrectionPolicy, before.corrections),
        group_rule=form.choice("group_rule", GroupRule, before.group_rule),
        numbering=form.choice("numbering", OrderOfEquals, before.numbering),
        acceleration=form.choice("acceleration", Acceleration, before.acceleration),
        scoring=_scoring(form, before.scoring),
        chess960=form.ticked("chess960") if "order" in form.fields else before.chess960,
        shared_places=form.ticked("shared_places") if "order" in form.fields else before.shared_places,
    )


def typed_lines(form: Form, name: str) -> tuple[str, ...]:
    """The typed lines. Raises BadField for more than a page can hold."""
    found = tuple(line for raw in form.text(name).splitlines() if (line := raw.strip()))
    if len(found) > MAX_TYPED_LINES:
        raise BadField(name, str(len(found)), f"lines:{MAX_TYPED_LINES}")
    return found


def _scoring(form: Form, before: Scoring) -> Scoring:
    """Points as people write them: 1, 0.5 or ½."""
    return Scoring(
        win=_worth(form, "win", before.win),
        draw=_worth(form, "draw", before.draw),
        loss=_worth(form, "loss", before.loss),
        pairing_bye=_worth(form, "pairing_bye", before.pairing_bye),
        absence=_worth(form, "absence", before.absence),
    )


def _worth(form: Form, name: str, before: int) -> int:
    """Half-points of a result; the points of a tournament are one field, whichever box is wrong."""
    try:
        found = form.half_points(name, before)
    except BadField as bad:
        raise BadField("scoring", bad.value, bad.rule) from None
    if found < 0:
        raise BadField("scoring", form.text(name), "half-points")
    return found


def _date(form: Form, name: str) -> str:
    typed = form.text(name)
    try:
        return date.fromisoformat(typed).isoformat() if typed else ""
    except ValueError:
        raise BadField(name, typed, "date") from None


def _moment(line: str) -> str:
    """`2026-11-21T15:00`; a blank instead of the T will do."""
    try:
        return datetime.fromisoformat(line).replace(tzinfo=None).isoformat(timespec="minutes")
    except ValueError:
        raise BadField("schedule", line, "moment") from None
