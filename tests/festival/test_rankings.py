"""A ranking over events: what each is worth, the best of them, equals, categories, and who is the same person."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction

import pytest

from domain.festival.decisions import add_section, announce_festival, undo_decision
from domain.festival.events import FestivalDetails, RankingSet
from domain.festival.rankings import close_ranking, end_ranking, reopen_ranking, set_ranking
from domain.festival.state import Festival, replay_festival
from domain.organisers.persons import Entrance, Persons
from domain.refusals import BadField, NoRanking, NoSuchSection, RankingIsClosed
from domain.tournament import Tournament, replay
from domain.words.festivals import Merit, RankingRules, RankingTie
from domain.words.players import EntrantId, Player, Sex
from projections.festivals.rankings import EventRanking, RankedPlace, ranking_over
from projections.moment.snapshot import Snapshot, snapshot
from tests.crosstable import tournament
from tests.screens.site import open_of
from tests.team_events import team_tournament
from web.public.festivals import FestivalFrame, ranking_html, ranking_pieces
from web.tables import ranking_tables
from web.wording import language

SPRING = """
    Alice 2400  +w2 +b3
    Bruno 2300  -b1 +w4
    Carla 2200  +w4 -w1
    David 2100  -b3 -b2
"""
AUTUMN = """
    Bruno 2310  +w2 +b3
    Alice 2410  -b1 +w4
    Emil  2200  +w4 -w1
    Fedor 2100  -b3 -b2
"""
RULES = RankingRules(points=(10, 6, 3))


def grand_prix(rules: RankingRules, *sections: str) -> Festival:
    f = replay_festival(announce_festival(FestivalDetails("Grand prix")))
    for slug in sections:
        f = replay_festival(add_section(f, slug, slug.title()), f)
    return replay_festival(set_ranking(f, rules), f)


def ranked(rules: RankingRules, persons: Persons | None = None, **events: Tournament) -> EventRanking:
    moments: Mapping[str, Snapshot] = {slug: snapshot(t) for slug, t in events.items()}
    view = ranking_over("gp", grand_prix(rules, *events), moments.get, persons or Persons())
    assert view is not None
    return view


def season(rules: RankingRules) -> EventRanking:
    return ranked(rules, spring=tournament(SPRING), autumn=tournament(AUTUMN))


def totals(view: EventRanking, category: str = "") -> list[tuple[int, str, Fraction]]:
    table = view.table(category)
    assert table is not None
    return [(row.place, row.person.name, row.total) for row in table.rows]


def with_player(t: Tournament, number: int, change: Callable[[Player], Player]) -> Tournament:
    changed = t.copy()
    id = next(one for one in changed.players if one == number)
    changed.players[id] = change(changed.players[id])
    return changed


def test_points_by_place_are_added_up_over_the_events_and_those_who_share_a_place_share_them() -> None:
    """Second places are shared by two: 6 and 3 are 4½ each."""
    shared = Fraction(9, 2)
    assert totals(season(RULES)) == [
        (1, "Alice", 10 + shared),
        (1, "Bruno", 10 + shared),
        (3, "Carla", shared),
        (3, "Emil", shared),
        (5, "David", 0),
        (5, "Fedor", 0),
    ]


def test_a_long_table_is_turned_page_by_page_and_followed_page_by_page() -> None:
    rules = RankingRules(categories=("W",))
    view = ranked(rules, spring=replay(open_of(120)), autumn=tournament(AUTUMN))
    everybody = view.tables[0]
    assert (view.pages, everybody.pages, view.tables[1].pages) == (2, 2, 1)
    (_, last), *_ = [pieces for pieces in ranking_pieces(view, "page/2") or () if "state" not in pieces[1]]
    assert list(last) == [row.key for row in everybody.rows[100:]]
    there = {path for path in ("page/3", "W/page/2", "W/page/1", "W") if ranking_pieces(view, path) is not None}
    assert there == {"W/page/1", "W"}
    frame = FestivalFrame("gp", view.details, "en")
    first, second = (ranking_html(frame, view, 1, page) for page in (0, 2))
    assert [page.count("<tr data-part=") for page in (first, second)] == [100 + len(view.tables[1].rows), len(last)]
    assert 'data-topic="f/gp/ranking/page/2"' in second
    assert 'href="/f/gp/ranking?page=2"' in first


def test_who_is_searched_for_is_found_in_the_ranking_with_the_page() -> None:
    view = ranked(RULES, spring=replay(open_of(120)), autumn=tournament(AUTUMN))
    last = view.tables[0].rows[-1]
    entrances = {(one.slug, one.entrant) for one in last.cells if one is not None}
    assert view.places_of(entrances) == [RankedPlace(last, 2)]
    assert view.places_of(()) == []


def test_players_and_teams_in_one_ranking_stand_below_name() -> None:
    """The head was that of the first row, on each page another one."""
    only, both = season(RULES), ranked(RULES, spring=tournament(SPRING), teams=team_tournament(2, ["1-2 1=10"]))
    heads = [
        next(one.short for one in ranking_tables(view, language("en"))[0].columns if one.name == "name")
        for view in (only, both)
    ]
    assert heads == ["Player", "Name"]
    page = ranking_html(FestivalFrame("gp", both.details, "en"), both, 1, 1)
    assert '<th scope="col">Name</th>' in page


def test_one_point_for_each_player_behind() -> None:
    alone = ranked(RankingRules(Merit.PLAYERS), spring=tournament(SPRING))
    assert totals(alone)[0] == (1, "Alice", 4)
    assert totals(alone)[-1] == (4, "David", 1)


def test_points_scored_are_points() -> None:
    assert [(name, total) for _, name, total in totals(season(RankingRules(Merit.SCORE)))[:2]] == [
        ("Alice", 3),
        ("Bruno", 3),
    ]


def test_where_places_are_added_up_who_is_not_there_has_one_more_than_the_last() -> None:
    view = season(RankingRules(Merit.PLACE, ties=()))
    rows = {name: total for _, name, total in totals(view)}
    assert rows["David"] == 4 + 5
    assert totals(view)[0][2] == min(rows.values())


def test_the_best_events_count_and_the_others_stand_in_brackets() -> None:
    view = season(replace(RULES, best=1))
    alice = next(row for row in view.tables[0].rows if row.person.name == "Alice")
    assert alice.total == 10
    assert [cell.counts for cell in alice.cells if cell] == [True, False]


def test_equals_are_separated_by_what_the_rules_name() -> None:
    view = season(RankingRules(Merit.SCORE, ties=(RankingTie.LAST_EVENT,)))
    assert [(row.place, row.person.name) for row in view.tables[0].rows][:2] == [(1, "Bruno"), (2, "Alice")]


@pytest.mark.parametrize(
    ("tie", "of_alice"),
    [
        (RankingTie.FIRST_PLACES, 1),
        (RankingTie.BEST_EVENT, 2),
        (RankingTie.ALL_EVENTS, 3),
        (RankingTie.SCORE, 2),
        (RankingTie.EVENTS, 2),
        (RankingTie.LAST_EVENT, 1),
    ],
)
def test_every_tie_has_its_figure(tie: RankingTie, of_alice: int) -> None:
    view = season(RankingRules(Merit.SCORE, best=1, ties=(tie,)))
    assert [row.ties for row in view.tables[0].rows if row.person.name == "Alice"] == [(Fraction(of_alice),)]


def test_equals_in_all_share_a_place() -> None:
    view = season(RankingRules(Merit.SCORE, ties=()))
    assert [(row.place, row.tied_with) for row in view.tables[0].rows][:3] == [(1, 2), (1, 2), (3, 2)]


def test_an_event_that_is_left_out_does_not_count() -> None:
    view = season(replace(RULES, left_out=("autumn",)))
    assert [event.slug for event in view.events] == ["spring"]
    assert "Emil" not in [name for _, name, _ in totals(view)]


def test_it_is_provisional_until_all_events_are_over_or_it_is_closed() -> None:
    running = "A 2400 +w2\nB 2300 -b1\nC 2200 ?w4\nD 2100 ?b3"
    view = ranked(RULES, spring=tournament(SPRING), autumn=tournament(running))
    assert (view.state.over, view.state.events, view.state.final) == (1, 2, False)


def test_one_fide_id_is_one_person_under_two_names() -> None:
    t, u = tournament(SPRING), tournament(AUTUMN)
    t = with_player(t, 1, lambda one: replace(one, fide_id=2900001))
    u = with_player(u, 3, lambda one: replace(one, fide_id=2900001))
    rows = {row.key: row for row in ranked(RULES, spring=t, autumn=u).tables[0].rows}
    assert [cell is not None for cell in rows["2900001"].cells] == [True, True]


def test_two_fide_ids_are_two_people_of_one_name() -> None:
    t, u = tournament(SPRING), tournament(AUTUMN)
    t = with_player(t, 1, lambda one: replace(one, fide_id=2900001))
    u = with_player(u, 2, lambda one: replace(one, fide_id=2900002))
    assert [name for _, name, _ in totals(ranked(RULES, spring=t, autumn=u))].count("Alice") == 2


def test_somebody_without_a_fide_id_is_whoever_of_this_name_and_year_has_one() -> None:
    t, u = tournament(SPRING), tournament(AUTUMN)
    t = with_player(t, 1, lambda one: replace(one, fide_id=2900001, birth_year=1990))
    u = with_player(u, 2, lambda one: replace(one, birth_year=1990))
    assert [name for _, name, _ in totals(ranked(RULES, spring=t, autumn=u))].count("Alice") == 1


def test_namesakes_of_different_years_are_two() -> None:
    t, u = tournament(SPRING), tournament(AUTUMN)
    t = with_player(t, 1, lambda one: replace(one, birth_year=1990))
    u = with_player(u, 2, lambda one: replace(one, birth_year=2010))
    assert [name for _, name, _ in totals(ranked(RULES, spring=t, autumn=u))].count("Alice") == 2


def test_what_an_organiser_has_said_of_a_person_counts() -> None:
    said = Persons({Entrance("autumn", EntrantId(3)): "spring~1"})
    view = ranked(RULES, said, spring=tournament(SPRING), autumn=tournament(AUTUMN))
    row = next(row for row in view.tables[0].rows if row.key == "spring~1")
    assert [cell.entrant if cell else None for cell in row.cells] == [1, 3]


def test_nobody_who_is_not_to_be_named_is_found_in_another_event() -> None:
    t = tournament(SPRING)
    t.anonymous = frozenset({next(iter(t.players))})
    rows = ranked(RULES, spring=t, autumn=tournament(AUTUMN)).tables[0].rows
    assert [row.person.name for row in rows].count("Alice") == 1
    assert sum(row.person.anonymous for row in rows) == 1


def with_id(player: Player) -> Player:
    return replace(player, fide_id=2900001)


def test_somebody_hidden_over_all_tournaments_is_in_each_event_without_a_name() -> None:
    known = [with_player(tournament(SPRING), 1, with_id), with_player(tournament(AUTUMN), 2, with_id)]
    events = dict(zip(("spring", "autumn"), known, strict=True))
    assert [one for _, one, _ in totals(ranked(RULES, **events))].count("Alice") == 1
    rows = ranked(RULES, Persons(hidden={"2900001"}), **events).tables[0].rows
    assert "Alice" not in {row.person.name for row in rows}
    nameless = [(row.key, row.person.fide_id) for row in rows if row.person.anonymous]
    assert sorted(nameless) == [("autumn~2", 0), ("spring~1", 0)]


def test_categories_are_ranked_apart_by_what_the_newest_event_knows() -> None:
    t, u = tournament(SPRING), tournament(AUTUMN)
    t = with_player(t, 1, lambda one: replace(one, sex=Sex.WOMAN))
    t = with_player(t, 3, lambda one: replace(one, sex=Sex.WOMAN))
    view = ranked(replace(RULES, categories=("W", "U2350")), spring=t, autumn=u)
    assert [(place, name) for place, name, _ in totals(view, "W")] == [(1, "Alice"), (2, "Carla")]
    assert "Alice" not in [name for _, name, _ in totals(view, "U2350")]


def test_who_has_played_no_game_is_not_in_it() -> None:
    view = ranked(RULES, spring=tournament("A 2400 +w2\nB 2300 -b1\nC 2200 Z\nD 2100 Z"))
    assert [name for _, name, _ in totals(view)] == ["A", "B"]


# Decisions


def test_a_closed_ranking_keeps_its_rules_until_it_is_opened_again() -> None:
    f = grand_prix(RULES, "spring")
    f = replay_festival(close_ranking(f), f)
    assert close_ranking(f) == []
    for refused in (lambda: set_ranking(f, RankingRules()), lambda: end_ranking(f)):
        with pytest.raises(RankingIsClosed):
            refused()
    f = replay_festival(reopen_ranking(f), f)
    assert reopen_ranking(f) == []
    f = replay_festival(end_ranking(f), f)
    assert (f.ranking, end_ranking(f)) == (None, [])
    with pytest.raises(NoRanking):
        close_ranking(f)


def test_the_same_rules_again_change_nothing_and_an_undo_brings_the_old_ones_back() -> None:
    f = grand_prix(RULES, "spring")
    assert set_ranking(f, RULES) == []
    f = replay_festival(set_ranking(f, RankingRules(Merit.SCORE)), f)
    f = replay_festival(undo_decision(f, f.version), f)
    assert f.ranking == RULES


@pytest.mark.parametrize(
    ("rules", "field", "rule"),
    [
        (RankingRules(points=()), "place_points", "required"),
        (RankingRules(points=(1,) * 201), "place_points", "lines:200"),
        (RankingRules(points=(10_001,)), "place_points", "whole:0:10000"),
        (RankingRules(best=-1), "best_events", "whole:0:100"),
        (RankingRules(best=101), "best_events", "whole:0:100"),
        (RankingRules(categories=("women",)), "ranked_apart", "category"),
        (RankingRules(categories=("board:1",)), "ranked_apart", "category"),
        (RankingRules(categories=tuple(f"U{n}" for n in range(10, 23))), "ranked_apart", "lines:12"),
    ],
)
def test_rules_that_cannot_be_are_refused(rules: RankingRules, field: str, rule: str) -> None:
    with pytest.raises(BadField) as refused:
        set_ranking(grand_prix(RULES, "spring"), rules)
    assert (refused.value.field, refused.value.rule) == (field, rule)


def test_the_greatest_rules_are_taken() -> None:
    most = RankingRules(points=(10_000,) * 200, best=100, categories=tuple(f"U{n}" for n in range(10, 22)))
    assert set_ranking(grand_prix(RULES, "spring"), most) == [RankingSet(most)]


def test_only_a_section_can_be_left_out() -> None:
    with pytest.raises(NoSuchSection):
        set_ranking(grand_prix(RULES, "spring"), replace(RULES, left_out=("winter",)))


def test_categories_and_ties_are_kept_once_each() -> None:
    rules = replace(RULES, categories=(" W", "W", ""), ties=(RankingTie.EVENTS, RankingTie.EVENTS))
    (event,) = set_ranking(grand_prix(RULES, "spring"), rules)
    assert isinstance(event, RankingSet)
    assert (event.rules.categories, event.rules.ties) == (("W",), (RankingTie.EVENTS,))
