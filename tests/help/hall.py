"""The picture of README: the wall and a phone in round 6 of an open of 160 made-up players.

python -m tests.help.hall        takes it anew
"""

import tempfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from io import BytesIO
from itertools import product
from pathlib import Path
from random import Random

from PIL import Image, ImageDraw
from playwright.sync_api import Browser, sync_playwright

from domain import events as e
from domain.decisions.players.registering import NewPlayer, register_many
from domain.decisions.rounds.pairing import close_round, pair_round, publish_round
from domain.decisions.rounds.results import record_result
from domain.decisions.setup.regulations import IN_FORCE
from domain.ranking.elo import expected
from domain.tournament import Tournament, evolve
from domain.words.games import Colour, Result
from domain.words.players import Title
from domain.words.regulations import Details
from server.journal import open_journal
from server.settings import Settings
from tests.conftest import CHROMIUM, QUIET
from tests.crosstable import announcement
from tests.stories.tablo import Tablo, running

FILE = Path(__file__).with_name("hall.png")
SLUG, PLAYERS, ROUNDS, ROUND = "harbour-open", 160, 9, 6
RESULTS_OF_ROUND = 31
"""So many of its 80 games are over."""
WALL, PHONE = (1920, 1080), (390, 844)
NAMES = {
    "AZE": ("Həsənov Quliyev Rzayev", "Elçin Rauf Səbinə"),
    "BUL": ("Даскалов Градинаров Попниколов", "Боян Калин Ралица"),
    "CZE": ("Dvořáček Růžička Šťastný", "Bořivoj Jiří Zdeněk"),
    "ESP": ("Cañizares Ibáñez Peñalver", "Íñigo Joaquín Nuria"),
    "FRA": ("Beaufrère Lefèvre Châtelain", "Aurélien Gaël Noémie"),
    "GEO": ("Beridzishvili Kobalava Tsereteladze", "Davit Giorgi Ketevan"),
    "GER": ("Brückner Großkopf Zöllner", "Jörg Matthias Änne"),
    "GRE": ("Καραμήτρος Λιάκος Σταυρίδης", "Θανάσης Νίκος Ελένη"),
    "HUN": ("Gyöngyösi Szűcs Vörösmarti", "Ákos Győző Zsófia"),
    "ICE": ("Þórsson Friðgeirsson Ægisdóttir", "Björgvin Sigurður Hrafnhildur"),
    "IND": ("Banerjee Raghunathan Deshpande", "Arjun Kavya Rohit"),
    "IRL": ("Ó Murchadha|Ní Dhomhnaill|Mac Giolla", "Ciarán Pádraig Sinéad"),
    "NOR": ("Bjørklund Skjærstad Østby", "Håkon Sindre Åse"),
    "POL": ("Brzęczkowski Łęgowski Żółkiewicz", "Grzegorz Michał Świetlana"),
    "ROU": ("Bălănescu Țărmure Ștefănoiu", "Horațiu Răzvan Mădălina"),
    "SRB": ("Đurđević Živanović Ćosićev", "Miloš Nebojša Željka"),
    "TUR": ("Çağlayan Gündoğdu Şimşeker", "Barış Özgür Işıl"),
    "UKR": ("Гнатюченко Їжакевич Щербанюк", "Остап Ярема Соломія"),
}
"""Invented persons of each federation: every family name with every given name."""
TITLES = ((2500, Title.GM), (2400, Title.IM), (2300, Title.FM), (2200, Title.CM))


def people(dice: Random) -> Iterator[NewPlayer]:
    everybody = [
        (f"{family}, {given}", federation)
        for federation, (families, givens) in NAMES.items()
        for family, given in product(families.split("|" if "|" in families else None), givens.split())
    ]
    for name, federation in dice.sample(everybody, PLAYERS):
        rating = min(2640, round(dice.gauss(2120, 230)))
        title = next((title for least, title in TITLES if rating >= least), Title.NONE)
        yield NewPlayer(name, rating=rating, federation=federation, title=title)


def history(dice: Random) -> Iterator[e.Event]:
    """Everything up to the middle of the round, decided as at a desk."""
    t = Tournament()

    def happened(events: Iterator[e.Event] | list[e.Event]) -> Iterator[e.Event]:
        for event in events:
            evolve(t, event)
            yield event

    yield from happened(announcement(replace(IN_FORCE, rounds=ROUNDS), Details("Harbour Open")))
    yield from happened(register_many(t, list(people(dice))))
    yield from happened([e.InitialColourDrawn(Colour.WHITE)])
    for round in range(1, ROUND + 1):
        yield from happened(pair_round(t))
        yield from happened(publish_round(t, round))
        boards = sorted(t.round(round).matches)
        over = boards if round < ROUND else dice.sample(boards, RESULTS_OF_ROUND)
        for board in over:
            yield from happened(record_result(t, round, board, result(t, round, board, dice), None))
        if round < ROUND:
            yield from happened(close_round(t, round))


def result(t: Tournament, round: int, board: int, dice: Random) -> Result:
    """By the ratings, two games of five a draw."""
    game = t.round(round).matches[board][0]
    white, black = (t.players[side].rating for side in (game.white, game.black))
    if dice.random() < 0.4:
        return Result.DRAW
    return Result.WHITE_WINS if 100 * dice.random() < expected(white - black) else Result.BLACK_WINS


def opened(browser: Browser, tablo: Tablo, page: str, size: tuple[int, int]) -> Image.Image:
    width, height = size
    glass = browser.new_page(viewport={"width": width, "height": height}, locale="en-GB")
    glass.goto(f"{tablo.url}/t/{SLUG}/{page}", wait_until="networkidle")
    with Image.open(BytesIO(glass.screenshot(animations="disabled"))) as shot:
        return shot.convert("RGB")


def side_by_side(wall: Image.Image, phone: Image.Image) -> Image.Image:
    """The phone stands before the right edge of the wall."""
    wall, phone = wall.resize((1440, 810)), phone.resize((300, 649))
    both = Image.new("RGB", (1760, 810), "white")
    both.paste(wall, (0, 0))
    left, top = 1444, 140
    frame = (left - 10, top - 10, left + phone.width + 10, top + phone.height + 10)
    ImageDraw.Draw(both).rounded_rectangle(frame, 22, "#1b1b1f", "white", 4)
    both.paste(phone, (left, top))
    return both


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        data.mkdir()
        with closing(open_journal(Settings(data=data).journal_url)) as journal:
            journal.append(SLUG, 0, "Anna", "seed", tuple(history(Random(160))), datetime.now(UTC))
        with running(data) as tablo, sync_playwright() as play:
            browser = play.chromium.launch(executable_path=CHROMIUM, args=QUIET)
            picture = side_by_side(opened(browser, tablo, "screen", WALL), opened(browser, tablo, "standings", PHONE))
            browser.close()
    picture.quantize(96, dither=Image.Dither.NONE).save(FILE, "PNG", optimize=True)
    print(f"{FILE.name}: {FILE.stat().st_size // 1024} kB")


if __name__ == "__main__":
    main()
