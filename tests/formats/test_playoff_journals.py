"""Whole play-offs through the decisions of the desk, with any results: they end, and their journals replay."""

from hypothesis import given, settings
from hypothesis import strategies as st

from domain import events as e
from domain.decisions import playoffs
from domain.decisions.playoffs import TiedPlayers
from domain.decisions.rounds.correcting import correct_result
from domain.decisions.rounds.results import record_result
from domain.formats.playoff.rules import position_of
from domain.formats.playoff.state import Position
from domain.tournament import Tournament, replay
from domain.words.games import Colour, Result
from domain.words.options import ArmageddonColours, FewestMoves, PairingForm, PlayoffOptions
from domain.words.players import Player, player_id
from domain.words.regulations import Regulations
from server.journal.chain import GENESIS
from server.journal.codec import Codec
from server.journal.entries import Append
from tests.crosstable import announced

RESULTS = [
    Result.WHITE_WINS,
    Result.DRAW,
    Result.BLACK_WINS,
    Result.WHITE_WINS_BY_FORFEIT,
    Result.DOUBLE_FORFEIT,
]
ASKED = Append("play-off", 0, "Anna", "c", ())


def held(players: int, options: PlayoffOptions) -> Tournament:
    everybody = [Player(player_id(n), f"Player {n}", 2500 - n) for n in range(1, players + 1)]
    laws = Regulations(order=("PTS", "PLAYOFF", "RTNG"))
    main = announced(laws, players=everybody)
    tied = TiedPlayers(1, 1, tuple(player.id for player in everybody))
    return replay(playoffs.announce_playoff(main, "open", "Play-off", tied, options))


def played_on(t: Tournament, data: st.DataObject) -> Tournament:
    """To the end, whatever is entered."""
    likely = data.draw(st.sampled_from([RESULTS, [Result.DRAW], RESULTS[:3]]))
    while (position := position_of(t)).outcome is None:
        if position.next.moves:
            game = position.next.moves[0]
            t = replay(playoffs.count_moves(t, game.round, game.board, data.draw(st.integers(40, 43))), t)
        elif position.next.waiting:
            game = position.next.waiting[0]
            t = replay(record_result(t, game.round, game.board, data.draw(st.sampled_from(likely)), None), t)
        elif position.next.colours:
            stage, colour = position.next.colours[0].name, data.draw(st.sampled_from(Colour))
            t = replay(playoffs.choose_colour(t, stage, colour), t)
        else:
            t = replay(playoffs.draw_and_seat(t, f"seed {t.version}"), t)
    return t


def ended(t: Tournament) -> Position:
    position = position_of(t)
    assert position.outcome is not None
    assert sorted(position.outcome.order) == sorted(t.players)
    assert position.void == ()
    return position


def rows(history: list[e.Event]) -> list[tuple[str, bytes]]:
    codec, hash, found = Codec(), GENESIS, []
    for version, event in enumerate(history, 1):
        written = codec.write(ASKED, event, version, ASKED.at, hash)
        hash = written.entry.hash
        found.append((written.name, written.row))
    return found


options = st.builds(
    PlayoffOptions,
    pairing_form=st.sampled_from(PairingForm),
    fewest_moves=st.sampled_from(FewestMoves),
    late=st.booleans(),
    armageddon_colours=st.sampled_from(ArmageddonColours),
)


@settings(max_examples=15, deadline=None)
@given(st.integers(2, 12), options, st.data())
def test_its_journal_replays_byte_for_byte(players: int, chosen: PlayoffOptions, data: st.DataObject) -> None:
    t = played_on(held(players, chosen), data)
    ended(t)
    assert t.paired <= t.regulations.rounds
    t = replay(playoffs.close_playoff(t), t)
    stored = rows(t.history)
    again = [entry.event for entry in Codec().read_all(stored, "play-off", 1)]
    assert rows(again) == stored
    assert replay(again) == t


@settings(max_examples=15, deadline=None)
@given(st.integers(2, 8), options, st.data())
def test_a_corrected_game_leaves_a_play_off_that_ends(
    players: int, chosen: PlayoffOptions, data: st.DataObject
) -> None:
    t = played_on(held(players, chosen), data)
    round = data.draw(st.sampled_from(t.rounds))
    game = data.draw(st.sampled_from([game for game in round.games if game.versions]))
    other = data.draw(st.sampled_from([result for result in RESULTS if result is not game.result]))
    t = replay(correct_result(t, round.number, game.board, other, "typed wrongly"), t)
    assert position_of(t).void == ()
    ended(played_on(t, data))
    assert replay(t.history) == t
