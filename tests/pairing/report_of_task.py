"""A round to be paired as a report file that other programs read."""

from domain.cards.card import Card, PairingTask
from domain.files.trf import PointSystem, Report, ReportPlayer, RoundEntry, write
from domain.files.trf.report import ForbiddenPairs
from domain.words.games import Code


def report_of(task: PairingTask) -> str:
    """Everybody's rounds so far; those who are away have their bye in the column of the round to be paired."""
    report = Report(
        tuple(_entrant(card) for _, card in sorted(task.cards.items())),
        rounds_planned=task.rounds,
        initial_colour=task.initial_colour,
        point_system=PointSystem.of(task.scoring),
        forbidden=tuple(ForbiddenPairs(tuple(sorted(pair))) for pair in sorted(task.forbidden, key=sorted)),
        acceleration=dict(sorted(task.virtual.items())),
    )
    return write(report)


def _entrant(card: Card) -> ReportPlayer:
    entries = [RoundEntry(line.code, line.opponent, line.colour) for line in card.lines]
    entries += [] if card.present else [RoundEntry(Code.ZERO_BYE)]
    return ReportPlayer(
        card.number,
        f"Player {card.number}",
        rating=card.rating,
        points=card.score,
        rank=card.number,
        entries=tuple(entries),
    )
