"""A name twice: one person or two is for the arbiter to say, and until then nothing is written."""

import pytest

from domain import events as e
from domain.decisions.players.numbering import draw_lots
from domain.decisions.players.registering import MOST_ASKED_ABOUT, NewPlayer, amend_player, register, register_many
from domain.refusals import AlreadyRegistered, NamesakesAsked
from domain.tournament import Tournament, replay
from domain.words.players import ALL_OTHERS, NamesakeAnswers, PlayerId, Sex
from domain.words.regulations import Regulations
from tests.crosstable import announced

IVAN = NewPlayer("Ivanov, Ivan", rating=2000, federation="BUL")
ANOTHER = NamesakeAnswers(another=frozenset({0, 1}))
SAME = NamesakeAnswers(same={0: 0, 1: 0})


def with_ivan(player: NewPlayer = IVAN) -> Tournament:
    t = announced(Regulations(rounds=5))
    return replay(register(t, player), t)


@pytest.mark.parametrize(
    "other",
    [
        NewPlayer("Ivanov, Ivan", rating=1700, federation="SRB"),
        NewPlayer("Ivan Ivanov"),
        NewPlayer("Иванов, Иван"),
        NewPlayer("IVANOV Ivan", fide_id=2900000),
        NewPlayer("Ivanov, Ivan", birth_year=1990, club="Levski"),
    ],
    ids=["another rating", "another order", "another alphabet", "with a number", "with a year"],
)
def test_a_name_that_is_here_is_a_question(other: NewPlayer) -> None:
    with pytest.raises(NamesakesAsked) as asked:
        register(with_ivan(), other)
    (question,) = asked.value.questions
    assert [one.player.id for one in question.others] == [1]


@pytest.mark.parametrize(
    ("one", "other"),
    [({"fide_id": 7}, {"fide_id": 8}), ({"birth_year": 1990}, {"birth_year": 2012}), ({"sex": Sex.MAN}, {"sex": "w"})],
)
def test_facts_that_differ_answer_it(one: dict[str, int], other: dict[str, int]) -> None:
    t = with_ivan(NewPlayer("Ivanov, Ivan", **one))  # type: ignore[arg-type]
    assert len(register(t, NewPlayer("Ivanov, Ivan", **other))) == 1  # type: ignore[arg-type]


def test_another_one_is_registered() -> None:
    t = replay(register(with_ivan(), IVAN, answers=ANOTHER), with_ivan())
    assert [player.name for player in t.players.values()] == ["Ivanov, Ivan", "Ivanov, Ivan"]


def test_the_same_one_only_gets_what_was_missing() -> None:
    t = with_ivan()
    events = register(t, NewPlayer("Иванов, Иван", rating=1900, fide_id=2900001, birth_year=1980), answers=SAME)
    (player,) = replay(events, t).players.values()
    assert (player.name, player.rating, player.fide_id, player.birth_year) == ("Ivanov, Ivan", 2000, 2900001, 1980)


def test_the_same_one_again_changes_nothing() -> None:
    assert register(with_ivan(), IVAN, answers=SAME) == []


def test_a_number_that_is_here_is_refused_whatever_was_answered() -> None:
    t = with_ivan(NewPlayer("Ivanov, Ivan", fide_id=7))
    with pytest.raises(AlreadyRegistered):
        register(t, NewPlayer("Ivanov, Ivan", fide_id=7), answers=ALL_OTHERS)


def test_all_questions_of_a_list_are_asked_at_once() -> None:
    with pytest.raises(NamesakesAsked) as asked:
        register_many(with_ivan(), [IVAN, NewPlayer("A"), NewPlayer("B"), NewPlayer("a")])
    assert [(one.index, [other.index for other in one.others]) for one in asked.value.questions] == [
        (0, [None]),
        (3, [1]),
    ]


def test_two_lines_of_one_person_become_one_entry() -> None:
    t = with_ivan()
    coming = [NewPlayer("Tal, Mikhail", rating=2600), NewPlayer("Tal, Mikhail", club="Riga"), NewPlayer("Botvinnik")]
    events = register_many(t, coming, answers=NamesakeAnswers(same={1: 0}))
    registered = [event.player for event in events if isinstance(event, e.PlayerRegistered)]
    assert [(one.id, one.name, one.rating, one.club) for one in registered] == [
        (2, "Tal, Mikhail", 2600, "Riga"),
        (3, "Botvinnik", 0, ""),
    ]


def test_a_list_that_is_sent_again_is_taken_for_the_same_people() -> None:
    with pytest.raises(NamesakesAsked) as asked:
        register_many(with_ivan(), [IVAN, NewPlayer("Ivanov, Ivan", rating=1)])
    assert [one.alike for one in asked.value.questions] == [True, False]


def test_a_name_changed_into_that_of_another_is_a_question() -> None:
    t = with_ivan()
    t = replay(register(t, NewPlayer("Petrov")), t)
    with pytest.raises(NamesakesAsked):
        amend_player(t, PlayerId(2), NewPlayer("Ivanov, Ivan"))
    assert amend_player(t, PlayerId(2), NewPlayer("Ivanov, Ivan"), ANOTHER)


def test_namesakes_are_amended_without_being_asked_again() -> None:
    t = replay(register(with_ivan(), IVAN, answers=ANOTHER), with_ivan())
    assert amend_player(t, PlayerId(2), NewPlayer("Ivanov, Ivan", rating=2000, federation="SRB"))


def test_lots_are_drawn_for_both_namesakes() -> None:
    t = replay(register(with_ivan(), IVAN, answers=ANOTHER), with_ivan())
    (drawn,) = draw_lots(t, "seed")
    assert isinstance(drawn, e.LotsDrawn)
    assert sorted(drawn.order) == [1, 2]


def test_a_question_names_a_few_of_very_many() -> None:
    with pytest.raises(NamesakesAsked) as asked:
        register_many(with_ivan(), [IVAN] * 3000)
    assert len(asked.value.questions) == 3000
    assert max(len(one.others) for one in asked.value.questions) == MOST_ASKED_ABOUT
