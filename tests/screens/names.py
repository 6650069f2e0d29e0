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
