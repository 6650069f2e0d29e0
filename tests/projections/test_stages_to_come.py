"""A final played out before it has a field, beside every way in which its groups and the final itself can end."""

import pickle
from collections import defaultdict
from dataclasses import replace
from functools import partial

import pytest

from domain.festival.events import SectionsLinked
from domain.refusals import TournamentOfTeams
from domain.tournament import Tournament
from domain.words.festivals import Carry
from domain.words.options import NumbersBy, RoundRobinOptions, SwissOptions
from domain.words.regulations import Entrants, Format, Regulations
from domain.words.teams import USUAL_MATCH_POINTS, TeamOptions
from projections.chances.rest import NotPlayedOut
from projections.festivals.stages_to_come import FromStage, StageTally, play_stages_on, stage_ended, stage_to_come
from tests import crosstable
from tests.projections.small_ends import after, by_ratings_alone, every_way, teams_after

GROUP = Regulations(rounds=3, format=Format.ROUND_ROBIN, round_robin=RoundRobinOptions(one_by_one=True))
KNOCKOUT = Regulations(format=Format.KNOCKOUT)
ALL_PLAY_ALL = Regulations(format=Format.ROUND_ROBIN)
SWISS = Regulations(rounds=1)
TEAMS = Regulations(
    entrants=Entrants.TEAMS,
    match_games=2,
    scoring=USUAL_MATCH_POINTS,
    order=("MPTS", "GPTS"),
    teams=TeamOptions(open_lineups=True),
)
GROUP_OF_TEAMS = replace(TEAMS, rounds=3, format=Format.ROUND_ROBIN, round_robin=GROUP.round_robin)


def stages(laws: Regulations) -> dict[str, Tournament]:
    """Two groups of four with a game open in each, and the final of the best."""
    made = partial(teams_after, 3, 1, 4, GROUP_OF_TEAMS) if laws.of_teams else partial(after, 3, 1, 4, GROUP)
    groups = {name: made(seed) for seed, name in enumerate("ab", 1)}
    for name, group in groups.items():
        for entered in (group.players, group.teams):
            entered |= {id: replace(one, name=f"{one.name} of {name}") for id, one in entered.items()}
    return {**groups, "final": crosstable.announced(laws)}


def links(places: int, carry: Carry = Carry.NONE) -> dict[str, SectionsLinked]:
    return {"final": SectionsLinked(("a", "b"), places, "final", carry)}


@pytest.mark.parametrize(
    ("laws", "carry", "places"),
    [
        (KNOCKOUT, Carry.NONE, 2),
        (ALL_PLAY_ALL, Carry.MUTUAL, 2),
        (SWISS, Carry.POINTS, 2),
        (replace(TEAMS, format=Format.KNOCKOUT), Carry.NONE, 1),
        (replace(TEAMS, rounds=1, format=Format.ROUND_ROBIN), Carry.MUTUAL, 1),
    ],
    ids=[
        "knock-out",
        "table with results brought along",
        "Swiss with points brought along",
        "match of two teams",
        "table of two teams",
    ],
)
def test_a_final_is_played_out_from_its_groups(laws: Regulations, carry: Carry, places: int) -> None:
    stage = stage_to_come(stages(laws), links(places, carry), "final")
    comes, first = defaultdict[FromStage, float](float), defaultdict[FromStage, float](float)
    for probability, end in every_way(lambda lot: stage_ended(stage, lot, "seed")):
        for number, (place, tied) in end.ending.places().items():
            who = end.origin[end.ending.rest.ids[number - 1]]
            comes[who] += probability
            first[who] += probability / tied if place == 1 else 0
    tally = StageTally()
    play_stages_on(tally, pickle.loads(pickle.dumps(stage)), by_ratings_alone(1), range(400), "a")
    assert sum(comes.values()) == pytest.approx(2 * places)
    assert sum(first.values()) == pytest.approx(1)
    for who, chances in tally.chances().items():
        assert abs(chances.comes.chance - comes[who]) < 4 * chances.comes.error
        assert abs(chances.first.chance - first[who]) < 4 * chances.first.error


def test_a_stage_behind_a_stage_takes_the_best_of_both() -> None:
    known = stages(KNOCKOUT) | {"last": crosstable.announced(KNOCKOUT)}
    linked = links(2) | {"last": SectionsLinked(("final",), 2, "last")}
    tally = StageTally()
    play_stages_on(tally, stage_to_come(known, linked, "last"), by_ratings_alone(1), range(50), "a")
    assert tally.runs == 50
    assert {who.tournament for who in tally.chances()} == {"a", "b"}
    assert sum(one.comes.chance for one in tally.chances().values()) == pytest.approx(2, abs=0.1)


def test_players_are_not_sent_to_teams() -> None:
    known = stages(KNOCKOUT) | {"final": crosstable.announced(replace(TEAMS, format=Format.KNOCKOUT))}
    with pytest.raises(NotPlayedOut) as refused:
        stage_to_come(known, links(2), "final")
    assert isinstance(refused.value.why, TournamentOfTeams)


@pytest.mark.parametrize("laws", [GROUP, Regulations(rounds=3, swiss=SwissOptions(numbers=NumbersBy.LOT))])
def test_groups_without_a_field_bring_no_final(laws: Regulations) -> None:
    known = {**stages(KNOCKOUT), "a": crosstable.announced(laws)}
    with pytest.raises(NotPlayedOut):
        stage_to_come(known, links(2), "final")
