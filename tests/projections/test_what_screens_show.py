"""The playlist of a screen right now: a pure function of the screens, the tournaments and the hour."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain import events as e
from domain import tournament as t
from domain.screens import state as h
from domain.screens.events import Content, ContentKind
from domain.screens.state import Screen
from domain.words.choices.bulletins import Bulletin, BulletinKind, BulletinText
from domain.words.choices.publication import PublicationPlan, PublicationTime
from domain.words.players import EntrantId
from domain.words.regulations import Regulations
from projections.chances.coming import WhatComesNext
from projections.moment.snapshot import snapshot
from projections.player.chances import LikelyWinners
from projections.round.pairings import Pairings
from projections.screens.countdowns import Countdown
from projections.screens.panels import Cross, NewestNews, NotCheckedIn, Notice, PlayerLine, Results, Seats, Waiting
from projections.screens.playlist import Playlist, Source, playlist_of, share_of, tournament_playlist
from projections.table.prize_list import Prizes
from projections.table.standings import Standings
from tests.projections.chances_shown import with_chances
from tests.projections.small_ends import after
from tests.screens.fields import PRIZES, cup, finished_open
from tests.screens.site import open_of
from web.screens import ScreenRenderer

NOW = datetime(2026, 11, 21, 15, 0, tzinfo=timezone(timedelta(hours=2)))


def source(players: int = 12, published_at: datetime | None = None, schedule: tuple[str, ...] = ()) -> Source:
    return Source("open", snapshot(t.replay(open_of(players, schedule=schedule))), published_at)


def look(
    *contents: Content, at: Source | None = None, now: datetime = NOW, part: int = 1, **of_screen: int
) -> Playlist:
    screen = Screen("hall", contents=contents, **of_screen)  # type: ignore[arg-type]
    return playlist_of(h.Screens(by_name={"hall": screen}, version=3), "hall", part, {"open": at or source()}, now)


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        (ContentKind.PAIRINGS, Pairings),
        (ContentKind.BOARDS, Pairings),
        (ContentKind.SEATS, Seats),
        (ContentKind.STANDINGS, Standings),
        (ContentKind.CROSSTABLE, Cross),
        (ContentKind.LATEST, Results),
    ],
)
def test_every_list_is_resolved_to_its_view(kind: ContentKind, body: type) -> None:
    assert isinstance(look(Content(kind, "open")).panels[0].body, body)


def test_who_can_still_win_hangs_only_where_everybody_may_see_it() -> None:
    table, chances = Content(ContentKind.STANDINGS, "open"), Content(ContentKind.CHANCES, "open")
    hidden = look(table, chances)
    assert [panel.content for panel in hidden.panels] == [table]
    assert [panel.body for panel in look(chances).panels] == [
        panel.body for panel in look(Content(ContentKind.TOURNAMENT, "open")).panels
    ]
    shown = look(table, chances, at=Source("open", with_chances(after(3, 2, 8, Regulations(rounds=5), 3))))
    body = shown.panels[1].body
    assert isinstance(body, LikelyWinners)
    assert body.rows[0].first.chance >= body.rows[-1].first.chance >= 0.005


def test_the_next_round_hangs_only_where_everybody_may_see_it_and_says_that_it_is_provisional() -> None:
    table, following = Content(ContentKind.STANDINGS, "open"), Content(ContentKind.NEXT_ROUND, "open")
    assert [panel.content for panel in look(table, following).panels] == [table]
    shown = look(table, following, at=Source("open", with_chances(after(3, 2, 9, Regulations(rounds=5), 3))))
    body = shown.panels[1].body
    assert isinstance(body, WhatComesNext)
    assert [row.board for row in body.boards] == [1, 2, 3, 4, 0]
    assert "Round 4, if it ended now · provisional" in ScreenRenderer().page(shown, "en")
    all_in = look(table, following, at=Source("open", with_chances(after(3, 0, 9, Regulations(rounds=5), 3))))
    assert "Round 4, if it were paired now · provisional" in ScreenRenderer().page(all_in, "en")


def test_those_not_checked_in_are_shown_until_round_one_is_paired() -> None:
    before = [event for event in open_of(12) if not isinstance(event, e.RoundPaired)][:14]
    here = [*before, e.EntrantCheckedIn(EntrantId(2))]
    at = Source("open", snapshot(t.replay([one for one in here if not isinstance(one, e.PairingNumbersIssued)])))
    body = look(Content(ContentKind.NOT_CHECKED_IN, "open"), at=at).panels[0].body
    assert isinstance(body, NotCheckedIn)
    assert (body.here, body.expected, len(body.rows)) == (1, 12, 11)
    assert 2 not in {person.id for person in body.rows}
    assert look(Content(ContentKind.NOT_CHECKED_IN, "open")).panels[0].body == Waiting("check-in")


def test_a_card_is_of_one_player() -> None:
    (panel,) = look(Content(ContentKind.CARD, "open", player=3)).panels
    assert isinstance(panel.body, PlayerLine)
    assert panel.body.standing.person.id == 3
    assert len(panel.body.games) == 5


def test_somebody_who_is_not_there_has_no_card() -> None:
    assert look(Content(ContentKind.CARD, "open", player=99)).panels[0].body == Waiting("player")


def test_a_tournament_that_is_gone_leaves_a_sentence_and_not_a_crash() -> None:
    assert look(Content(ContentKind.PAIRINGS, "yesterday")).panels[0].body == Waiting("tournament")


def test_before_the_first_round_there_is_nothing_to_pair() -> None:
    empty = Source("open", snapshot(t.replay(open_of(8)[:9])))
    assert look(Content(ContentKind.PAIRINGS, "open"), at=empty).panels[0].body == Waiting("round")


def test_a_screen_that_is_not_set_waits() -> None:
    assert look().panels[0].body == Waiting("unset")


def test_the_position_is_that_of_all_journals_looked_at() -> None:
    at = source()
    shown = look(Content(ContentKind.PAIRINGS, "open"), at=at)
    assert dict(shown.positions) == {"hall": 3, "open": at.snapshot.position}
    assert shown.position == 3 + at.snapshot.position


def test_lines_of_the_crosstable_call_opponents_by_their_lines() -> None:
    (panel,) = look(Content(ContentKind.CROSSTABLE, "open")).panels
    assert isinstance(panel.body, Cross)
    rows = panel.body.rows
    for row in rows:
        for round, line in enumerate(row.against):
            if line:
                assert rows[line - 1].against[round] == row.line


# The tournament's own screen, which follows it


def kinds(events: list[e.Event], now: datetime = NOW) -> list[ContentKind]:
    followed = Source("open", snapshot(t.replay(events)))
    return [panel.content.kind for panel in tournament_playlist(followed, now).panels]


def test_while_a_round_is_played_it_shows_the_round_and_the_table() -> None:
    assert kinds(open_of(12)) == [ContentKind.PAIRINGS, ContentKind.STANDINGS]


def test_before_the_first_round_it_shows_the_starting_list_and_how_long_it_takes() -> None:
    numbered = open_of(8, schedule=("2026-11-21T16:00",))[:11]
    assert isinstance(numbered[-1], e.PairingNumbersIssued)
    assert kinds(numbered) == [ContentKind.COUNTDOWN, ContentKind.STANDINGS]
    assert kinds(numbered[:9]) == [ContentKind.COUNTDOWN, ContentKind.PAIRINGS]


def test_between_two_rounds_it_counts_down_to_the_next_if_its_time_is_announced() -> None:
    between = open_of(12, played=4)[:-1]
    assert isinstance(between[-1], e.RoundPaired)
    assert kinds(between) == [ContentKind.PAIRINGS, ContentKind.STANDINGS]
    starts = tuple(f"2026-11-21T{hour}:00" for hour in range(10, 19))
    scheduled = [
        replace(one, details=replace(one.details, schedule=starts)) if n == 0 else one for n, one in enumerate(between)
    ]  # type: ignore[union-attr]
    morning = datetime(2026, 11, 21, 13, 20, tzinfo=NOW.tzinfo)
    assert kinds(scheduled, morning) == [ContentKind.COUNTDOWN, ContentKind.PAIRINGS, ContentKind.STANDINGS]
    followed = Source("open", snapshot(t.replay(scheduled)))
    counted = tournament_playlist(followed, morning).panels[0]
    assert isinstance(counted.body, Countdown)
    assert (counted.body.round, counted.gone_at) == (5, morning + timedelta(minutes=42))


def test_a_countdown_says_when_the_clock_publishes_the_pairings() -> None:
    between = [*open_of(12, played=4)[:-1], e.PublicationPlanned(PublicationPlan(minutes=30))]
    starts = tuple(f"2026-11-21T{hour}:00" for hour in range(10, 19))
    scheduled = [
        replace(one, details=replace(one.details, schedule=starts)) if n == 0 else one for n, one in enumerate(between)
    ]  # type: ignore[union-attr]
    at = Source("open", snapshot(t.replay(scheduled)))
    start = datetime(2026, 11, 21, 14, tzinfo=NOW.tzinfo)
    before, after_it = start - timedelta(minutes=40), start - timedelta(minutes=20)
    counted = tournament_playlist(at, before).panels[0].body
    assert counted == Countdown(start, 5, pairings_at=start - timedelta(minutes=30))
    assert "Pairings: 13:30" in ScreenRenderer().page(tournament_playlist(at, before), "en")
    assert tournament_playlist(at, after_it).panels[0].body == Countdown(start, 5)


def test_without_a_start_the_pairings_themselves_are_counted_down() -> None:
    own = PublicationPlan(times=(PublicationTime(5, "2026-11-21T16:10"),))
    at = Source("open", snapshot(t.replay([*open_of(12, played=4)[:-1], e.PublicationPlanned(own)])))
    shown = tournament_playlist(at, NOW)
    assert "Round 5, pairings: 16:10" in ScreenRenderer().page(shown, "en")
    until = NOW + timedelta(hours=1, minutes=10)
    alone = look(Content(ContentKind.COUNTDOWN, "open"), at=at, now=NOW).panels[0].body
    assert shown.panels[0].body == alone == Countdown(until, 5, pairings_at=until)
    assert tournament_playlist(at, until).panels[0].content.kind is ContentKind.PAIRINGS


def test_a_round_that_is_published_and_has_not_begun_is_counted_down_to_as_well() -> None:
    starts = tuple(f"2026-11-21T{hour}:00" for hour in range(12, 21))
    assert kinds(open_of(12, schedule=starts))[0] is ContentKind.COUNTDOWN
    assert kinds(open_of(12, schedule=starts), NOW + timedelta(hours=1, minutes=1))[0] is ContentKind.PAIRINGS


def test_of_a_round_that_has_begun_the_default_time_is_counted_down() -> None:
    starts = tuple(f"2026-11-21T{hour}:00" for hour in range(12, 21))
    playing = [*open_of(12, schedule=starts), e.DefaultTimeSet(30)]
    begun, over = NOW + timedelta(hours=1, minutes=1), NOW + timedelta(hours=1, minutes=30)
    assert kinds(playing, begun) == [ContentKind.COUNTDOWN, ContentKind.PAIRINGS, ContentKind.STANDINGS]
    assert kinds(playing, over) == [ContentKind.PAIRINGS, ContentKind.STANDINGS]
    at = Source("open", snapshot(t.replay(playing)))
    followed = tournament_playlist(at, begun).panels[0].body
    alone = look(Content(ContentKind.COUNTDOWN, "open"), at=at, now=begun).panels[0].body
    assert followed == alone == Countdown(over, 5, default_time=True)
    next_one = look(Content(ContentKind.COUNTDOWN, "open"), at=at, now=over + timedelta(minutes=2)).panels[0].body
    assert next_one == Countdown(NOW + timedelta(hours=2), 6)


def test_after_the_last_round_it_shows_the_podium_the_final_table_and_the_prizes_in_turn() -> None:
    over = finished_open(12)
    assert kinds(over) == [ContentKind.PODIUM, ContentKind.STANDINGS, ContentKind.PRIZES]
    assert kinds([*over, e.TournamentClosed()]) == [ContentKind.PODIUM, ContentKind.STANDINGS, ContentKind.PRIZES]
    assert kinds(over[:-1]) == [ContentKind.PODIUM, ContentKind.STANDINGS]


def test_after_the_final_of_a_knock_out_it_shows_the_podium_and_the_bracket() -> None:
    assert kinds(cup(8)) == [ContentKind.PAIRINGS, ContentKind.BRACKET]
    assert kinds(cup(8, over=True)) == [ContentKind.PODIUM, ContentKind.BRACKET]


def test_a_section_whose_prizes_depend_on_others_shows_no_winners_by_itself() -> None:
    section = Source("open", snapshot(t.replay(finished_open(12))), prizes_depend=True)
    shown = [panel.content.kind for panel in tournament_playlist(section, NOW).panels]
    assert shown == [ContentKind.PODIUM, ContentKind.STANDINGS]


def test_a_named_screen_that_follows_goes_on_by_itself() -> None:
    follows = Content(ContentKind.TOURNAMENT, "open")
    notice = Content(ContentKind.ANNOUNCEMENT, text="Lunch")
    assert [panel.content.kind for panel in look(follows, notice).panels] == [
        ContentKind.PAIRINGS,
        ContentKind.STANDINGS,
        ContentKind.ANNOUNCEMENT,
    ]
    over = Source("open", snapshot(t.replay(finished_open(12))))
    assert look(follows, at=over).panels[0].content.kind is ContentKind.PODIUM


def test_a_named_screen_with_a_kind_of_its_own_keeps_it_after_the_close() -> None:
    closed = Source("open", snapshot(t.replay([*finished_open(12), e.TournamentClosed()])))
    for kind in (ContentKind.PAIRINGS, ContentKind.STANDINGS, ContentKind.CROSSTABLE, ContentKind.LATEST):
        (panel,) = look(Content(kind, "open"), at=closed).panels
        assert (panel.content.kind, isinstance(panel.body, Waiting)) == (kind, False)


def test_what_has_nothing_to_show_is_left_out_as_long_as_there_is_something_else() -> None:
    table = Content(ContentKind.STANDINGS, "open")
    empty = [Content(kind, "open") for kind in (ContentKind.PODIUM, ContentKind.PRIZES, ContentKind.COUNTDOWN)]
    assert [panel.content for panel in look(table, *empty).panels] == [table]
    assert [panel.content.kind for panel in look(*empty).panels] == [ContentKind.PAIRINGS, ContentKind.STANDINGS]


def test_the_news_that_is_pinned_is_shown_or_else_the_newest_and_none_leaves_it_out() -> None:
    def written(number: int, day: str, pinned: bool = False) -> e.BulletinWritten:
        text = BulletinText("en", f"News of {day}")
        return e.BulletinWritten(number, Bulletin(BulletinKind.NEWS, (text,), f"{day}T10:00", pinned))

    def title(*events: e.Event) -> str:
        (panel,) = look(Content(ContentKind.NEWS, "open"), at=Source("open", snapshot(t.replay(events)))).panels
        assert isinstance(panel.body, NewestNews)
        return panel.body.bulletin.texts[0].title

    begun = finished_open(12)
    two = (*begun, written(1, "2026-11-20"), written(2, "2026-11-21"))
    assert title(*two) == "News of 2026-11-21"
    assert title(*two, written(1, "2026-11-20", pinned=True)) == "News of 2026-11-20"
    table = Content(ContentKind.STANDINGS, "open")
    assert [panel.content for panel in look(table, Content(ContentKind.NEWS, "open")).panels] == [table]


@pytest.mark.parametrize("kind", [ContentKind.COUNTDOWN, ContentKind.PODIUM, ContentKind.PRIZES])
def test_what_is_awaited_and_stands_alone_gives_way_to_its_tournament(kind: ContentKind) -> None:
    shown = [panel.content.kind for panel in look(Content(kind, "open")).panels]
    assert shown == [ContentKind.PAIRINGS, ContentKind.STANDINGS]


def test_prizes_have_winners_once_the_last_round_is_decided() -> None:
    promised = Source("open", snapshot(t.replay([*open_of(12), PRIZES])))
    won = Source("open", snapshot(t.replay(finished_open(12))))
    for at, winners in ((promised, False), (won, True)):
        (panel,) = look(Content(ContentKind.PRIZES, "open"), at=at).panels
        assert isinstance(panel.body, Prizes)
        assert (bool(panel.body.rows), len(panel.body.announced)) == (winners, 6)


# Families


@given(st.lists(st.integers()), st.integers(1, 12))
def test_the_parts_of_a_family_are_the_whole_list_and_differ_by_one_row_at_most(rows: list[int], parts: int) -> None:
    shares = [share_of(tuple(rows), part, parts) for part in range(1, parts + 1)]
    assert [row for share in shares for row in share] == rows
    assert max(map(len, shares)) - min(map(len, shares)) <= 1


def test_a_family_splits_its_lists_but_not_its_texts() -> None:
    contents = (Content(ContentKind.SEATS, "open"), Content(ContentKind.ANNOUNCEMENT, text="Lunch"))
    seats, notice = look(*contents, part=2, parts=3).panels
    assert isinstance(seats.body, Seats)
    assert len(seats.body.rows) == 4
    assert notice.body == Notice("Lunch")


# Focus


def test_for_the_first_minutes_after_publication_the_pairings_are_the_focus() -> None:
    at = source(published_at=NOW - timedelta(minutes=2))
    shown = look(Content(ContentKind.STANDINGS, "open"), Content(ContentKind.PAIRINGS, "open"), at=at, focus_minutes=5)
    assert shown.focus_until == NOW + timedelta(minutes=3)
    assert [panel.focus for panel in shown.panels] == [False, True]


def test_a_screen_without_pairings_gets_them_for_that_time() -> None:
    at = source(published_at=NOW - timedelta(minutes=2))
    shown = look(Content(ContentKind.STANDINGS, "open"), at=at, focus_minutes=5)
    assert [(panel.content.kind, panel.focus_only) for panel in shown.panels] == [
        (ContentKind.STANDINGS, False),
        (ContentKind.PAIRINGS, True),
    ]


def test_when_the_minutes_are_over_nothing_is_in_focus() -> None:
    at = source(published_at=NOW - timedelta(minutes=5))
    shown = look(Content(ContentKind.STANDINGS, "open"), at=at, focus_minutes=5)
    assert (shown.focus_until, len(shown.panels)) == (None, 1)


def test_a_screen_without_focus_ignores_a_publication() -> None:
    assert look(Content(ContentKind.STANDINGS, "open"), at=source(published_at=NOW)).focus_until is None


# Countdown


def countdown(now: datetime, *schedule: str, until: str = "") -> Countdown:
    at = source(schedule=schedule)
    (panel,) = look(Content(ContentKind.COUNTDOWN, "open", until=until), at=at, now=now).panels
    assert isinstance(panel.body, Countdown)
    return panel.body


def test_it_counts_to_the_next_round_of_the_schedule_in_the_venues_time() -> None:
    found = countdown(NOW, "2026-11-21T10:00", "2026-11-21T15:30")
    assert (found.round, found.until) == (2, NOW + timedelta(minutes=30))


def test_a_round_that_has_just_begun_is_still_shown_for_a_while() -> None:
    late = NOW + timedelta(minutes=40)
    assert countdown(late, "2026-11-21T15:30", "2026-11-21T19:00").round == 1
    assert countdown(late + timedelta(minutes=6), "2026-11-21T15:30", "2026-11-21T19:00").round == 2


def test_a_time_that_was_typed_wins_over_the_schedule() -> None:
    found = countdown(NOW, "2026-11-21T15:30", until="2026-11-21T18:00")
    assert (found.round, found.until) == (0, NOW + timedelta(hours=3))


def test_a_schedule_that_names_a_zone_is_taken_at_its_word() -> None:
    assert countdown(NOW, "2026-11-21T14:00+00:00").until == datetime(2026, 11, 21, 14, 0, tzinfo=UTC)


def test_a_focus_and_a_late_start_end_on_the_minute() -> None:
    contents = Content(ContentKind.PAIRINGS, "open")
    for minutes, until in ((4, NOW + timedelta(minutes=1)), (5, None), (6, None)):
        at = source(published_at=NOW - timedelta(minutes=minutes))
        assert look(contents, at=at, focus_minutes=5).focus_until == until
    begun = datetime(2026, 11, 21, 15, 30, tzinfo=NOW.tzinfo)
    rounds = [
        countdown(begun + timedelta(minutes=late), "2026-11-21T15:30", "2026-11-21T19:00").round for late in (14, 15)
    ]
    assert rounds == [1, 2]


def test_the_latest_results_are_no_more_than_fit() -> None:
    (panel,) = look(Content(ContentKind.LATEST, "open"), at=source(players=40)).panels
    assert isinstance(panel.body, Results)
    assert len(panel.body.rows) == 24


@pytest.mark.parametrize(("rows", "parts", "sizes"), [(7, 3, [3, 2, 2]), (6, 3, [2, 2, 2]), (2, 3, [1, 1, 0])])
def test_the_first_parts_of_a_family_are_the_longer_ones(rows: int, parts: int, sizes: list[int]) -> None:
    shares = [share_of(tuple(range(rows)), part, parts) for part in range(1, parts + 1)]
    assert [len(share) for share in shares] == sizes
    assert [row for share in shares for row in share] == list(range(rows))


def test_only_the_last_of_a_family_names_who_is_not_paired() -> None:
    at = source(players=13)
    parts = [look(Content(ContentKind.PAIRINGS, "open"), at=at, part=part, parts=2).panels[0].body for part in (1, 2)]
    assert all(isinstance(body, Pairings) for body in parts)
    first, last = (body.unpaired for body in parts if isinstance(body, Pairings))
    assert (len(first), len(last) > 0) == (0, True)


def test_of_two_publications_the_later_one_ends_the_focus() -> None:
    sources = {
        slug: replace(source(published_at=NOW - timedelta(minutes=ago)), slug=slug)
        for slug, ago in (("a", 4), ("b", 1), ("c", 30))
    }
    contents = tuple(Content(ContentKind.PAIRINGS, slug) for slug in sources)
    screens = h.Screens(by_name={"hall": Screen("hall", contents=contents, focus_minutes=5)})
    assert playlist_of(screens, "hall", 1, sources, NOW).focus_until == NOW + timedelta(minutes=4)
