"""Names stand where readers look for them, by the language of the tournament's federation."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain import events as e
from domain.tournament import replay
from domain.words.regulations import Details
from projections.moment.name_order import LANGUAGE_OF, LETTERS, SCRIPTS, name_order
from projections.moment.snapshot import snapshot
from projections.round.pairings import pairings
from projections.round.seats import seats
from tests.crosstable import history, tournament


@pytest.mark.parametrize(
    ("federation", "names"),
    [
        (
            "",
            "Alvarez, Ana|Álvarez, Bea|Çelik|Cyrus|Łukasz|Mann|van der Berg|Zhao|Þorsteinsdóttir|Ежов|Ёлкин|Петров",
        ),
        ("ISL", "Aron|Ása|Davíð|Ðuro|Ýmir|Zoë|Þorsteinsdóttir|Ægir|Önnu|Åke"),
        ("SWE", "Alm|Zorn|Åberg|Ärlig|Öberg"),
        ("NOR", "Alm|Zorn|Ærlig|Øberg|Åberg"),
        ("ESP", "Navarro|Nuñez|Núñez|Nzé|Ñíguez|Ortiz"),
        ("CZE", "Cibulka|Čapek|Dvořák|Hrbek|Chytil|Ivan|Zelený|Žák"),
        ("POL", "Lz|Łukasz|Marek|Zych|Źrebiec|Żak"),
        ("TUR", "Can|Çelik|Demir|Hakan|Işık|İnan"),
        ("BUL", "7 Stars|Ангелов|Йовков|Яворов|Alvarez|Çelik|Zhao"),
        ("GRE", "Αλφα|Ωμέγα|Alvarez|Zhao"),
        ("UAE", "علي|يوسف|Alvarez|Zhao"),
        ("NED", "Lee, Zoe|Lee Chong, Anna|Leeds, Bo"),
    ],
)
def test_names_stand_where_readers_of_the_federation_look(federation: str, names: str) -> None:
    wanted = names.split("|")

    assert sorted(sorted(wanted, reverse=True), key=name_order(federation)) == wanted


def test_every_language_with_an_order_of_its_own_is_that_of_a_federation() -> None:
    assert set(LANGUAGE_OF.values()) == LETTERS.keys() | SCRIPTS.keys()


@given(st.text(max_size=20), st.sampled_from(["", "ISL", "BUL", "CZE"]))
def test_any_text_has_a_place_and_accents_decide_last(name: str, federation: str) -> None:
    order = name_order(federation)

    assert order(name) == order(name)
    assert order(f"b, {name}") < order(f"c, {name}")


def by_name(federation: str) -> list[str]:
    """The names of the list by name of a tournament held by this federation."""
    text = """
        Þórir ?w2
        Zacharias ?b1
        Ása ?w4
        Øystein ?b3
    """
    made = snapshot(tournament(text, details=Details("Open", federation=federation)))
    view = pairings(made, 1)
    assert view is not None
    return [row.person.name for row in seats(made, view)]


def test_the_list_by_name_goes_by_the_federation_of_the_tournament() -> None:
    assert by_name("ISL") == ["Ása", "Zacharias", "Þórir", "Øystein"]
    assert by_name("ENG") == ["Ása", "Øystein", "Zacharias", "Þórir"]


def test_another_federation_orders_the_list_anew_though_nobody_else_plays() -> None:
    story = history("Zorn ?w2\nÅberg ?b1", details=Details("Open"))
    before = snapshot(replay(story))
    view = pairings(before, 1)
    assert view is not None
    assert [row.person.name for row in seats(before, view)] == ["Åberg", "Zorn"]

    after = snapshot(replay([*story, e.DetailsAmended(Details("Open", federation="SWE"))]), before)
    view = pairings(after, 1)
    assert view is not None

    assert [row.person.name for row in seats(after, view)] == ["Zorn", "Åberg"]
