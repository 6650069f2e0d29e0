"""Groups of a stage: how many, how large, and who plays in which."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import islice
from string import ascii_uppercase
from typing import TypeVar

from domain.decisions.players.numbering import told_apart
from domain.festival import events as e
from domain.festival.decisions import LONGEST_SECTION_TITLE, add_section
from domain.festival.state import Festival
from domain.fields import text
from domain.ranking.order import drawn_order
from domain.records import dataclass
from domain.refusals import BadField, GroupsDrawnAlready, NoSuchSection
from domain.tournament import Tournament
from domain.words.festivals import Seeding
from domain.words.players import Player, initial_ranking
from domain.words.regulations import Regulations

T = TypeVar("T")

LEAST_GROUP, MOST_GROUP = 4, 10
"""Entrants of a group, where nothing else is said (the dossier's reading of automatic groups)."""


def group_sizes(entrants: int, least: int = LEAST_GROUP, most: int = MOST_GROUP) -> tuple[int, ...]:
    """The sizes of the groups, as equal as they can be, the larger first. Raises BadField where none fit.

    A power of two of them where one fits, so that the winners fill a bracket; of several numbers that fit, the one
    whose groups are nearest to the middle of `least` and `most`, the larger groups of two that are equally near.
    """
    if not 2 <= least <= most:
        raise BadField("least", str(least), f"whole:2:{most}")
    fitting = range(-(-entrants // most), entrants // least + 1)
    powers = [number for number in fitting if number > 1 and number & (number - 1) == 0]
    several = [number for number in fitting if number > 1]
    choice = powers or several or [number for number in fitting if number]
    if not choice:
        raise BadField("least", str(entrants), f"groups:{least}:{most}")
    middle = Fraction(least + most, 2)
    number = min(choice, key=lambda groups: (abs(Fraction(entrants, groups) - middle), groups))
    size, larger = divmod(entrants, number)
    return (size + 1,) * larger + (size,) * (number - larger)


def snake(order: Sequence[T], sizes: Sequence[int]) -> tuple[tuple[T, ...], ...]:
    """The entrants, strongest first, dealt to and fro over the groups until each has its size."""
    groups: list[list[T]] = [[] for _ in sizes]
    waiting, forward = list(reversed(order)), True
    while waiting:
        row = range(len(sizes)) if forward else reversed(range(len(sizes)))
        for at in row:
            if waiting and len(groups[at]) < sizes[at]:
                groups[at].append(waiting.pop())
        forward = not forward
    return tuple(map(tuple, groups))


def in_turn(order: Sequence[T], sizes: Sequence[int]) -> tuple[tuple[T, ...], ...]:
    """The entrants in drawn order, the first group filled first."""
    waiting = iter(order)
    return tuple(tuple(islice(waiting, size)) for size in sizes)


@dataclass(frozen=True, slots=True)
class GroupRules:
    regulations: Regulations
    least: int = LEAST_GROUP
    most: int = MOST_GROUP
    seeding: Seeding = Seeding.SNAKE
    stages: tuple[e.PlannedStage, ...] = ()
    prefix: str = ""


def draw_groups(
    festival: Festival, pool: str, entered: Tournament, rules: GroupRules, seed: str
) -> list[e.FestivalEvent]:
    """Everybody present in the pool is in one group. Raises NoSuchSection, GroupsDrawnAlready or BadField."""
    if pool not in festival.sections:
        raise NoSuchSection(pool)
    if pool in festival.groups:
        raise GroupsDrawnAlready(festival.sections[pool])
    present = [player for player in entered.players.values() if not entered.away(player.id, 1)]
    sizes = group_sizes(len(present), rules.least, rules.most)
    if rules.seeding is Seeding.SNAKE:
        groups = snake(initial_ranking(present, then_by=entered.regulations.numbering), sizes)
        seed = ""
    else:
        by_key = told_apart((_lot_key(player), player.id) for player in present)
        groups = in_turn([by_key[key] for key in drawn_order(by_key, seed)], sizes)
    titles = (f"{rules.prefix} {letters(number, rules.prefix)}" for number in range(1, len(groups) + 1))
    checked = (text("title", title, longest=LONGEST_SECTION_TITLE) for title in titles)
    titled = tuple(map(e.PlannedGroup, checked, groups))
    return [e.GroupsDrawn(pool, entered.version, titled, rules.seeding, seed, rules.regulations, rules.stages)]


def announce_groups(
    festival: Festival, pool: str, groups: Sequence[str], stages: Sequence[str]
) -> list[e.FestivalEvent]:
    """The tournaments of a draw become sections, and each stage takes in the one before. Twice changes nothing."""
    drawn = festival.groups[pool]
    if pool in festival.announced:
        return []
    events: list[e.FestivalEvent] = [e.GroupsAnnounced(pool, tuple(groups), tuple(stages))]
    titles = [*(group.title for group in drawn.groups), *(stage.title for stage in drawn.stages)]
    taken = set(map(str.casefold, festival.sections.values()))
    for slug, title in zip((*groups, *stages), titles, strict=True):
        others = (f"{title} ({number})" for number in range(2, len(taken) + 3))
        free = next(one for one in (title, *others) if one.casefold() not in taken)
        events += [] if slug in festival.sections else add_section(festival, slug, free)
    sources = tuple(groups)
    for slug, stage in zip(stages, drawn.stages, strict=True):
        events.append(e.SectionsLinked(sources, stage.places, slug, stage.carry, stage.least_games))
        sources = (slug,)
    return events


CYRILLIC_TITLES = "АБВГДЕЖЗИКЛМНОПРСТУФХ"
"""Without letters that few lists begin with. A Latin B among Cyrillic words reads as the third letter."""


def letters(number: int, prefix: str = "") -> str:
    """Of the script of the prefix: A, B ... Z, AA."""
    known = CYRILLIC_TITLES if any("Ѐ" <= letter <= "ӿ" for letter in prefix) else ascii_uppercase
    first, last = divmod(number - 1, len(known))
    return (letters(first, prefix) if first else "") + known[last]


def _lot_key(player: Player) -> str:
    by_name = (player.name.casefold(), player.birth_year, player.club.casefold())
    return repr((player.fide_id,) if player.fide_id else by_name)
