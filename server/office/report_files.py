"""Files in and out, for the desk and for the command line: report files and player lists."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from domain.decisions.players.registering import NewPlayer, namesake_questions
from domain.events import Event, PlayerRegistered
from domain.files.chess_results import report_of_crosstable
from domain.files.encodings import Encoding, telling_names
from domain.files.exporting import UNKNOWN, report_of, report_of_period
from domain.files.header import details_of, regulations_of, round_comments, rules_comment
from domain.files.importing import NOT_RECHECKED, Rechecked, birth_dates, import_report
from domain.files.lists.players import ChosenColumns, ListedPlayer, Roster, roster_of
from domain.files.lists.rows import ListRow
from domain.files.rechecking import rechecked, team_numbers_in_file
from domain.files.remarks import remarks
from domain.files.trf import Ladder, RepairKind, Report, parse, starting_ranks, write
from domain.files.trf.comments import period_of_report, state_of_report
from domain.files.trf.matches import in_rounds_of
from domain.files.trf.repairs import together
from domain.pairing import SYSTEMS
from domain.records import dataclass
from domain.tournament import Tournament
from domain.tournament_cards.periods import RatingPeriod
from domain.words.mended import Mended
from domain.words.players import NamesakeAnswers, NamesakeQuestion, PairingNumber, player_id
from domain.words.regulations import Details, Format, Regulations
from projections.moment.snapshot import Snapshot
from projections.table.standings import ranking
from server.journal import SideStore
from server.office.ratings_in_order import FilledRoster, ListsInOrder, filled, numbers_named
from server.version import program_version
from web.wording import Language
from web.wording.pairing import difference_lines
from web.wording.report_comments import comment_lines

NOTHING_CHOSEN: Mapping[int, int] = {}
LADDERS = {"trf16": Ladder.TRF16, "trf26": Ladder.TRF26}
"""The forms of the report file, by the word of the command line."""


@dataclass(frozen=True, slots=True)
class ReportFile:
    """A report file that was read, and what had to be mended to read it."""

    name: str
    sha256: str
    report: Report
    repairs: tuple[Mended, ...]
    again: Rechecked
    """Its rounds, paired again by the system of its regulations."""
    system: str = ""
    """The pairing system that somebody chose instead of the file's; empty = nobody did."""

    def rechecked(self, format: str = "") -> Rechecked:
        return self.again if self.regulations(format).paired_by_system else NOT_RECHECKED

    def rounds_otherwise(self, words: Language) -> list[list[str]]:
        """Round by round what the file has and what the system gives, in the numbers of the file."""
        teams = self.regulations().of_teams
        ranks = team_numbers_in_file(self.report) if teams else starting_ranks(self.report)
        return [
            difference_lines(found, words, lambda n: str(ranks[PairingNumber(n)]), of_teams=teams)
            for found in self.again.differences
        ]

    @property
    def names(self) -> list[str]:
        """Some of its players, to judge their letters by."""
        return telling_names(player.name for player in self.report.players)

    @property
    def teams(self) -> int:
        """The teams that play each other; 0 in an event of players."""
        return len(team_numbers_in_file(self.report)) if self.regulations().of_teams else 0

    @property
    def swiss(self) -> bool:
        """Its rounds are paired by a system."""
        return self.regulations().paired_by_system

    @property
    def system_of_file(self) -> str:
        """The system that counts if nobody chooses another."""
        return regulations_of(self.report).system

    @property
    def has_lone_full_byes(self) -> bool:
        """A round has one full-point bye and no pairing bye: only a person can say which of them it was."""
        return any(repair.kind is RepairKind.FULL_BYE_IN_ODD_FIELD for repair in self.report.repairs)

    @property
    def birth_dates(self) -> dict[int, str]:
        """For the side store, by the players' ids in the new tournament."""
        return birth_dates(self.report)

    def details(self, title: str = "") -> Details:
        """The details that the file announces; `title` is the arbiter's own name for it."""
        found = details_of(self.report, self.name)
        return replace(found, name=title) if title else found

    def regulations(self, format: str = "") -> Regulations:
        """The regulations in the file; `format` is what the arbiter says instead."""
        return regulations_of(self.report, self.system, Format(format) if format else None)

    def remarks(self, format: str = "") -> list[Mended]:
        """Remarks on what is left out or filled in to make a tournament of it."""
        found = remarks(self.report, self.regulations(format), self.rechecked(format))
        return [remark.mended for remark in found]

    def events(self, title: str = "", format: str = "") -> list[Event]:
        """The history it tells. Raises CannotImport or BadField."""
        return import_report(
            self.report,
            file_name=self.name,
            sha256=self.sha256,
            mended=(*self.repairs, *self.remarks(format)),
            details=self.details(title),
            regulations=self.regulations(format),
            again=self.rechecked(format),
        )


def known_birth_dates(side: SideStore, stream: str) -> dict[int, str]:
    """The dates of birth that are known, by player."""
    return {player: data.birth_date for player, data in side.of_stream(stream).items() if data.birth_date}


def read_report_file(
    name: str,
    data: bytes,
    *,
    full_byes_are_pairing_byes: bool = False,
    system: str = "",
    encoding: Encoding | None = None,
    rows: Sequence[ListRow] = (),
) -> ReportFile:
    """The file with its rounds paired again by `system`, else by its own; `rows` are those of a sheet.

    Raises a subclass of `Unreadable`.
    """
    report = (
        report_of_crosstable(list(rows))
        if rows
        else parse(data, full_byes_are_pairing_byes=full_byes_are_pairing_byes, encoding=encoding)
    )
    if system in SYSTEMS:
        report = in_rounds_of(report, SYSTEMS[system].games_of_match)
    mended = together(repair for repair in report.repairs if repair.kind is not RepairKind.EXTENSION)
    again = rechecked(report, regulations_of(report, system))
    return ReportFile(name, hashlib.sha256(data).hexdigest(), report, tuple(mended), again, system)


@dataclass(frozen=True, slots=True)
class PlayerList:
    """A list that was read: who is new, and who is registered already."""

    roster: Roster
    new: tuple[ListedPlayer, ...]
    known: tuple[ListedPlayer, ...]
    """Their FIDE numbers are here."""
    questions: tuple[NamesakeQuestion, ...] = ()
    """Namesakes, by their place among those who are new."""
    filled: FilledRoster | None = None
    """The list beside the rating list; None = it was not looked up."""

    @property
    def players(self) -> list[NewPlayer]:
        """Players who are not registered yet."""
        return [listed.player for listed in self.new]

    @property
    def listed(self) -> list[NewPlayer]:
        """Everybody on the list, those registered meanwhile too."""
        return [listed.player for listed in self.roster.players]

    def birth_dates(self, events: Iterable[Event], answers: NamesakeAnswers) -> dict[int, str]:
        """For the side store, by the ids that those of the list were registered under in `events`."""
        came = [one.birth_date for place, one in enumerate(self.new) if place not in answers.same]
        ids = [event.player.id for event in events if isinstance(event, PlayerRegistered)]
        return {id: date for id, date in zip(ids, came, strict=False) if date}


def read_players(
    tournament: Tournament,
    separator: str,
    rows: Sequence[ListRow],
    chosen: ChosenColumns | None = None,
    lists: ListsInOrder | None = None,
    choices: Mapping[int, int] = NOTHING_CHOSEN,
) -> PlayerList:
    """The rows of a list, filled in from the rating lists. Raises a subclass of BadRoster."""
    if lists is None:
        return _player_list(tournament, roster_of(separator, rows, chosen))
    named, columns = numbers_named(lists, rows, chosen)
    looked_up = filled(lists, tournament, roster_of(separator, named, columns), choices)
    return replace(_player_list(tournament, looked_up.roster), filled=looked_up)


def _player_list(tournament: Tournament, roster: Roster) -> PlayerList:
    numbers = {player.fide_id for player in tournament.players.values() if player.fide_id}
    new = tuple(listed for listed in roster.players if listed.player.fide_id not in numbers)
    known = tuple(listed for listed in roster.players if listed.player.fide_id in numbers)
    coming = [one.player.registered_as(player_id(0)) for one in new]
    return PlayerList(roster, new, known, namesake_questions(tournament.players.values(), coming))


def report_text(
    snapshot: Snapshot,
    ladder: Ladder,
    after: int | None = None,
    *,
    for_rating: bool = False,
    born: Mapping[int, str] = UNKNOWN,
) -> str:
    """The tournament as a report file. Comments at its head: whether more may come, its regulations, and the breaches
    of integrity."""
    t = snapshot.tournament
    rounds = snapshot.round if after is None else min(after, snapshot.round)
    places = {row.number: row.place for row in ranking(snapshot, rounds)}
    report = report_of(t, rounds, places=places, program=f"Tablo {program_version()}", for_rating=for_rating, born=born)
    state = state_of_report(rounds, t.regulations.rounds, t.closed and rounds == t.published)
    return write(report, ladder, comments=[state, rules_comment(t), *round_comments(t, rounds), *comment_lines(t)])


def period_text(snapshot: Snapshot, ladder: Ladder, period: RatingPeriod, *, born: Mapping[int, str] = UNKNOWN) -> str:
    """A rating period alone as a report file."""
    t = snapshot.tournament
    report = report_of_period(t, period, program=f"Tablo {program_version()}", born=born)
    rounds = period_of_report(period.first, min(period.last, snapshot.round), period.list)
    return write(report, ladder, comments=[rounds])
