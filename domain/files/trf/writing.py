"""`Report` to text, by the column table that reading uses."""

import re
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from domain.cards.acceleration import NO_VIRTUAL_POINTS, VirtualByRound
from domain.cards.card import CardLine, Cards
from domain.files.trf import columns as c
from domain.files.trf.columns import National, written
from domain.files.trf.comments import MARK
from domain.files.trf.matches import byes_of_games, in_games
from domain.files.trf.points import accelerated_line, gathered, write_bbx, write_point_system
from domain.files.trf.report import LAST_ROUND, Abnormal, Header, Place, Report, ReportPlayer, RoundEntry
from domain.words.games import Code, Colour
from domain.words.players import PairingNumber

LIST_WIDTH = 20


def write(report: Report, ladder: c.Ladder = c.Ladder.TRF16, *, comments: Iterable[str] = ()) -> str:
    """The report as text, lines ended by a line feed.

    TRF16 with the extensions engines understand, or TRF26. `comments`, with their mark or without, become
    `###` lines at the head. Lines that were kept word for word come back where they were: before or after
    the players; a comment among them is not said twice.
    """
    report = in_games(report)
    modern, players = ladder is c.Ladder.TRF26, report.by_number
    kept = {line.text for line in report.kept}
    new = (MARK + line.removeprefix(MARK) for text in comments for line in text.splitlines())
    lines = [
        *(line for line in new if line not in kept),
        *(kept.text for kept in report.kept if kept.place is Place.HEAD),
        # TRF26 in the order of the record numbers; the engines' extensions of TRF16 stand last
        *(sorted([*_header(report), *_modern(report)], key=lambda line: line[:3]) if modern else ()),
        *(() if modern else [*_header(report), *_extensions(report)]),
        *(_player(player, modern) for player in report.players),
        *(_national(line, players[line.number]) for line in report.national),
        *(kept.text for kept in report.kept if kept.place is Place.FOOT),
    ]
    return "".join(line.rstrip() + "\n" for line in lines)


def _record(code: str, text: str) -> str:
    return f"{code} {_one_line(text)}"


def _one_line(text: str) -> str:
    return re.sub(r"[\x00-\x1f\x7f]+", " ", text)


def _header(report: Report) -> Iterator[str]:
    header = report.header
    texts = {code: getattr(header, name) for code, name in c.SINGLE_TEXTS}
    kept = [line.text[:3] for line in report.kept]
    counts = (len(report.players), sum(bool(p.rating) for p in report.players), kept.count("310") or kept.count("013"))
    texts |= zip(c.COUNTS, map(str, counts), strict=True)
    for code in sorted([*texts, "112", "132"]):
        if code == "112":
            yield from (_record(code, name) for name in header.deputies)
        elif code == "132" and header.round_dates:
            columns = (c.ROUND_DATE.shifted(c.BLOCK_WIDTH * i) for i in range(len(header.round_dates)))
            yield c.put([(c.RECORD, "132"), *zip(columns, header.round_dates, strict=True)])
        elif texts.get(code):
            yield _record(code, texts[code])


def _extensions(report: Report) -> Iterator[str]:
    if report.rounds_planned is not None:
        yield f"XXR {report.rounds_planned}"
    first = {Colour.WHITE: "white1", Colour.BLACK: "black1", None: ""}[report.initial_colour]
    if configuration := " ".join(filter(None, ("rank" if report.rank_by_line else "", first))):
        yield f"XXC {configuration}"
    yield from write_bbx(report.point_system)
    if report.absent:
        yield from ("XXZ " + " ".join(map(str, part)) for part in _parts(report.absent))
    of_teams = any(kept.text.startswith("310 ") for kept in report.kept)  # their numbers would be those of players
    for group in report.forbidden:
        if group.first == group.last == 0 and not of_teams:
            yield "XXP " + " ".join(str(n) for n in group.players)
    yield from _announced(report)
    yield from _forbidden(report, ranges_only=not of_teams)
    yield from (_fictitious(number, values) for number, values in report.acceleration.items())
    yield from (_abnormal(rule) for rule in report.abnormal)


def _modern(report: Report) -> Iterator[str]:
    if report.rounds_planned is not None:
        yield f"142 {report.rounds_planned}"
    if report.initial_colour is not None:
        yield f"152 {report.initial_colour.value.upper()}"
    yield from write_point_system(report.point_system)
    if report.rank_by_line:
        yield "XXC rank"
    if report.absent:
        yield from _bye_lines(Code.ZERO_BYE, report.rounds_paired + 1, report.absent)
    yield from _announced(report)
    yield from _forbidden(report, ranges_only=False)
    yield from (accelerated_line(span, c.EXTRA_GAME) for span in gathered(report.acceleration, report.by_number))
    yield from (_abnormal(rule) for rule in report.abnormal)


def _announced(report: Report) -> Iterator[str]:
    for bye in report.announced:
        yield from _bye_lines(bye.code, bye.round, bye.players)


def _bye_lines(code: Code, round: int, players: tuple[int, ...]) -> Iterator[str]:
    for part in _parts(players):
        start = [(c.RECORD, "240"), (c.BYE_TYPE, code.value), (c.BYE_ROUND, str(round))]
        yield c.put([*start, *c.every(c.BYE_PLAYER, part)])


def _forbidden(report: Report, ranges_only: bool) -> Iterator[str]:
    """A whole group must stand on one line: those on two lines could meet."""
    for group in report.forbidden:
        if ranges_only and group.first == group.last == 0:
            continue
        last = group.last or report.rounds_planned or LAST_ROUND
        start = [(c.RECORD, "260"), (c.FORBIDDEN_FIRST, str(group.first or 1)), (c.FORBIDDEN_LAST, str(last))]
        yield c.put([*start, *c.every(c.FORBIDDEN_PLAYER, group.players)])


def _fictitious(number: int, values: tuple[int, ...]) -> str:
    points = [(c.FICTITIOUS_POINTS.shifted(c.ID_STEP * i), written(value)) for i, value in enumerate(values)]
    return c.put([(c.RECORD, "XXA"), (c.FICTITIOUS_PLAYER, str(number)), *points])


def _abnormal(rule: Abnormal) -> str:
    letter = {Code.WIN: "W", Code.DRAW: "D", Code.LOSS: "L"}.get(rule.code, rule.code.value) if rule.code else ""
    start = [(c.RECORD, "299"), (c.ABNORMAL_TYPE, letter), (c.ABNORMAL_GAME, written(rule.points))]
    round = [(c.ABNORMAL_ROUND, str(rule.round) if rule.round else "000")]
    return c.put([*start, *round, *c.every(c.ABNORMAL_PLAYER, rule.players)])


def _parts(numbers: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for i in range(0, len(numbers), LIST_WIDTH):
        yield numbers[i : i + LIST_WIDTH]


def _player(player: ReportPlayer, modern: bool) -> str:
    fields = [
        (c.RECORD, "001"),
        (c.STARTING_RANK, str(player.number)),
        (c.SEX, player.sex.value),
        (c.TITLE, player.title.value),
        (c.FULL_NAME, _one_line(player.name)),
        (c.RATING, str(player.rating) if player.rating else ""),
        (c.FEDERATION, player.federation),
        (c.FIDE_NUMBER, str(player.fide_id) if player.fide_id else ""),
        (c.BIRTH, player.birth),
        (c.POINTS, written(player.points)),
        (c.RANK, str(player.rank) if player.rank else ""),
    ]
    for round, entry in enumerate(player.entries, 1):
        fields += zip(c.block(round), _block(entry, modern), strict=True)
    return c.put(fields)


def _national(said: National, player: ReportPlayer) -> str:
    return c.put(
        [
            (c.RECORD, said.federation),
            (c.STARTING_RANK, str(said.number)),
            (c.SEX, player.sex.value),
            (c.TITLE, said.title),
            (c.FULL_NAME, _one_line(player.name)),
            (c.RATING, str(said.rating)),
            (c.FEDERATION, said.origin),
            (c.FIDE_NUMBER, said.id),
        ]
    )


def _block(entry: RoundEntry | None, modern: bool) -> tuple[str, str, str]:
    if entry is None:
        return "", "", ""
    opponent = str(entry.opponent) if entry.opponent is not None else "0000"
    colour = entry.colour.value if entry.colour is not None else "-"
    marks = {Code.PENDING: "", **({Code.ADJOURNED: c.ADJOURNED_MARK} if modern else {})}
    return opponent, colour, marks.get(entry.code, entry.code.value)


NO_RANKS: Mapping[PairingNumber, int] = MappingProxyType({})


def from_cards(
    cards: Cards,
    header: Header,
    rounds: int,
    initial_colour: Colour,
    virtual: VirtualByRound = NO_VIRTUAL_POINTS,
    rank: Mapping[PairingNumber, int] = NO_RANKS,
    match_games: int = 1,
) -> Report:
    """Finished cards as a report; `rank` by number, empty = by points, then by number."""
    table = sorted(cards.values(), key=lambda card: (-card.score, card.number))
    rank = rank or {card.number: place for place, card in enumerate(table, 1)}
    entrants = (
        ReportPlayer(
            number=card.number,
            name=card.name or f"Player {card.number}",
            title=card.title,
            rating=card.rating,
            points=card.score,
            rank=rank[card.number],
            entries=tuple(entry_of(line, match_games) for line in card.lines),
        )
        for card in sorted(cards.values(), key=lambda card: card.number)
    )
    by_rank = {int(number): points for number, points in virtual.items()}
    return Report(
        tuple(entrants),
        header,
        rounds_planned=rounds,
        initial_colour=initial_colour,
        acceleration=by_rank,
        match_games=match_games,
    )


def entry_of(line: CardLine, match_games: int) -> RoundEntry:
    """The round of a card; where rounds are matches of several games each of them has its code.

    Where a file has one code for a match, one that nobody played is forfeited: a draw would be rated.
    """
    if match_games > 1:
        return RoundEntry(line.code, line.opponent, line.colour, line.games or byes_of_games(line.code, match_games))
    if line.moved or not line.code.played:
        return RoundEntry(line.code, line.opponent, line.colour)
    won, lost = line.games.count(Code.FORFEIT_WIN), line.games.count(Code.FORFEIT_LOSS)
    return RoundEntry(Code.FORFEIT_WIN if won > lost else Code.FORFEIT_LOSS, line.opponent, line.colour)
