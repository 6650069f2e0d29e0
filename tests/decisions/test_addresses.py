"""Addresses that somebody types: one for mail, one of the web, and a server that can be looked up."""

import pytest

from domain.fields import email, web_address
from domain.refusals import BadField


@pytest.mark.parametrize("typed", ["anna@example.org", "a.b+c@mail.example.org", ""])
def test_a_mail_address_stays_as_it_is(typed: str) -> None:
    assert email("email", f" {typed} ") == typed


@pytest.mark.parametrize(
    "typed",
    [
        "x:a@b.cd,c@d.ee;@x.y",
        ":@x.y",
        "<@x.y",
        "@a:@b.c@d",
        "v1@victim.org,v2@victim.org",
        "Anna <anna@example.org>",
        '"a b"@example.org',
        "é@é.é",
        "anna",
        "anna@",
        "anna@example..org",
        "anna@[127.0.0.1]",
        "a@example.org\nBcc: b@example.org",
    ],
)
def test_only_one_address_of_ascii_letters_can_be_mailed(typed: str) -> None:
    with pytest.raises(BadField) as refused:
        email("email", typed)
    assert refused.value.field == "email"


def test_a_mail_address_of_another_alphabet_is_mailed_by_its_name_in_the_name_service() -> None:
    assert email("email", "anna@пример.бг") == "anna@xn--e1afmkfd.xn--90ae"


@pytest.mark.parametrize(
    ("typed", "whole"),
    [
        ("https://example.org/list.zip", "https://example.org/list.zip"),
        ("http://192.168.1.20:8000/hook?x=1", "http://192.168.1.20:8000/hook?x=1"),
        ("http://tv_laptop/hook", "http://tv_laptop/hook"),
        ("https://[::1]/", "https://[::1]/"),
        ("https://пример.бг/лист", "https://xn--e1afmkfd.xn--90ae/%D0%BB%D0%B8%D1%81%D1%82"),
    ],
)
def test_a_web_address_is_kept_as_it_is_called(typed: str, whole: str) -> None:
    assert str(web_address("url", typed)) == whole


@pytest.mark.parametrize(
    ("typed", "rule"),
    [
        ("", "required"),
        ("ftp://example.org/", "web-address"),
        ("https://[", "web-address"),
        ("https://example.org:99999/", "web-address"),
        ("https://example.org:0/", "web-address"),
        ("https://anna:secret@example.org/", "web-address"),
        ("https://evil.example\\@example.org/", "web-address"),
        ("https://example.org/a b", "web-address"),
        ("https://a..b/", "host-name"),
        ("https://" + "a" * 64 + ".org/", "host-name"),
        ("https://" + "a." * 130 + "org/", "host-name"),
        ("https://xn--a/", "host-name"),
        ("https://-a.org/", "host-name"),
        ("https://a%00b/", "host-name"),
        ("http://127.1/", "host-name"),
        ("https://example.org/" + "x" * 500, "longest:500"),
    ],
)
def test_a_web_address_that_nobody_can_call_is_refused(typed: str, rule: str) -> None:
    with pytest.raises(BadField) as refused:
        web_address("url", typed)
    assert (refused.value.field, refused.value.rule) == ("url", rule)
