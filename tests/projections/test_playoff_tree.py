"""A play-off as a tree: where its steps stand, and what is said behind one that is not over."""

from collections.abc import Callable

from domain.decisions import playoffs
from domain.decisions.playoffs import TiedPlayers
from domain.decisions.rounds.results import record_result
from domain.formats.playoff.plan import StepForm
from domain.formats.playoff.rules import position_of
from domain.tournament import Tournament, replay
from domain.words.games import Colour, Result
from domain.words.options import PlayoffOptions
from domain.words.players import EntrantId, Player, player_id
from domain.words.regulations import Regulations
from projections.moment.snapshot import snapshot
from projections.playoff.stages import playoff_view
from projections.playoff.tree import CardKind, LineMark, PlayoffTree, TreeCard, playoff_tree
from tests.crosstable import announced
from web.wording import language
from web.wording.chess.playoffs import card_title, card_ways

ENGLISH = language("en")
Ends = Callable[[EntrantId, EntrantId], Result]


def better_wins(white: EntrantId, black: EntrantId) -> Result:
    return Result.WHITE_WINS if white < black else Result.BLACK_WINS


def all_draw(white: EntrantId, black: EntrantId) -> Result:
    return Result.DRAW


def held(tied: int, places: int = 1) -> Tournament:
    everybody = [Player(player_id(n), f"P{n}", 2500 - n) for n in range(1, tied + 1)]
    laws = Regulations(order=("PTS", "PLAYOFF", "RTNG"))
    main = announced(laws, players=everybody)
    players = TiedPlayers(1, places, tuple(player.id for player in everybody))
    return replay(playoffs.announce_playoff(main, "open", "Play-off", players, PlayoffOptions()))


def seated(t: Tournament) -> Tournament:
    return replay(playoffs.draw_and_seat(t, "seed"), t)


def played(t: Tournament, waves: int, ends: Ends = better_wins) -> Tournament:
    """So many waves further."""
    for _ in range(waves):
        t = seated(t)
        for game in position_of(t).next.waiting:
            t = replay(record_result(t, game.round, game.board, ends(game.white, game.black), None), t)
    return t


def tree(t: Tournament) -> PlayoffTree:
    view = playoff_view(snapshot(t))
    assert view is not None
    return playoff_tree(view)


def kinds(shown: PlayoffTree) -> list[list[str]]:
    return [[card.kind.value for card in column] for column in shown.columns]


def said(card: TreeCard) -> list[str]:
    return [card_title(card, ENGLISH), *card_ways(card, ENGLISH)]


def marks(card: TreeCard) -> dict[str, LineMark]:
    return {line.person.name: line.mark for line in card.lines}


def test_behind_the_first_step_of_three_stand_the_ways_on() -> None:
    shown = tree(held(3))
    assert kinds(shown) == [["step"], ["ways"]]
    assert said(shown.columns[1][0]) == [
        "Then",
        "one alone ahead: decided",
        "2 level: Armageddon, 5 min against 4",
        "3 level: all play all, Armageddon",
    ]


def test_a_step_says_which_of_its_games_is_being_played() -> None:
    ((step,), _) = tree(seated(held(3))).columns
    ((white, black),) = step.playing
    assert {white.name, black.name} <= {"P1", "P2", "P3"}


def test_of_two_the_colours_of_the_game_that_is_played_are_shown() -> None:
    ((step,), _) = tree(seated(held(2))).columns
    assert {line.colour for line in step.lines} == {Colour.WHITE, Colour.BLACK}


def test_who_was_level_in_a_step_stays_so_whoever_wins_afterwards() -> None:
    def ends(white: EntrantId, black: EntrantId) -> Result:
        return Result.DRAW if {white, black} == {1, 2} else better_wins(white, black)

    level = played(held(3), 3, ends)
    over = played(level, 1, ends)
    assert marks(tree(level).columns[0][0]) == {"P1": LineMark.LEVEL, "P2": LineMark.LEVEL, "P3": LineMark.OUT}
    shown = tree(over)
    assert marks(shown.columns[0][0]) == {"P1": LineMark.LEVEL, "P2": LineMark.LEVEL, "P3": LineMark.OUT}
    assert kinds(shown) == [["step"], ["step"], ["outcome"]]
    assert sorted(marks(shown.columns[1][0]).values()) == [LineMark.OUT, LineMark.WON]


def test_four_have_two_pairings_and_their_winners_meet() -> None:
    assert [card.form for card in tree(held(4)).columns[0]] == [StepForm.KNOCKOUT]
    assert kinds(tree(seated(held(4)))) == [["step", "step"], ["ways", "ways"], ["coming"]]
    coming = tree(seated(held(4))).columns[2][0]
    assert said(coming) == ["The winners meet", "the winner of A", "the winner of B"]
    decided = tree(played(held(4), 4))
    assert kinds(decided) == [["step", "step"], ["step"], ["outcome"]]


def test_a_pairing_goes_on_and_does_not_decide() -> None:
    ways = tree(seated(held(4))).columns[1][0]
    assert said(ways)[1:] == ["more points: goes on", "level: Armageddon, 5 min against 4"]


def test_the_final_of_six_names_the_winner_that_is_known() -> None:
    def ends(white: EntrantId, black: EntrantId) -> Result:
        return Result.DRAW if {white, black} <= {1, 4, 5} else better_wins(white, black)

    shown = tree(played(held(6), 3, ends))
    assert kinds(shown) == [["step", "step"], ["step"], ["ways"], ["coming"]]
    final = shown.columns[3][0]
    assert (final.form, [line.person.name for line in final.lines]) == (StepForm.ARMAGEDDON, ["P2"])
    assert said(final) == ["Final: Armageddon, 5 min against 4", "the winner of A"]


def test_groups_that_end_at_once_are_followed_by_the_final() -> None:
    shown = tree(played(held(6), 4))
    assert kinds(shown) == [["step", "step"], ["step"], ["outcome"]]
    assert [place.person.name for place in shown.columns[2][0].places] == ["P1"]


def test_eight_play_three_rounds() -> None:
    shown = tree(seated(held(8)))
    assert [len(column) for column in shown.columns] == [4, 4, 2, 1]
    assert {card.kind for card in shown.columns[3]} == {CardKind.COMING}


def test_the_halves_of_eight_have_letters_before_anybody_plays_in_them() -> None:
    _, _, halves, final = tree(seated(held(8))).columns
    assert [said(card)[0] for card in (*halves, *final)] == [
        "A: The winners meet",
        "B: The winners meet",
        "The winners meet",
    ]


def test_what_is_to_come_begins_behind_the_newest_games() -> None:
    for waves, to_come in ((0, [2, 1]), (2, [1]), (4, [])):
        columns = tree(seated(played(held(8), waves))).columns
        coming = [sum(card.kind is CardKind.COMING for card in column) for column in columns]
        assert [count for count in coming if count] == to_come


def test_a_card_is_as_high_as_all_that_is_written_in_it() -> None:
    def heights(t: Tournament) -> list[list[int]]:
        return [[card.height for card in column] for column in tree(t).columns]

    assert heights(seated(held(3))) == [[6], [6]]
    assert heights(seated(held(4))) == [[4, 4], [4, 4], [4]]
    assert heights(played(held(6), 4)) == [[5, 5], [4], [3]]


def test_two_places_of_four_are_decided_by_the_first_pairings() -> None:
    t = seated(held(4, places=2))
    assert kinds(tree(t)) == [["step", "step"], ["ways", "ways"]]


def test_of_eleven_the_best_eight_begin_in_the_first_column() -> None:
    assert [len(column) for column in tree(seated(held(11))).columns] == [4, 4, 2, 1]


def test_nine_have_three_groups_and_ten_have_two() -> None:
    assert [len(column) for column in tree(seated(held(9))).columns] == [3, 3, 1]
    assert [len(column) for column in tree(seated(held(10))).columns] == [2, 2, 1]


def test_fewest_moves_and_lots_are_steps_of_their_own() -> None:
    t = played(held(3), 6, all_draw)
    while position_of(t).next.moves:
        game = position_of(t).next.moves[0]
        t = replay(playoffs.count_moves(t, game.round, game.board, 80), t)
    assert [column[0].form for column in tree(t).columns][:3] == [
        StepForm.ALL_PLAY_ALL,
        StepForm.ALL_PLAY_ARMAGEDDON,
        StepForm.FEWEST_MOVES,
    ]
