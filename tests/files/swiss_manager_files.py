"""Files in the layout of Swiss-Manager, built for tests from what is known of it; nobody's tournament."""

from collections.abc import Mapping, Sequence
from struct import pack, pack_into

from domain.records import dataclass

BYE, NOT_PAIRED = 0xFFFF, 0xFFFE


@dataclass(frozen=True, slots=True)
class Somebody:
    last: str
    first: str = ""
    title: str = ""
    federation: str = ""
    club: str = ""
    rating: int = 0
    born: int = 0
    fide_id: int = 0
    team: int = 0
    board: int = 0


@dataclass(frozen=True, slots=True)
class Played:
    games: Sequence[tuple[int, int, int]]
    matches: Sequence[tuple[int, int, int]] = ()
    day: int = 0
    time: str = ""


def mark(tag: int) -> bytes:
    return bytes((tag, 0xFF, 0x89, 0x44))


def strings(count: int, at: Mapping[int, str]) -> bytes:
    texts = [at.get(n, "") for n in range(count)]
    return b"".join(pack("<H", len(text.encode("utf-16-le")) // 2) + text.encode("utf-16-le") for text in texts)


def player(one: Somebody) -> bytes:
    said = {0: one.last, 1: one.first, 3: f"{one.last} {one.first}", 4: one.title, 9: one.club, 10: one.federation}
    about = bytearray(134)
    pack_into("<H", about, 32, one.rating)
    pack_into("<I", about, 38, one.born)
    pack_into("<IHH", about, 48, one.fide_id, one.team, one.board)
    return strings(18, said) + about


def schedule(one: Played) -> bytes:
    about = bytearray(76)
    pack_into("<I", about, 0, one.day)
    pack_into("<HH", about, 6, len(one.games), len(one.matches))
    return strings(16, {0: one.time}) + about


def swiss_manager_file(
    kind: int, players: Sequence[Somebody], rounds: Sequence[Played], teams: Sequence[str] = (), boards: int = 0
) -> bytes:
    """`kind`: 0 = TUNX, 1 = TURX, 2 = TUTX, 3 = TUMX."""
    settings = bytearray(1279)
    settings[:4] = mark(0x95)
    for at, value in ((15, kind), (23, len(players)), (27, len(rounds)), (31, 2), (51, len(teams)), (53, boards)):
        pack_into("<H", settings, at, value)
    pack_into("<HH", settings, 33, 37, 52)
    pack_into("<II", settings, 75, 20260916, 20260918)
    named = {0: "Открытый турнир", 5: "Samarkand", 14: "90+30", 20: "UZB", 21: "Arbiter, Anna"}
    data = mark(0x93) + bytes(104) + strings(132, named) + bytes(settings)
    seats = b"".join(pack("<HHB16x", *game) for one in rounds for game in one.games)
    sections = [(0xA3, b"".join(map(schedule, rounds))), (0xA5, b"".join(map(player, players))), (0xB3, seats)]
    if kind > 1:
        sections.append((0xB5, b"".join(strings(5, {0: name}) + bytes(96) for name in teams)))
        sections.append((0xC3, b"".join(pack("<HHHH7x", *met, 0) for one in rounds for met in one.matches)))
    starts = []
    for tag, content in sections:
        starts.append(len(data))
        data += mark(tag) + content
    starts.append(len(data))
    return data + mark(0xD3) + pack("<7I", *starts, *[0] * (7 - len(starts))) + mark(0xE3)
