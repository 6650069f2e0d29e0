"""Every refusal and every repair has words, and they can be said in another language."""

from pathlib import Path

import pytest

from domain.files.lists import rows as r
from domain.files.trf import Repair, RepairKind, Unreadable, columns
from domain.files.trf import problems as p
from tests.web.pseudo import speaking, wide_catalogue
from tests.web.reading import plain_words
from web.wording import imports, language, trf

ENGLISH = language("en")


def every(kind: type[Exception]) -> set[type[Exception]]:
    return set(kind.__subclasses__())


def test_every_refusal_of_a_report_has_a_pattern() -> None:
    assert set(trf.FILE_REFUSALS) == every(Unreadable)


def test_every_refusal_of_a_list_has_a_pattern() -> None:
    assert set(imports.LIST_REFUSALS) == every(r.BadRoster)


def test_every_repair_has_a_pattern() -> None:
    assert set(trf.REPAIRS) == set(RepairKind)


@pytest.mark.parametrize("kind", list(RepairKind))
def test_a_repair_is_one_sentence_with_its_place(kind: RepairKind) -> None:
    said = trf.report_sentence(Repair(4, 7, kind, "was", "now", 3, 2), ENGLISH)
    assert said.startswith("line 4, column 7: ")
    assert said.endswith(".")
    assert "{" not in said


def test_repairs_of_one_kind_are_said_together() -> None:
    repairs = [Repair(n, 86, RepairKind.RANK_MISSING, number=n) for n in (16, 17, 18)]
    assert trf.sentences(repairs, ENGLISH) == [
        "line 16, column 86: the rank of player 16 is missing (and 2 more, in lines 17, 18)."
    ]


def test_a_defective_file_names_its_first_defect_and_how_many_there_are() -> None:
    repairs = (Repair(5, 5, RepairKind.DATE_FORM, "May 29, 2020"), Repair(6, 1, RepairKind.REPEATED_RECORD, "012"))
    said = trf.report_sentence(p.Defective(5, 5, repairs), ENGLISH)
    assert said == "line 5, column 5: the date 'May 29, 2020' is not written YYYY/MM/DD (and 1 more)."


def test_everything_that_is_wrong_is_a_sentence_each() -> None:
    several = p.Several(2, 5, (p.TabInLine(2, 5), p.OwnOpponent(3, 92, 1, 1)))
    assert trf.every_sentence(several, ENGLISH) == [trf.report_sentence(one, ENGLISH) for one in several.problems]
    assert trf.report_sentence(several, ENGLISH).endswith("replace tabs by blanks (and 1 more).")


def test_of_very_much_that_is_wrong_the_rest_is_counted() -> None:
    several = p.Several(1, 1, tuple(p.TabInLine(n, 1) for n in range(1, 61)))
    said = trf.every_sentence(several, ENGLISH)
    assert (len(said), said[-1]) == (51, "And 10 more.")


def test_a_file_that_strict_reading_refuses_has_all_its_defects_listed() -> None:
    repairs = (Repair(5, 5, RepairKind.DATE_FORM, "May 29, 2020"), Repair(6, 1, RepairKind.REPEATED_RECORD, "012"))
    assert trf.every_sentence(p.Defective(5, 5, repairs), ENGLISH) == trf.sentences(repairs, ENGLISH)


def test_a_fault_and_its_place_are_said_in_another_language(tmp_path: Path) -> None:
    with speaking(tmp_path, {"en": wide_catalogue("en")}):
        said = trf.report_sentence(p.OwnOpponent(2, 92, 1, 3), language("en"))
    assert plain_words(said) == []


@pytest.mark.parametrize("name", sorted({c.name for c in vars(columns).values() if isinstance(c, columns.Column)}))
def test_every_column_of_the_format_has_a_name(name: str) -> None:
    assert name in trf.COLUMNS
