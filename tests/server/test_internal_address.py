"""The addresses by which processes over one journal reach each other."""

from pathlib import Path

import pytest

from server.cluster.forwarding import internal_address
from server.settings import BadSetting, Settings, from_environment
from web.wording import language


def given(**environment: str) -> Settings:
    return from_environment({"TABLO_DATA": "/var/lib/tablo", **environment})


@pytest.mark.parametrize(
    ("host", "address"),
    [("127.0.0.1", "http://127.0.0.1:8080"), ("::1", "http://[::1]:8080"), ("web1", "http://web1:8080")],
)
def test_a_process_is_reached_where_it_listens(host: str, address: str) -> None:
    assert internal_address(Settings(Path(), host=host)) == address


def test_a_process_that_listens_everywhere_names_this_machine() -> None:
    assert "0.0.0.0" not in internal_address(Settings(Path(), host="0.0.0.0"))


def test_the_operator_knows_better() -> None:
    assert internal_address(given(TABLO_INTERNAL_URL="http://web1:8080/", TABLO_HOST="0.0.0.0")) == "http://web1:8080"


@pytest.mark.parametrize("address", ["web1:8080", "http://", "http://web1/tablo", "ftp://web1", "http://" + "x" * 60])
def test_an_address_that_cannot_be_one_is_a_sentence(address: str) -> None:
    with pytest.raises(BadSetting) as refused:
        given(TABLO_INTERNAL_URL=address)
    assert refused.value.in_words(language("en")).startswith("TABLO_INTERNAL_URL must look like")
