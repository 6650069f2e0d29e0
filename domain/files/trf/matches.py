"""Rounds that are matches of several games: a file has columns for each game, everything else here a round.

No text of the format says how such a round is written. Each game is rated by itself and has colours of its own, so
that it has a column of its own; a bye stands in the columns of all its games, the bye of the pairing as a game won and
then games drawn (C.04.5, 1.4 of 2026).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from domain.cards.card import of_match
from domain.files.trf.columns import trimmed
from domain.files.trf.comments import rules_said
from domain.files.trf.problems import NotMatches
from domain.files.trf.report import LAST_ROUND, Report, ReportPlayer, RoundEntry
from domain.words.games import Code, Colour

OfRound = TypeVar("OfRound")
GAMES_RULE = "match_games"
"""The first word of our comment line with the regulations."""
TYPE_OF_TWO_GAMES = "DOUBLESWISS"
"""Part of record 192."""


class _Unlike(Exception):
    pass


def declared_games(report: Report) -> int:
    said = rules_said(report.comments).get(GAMES_RULE, "")
    if said.isdecimal() and len(said) < 3:
        return max(1, int(said))
    return 2 if TYPE_OF_TWO_GAMES in report.header.encoded_type.replace("_", "").upper() else 1


def byes_of_games(code: Code, games: int) -> tuple[Code, ...]:
    return (code, *[Code.HALF_BYE if code is Code.PAIRING_BYE else code] * (games - 1))


def in_rounds_of(report: Report, games: int) -> Report:
    """The report in rounds of so many games. Raises NotMatches."""
    if report.match_games == games:
        return report
    single = in_games(report)
    if games == 1:
        return single
    found = in_rounds(single, games)
    if found is None:
        raise NotMatches(0, 0, games)
    return found


def in_rounds(report: Report, games: int) -> Report | None:
    """The report of single games in rounds of so many; None: its columns are no matches."""
    planned = report.rounds_planned
    if (planned or 0) % games or any(rule.code is not None and rule.round for rule in report.abnormal):
        return None
    try:
        matches = _all_matches(report, games)
    except _Unlike:
        return None

    def round_of(column: int) -> int:
        return column if column in (0, LAST_ROUND) else -(-column // games)

    return replace(
        _with_rounds(report, round_of),
        players=tuple(replace(player, entries=matches[player.number]) for player in report.players),
        rounds_planned=planned // games if planned else planned,
        match_games=games,
        header=replace(report.header, round_dates=report.header.round_dates[::games]),
        acceleration={number: values[::games] for number, values in report.acceleration.items()},
    )


def in_games(report: Report) -> Report:
    games = report.match_games
    if games == 1:
        return report

    def last_column(round: int) -> int:
        return round if round in (0, LAST_ROUND) else games * round

    def first_column(round: int) -> int:
        return max(0, last_column(round) - games + 1)

    spread = _with_rounds(report, first_column)
    planned = report.rounds_planned
    return replace(
        spread,
        players=tuple(replace(p, entries=tuple(_columns(p.entries, games))) for p in report.players),
        rounds_planned=planned * games if planned else planned,
        match_games=1,
        header=replace(report.header, round_dates=_repeated(report.header.round_dates, games)),
        acceleration={number: _repeated(values, games) for number, values in report.acceleration.items()},
        forbidden=tuple(replace(f, first=first_column(f.first), last=last_column(f.last)) for f in report.forbidden),
        announced=tuple(replace(a, round=a.round + at) for a in spread.announced for at in range(games)),
    )


def _with_rounds(report: Report, renumbered: Callable[[int], int]) -> Report:
    """The records that name rounds; what says the same twice says it once."""
    forbidden = (replace(f, first=renumbered(f.first), last=renumbered(f.last)) for f in report.forbidden)
    return replace(
        report,
        forbidden=tuple(dict.fromkeys(forbidden)),
        announced=tuple(dict.fromkeys(replace(a, round=renumbered(a.round)) for a in report.announced)),
        abnormal=tuple(replace(rule, round=renumbered(rule.round)) for rule in report.abnormal),
    )


def _repeated(values: Sequence[OfRound], games: int) -> tuple[OfRound, ...]:
    return tuple(value for value in values for _ in range(games))


def _columns(entries: Sequence[RoundEntry | None], games: int) -> Iterator[RoundEntry | None]:
    for entry in entries:
        if entry is None:
            yield from [None] * games
            continue
        for at, code in enumerate(entry.games or byes_of_games(entry.code, games)):
            yield RoundEntry(code, entry.opponent, _colour_of_game(entry.colour, at))


def _colour_of_game(first: Colour | None, at: int) -> Colour | None:
    return first.opposite if first is not None and at % 2 else first


def _all_matches(report: Report, games: int) -> dict[int, tuple[RoundEntry | None, ...]]:
    """Each player's rounds. Raises _Unlike."""
    rounds = max((-(-len(player.entries) // games) for player in report.players), default=0)
    matches = {p.number: [_match(p, round, games) for round in range(1, rounds + 1)] for p in report.players}
    for number, mine in matches.items():
        for at, entry in enumerate(mine):
            if entry is not None and entry.opponent is not None:
                mine[at] = replace(entry, code=of_match(entry.games, _games_at(matches, entry.opponent, at, number)))
    return {number: trimmed(mine) for number, mine in matches.items()}


def _games_at(matches: dict[int, list[RoundEntry | None]], number: int, at: int, opponent: int) -> tuple[Code, ...]:
    theirs = matches[number][at] if number in matches else None
    if theirs is None or theirs.opponent != opponent:
        raise _Unlike
    return theirs.games


def _match(player: ReportPlayer, round: int, games: int) -> RoundEntry | None:
    """The columns of a round as one; its code is that of the first game. Raises _Unlike."""
    columns = [player.entry(games * (round - 1) + at) for at in range(1, games + 1)]
    present = [entry for entry in columns if entry is not None]
    if not present:
        return None
    opponents = {entry.opponent for entry in present}
    if opponents == {None}:
        codes = tuple(entry.code if entry is not None else Code.ZERO_BYE for entry in columns)
        return RoundEntry(codes[0], games=codes)
    if len(present) < games or len(opponents) > 1:
        raise _Unlike
    colours = {_colour_of_game(entry.colour, at) for at, entry in enumerate(present)} - {None}
    if len(colours) > 1:
        raise _Unlike
    codes = tuple(entry.code for entry in present)
    return RoundEntry(codes[0], present[0].opponent, next(iter(colours), None), codes)
