"""Tie-breaks of teams: the other score, boards, schedule strength, extended direct encounter
(article 32.2; C.07, 11 to 13)."""

from collections.abc import Sequence
from dataclasses import replace

from domain.ranking.tiebreaks.buchholz import buchholz
from domain.ranking.tiebreaks.descriptor import Reference, Tiebreak
from domain.ranking.tiebreaks.direct import in_c07_order
from domain.ranking.tiebreaks.field import Field, NeedsTeams, Reach, TiebreakColumn, Value
from domain.ranking.tiebreaks.own_results import own_round
from domain.ranking.tiebreaks.rule import Contribution, Fact, How, Tiers
from domain.ranking.tiebreaks.teams import TeamLine
from domain.words.games import Code
from domain.words.games import points as in_points


def team_score(field: Field, tiebreak: Tiebreak) -> TiebreakColumn:
    """MP, GP, MPVGP (the score that is not primary) and MP+GP (articles 32.2.1 to 32.2.3; C.07, 11)."""
    match, game = (field.referring(r, tiebreak).scores for r in Reference)
    if tiebreak.code == "MP+GP":
        return TiebreakColumn([m + g for m, g in zip(match, game, strict=True)], 2)
    return TiebreakColumn(match if _score_meant(field, tiebreak) is Reference.MATCH else game, 2)


def secondary(field: Field) -> Reference:
    return Reference.GAME if field.context.team.primary is Reference.MATCH else Reference.MATCH


def schedule_strength(field: Field, tiebreak: Tiebreak) -> TiebreakColumn:
    """SSSC: the secondary score plus the primary Buchholz over a factor (C.07, 13.4)."""
    own, against = field.referring(secondary(field), tiebreak).scores, _primary_buchholz(field, tiebreak)
    factor = tiebreak.factor or strength_factor(field)
    return TiebreakColumn([s * factor + (b or 0) for s, b in zip(own, against.raw, strict=True)], 2 * factor)


def _primary_buchholz(field: Field, tiebreak: Tiebreak) -> TiebreakColumn:
    return buchholz(field, replace(tiebreak, code="BH", reference=field.context.team.primary, factor=0))


def strength_factor(field: Field) -> int:
    """The greatest primary total over the greatest secondary score of one match, rounded down."""
    rules = field.context.team
    most = rules.scoring(rules.primary).win * field.rounds
    return max(most // max(rules.scoring(secondary(field)).win, 1), 1)


def board_count(boards: Sequence[int]) -> int:
    """Board times half-points, added up; lower is better (C.07, 12.1)."""
    return sum(at * points for at, points in enumerate(boards, 1))


def berlin(boards: Sequence[int]) -> int:
    """Half-points times boards + 1 - board, added up; higher is better (French federation)."""
    return sum((len(boards) + 1 - at) * points for at, points in enumerate(boards, 1))


def top_boards(boards: Sequence[int]) -> tuple[int, ...]:
    """Board 1, then board 2 ... : the higher first difference is better (C.07, 12.2)."""
    return tuple(boards)


def bottom_boards(boards: Sequence[int]) -> tuple[int, ...]:
    """The total without the last board, then without the last two ... (C.07, 12.3)."""
    return tuple(sum(boards[:n]) for n in range(len(boards) - 1, 0, -1))


def team_boards(field: Field, i: int, against: int | None = None) -> list[int] | None:
    """Half-points by board over all matches, or over those against one team; None = not known.

    Forfeited games are what they gave. A bye counts on every board: that of an odd field as a win (C.07, 12), one
    asked for as what it gives.
    """
    totals = [0] * field.context.team.boards
    for r, line in enumerate(field.team_cards[i].lines):
        if against is not None and field.foes[i][r] != against:
            continue
        boards = _boards(field, line)
        if boards is None:
            return None
        for at, points in enumerate(boards[: len(totals)]):
            totals[at] += points
    return totals


def _boards(field: Field, line: TeamLine) -> Sequence[int] | None:
    rules = field.context.team
    if line.code in (Code.PAIRING_BYE, Code.FULL_BYE, Code.HALF_BYE):
        return [rules.game.draw if line.code is Code.HALF_BYE else rules.game.win] * rules.boards
    if line.boards or line.code in (Code.ZERO_BYE, Code.FORFEIT_LOSS):
        return line.boards
    return None


def by_boards(field: Field, tiebreak: Tiebreak) -> TiebreakColumn:
    """BC and BERLIN in points; TBR and BBE as a place, since they compare board after board."""
    if not field.team_cards:
        raise NeedsTeams(str(tiebreak))
    known = [team_boards(field, i) for i in range(len(field))]
    if tiebreak.code in ("BC", "BERLIN"):
        each = board_count if tiebreak.code == "BC" else berlin
        return TiebreakColumn([None if boards is None else each(boards) for boards in known], 2)
    compared = top_boards if tiebreak.code == "TBR" else bottom_boards
    keys = [None if boards is None else compared(boards) for boards in known]
    order = sorted((key for key in keys if key is not None), reverse=True)
    return TiebreakColumn([None if key is None else 1 + order.index(key) for key in keys])


CHAINS = {"EDE": (), "EDET": ("TBR",), "EDEB": ("BBE",), "EDEBT": ("BC", "TBR"), "EDEBB": ("BC", "BBE")}
"""Tie-breaks that decide between the last two, in order (C.07, 13.1)."""


def extended_direct_encounter(field: Field, tiebreak: Tiebreak, group: Sequence[int], first_place: bool) -> Tiers:
    """EDE: direct encounter by the primary score; where it breaks nothing, by the secondary one;
    from the start again in every new tie; then the boards of the last two (C.07, 13.1)."""
    first = field.context.team.primary
    scores = [field.referring(reference, tiebreak) for reference in (first, secondary(field))]
    return _extended(field, scores, tiebreak, list(group))


def _extended(field: Field, scores: list[Field], tiebreak: Tiebreak, group: list[int]) -> Tiers:
    if len(group) == 1:
        return [group]
    for score in scores:
        tiers = in_c07_order(score, tiebreak, group)
        if len(tiers) > 1:
            return [smaller for tier in tiers for smaller in _extended(field, scores, tiebreak, tier)]
    return _last_two(field, tiebreak, group) if len(group) == 2 else [group]


def _last_two(field: Field, tiebreak: Tiebreak, group: list[int]) -> Tiers:
    a, b = group
    mine, other = team_boards(field, a, against=b), team_boards(field, b, against=a)
    if mine is None or other is None:
        return [group]
    for step in CHAINS[tiebreak.code]:
        first, second = _boards_key(step, mine), _boards_key(step, other)
        if first != second:
            return [[a], [b]] if first > second else [[b], [a]]
    return [group]


def _boards_key(step: str, boards: list[int]) -> tuple[int, ...]:
    if step == "BC":
        return (-board_count(boards),)
    return top_boards(boards) if step == "TBR" else bottom_boards(boards)


def strength_facts(field: Field, tiebreak: Tiebreak, i: int) -> dict[Fact, Value]:
    return {
        Fact.SECONDARY: in_points(field.referring(secondary(field), tiebreak).scores[i]),
        Fact.PRIMARY: _primary_buchholz(field, tiebreak).value(i),
        Fact.DIVISOR: tiebreak.factor or strength_factor(field),
    }


def score_rounds(field: Field, tiebreak: Tiebreak, i: int) -> list[Contribution]:
    match, game = (field.referring(r, tiebreak) for r in Reference)
    if tiebreak.code == "MP+GP":
        both = map(sum, zip(match.points[i], game.points[i], strict=True))
        return [own_round(match, i, r, in_points(points)) for r, points in enumerate(both)]
    meant = field.referring(_score_meant(field, tiebreak), tiebreak)
    return [own_round(meant, i, r, in_points(points)) for r, points in enumerate(meant.points[i])]


def _score_meant(field: Field, tiebreak: Tiebreak) -> Reference:
    return {"MP": Reference.MATCH, "GP": Reference.GAME}.get(tiebreak.code) or secondary(field)


TEAM_SCORE = How(team_score, rounds=score_rounds)
STRENGTH = How(schedule_strength, facts=strength_facts)
EXTENDED = How(within=extended_direct_encounter)
BY_BOARDS = How(by_boards, boards=lambda field, i: team_boards(field, i) or ())
BOARD_AFTER_BOARD = replace(BY_BOARDS, reach=Reach.EVERYBODY)
