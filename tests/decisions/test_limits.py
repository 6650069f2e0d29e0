"""Every limit of what may be typed: possible at it, refused one beyond with the limit in the sentence's data."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from domain import events as e
from domain.decisions import playoffs
from domain.decisions.players.attendance import adjust_points
from domain.decisions.players.teams import register_team
from domain.decisions.qualifying import ComesFrom, Coming, accept_qualifiers
from domain.decisions.rounds.closing import give_outside_values
from domain.decisions.setup.regulations import checked_regulations
from domain.festival.decisions import announce_festival, link_sections, rename_section
from domain.festival.events import FestivalAnnounced, FestivalDetails, SectionAdded, SeriesSet
from domain.festival.groups import group_sizes
from domain.festival.series import set_series
from domain.festival.state import replay_festival
from domain.refusals import BadField
from domain.screens import decisions as screens
from domain.screens.events import Content, ContentKind, ScreenNamed
from domain.screens.state import replay_screens
from domain.stewards.decisions import invite
from domain.stewards.events import Role
from domain.stewards.state import Steward, Stewards
from domain.tournament import Tournament, replay
from domain.words.festivals import EntryRules, Rhythm, SeriesPlan
from domain.words.options import PlayoffOptions, RoundRobinOptions
from domain.words.players import Player, PlayerId
from domain.words.regulations import Entrants, Regulations
from domain.words.teams import Team, TeamId
from tests.crosstable import announced, tournament

ONE, TWO = PlayerId(1), PlayerId(2)
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
FESTIVAL = replay_festival(
    [FestivalAnnounced(FestivalDetails("f")), SectionAdded("a", "A"), SectionAdded("b", "B"), SectionAdded("c", "C")]
)
HALL = replay_screens([ScreenNamed("door", "")])
NOW = datetime(2026, 11, 22, 10, tzinfo=UTC)
PLAN = SeriesPlan(Rhythm.WEEKLY, "19:30", "Europe/Sofia", 2)
Attempt = Callable[[int], object]


def open_event() -> Tournament:
    return tournament("A +w2 ?w2\nB -b1 ?b1")


def play_off() -> Tournament:
    laws = Regulations(order=("PTS", "PLAYOFF"))
    both = (Player(ONE, "Anna", 2400), Player(TWO, "Boris", 2300))
    main = announced(laws, players=both)
    tied = playoffs.TiedPlayers(1, 1, (ONE, TWO))
    return replay(playoffs.announce_playoff(main, "open", "Play-off", tied, PlayoffOptions()))


def playing() -> Tournament:
    t = play_off()
    return replay(playoffs.draw_and_seat(t, "seed"), t)


def series(**changed: object) -> Sequence[object]:
    return set_series(FESTIVAL, SeriesSet(replace(PLAN, **changed), Regulations()), 0, NOW)  # type: ignore[arg-type]


def entries(field: str) -> Attempt:
    return lambda n: series(entries=replace(EntryRules(), **{field: n}))


def league(name: str) -> Sequence[object]:
    t = announced(Regulations(entrants=Entrants.TEAMS, order=("MP",)), players=[Player(ONE, "Anna")])
    return register_team(t, Team(TeamId(PlayerId(0)), name, squad=(ONE,)))


def ruled(**changed: str) -> Sequence[object]:
    said = {"panel": "Carl", "ruling": "lost", **changed}
    return playoffs.rule_by_panel(playing(), 1, 1, ("Anna", "Bea", said["panel"]), said["ruling"])


def agreed(**changed: str) -> Sequence[object]:
    said = {"organiser": "Eva", "arbiter": "Anna", "time_control": "10 + 5", **changed}
    return playoffs.agree_longer_control(play_off(), **said)


def steward(name: str = "Boris", first: int = 1, last: int = 9999) -> Sequence[object]:
    return invite(Stewards(), Steward("b", name, Role.ENTRY, "open", first, last), NOON)


def of(number: int) -> str:
    return "x" * number


TEXTS: dict[str, tuple[Attempt, int]] = {
    "the name of a festival": (lambda n: announce_festival(FestivalDetails(of(n))), 120),
    "the city of a festival": (lambda n: announce_festival(FestivalDetails("f", city=of(n))), 120),
    "the title of a section": (lambda n: rename_section(FESTIVAL, "a", of(n)), 60),
    "the name of a team": (lambda n: league(of(n)), 80),
    "the name of a steward": (lambda n: steward(of(n)), 60),
    "the reason of points": (lambda n: adjust_points(open_event(), ONE, 1, 1, of(n)), 500),
    "the reason to keep those who came": (
        lambda n: accept_qualifiers(open_event(), ComesFrom("a", 1), Coming(1, (), ()), of(n)),
        500,
    ),
    "the arbiter of a game": (lambda n: playoffs.assign_arbiter(playing(), 1, 1, of(n)), 100),
    "a name of the panel": (lambda n: ruled(panel=of(n)), 100),
    "a ruling": (lambda n: ruled(ruling=of(n)), 400),
    "the organiser who agrees": (lambda n: agreed(organiser=of(n)), 100),
    "the arbiter who agrees": (lambda n: agreed(arbiter=of(n)), 100),
    "the longer time control": (lambda n: agreed(time_control=of(n)), 100),
    "the increment of Armageddon": (
        lambda n: checked_regulations(Regulations(playoff=PlayoffOptions(increment_from_move=of(n)))),
        100,
    ),
    "the share of those who drop out": (
        lambda n: checked_regulations(Regulations(playoff=PlayoffOptions(dropped_share=of(n)))),
        100,
    ),
}
NUMBERS: dict[str, tuple[Attempt, int, int]] = {
    "places that go on": (lambda n: link_sections(FESTIVAL, ["a"], n, "b"), 1, 100),
    "games to go on": (lambda n: link_sections(FESTIVAL, ["a"], 1, "b", least_games=n), 0, 100),
    "the day of a week": (lambda n: series(weekday=n), 0, 6),
    "the day of a weekend": (lambda n: series(rhythm=Rhythm.WEEKEND, weekday=n), 5, 6),
    "the day of a month": (lambda n: series(rhythm=Rhythm.MONTHLY, monthday=n), 1, 31),
    "hours of notice": (lambda n: series(notice_hours=n), 0, 336),
    "entries to start": (entries("start_minimum"), 2, 10_000),
    "entries of a class": (entries("class_minimum"), 2, 10_000),
    "entries over the board": (entries("over_the_board_minimum"), 2, 10_000),
    "the share of places": (entries("share_percent"), 0, 100),
    "places there are": (entries("capacity"), 0, 10_000),
    "minutes before the start": (entries("closing_minutes"), 0, 20_160),
    "days of extension": (entries("extension_days"), 0, 7),
    "days to enter a later stage": (entries("later_stage_days"), 0, 60),
    "the smallest group": (lambda n: group_sizes(60, n, 30), 2, 30),
    "half-moves": (lambda n: playoffs.count_moves(playing(), 1, 1, n), 1, 1000),
    "cycles": (lambda n: checked_regulations(Regulations(round_robin=RoundRobinOptions(cycles=n))), 1, 8),
    "games of a match": (lambda n: checked_regulations(Regulations(match_games=n)), 1, 24),
    "places played for": (lambda n: checked_regulations(Regulations(playoff=PlayoffOptions(places=n))), 1, 100),
    "the first board": (lambda n: steward(first=n), 1, 9999),
    "the last board": (lambda n: steward(first=7, last=n), 7, 9999),
}


@pytest.mark.parametrize("what", TEXTS)
def test_the_longest_text_is_possible_and_one_letter_more_is_not(what: str) -> None:
    attempt, longest = TEXTS[what]
    assert attempt(longest)
    with pytest.raises(BadField) as refused:
        attempt(longest + 1)
    assert (refused.value.value, refused.value.rule) == (of(longest + 1), f"longest:{longest}")


@pytest.mark.parametrize("what", NUMBERS)
def test_a_number_is_possible_from_the_least_to_the_most(what: str) -> None:
    attempt, least, most = NUMBERS[what]
    assert attempt(least)
    assert attempt(most)
    for beyond in (least - 1, most + 1):
        with pytest.raises(BadField) as refused:
            attempt(beyond)
        assert (refused.value.value, refused.value.rule) == (str(beyond), f"whole:{least}:{most}")


@pytest.mark.parametrize("points", [-20, -1, 1, 20])
def test_up_to_ten_points_are_given_or_taken(points: int) -> None:
    assert adjust_points(open_event(), ONE, 1, points, "x")


@pytest.mark.parametrize("points", [-21, 0, 21])
def test_no_points_and_more_than_ten_are_refused(points: int) -> None:
    with pytest.raises(BadField) as refused:
        adjust_points(open_event(), ONE, 1, points, "x")
    assert (refused.value.field, refused.value.rule) == ("points", "adjustment:10")


@pytest.mark.parametrize(("points", "possible"), [(-1, False), (0, True), (200, True), (201, False)])
def test_a_play_off_held_outside_gives_from_0_to_100_points(points: int, possible: bool) -> None:
    values = [e.OutsideValue(ONE, points)]
    if possible:
        assert give_outside_values(open_event(), values) == [e.OutsideValuesGiven(tuple(values), "")]
        return
    with pytest.raises(BadField) as refused:
        give_outside_values(open_event(), values)
    assert (refused.value.field, refused.value.value, refused.value.rule) == ("outside", str(points / 2), "half-points")


@pytest.mark.parametrize("clock", ["00:00", "09:59", "19:30", "23:59"])
def test_a_series_may_begin_at_any_minute_of_the_day(clock: str) -> None:
    assert series(time=clock)


@pytest.mark.parametrize("clock", ["24:00", "9:30", "12:60", "12:5", "noon", ""])
def test_any_other_time_is_refused(clock: str) -> None:
    with pytest.raises(BadField) as refused:
        series(time=clock)
    assert (refused.value.field, refused.value.value, refused.value.rule) == ("time", clock, "clock-time")


@pytest.mark.parametrize("zone", ["Europe/Nowhere", "../etc/passwd", ""])
def test_a_zone_that_nobody_knows_is_refused(zone: str) -> None:
    with pytest.raises(BadField) as refused:
        series(zone=zone)
    assert (refused.value.field, refused.value.value, refused.value.rule) == ("zone", zone, "time-zone")


# Screens

PAGE = Content(ContentKind.STANDINGS, "open")
OF_A_SCREEN: dict[str, tuple[str, Attempt, int, int]] = {
    "contents": ("contents", lambda n: screens.show_contents(HALL, "door", [PAGE] * n), 1, 12),
    "seconds of each": ("seconds", lambda n: screens.show_contents(HALL, "door", [PAGE] * 2, n), 5, 600),
    "televisions of one list": ("parts", lambda n: screens.split_screen(HALL, "door", n) or n == 1, 1, 40),
    "minutes of pairings alone": ("minutes", lambda n: screens.focus_screen(HALL, "door", n) or n == 0, 0, 60),
    "letters of an announcement": ("text", lambda n: screens.show_announcement(HALL, of(n)), 1, 600),
    "letters of a title": ("title", lambda n: screens.name_screen(HALL, "wall", of(n)), 0, 80),
    "letters of a picture's title": ("title", lambda n: screens.add_picture(HALL, "p", "image/png", of(n)), 0, 80),
    "letters of an announcement in turn": (
        "text",
        lambda n: screens.show_contents(HALL, "door", [Content(ContentKind.ANNOUNCEMENT, text=of(n))]),
        1,
        600,
    ),
}


@pytest.mark.parametrize("what", OF_A_SCREEN)
def test_a_screen_takes_from_the_least_to_the_most(what: str) -> None:
    field, attempt, least, most = OF_A_SCREEN[what]
    assert attempt(least)
    assert attempt(most)
    for beyond in (least - 1, most + 1):
        if beyond < 0 or (beyond == 0 and what.endswith("in turn")):
            continue
        with pytest.raises(screens.OutOfRange) as refused:
            attempt(beyond)
        given = (refused.value.what, refused.value.given, refused.value.least, refused.value.most)
        assert given == (field, beyond, 0 if what.endswith("in turn") else least, most)


def test_the_address_of_a_screen_has_at_most_32_letters() -> None:
    assert screens.name_screen(HALL, of(32))
    with pytest.raises(screens.BadScreenName):
        screens.name_screen(HALL, of(33))
