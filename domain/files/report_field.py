"""The field of a report file for a table: its players, or the teams that they played for."""

from collections.abc import Mapping
from dataclasses import dataclass

from domain.cards.card import Cards
from domain.files.header import regulations_of
from domain.files.importing import import_report
from domain.files.team_regulations import is_of_teams
from domain.files.trf.report import Report
from domain.files.trf.tasks import cards
from domain.ranking.tiebreaks import TeamCards, team_cards, team_rules
from domain.tournament import replay
from domain.tournament_cards import table_cards
from domain.words.regulations import Regulations


@dataclass(frozen=True, slots=True)
class ReportField:
    """Those who are ranked."""

    laws: Regulations
    cards: Cards | TeamCards
    names: Mapping[int, str]
    """By number in the field."""


def report_field(report: Report, after: int) -> ReportField:
    """The field after round `after`. Raises a subclass of `Unreadable`."""
    if not is_of_teams(report):
        names = {player.number: player.name for player in report.players}
        return ReportField(Regulations(), cards(report, after), names)
    laws = regulations_of(report)
    t = replay(import_report(report, file_name="", sha256="", regulations=laws))
    names = {n: t.teams[id].name for n, id in enumerate(t.numbers, 1)}
    return ReportField(laws, team_cards(table_cards(t, after), team_rules(laws)), names)
