"""People with names as they come: short and endless, Latin, Cyrillic and Arabic."""

from domain.words.players import Player, PlayerId, Title

FAMILIES = (
    "Petrov", "Ivanova", "Johansson", "Schneider", "Dimitrov", "Kowalczyk", "Ó'Brien", "Nguyễn", "García", "Rossi",
    "Müller", "Novák", "Horváth", "Popescu", "Andersen", "Lambert", "Wiśniewski", "Georgiev", "Karlsson",
    "Fernandes", "Bianchi", "Yılmaz", "Kovačević", "Lindqvist", "Papadopoulos", "Szabó", "Tanaka", "Singh",
)  # fmt: skip
GIVEN = (
    "Anna", "Boris", "Clara", "David", "Elena", "Filip", "Greta", "Hristo", "Irina", "Jan", "Katarina", "Lars",
    "Maria", "Nikolai", "Olga", "Pavel", "Rosa", "Stefan",
)  # fmt: skip
UNUSUAL = (
    "Thirumalai-Srinivasan, Venkatanarasimharajuvaripeta",
    "Wolfeschlegelsteinhausenbergerdorff, Hubert Blaine",
    "Константинопольский, Александр Маркович",
    "Щербаков-Заславский, Константин Владимирович",
    "Христозова-Ангелова, Пенка",
    "عبد الرحمن, محمد",
    "الخوارزمي, أبو عبد الله",
    "Li, Bo",
)

CLUBS = (
    "Plovdiv", "Schachgesellschaft Solingen 1868", "Локомотив София", "Reykjavík B",
    "Club de Ajedrez Fuerteventura Norte", "Слон-Владимир Константинопольский", "نادي الشطرنج", "Oslo",
)  # fmt: skip
"""Teams."""


def club(number: int) -> str:
    """The name of a team; nobody else has it."""
    return f"{CLUBS[(number - 1) % len(CLUBS)]}{f' {number}' if number > len(CLUBS) else ''}"


def people(count: int) -> list[Player]:
    return [_player(n) for n in range(1, count + 1)]


def _player(n: int) -> Player:
    if n % 9 == 5:
        name = UNUSUAL[(n // 9) % len(UNUSUAL)]
    else:
        name = f"{FAMILIES[n * 11 % len(FAMILIES)]}, {GIVEN[n * 7 % len(GIVEN)]}"
    title = Title.GM if n < 4 else Title.IM if n < 8 else Title.WFM if n % 17 == 0 else Title.NONE
    return Player(PlayerId(n), name, max(1200, 2650 - n * 5), title, ("BUL", "GER", "SWE", "EGY")[n % 4])


LATIN_STEMS = (
    "Abel", "Bartosz", "Castell", "Dragun", "Eriks", "Fauster", "Grünbaum", "Halvor", "Ilie", "Jankul", "Kaspar",
    "Lund", "Marin", "Nordquist", "Oravec", "Pirvan", "Quint", "Rybak", "Söder", "Tomasz", "Ullman", "Varga",
    "Weiss", "Zeller",
)  # fmt: skip
CYRILLIC_STEMS = (
    "Ангел", "Богдан", "Васил", "Георги", "Добр", "Желязк", "Захари", "Иван", "Кирил", "Люб", "Михайл", "Никол",
    "Огнян", "Петр", "Радосла", "Симеон", "Тодор", "Узун", "Филип", "Христ", "Цвет", "Чолак", "Шишк", "Юри",
)  # fmt: skip
LATIN_ENDS = ("", "son", "ovic", "escu", "man", "ius", "berg", "ak", "i", "sen", "et", "ola")
CYRILLIC_ENDS = ("ов", "ова", "ев", "ски", "ин", "чев", "чева", "ски-Бонев", "ец", "енко", "ян", "ева-Ст.")
CYRILLIC_GIVEN = (
    "Александър", "Борислав", "Весела", "Гергана", "Деян", "Елица", "Живко", "Златка", "Ивайло", "Калоян",
    "Лъчезар", "Мартин", "Надежда", "Орлин", "Пламен", "Ралица", "Стоян", "Теодора",
)  # fmt: skip
TOWNS = (
    "Berlin", "Пловдив", "Brno", "София", "Oslo", "Варна", "Iași", "Русе", "Wien", "Бургас", "Kraków", "Стара Загора",
)  # fmt: skip


def entrants(count: int) -> list[Player]:
    """People of a large open, every other name Cyrillic, with all that a list shows."""
    return [_entrant(n) for n in range(1, count + 1)]


def _entrant(n: int) -> Player:
    mixed = n * 7919 % 10007
    stems, ends, given = (LATIN_STEMS, LATIN_ENDS, GIVEN) if n % 2 else (CYRILLIC_STEMS, CYRILLIC_ENDS, CYRILLIC_GIVEN)
    family = stems[mixed % len(stems)] + ends[mixed // 24 % len(ends)]
    title = Title.GM if n < 20 else Title.FM if n % 11 == 0 else Title.NONE
    return Player(
        PlayerId(n),
        f"{family}, {given[mixed // 5 % len(given)]}",
        max(1200, 2650 - n - mixed % 100),
        title,
        ("BUL", "GER", "SWE", "ROU", "POL", "SRB")[mixed % 6],
        club=f"{('SK', 'ШК', 'TSV', 'Клуб')[mixed % 4]} {TOWNS[mixed // 3 % len(TOWNS)]}",
        fide_id=2_900_000 + mixed * 97,
    )
