"""The invented people of the demo: every family name of a federation with every given name of it."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random

from domain.decisions.players.registering import NewPlayer
from domain.decisions.players.teams import NewTeam
from domain.records import dataclass
from domain.words.players import Sex, Title

HIGHEST_INVENTED, LOWEST_INVENTED = 2640, 1400
BOARDS_OF_A_MATCH, RESERVES_OF_A_TEAM = 4, 1
TITLES_OF_MEN = ((2500, Title.GM), (2400, Title.IM), (2300, Title.FM), (2200, Title.CM))
TITLES_OF_WOMEN = ((2500, Title.GM), (2400, Title.IM), (2300, Title.WGM), (2200, Title.WIM), (2100, Title.WFM))
"""The lowest rating of each title, as the invented ones have it."""
OF_A_CLUB = 0.7
"""So many of the players of the open."""


@dataclass(frozen=True, slots=True)
class Land:
    families: str
    """Parted by commas; behind a slash the form of women."""
    men: str
    women: str
    club: str

    def people(self) -> Iterator[tuple[str, Sex]]:
        for family in self.families.split(", "):
            of_men, _, of_women = family.partition("/")
            yield from ((f"{of_men}, {given}", Sex.MAN) for given in self.men.split())
            yield from ((f"{of_women or of_men}, {given}", Sex.WOMAN) for given in self.women.split())


LANDS: Mapping[str, Land] = {
    "AZE": Land(
        "Həsənov/Həsənova, Quliyev/Quliyeva, Rzayev/Rzayeva, Cəfərli",
        "Elçin Rauf Orxan",
        "Səbinə Günay",
        "Xəzər Mayakı",
    ),
    "BUL": Land(
        "Даскалов/Даскалова, Градинаров/Градинарова, Попниколов/Попниколова, Бояджийски/Бояджийска",
        "Боян Калин Огнян",
        "Ралица Десислава",
        "Морски фар",
    ),
    "CZE": Land(
        "Dvořáček/Dvořáčková, Růžička/Růžičková, Šťastný/Šťastná, Holoubek/Holoubková",
        "Bořivoj Jiří Zdeněk",
        "Božena Markéta",
        "ŠK Maják",
    ),
    "ESP": Land("Cañizares, Ibáñez, Peñalver, Urgoiti", "Íñigo Joaquín Álvaro", "Nuria Begoña", "El Faro Viejo"),
    "FRA": Land("Beaufrère, Lefèvre, Châtelain, Delaunoy", "Aurélien Gaël Étienne", "Noémie Hélène", "Le Phare bleu"),
    "GEO": Land(
        "Beridzishvili, Kobalava, Tsereteladze, Ghviniashvili", "Davit Giorgi Vakhtang", "Ketevan Tamar", "Shukura"
    ),
    "GER": Land("Brückner, Großkopf, Zöllner, Wüstenhagen", "Jörg Matthias Götz", "Änne Käthe", "SV Leuchtturm"),
    "GRE": Land(
        "Καραμήτρος/Καραμήτρου, Λιάκος/Λιάκου, Σταυρίδης/Σταυρίδου, Φωτεινός/Φωτεινού",
        "Θανάσης Νίκος Στέλιος",
        "Ελένη Χρυσούλα",
        "Παλιός Φάρος",
    ),
    "HUN": Land("Gyöngyösi, Szűcs, Vörösmarti, Kőszeghy", "Ákos Győző Örs", "Zsófia Réka", "Világítótorony SE"),
    "ISL": Land(
        "Þórsson/Þórsdóttir, Friðgeirsson/Friðgeirsdóttir, Ægisson/Ægisdóttir, Hrólfsson/Hrólfsdóttir",
        "Björgvin Sigurður Þorkell",
        "Hrafnhildur Ásdís",
        "Gamli vitinn",
    ),
    "IND": Land("Banerjee, Raghunathan, Deshpande, Kulkarni", "Arjun Rohit Vivek", "Kavya Meera", "Lamp House CC"),
    "IRL": Land(
        "Ó Murchadha/Ní Mhurchadha, Ó Dónaill/Ní Dhónaill, Mac Giolla/Nic Giolla, Ó Súilleabháin/Ní Shúilleabháin",
        "Ciarán Pádraig Oisín",
        "Sinéad Gráinne",
        "Teach Solais",
    ),
    "NOR": Land("Bjørklund, Skjærstad, Østby, Fjærestrand", "Håkon Sindre Øystein", "Åse Solveig", "Fyrlykta SK"),
    "POL": Land(
        "Brzęczkowski/Brzęczkowska, Łęgowski/Łęgowska, Żółkiewicz, Ścibor",
        "Grzegorz Michał Wawrzyniec",
        "Bożena Małgorzata",
        "KS Latarnik",
    ),
    "ROU": Land("Bălănescu, Țărmure, Ștefănoiu, Crânganu", "Horațiu Răzvan Ionuț", "Mădălina Ilinca", "CS Farul Vechi"),
    "SRB": Land("Đurđević, Živanović, Ćirković, Škrbić", "Miloš Nebojša Đorđe", "Željka Svetlana", "ŠK Svetionik"),
    "TUR": Land("Çağlayan, Gündoğdu, Şimşeker, Öztürkmen", "Barış Özgür Çetin", "Işıl Gülşen", "Deniz Feneri SK"),
    "UKR": Land("Гнатюченко, Їжакевич, Щербанюк, Ґалаган", "Остап Ярема Святослав", "Соломія Оксана", "Старий маяк"),
}


def of_the_festival(players: int, teams: int, dice: Random) -> tuple[list[NewPlayer], list[NewTeam]]:
    """The players of the open, and the teams, each the club of a federation; nobody plays in both."""
    free = {federation: dice.sample([*land.people()], k=20) for federation, land in LANDS.items()}
    clubs = [_team(federation, free[federation], dice) for federation in dice.sample([*LANDS], teams)]
    left = [(name, sex, federation) for federation, people in free.items() for name, sex in people]
    open_field = [_player(*who, round(dice.gauss(2080, 240)), dice) for who in dice.sample(left, players)]
    return [one if dice.random() < OF_A_CLUB else replace(one, club="") for one in open_field], clubs


def _team(federation: str, free: list[tuple[str, Sex]], dice: Random) -> NewTeam:
    """Its players leave `free`."""
    strength = dice.gauss(2250, 90)
    seats = [free.pop() for _ in range(BOARDS_OF_A_MATCH + RESERVES_OF_A_TEAM)]
    ratings = sorted((round(dice.gauss(strength, 110)) for _ in seats), reverse=True)
    players = [_player(name, sex, federation, rating, dice) for (name, sex), rating in zip(seats, ratings, strict=True)]
    squad, reserves = tuple(players[:BOARDS_OF_A_MATCH]), tuple(players[BOARDS_OF_A_MATCH:])
    club = LANDS[federation].club
    return NewTeam(club, players[0].name, federation, club, squad, reserves)


def _player(name: str, sex: Sex, federation: str, rating: int, dice: Random) -> NewPlayer:
    rating = max(LOWEST_INVENTED, min(HIGHEST_INVENTED, rating))
    titles = TITLES_OF_WOMEN if sex is Sex.WOMAN else TITLES_OF_MEN
    title = next((title for least, title in titles if rating >= least), Title.NONE)
    born = min(2016, max(1946, round(dice.gauss(1993, 15))))
    return NewPlayer(name, rating, title, federation, sex=sex, birth_year=born, club=LANDS[federation].club)
