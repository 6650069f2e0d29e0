"""Articles are cited by the edition in force, never by 1998 where another edition pairs."""

import re
from pathlib import Path

import pytest

from domain.decisions.rounds.correcting import proposal
from domain.tournament import Tournament
from domain.words.articles import C07, FIDE_2009, FIRST_EDITION, PORTAL, Article, SharedRule, cited_together
from domain.words.regulations import CorrectionPolicy, Format, Regulations
from tests.crosstable import tournament
from web.rendering import TEMPLATES
from web.wording import language
from web.wording.cautions import cited_for
from web.wording.chess.tiebreaks import tiebreak_article

BUCHHOLZ = [Article(FIDE_2009, "32.3.1"), Article(C07, "8.1")]


def under(system: str) -> Tournament:
    return tournament("A ?w2\nB ?b1", rounds=3, regulations=Regulations(rounds=3, system=system))


def test_each_edition_cites_its_own_article() -> None:
    rules = (SharedRule.NEVER_AGAIN, SharedRule.ONE_BYE)
    assert cited_for(under("dutch-1998"), *rules) == " (B.1, B.2)"
    assert cited_for(under("dutch-2026"), *rules) == " (C1, C2)"


def test_an_adjourned_game_is_a_draw_for_the_pairing_by_the_article_of_each_edition() -> None:
    assert cited_for(under("dutch-1998"), SharedRule.ADJOURNED) == " (F.9)"
    assert cited_for(under("dutch-2026"), SharedRule.ADJOURNED) == " (C.04.2, 3.1)"


def test_what_moved_to_the_handling_rules_is_cited_from_there() -> None:
    rules = (SharedRule.PAIRING_STANDS, SharedRule.CORRECTIONS)
    of_2026 = Regulations(rounds=3, system="dutch-2026", corrections=CorrectionPolicy.HANDLING_2026)
    assert cited_for(of_2026, *rules) == " (C.04.2, 4.4; C.04.2, 4.3)"
    assert cited_for(under("dutch-1998"), *rules) == " (F.6, F.7)"


def test_a_correction_is_cited_by_the_policy_of_the_regulations_not_by_the_system() -> None:
    laws = Regulations(rounds=3, system="dutch-1998", corrections=CorrectionPolicy.HANDLING_2013)
    assert cited_for(laws, SharedRule.CORRECTIONS) == " (C.04.2, D.8)"


def test_the_handling_rules_of_a_swiss_are_not_cited_in_another_format() -> None:
    laws = Regulations(rounds=3, system="dutch-1998", format=Format.PLAYOFF)
    assert cited_for(laws, SharedRule.PAIRING_STANDS, SharedRule.CORRECTIONS, SharedRule.INITIAL_COLOUR) == ""
    assert cited_for(laws, SharedRule.ORDER_OF_EQUALS) == " (A.2 d)"


@pytest.mark.parametrize(
    ("articles", "ruleset", "said"),
    [
        (BUCHHOLZ, "c07_2026", "C.07 of 2026, 8.1"),
        (BUCHHOLZ, "c07_2024", "C.07 of 2024, 8.1"),
        (BUCHHOLZ, "vo2009", "FIDE 2009, 32.3.1"),
        ([Article(C07, "8.3")], "vo2009", "C.07, 8.3"),
        ([Article(FIDE_2009, "32.2.1")], "c07_2026", "FIDE 2009, 32.2.1"),
        ([Article(FIRST_EDITION, "F.10")], "vo2009", "F.10 of 1998"),
        ([Article("C.07 of 2026", "")], "c07_2026", "C.07 of 2026"),
        ([Article(PORTAL, "")], "portal", ""),
        ([], "raw", ""),
    ],
)
def test_a_tiebreak_is_cited_by_the_edition_that_counts(articles: list[Article], ruleset: str, said: str) -> None:
    assert tiebreak_article(articles, language("en"), ruleset) == said


def test_a_rule_that_an_edition_does_not_have_is_not_cited() -> None:
    assert cited_for(under("dutch-2026"), SharedRule.ADJOURNED_FOR_PAIRING_ONLY) == ""
    assert cited_for(None, SharedRule.PAIRING_STANDS) == ""


@pytest.mark.parametrize(
    ("policy", "article"),
    [
        (CorrectionPolicy.F7_1998, Article("dutch-1998", "F.7")),
        (CorrectionPolicy.HANDLING_2013, Article("C.04.2-2013", "D.8")),
        (CorrectionPolicy.HANDLING_2026, Article("C.04.2-2026", "4.3")),
    ],
)
def test_the_choices_of_a_correction_cite_the_rule_of_the_regulations(
    policy: CorrectionPolicy, article: Article
) -> None:
    t = tournament("A ?w2\nB ?b1", regulations=Regulations(rounds=3, corrections=policy))
    assert proposal(t, 1).option(proposal(t, 1).proposed).article == article


def test_no_page_has_the_article_of_an_edition_in_its_text() -> None:
    """Except the form that names an edition's own choice with the edition (fields.html)."""
    cites = re.compile(r"\((?:[AB]\.[0-9]|F\.[6-9])")
    found = [path.name for path in Path(TEMPLATES).rglob("*.html") if cites.search(path.read_text(encoding="utf-8"))]
    assert found == ["fields.html"]


def test_a_text_that_nobody_could_look_up_is_cited_for_no_program() -> None:
    assert cited_together([Article(PORTAL, ""), Article(C07, "9.1")]) == "9.1"
    assert cited_together([Article(PORTAL, "")]) == ""
