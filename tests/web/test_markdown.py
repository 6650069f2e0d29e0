"""Texts of organisers as HTML: what they may say, and what stays mere letters."""

import pytest

from web.markdown import in_html, plain_text


def test_emphasis_lists_and_links_are_set() -> None:
    html = in_html("**Bold**\n\n- [words](https://example.org)\n\n# Head")
    assert "<strong>Bold</strong>" in html
    assert '<a href="https://example.org" rel="nofollow noopener noreferrer">words</a>' in html
    assert "<h4>Head</h4>" in html


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "a <img src=x onerror=alert(1)>",
        "[x](javascript:alert(1))",
        "[x](data:text/html,<script>)",
        "[x](JaVaScRiPt:alert(1))",
        "[x](/desk/logout)",
        "[x](//example.org)",
        "<javascript:alert(1)>",
        "![x](https://example.org/pixel.png)",
    ],
)
def test_no_html_no_picture_and_no_other_address_comes_through(text: str) -> None:
    html = in_html(text)
    assert not any(mark in html for mark in ("<script", "<img", 'href="j', 'href="J', 'href="d', 'href="/', "href='"))


def test_an_address_of_mail_is_a_link() -> None:
    assert 'href="mailto:anna@example.org"' in in_html("[write](mailto:anna@example.org)")


def test_the_words_alone_are_told_to_phones() -> None:
    assert plain_text("# Head\n\nRound **5**\nstarts [late](https://example.org).") == "Head · Round 5 starts late."
