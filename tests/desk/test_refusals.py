"""Every refusal of the domain has its sentence."""

import importlib
import pkgutil
from collections.abc import Iterator
from dataclasses import fields
from enum import Enum
from typing import Any, get_args, get_type_hints

import pytest

import domain
from domain.events import RoundClosed
from domain.files.importing import NoWordFor
from domain.refusals import (
    AlreadyAway,
    BadField,
    CannotUndo,
    LineupBreach,
    PlayersCannotEnter,
    ProblemOfAPlayer,
    ProblemOfATeam,
    ReasonMissing,
    Refusal,
    TournamentHasStarted,
)
from domain.tournament import Tournament
from domain.words.cautions import LastRoundDiffers
from domain.words.choices.prizes import Condition, ConditionKind
from domain.words.players import Namesake, NamesakeQuestion, Player, PlayerId
from domain.words.rounds import Breach, Fault
from domain.words.teams import LineupRule
from web.wording import language
from web.wording.refusals import sentence
from web.wording.refusals.refusal import RULE_NAMES

NAMES = Tournament(players={PlayerId(1): Player(PlayerId(1), "Euwe, Max"), PlayerId(2): Player(PlayerId(2), "Tal, M")})


def refusals() -> list[type[Refusal]]:
    """All but those of the screens, whose words are `web/wording/screens.py`."""
    for module in pkgutil.walk_packages(domain.__path__, "domain."):
        importlib.import_module(module.name)

    def below(cls: type[Refusal]) -> Iterator[type[Refusal]]:
        for sub in cls.__subclasses__():
            yield sub
            yield from below(sub)

    ours = {cls for cls in below(Refusal) if cls.__module__ != "domain.screens.decisions" and not cls.__subclasses__()}
    return sorted(ours, key=lambda cls: cls.__name__)


def _is_enum(hint: object) -> bool:
    return isinstance(hint, type) and issubclass(hint, Enum)


def example(cls: type[Refusal]) -> Refusal:
    """One with something in every field."""
    hints: dict[str, Any] = get_type_hints(cls)
    special = {
        "what": "rounds",
        "reasons": tuple(NoWordFor),
        "failed": (Condition(ConditionKind.RATING, 1, 1999),),
        "why": "depended-on",
        "rule": "required",
        "events": (RoundClosed(1),),
        "cautions": (LastRoundDiffers(3, 5, (1, 2), "FIDE Dutch 1998"),),
        "until": "2026-11-21T15:00:00+00:00",
        "questions": (NamesakeQuestion(0, NAMES.players[PlayerId(1)], (Namesake(NAMES.players[PlayerId(2)]),)),),
        "problems": (ProblemOfAPlayer(0, "Euwe, Max", BadField("federation", "Bulgaria", "three-letters:BUL")),)
        if cls is PlayersCannotEnter
        else (ProblemOfATeam("Sofia", 2, "Euwe, Max", BadField("federation", "Bulgaria", "three-letters:BUL")),),
    }
    values: dict[str, object] = {}
    for field in fields(cls):  # type: ignore[arg-type]
        kind = str(hints[field.name])
        if field.name in special:
            values[field.name] = special[field.name]
        elif enums := [h for h in (hints[field.name], *get_args(hints[field.name])) if _is_enum(h)]:
            values[field.name] = next(iter(enums[0]))
        elif "LineupBreach" in kind:
            values[field.name] = (LineupBreach(LineupRule.BOARD_ORDER, 2, PlayerId(1), PlayerId(2)),)
        elif "Breach[" in kind:
            values[field.name] = (Breach(Fault.KEPT_APART, (PlayerId(1), PlayerId(2))),)
        elif "tuple[str" in kind:
            values[field.name] = ("system", "ruleset")
        elif "tuple[tuple[int" in kind:
            values[field.name] = ((1, 2), (1, 3))
        elif "tuple" in kind:
            values[field.name] = (1, 2)
        elif "str" in kind:
            values[field.name] = "Some text"
        else:
            values[field.name] = 2
    return cls(**values)


@pytest.mark.parametrize("cls", refusals(), ids=lambda cls: cls.__name__)
def test_every_refusal_is_one_sentence_without_holes(cls: type[Refusal]) -> None:
    said = sentence(example(cls), NAMES, language("en"))
    assert said.lstrip("“")[0].isupper()
    assert said.endswith((".", ")"))
    assert "{" not in said
    assert "<" not in said
    assert "None" not in said


def test_players_are_named_not_numbered() -> None:
    assert sentence(AlreadyAway(PlayerId(1), 3), NAMES, language("en")).startswith(
        "Euwe, Max is not playing in round 3"
    )


OF_NO_FIELD = {"nothing-ticked", "underway"}
"""Rules of a whole form."""


@pytest.mark.parametrize("rule", sorted(RULE_NAMES.keys() - OF_NO_FIELD))
def test_every_rule_of_a_field_names_the_field(rule: str) -> None:
    said = sentence(BadField("fide_id", "abc", f"{rule}:1:2"), None, language("en"))
    assert said.startswith("FIDE ID")


def test_what_was_typed_is_shown_short() -> None:
    assert len(sentence(BadField("rating", "9" * 5000, "number"), None, language("en"))) < 150


@pytest.mark.parametrize("what", ["initial-colour", "system"])
def test_what_is_fixed_after_the_start_is_said(what: str) -> None:
    assert "no longer" in sentence(TournamentHasStarted(what), None, language("en"))


@pytest.mark.parametrize("why", ["unknown", "undone", "permanent", "depended-on"])
def test_every_reason_not_to_undo_is_said(why: str) -> None:
    assert "entry 7" in sentence(CannotUndo(7, why, (8,)), None, language("en")).lower()


def test_a_missing_reason_is_asked_for() -> None:
    assert sentence(ReasonMissing("correction"), None, language("en")).startswith("Say why")
