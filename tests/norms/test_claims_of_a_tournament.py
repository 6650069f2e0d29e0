"""Norms made in a tournament of the journal, and the papers that claim them."""

from collections.abc import Iterable
from dataclasses import replace

import pytest

from domain import events as e
from domain.norms.choosing import Concession
from domain.norms.judging import Norm, NormCheck
from domain.tournament import Tournament, replay
from domain.words.players import PlayerId
from domain.words.regulations import Details, Regulations
from projections.moment.snapshot import snapshot
from projections.table.norms import NormEvent, PlayerNorms, norms
from tests.crosstable import history
from tests.paper.printed import pages, printed, text

FEDERATIONS = ("GER", "USA", "FRA", "NED")


def applicant_meets(results: str, *, title: str = "GM", rating: int = 2400) -> str:
    """An IM meets one player a round, with these results: `+=-`."""
    cells = [f"{sign}w{n + 1}" for n, sign in enumerate(results, 1)]
    mirrored = {"+": "-", "-": "+", "=": "="}
    others = []
    for n, sign in enumerate(results, 1):
        row = ["Z"] * len(results)
        row[n - 1] = f"{mirrored[sign]}b1"
        others.append(f"P{n} {title} {rating} " + " ".join(row))
    return "\n".join([f"Applicant IM 2450 {' '.join(cells)}", *others])


def event(text: str, federations: Iterable[str] = FEDERATIONS) -> Tournament:
    """The first player is Bulgarian, the others by turns of these federations; the host is Germany."""
    turns = list(federations)
    changed: list[e.Event] = []
    details = Details("Sofia Open", "Sofia", "GER", "2026-11-20", "2026-11-28", "Anna Smirnova")
    for one in history(text, details=details, regulations=Regulations(rounds=text.splitlines()[0].count("w"))):
        if isinstance(one, e.PlayerRegistered):
            of = "BUL" if one.player.id == 1 else turns[one.player.id % len(turns)]
            one = replace(one, player=replace(one.player, federation=of, fide_id=2_900_000 + one.player.id))
        changed.append(one)
    return replay(changed)


def of_applicant(t: Tournament, kind: NormEvent = NormEvent.ORDINARY) -> PlayerNorms | None:
    return next((one for one in norms(snapshot(t), kind).players if one.person.id == PlayerId(1)), None)


def test_a_grandmaster_norm_is_found() -> None:
    found = of_applicant(event(applicant_meets("+++++++==")))
    assert found is not None
    (claim,) = found.claims
    assert (claim.judgement.norm, claim.achieved) == (Norm.GM, True)
    assert (claim.judgement.average, claim.judgement.performance) == (2400, 2751)


def test_a_lost_last_round_is_cut_from_a_swiss() -> None:
    found = of_applicant(event(applicant_meets("++++++===-")))
    assert found is not None
    assert found.claims[0].concessions == (Concession.LATER_ROUNDS_CUT,)


def test_a_norm_that_fails_one_condition_says_which() -> None:
    found = of_applicant(event(applicant_meets("+++++++=="), federations=("USA",)))
    assert found is not None
    assert found.claims[0].judgement.failed == (NormCheck.FEDERATIONS, NormCheck.ONE_FEDERATION)


def test_a_zonal_asks_nothing_of_federations() -> None:
    found = of_applicant(event(applicant_meets("+++++++=="), federations=("USA",)), NormEvent.ZONAL)
    assert found is not None
    assert found.claims[0].achieved


def test_a_national_final_is_exempt_for_players_of_the_host_alone() -> None:
    t = event(applicant_meets("+++++++=="), federations=("USA",))
    assert not of_applicant(t, NormEvent.NATIONAL_FINAL).claims[0].achieved  # type: ignore[union-attr]


@pytest.mark.parametrize(("kind", "achieved"), [(NormEvent.ORDINARY, False), (NormEvent.WORLD_CUP, True)])
def test_eight_games_are_enough_in_the_world_cup(kind: NormEvent, achieved: bool) -> None:
    found = of_applicant(event(applicant_meets("++++++==")), kind)
    assert found is not None
    assert found.claims[0].achieved is achieved


@pytest.mark.parametrize(("rounds", "achieved"), [(7, True), (6, False)])
def test_seven_games_are_enough_in_a_world_championship_of_teams(rounds: int, achieved: bool) -> None:
    t = event(applicant_meets(("++++++=")[-rounds:]))
    found = of_applicant(t, NormEvent.TEAM_CHAMPIONSHIP)
    assert (found is not None and found.claims[0].achieved) is achieved


def test_opponents_of_no_federation_are_left_out() -> None:
    found = of_applicant(event(applicant_meets("+++++++=="), federations=("NON", "GER", "USA", "FRA")))
    assert found is None or not found.claims[0].achieved


def test_a_weak_field_makes_no_norm_worth_a_look() -> None:
    assert of_applicant(event(applicant_meets("+++++++==", title="", rating=1800))) is None


def test_the_certificate_has_the_games_the_figures_and_the_conditions() -> None:
    t = event(applicant_meets("++++++===-"))
    (page,) = pages("it1", t)
    for part in ("IT1", "GM", "Applicant", "2900001", "BUL", "P10", "left out", "1.4.1e", "2673", "Anna Smirnova"):
        assert part in page


def test_the_summary_names_the_condition_that_fails() -> None:
    said = text("norms", event(applicant_meets("+++++++=="), federations=("USA",)))
    assert "not achieved" in said
    assert "opponents of one federation: 9, at most 6 (1.4.4)" in said


def test_without_a_norm_the_summary_says_so_and_no_certificate_is_printed() -> None:
    t = event(applicant_meets("---------"))
    assert "Nobody has made a norm" in text("norms", t)
    assert printed("it1", t) is None


def test_the_report_of_the_tournament_counts_players_and_norms() -> None:
    said = text("it3", event(applicant_meets("+++++++==")))
    for part in ("IT3", "Sofia · GER", "Rated 10", "GM 9", "GM 1"):
        assert part in said
