"""A festival: two groups, the final that their best come to, a series beside them, and prizes in all sections."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from domain import events as e
from domain.decisions.players.registering import NewPlayer, register_many
from domain.decisions.qualifying import ComesFrom, accept_qualifiers, exchange_qualifiers, register_qualifiers
from domain.decisions.rounds.correcting import correct_result
from domain.decisions.setup.announcing import announce_prizes
from domain.festival.decisions import add_section, announce_festival, link_sections
from domain.festival.events import FestivalDetails, FestivalEvent, PlannedStage, SeriesSet
from domain.festival.groups import GroupRules, announce_groups, draw_groups
from domain.festival.series import last_edition, next_step, set_series, take_step
from domain.festival.state import Festival, replay_festival
from domain.refusals import Refusal
from domain.tournament import Tournament, replay
from domain.words.festivals import Carry, EntryRules, Rhythm, Seeding, SeriesPlan
from domain.words.games import Result
from domain.words.regulations import Details, Regulations
from projections.festivals.prizes import festival_prizes
from projections.festivals.qualifiers import coming_from, drift, link_rows
from projections.festivals.sections import edition_rows, festival_view
from projections.moment.snapshot import snapshot
from tests.crosstable import announced, tournament
from tests.projections.whole.telling import told

GROUP_A = "Alice 2400 +w2 =b3 +w4\nBruno 2300 -b1 +w4 =b3\nCarla 2200 =b4 =w1 =w2\nDavid 2100 =w3 -b2 -b1"
GROUP_B = "Alice 2400 +w2 +b3 -f4\nFruno 2310 -b1 +w4 +b3\nGarla 2190 +b4 -w1 -w2\nHavid 2110 -w3 -b2 +f1"
BY_WINS = Regulations(rounds=3, order=("WIN", "RTNG"))
PRIZES = (e.Prize("first", 30000), e.Prize("second", 10000, place=2), e.Prize("third", 10000, place=3))


def told_in_full() -> Iterator[str]:
    yield from _stages()
    yield from _groups_drawn()
    for plan in PLANS:
        yield from _series(plan)


def _groups() -> dict[str, Tournament]:
    closed = {"a": GROUP_A, "b": GROUP_B}
    groups = {slug: tournament(text, regulations=BY_WINS, close_last=True) for slug, text in closed.items()}
    return {slug: replay(announce_prizes(t, PRIZES), t) for slug, t in groups.items()}


def _festival(carry: Carry) -> tuple[list[FestivalEvent], Festival]:
    events = announce_festival(FestivalDetails("Cup", "Sofia", "2026-05-01", "2026-05-09", one_prize_each=True))
    for slug, title in (("a", "Group A"), ("b", "Group B"), ("final", "Final")):
        events += add_section(replay_festival(events), slug, title)
    events += link_sections(replay_festival(events), ["a", "b"], 2, "final", carry)
    return events, replay_festival(events)


def _stages() -> Iterator[str]:
    for carry in Carry:
        events, festival = _festival(carry)
        yield f"===== the best two of each group bring {carry.value}"
        yield from told(events)
        known = {**_groups(), "final": announced(Regulations(rounds=3), Details("Final"))}
        for slug in ("a", "b"):
            yield from _sent(known, ComesFrom(slug, 2, carry))
        moments = {slug: snapshot(t) for slug, t in known.items()}
        view = festival_view("cup", festival, moments.get)
        yield from told(view)
        yield from told(list(link_rows(festival, {row.slug: row for row in view.sections}, known)))
        sections = [(row.slug, row.title, snapshot(known[row.slug])) for row in view.sections]
        for one_each in (True, False):
            prizes = festival_prizes(sections, one_each=one_each)
            yield from told(prizes)
            yield f"final: {prizes.final} winners: {len(prizes.winners)} unclaimed: {len(prizes.unclaimed)}"
        yield from _corrected(known, ComesFrom("a", 2, carry))


def _sent(known: dict[str, Tournament], rule: ComesFrom) -> Iterator[str]:
    coming = coming_from(snapshot(known[rule.source]), rule)
    yield from told(coming)
    events = register_qualifiers(known["final"], rule, coming)
    yield from told(events)
    known["final"] = replay(events, known["final"])


def _corrected(known: dict[str, Tournament], rule: ComesFrom) -> Iterator[str]:
    """Carla has beaten Bruno after all, who came from the group."""
    group, final = known["a"], known["final"]
    [game] = [one for one in group.round(3).games if {one.white, one.black} == {2, 3}]
    won = Result.WHITE_WINS if game.white == 3 else Result.BLACK_WINS
    source = snapshot(replay(correct_result(group, 3, game.board, won, "misread"), group.copy()))
    found = drift(final, final.qualified["a"], source)
    yield from told(found)
    yield f"gone {len(found.gone) if found else 0} new {len(found.new) if found else 0}"
    coming = coming_from(source, rule)
    for decide in (accept_qualifiers, exchange_qualifiers):
        events = decide(final, rule, coming, "corrected")
        yield from told(events)
        yield from told(drift(replay(events, final.copy()), final.qualified["a"], source))


# Groups


def _pool(players: int) -> Tournament:
    t = announced(Regulations(rounds=3), Details("Entries"))
    return replay(register_many(t, [NewPlayer(f"Player {n:02}", 2400 - 10 * n) for n in range(players)]), t)


def _groups_drawn() -> Iterator[str]:
    stages = (
        PlannedStage("Final", 2, Carry.MUTUAL, Regulations(rounds=3)),
        PlannedStage("Super final", 1, Carry.NONE, Regulations(rounds=1), 2),
    )
    for players, seeding in ((8, Seeding.SNAKE), (13, Seeding.SNAKE), (27, Seeding.LOT), (3, Seeding.SNAKE)):
        events = announce_festival(FestivalDetails("Cup"))
        events += add_section(replay_festival(events), "pool", "Entries")
        rules = GroupRules(Regulations(rounds=3), seeding=seeding, stages=stages, prefix="7")
        yield f"===== {players} in groups by {seeding.value}"
        try:
            drawn = draw_groups(replay_festival(events), "pool", _pool(players), rules, "seed")
        except Refusal as refused:
            yield f"{type(refused).__name__} {vars(refused)}"
            continue
        yield from told(drawn)
        festival = replay_festival(drawn, replay_festival(events))
        slugs = [f"group-{n}" for n in range(1, len(festival.groups["pool"].groups) + 1)]
        yield from told(announce_groups(festival, "pool", slugs, ["final", "super"]))


# Series

RULES = (
    EntryRules(start_minimum=4, capacity=10),
    EntryRules(pre_registration=False, class_minimum=3, capacity=10, extension_days=2),
    EntryRules(over_the_board=True, over_the_board_minimum=2),
)
PLANS = [
    replace(SeriesPlan(rhythm, "19:30", "Europe/Sofia", 5, monthday=31), entries=rules)
    for rhythm in Rhythm
    for rules in RULES
]
ENTRIES_OF_THE_DAY = (0, 1, 3, 6, 8, 8)


def _series(plan: SeriesPlan) -> Iterator[str]:
    """Looked at on six Saturdays, with more entries each time."""
    events = announce_festival(FestivalDetails("Blitz"))
    wanted = SeriesSet(plan, Regulations(rounds=3), grouped=plan.rhythm is Rhythm.WEEKLY)
    events += set_series(replay_festival(events), wanted, 0, datetime(2026, 10, 17, tzinfo=UTC))
    festival = replay_festival(events)
    yield f"===== {plan.rhythm.value}, {told_rules(plan.entries)}"
    for week, entries in enumerate(ENTRIES_OF_THE_DAY):
        now = datetime(2026, 10, 17, 18, tzinfo=UTC) + timedelta(weeks=week)
        last = last_edition(festival, entries, now if week % 2 else None)
        step = next_step(plan, now, last)
        yield f"{now:%a %d %b} {entries} entered: {' '.join(told(step)) if step else 'nothing'}"
        if step is None:
            continue
        made = take_step(festival, step, f"blitz-{week}", _pool(entries) if entries else None, entries)
        yield from told(made, "  ")
        festival = replay_festival(made, festival)
    rows = edition_rows(festival, {})
    yield from told([(row.edition.number, row.starts_at, row.entered, row.too_often) for row in rows])


def told_rules(rules: EntryRules) -> str:
    return f"at least {rules.minimum}, {'by themselves' if rules.pre_registration else 'by the organiser'}"
