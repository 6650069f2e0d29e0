"""Who reads README finds each of these things within two clicks, and no link on the way leads nowhere."""

import re
from functools import cache
from pathlib import Path

import pytest

from domain.pairing import SYSTEMS
from web.help.pages import HELP_PAGES, help_page
from web.wording import LANGUAGES

ROOT = Path(__file__).parent.parent.parent
README = ROOT / "README.md"
MANUAL = ROOT / "web" / "help"
CLICKS = 2
THINGS = (
    ("try the demo", "README.md", "tablo demo"),
    ("install on Debian", "deploy/README.md", "## One machine: from bare Debian"),
    ("run a federation's servers", "deploy/README.md", "## A federation's servers"),
    ("keep a gateway from what is not its own", "deploy/README.md", "### What a stolen gateway can do"),
    ("copy and restore", "deploy/README.md", "## Backup and restore"),
    ("upgrade", "deploy/README.md", "## Upgrading"),
    ("start a tournament", "web/help/en/new-tournament.md", "# A new tournament"),
    ("register players", "web/help/en/players.md", "## Register many"),
    ("enter results", "web/help/en/results.md", "## From the keyboard"),
    ("correct a result", "web/help/en/corrections.md", "## A wrong result of an earlier round"),
    ("put up walls", "web/help/en/screens.md", "# Screens"),
    ("let phones enter results", "web/help/en/results.md", "## On a phone"),
    ("send the FIDE report", "web/help/en/rated-open.md", "## The report"),
    ("come from Swiss-Manager", "web/help/en/from-swiss-manager.md", "## Which thing is where"),
    ("load rating lists", "web/help/en/rating-lists.md", "# Rating lists"),
    ("show live boards", "web/help/en/dgt.md", "# Live boards with DGT"),
    ("serve a federation", "web/help/en/federation.md", "## Who may do what"),
    ("hold an event of teams", "web/help/en/teams.md", "# Teams"),
    ("hold a festival", "web/help/en/festivals.md", "# Festivals"),
    ("write a program", "web/help/en/programs.md", "/api"),
    ("report a hole", "SECURITY.md", "## Report a hole"),
    ("see what is kept about people", "PRIVACY.md", "## About whom"),
    ("erase a person", "PRIVACY.md", "## To erase a person"),
    ("see for whom the pages work", "ACCESSIBILITY.md", "WCAG"),
    ("contribute", "CONTRIBUTING.md", "## Your first hour"),
    ("find out about a change", "CHANGELOG.md", "## Unreleased"),
    ("read the licence", "LICENSE", "Apache License"),
)
LINK = re.compile(r"(?<!!)\[[^\]]*\]\((?!https?:)([^)\s]+)\)")
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


@cache
def text_of(file: Path) -> str:
    return file.read_text("utf-8")


def anchors(file: Path) -> set[str]:
    heads = re.findall(r"^#+ (.+)$", FENCED.sub("", text_of(file)), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


@cache
def links(file: Path) -> tuple[tuple[str, Path], ...]:
    """Each link to a file, and the file. Pages of the manual name each other without their ending."""
    if file.suffix != ".md":
        return ()
    found = []
    for link in LINK.findall(FENCED.sub("", text_of(file))):
        path = link.partition("#")[0]
        target = (file.parent / path).resolve() if path else file
        found.append((link, target if target.exists() else target.with_suffix(".md")))
    return tuple(found)


def within(clicks: int) -> set[Path]:
    found = {README}
    for _ in range(clicks):
        found |= {target for file in found for _, target in links(file) if target.is_file()}
    return found


@pytest.mark.parametrize(("thing", "path", "words"), THINGS, ids=[thing for thing, _, _ in THINGS])
def test_it_is_found_within_two_clicks(thing: str, path: str, words: str) -> None:
    assert ROOT / path in within(CLICKS)
    assert words in text_of(ROOT / path)


OF_THE_PROGRAM = {"systems", *SYSTEMS}
"""Pages of the manual that are no files."""


def test_no_link_on_the_way_leads_nowhere() -> None:
    lost = [
        (file.relative_to(ROOT).as_posix(), link)
        for file in within(CLICKS)
        for link, target in links(file)
        if not (target.exists() or (file.is_relative_to(MANUAL) and target.stem in OF_THE_PROGRAM))
        or ("#" in link and target.suffix == ".md" and link.partition("#")[2] not in anchors(target))
    ]
    assert lost == []


def test_readme_is_read_at_one_sitting() -> None:
    assert len(text_of(README).splitlines()) <= 100
    assert len(README.read_bytes()) <= 7_000


def test_the_list_of_the_manual_has_every_page_in_its_order() -> None:
    listed = re.findall(r"\[([^\]]+)\]\((\w+)/([\w-]+)\.md\)", text_of(MANUAL / "README.md"))
    assert listed == [(help_page(name, lang).title, lang, name) for name in HELP_PAGES for lang in LANGUAGES]
