"""A new pairing system is one folder and one row in SYSTEMS: desk and command line need to know no more."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from domain import events as e
from domain.decisions.players.numbering import numbers_for
from domain.decisions.rounds.pairing import alter_boards, close_round, pair_round, publish_round
from domain.decisions.rounds.results import record_result
from domain.decisions.rounds.why import reasons
from domain.pairing import SYSTEMS
from domain.refusals import IllegalBoards
from domain.tournament import Tournament, replay
from domain.tournament_cards.cards import points_in_table
from domain.words.articles import Article, SharedRule, cited
from domain.words.games import Code, Result
from domain.words.players import Player, PlayerId
from domain.words.regulations import Regulations
from projections.moment.snapshot import snapshot
from projections.player.card import player_card
from server import cli
from tests.crosstable import announced
from tests.files.lines import file, player
from tests.pairing.made_up import MadeUp
from web.wording import language
from web.wording.pairing import account_lines, step_in_words, system_name
from web.wording.refusals import sentence

PACKAGES = ("domain", "projections", "web", "server")
ENGLISH = language("en")
ZOE, YAN, XENIA, WILL = (PlayerId(n) for n in range(1, 5))


@pytest.fixture(autouse=True)
def row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SYSTEMS, MadeUp.name, MadeUp())


def ready() -> Tournament:
    names = ("Zoe", "Yan", "Xenia", "Will")
    players = [Player(PlayerId(n), name, rating=2000 - n) for n, name in enumerate(names, 1)]
    return announced(Regulations(system="made-up", rounds=3), players=players)


def drafted() -> Tournament:
    t = ready()
    return replay(pair_round(t), t)


def after_round_one() -> Tournament:
    t = drafted()
    t = replay(publish_round(t, 1), t)
    for board in (1, 2):
        t = replay(record_result(t, 1, board, Result.WHITE_WINS, None), t)
    t = replay(close_round(t, 1), t)
    return replay(pair_round(t), t)


def seats(t: Tournament, round: int) -> list[tuple[int, int]]:
    return [(board.white, board.black) for board in t.round(round).boards]


def test_numbers_are_the_systems_and_no_lot_is_asked_for() -> None:
    assert numbers_for(ready(), 1) == (WILL, XENIA, YAN, ZOE)
    assert drafted().initial_colour is None


def test_rounds_are_paired_and_signed_by_it() -> None:
    t = after_round_one()
    assert (seats(t, 1), seats(t, 2)) == ([(XENIA, WILL), (ZOE, YAN)], [(ZOE, XENIA), (YAN, WILL)])
    assert (t.round(2).engine, t.round(2).engine_version) == ("made-up", "7")


def test_a_pairing_by_hand_is_held_against_its_articles() -> None:
    t = after_round_one()
    with pytest.raises(IllegalBoards) as refused:
        alter_boards(t, 2, [(WILL, XENIA), (YAN, ZOE)], None)
    assert {breach.article for breach in refused.value.breaches} == {Article("made-up", "4")}
    assert "Will, Xenia break 4" in sentence(refused.value, t, ENGLISH)
    [altered] = alter_boards(t, 2, [(WILL, XENIA), (YAN, ZOE)], None, "wished for", override=True)
    assert isinstance(altered, e.BoardsAltered)
    assert [cited(one) for one in altered.breaches] == [Article("made-up", "4")]


def test_its_account_is_told_by_its_data_as_long_as_it_has_no_words() -> None:
    found = reasons(after_round_one(), 2, (1, 2))
    assert found.account is not None
    assert account_lines(found.system, found.account, str, ENGLISH) == [
        "2: Neighbours; places (1, 2).",
        "2: Neighbours; places (3, 4).",
    ]
    assert found.answer is not None
    assert step_in_words(found.system, found.answer, str, ENGLISH).sentence == "2: Refused; players (1, 2)."
    assert (found.foreign, system_name(found.system, ENGLISH)) == ((), "made-up")


def test_floats_on_a_card_are_its_own() -> None:
    t = after_round_one()
    t = replay(publish_round(t, 2), t)
    cards = [player_card(snapshot(t), one) for one in t.players]
    assert {line.floated for card in cards if card for line in card.lines} == {None}


def test_an_adjourned_game_is_a_draw_in_the_table_unless_its_articles_say_otherwise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class ForPairingOnly(MadeUp):
        articles: Mapping[SharedRule, str] = {SharedRule.ADJOURNED_FOR_PAIRING_ONLY: "9"}

    laws = Regulations(system="made-up")
    assert points_in_table(laws)(Code.ADJOURNED) == 1
    monkeypatch.setitem(SYSTEMS, MadeUp.name, ForPairingOnly())
    assert points_in_table(laws)(Code.ADJOURNED) == 0


def test_the_command_line_pairs_and_explains_with_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "file.trf"
    path.write_bytes(file("XXR 3", *(player(n, "0.0") for n in (1, 2, 3))))
    assert cli.main(["pair", str(path), "--system", "made-up", "--explain", "--why-not", "1", "3"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "2", "2 1", "3 0", "", "2: Neighbours; places (1, 2).", "3: Neighbours; places (3, 0).",
        "", "2: Refused; players (1, 3).",
    ]  # fmt: skip


def test_nothing_asks_for_a_system_by_its_name() -> None:
    """A system says itself what it does and needs."""
    root = Path(__file__).parents[2]
    asked = re.compile(rf"""[=!]==? *["'](?:{"|".join(map(re.escape, SYSTEMS))})["']""")
    sources = (path for package in PACKAGES for path in (root / package).rglob("*"))
    texts = {path: path.read_text() for path in sources if path.suffix in (".py", ".html", ".js")}
    assert [str(path.relative_to(root)) for path, text in texts.items() if asked.search(text)] == []
