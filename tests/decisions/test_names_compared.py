"""A name is found in any order, alphabet and transliteration."""

import pytest

from domain.words.players import name_key, words_of_name


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Карпов, Анатолий", "Karpov Anatoly"),
        ("Щербаков, Сергей", "Shcherbakov, Sergei"),
        ("Стефанова, Антоанета", "Antoaneta STEFANOVA"),
        ("Петър Димитров", "Dimitrov, Petar"),
        ("Подъячев, Юрий", "Podyachev, Yuri"),
        ("Таль, Михаил", "Tal, Mikhail"),
        ("Хансен", "Hansen"),
        ("Ильин", "Ilyin"),
        ("Олег Сергійчук", "Oleh Serhiichuk"),
        ("Þorsteinsdóttir, Guðrún", "Thorsteinsdottir, Gudrun"),
        ("O'Donnell, Séan", "ODonnell, Sean"),
        ("Müller, Jörg", "Mueller, Joerg"),
        ("Çelik", "Celik"),
    ],
)
def test_two_ways_to_write_one_name(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Ivanov, Ivan", "Ivanov, Igor"), ("Petrov, P", "Petrov, Petr"), ("Player G", "Player H")]
)
def test_other_names(one: str, other: str) -> None:
    assert name_key(one) != name_key(other)


def test_words_keep_their_order_and_lose_marks() -> None:
    assert words_of_name("Þorsteinsdóttir, Guðrún-Ása") == ["thorsteinsdottir", "gudrun", "asa"]


def test_initials_are_letters_of_their_own() -> None:
    assert name_key("Player G") != name_key("Player H")
    assert name_key("Ivanov, Y") != name_key("Ivanov, I")


def test_figures_are_never_folded() -> None:
    assert name_key("Player 11") != name_key("Player 1")
    assert name_key("P0011") != name_key("P0001")
