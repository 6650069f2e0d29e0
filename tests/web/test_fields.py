"""The form of the regulations offers what the program has, each by a name, and nothing else."""

import re
from enum import StrEnum
from pathlib import Path

import pytest

from domain.pairing import SYSTEMS
from domain.ranking.tiebreaks import Ruleset
from domain.words.players import OrderOfEquals
from domain.words.regulations import Acceleration, CorrectionPolicy, Format, GroupRule
from tests.desk.browsers import desk
from web.wording import language
from web.wording.pairing import system_name


def test_a_system_of_another_version_has_its_own_name() -> None:
    assert system_name("dutch-2032", language("en")) == "dutch-2032"


@pytest.mark.parametrize(
    ("field", "codes"),
    [
        ("system", SYSTEMS),
        ("format", [format for format in Format if format is not Format.PLAYOFF]),
        ("acceleration", Acceleration),
        ("ruleset", Ruleset),
        ("corrections", CorrectionPolicy),
        ("group_rule", GroupRule),
        ("numbering", OrderOfEquals),
    ],
)
async def test_the_form_offers_what_there_is(
    tmp_path: Path, field: str, codes: type[StrEnum] | dict[str, object] | list[StrEnum]
) -> None:
    async with desk(tmp_path) as anna:
        page = (await anna.go("/desk/new")).text
    found = re.search(rf'(?s)<select id="f-{field}".*?</select>', page)
    assert found is not None
    offered = re.findall(r'<option value="([^"]+)"[^>]*>([^<]+)</option>', found[0])
    assert [code for code, _ in offered] == [str(code) for code in codes]
    assert all(name != code for code, name in offered)
