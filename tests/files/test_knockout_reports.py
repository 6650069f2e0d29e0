"""A knock-out as a report file, out and in again: byes of the top seeds, matches as one line, places by the bracket."""

from domain.files.exporting import report_of
from domain.files.importing import import_report
from domain.files.trf import Ladder, parse, write
from domain.tournament import Tournament, replay
from domain.words.entrants import EntrantId
from domain.words.regulations import Format
from tests.formats.knockouts import knockout, pairs, placed, play_out


def through_a_file(t: Tournament) -> Tournament:
    written = write(report_of(t), Ladder.TRF26)
    return replay(import_report(parse(written.encode()), file_name="cup.trf", sha256=""))


def met(t: Tournament, round: int) -> set[frozenset[EntrantId]]:
    """The file does not number the boards."""
    return {frozenset(two) for two in pairs(t, round)}


def test_the_file_names_the_format_and_brings_every_pairing_back() -> None:
    t = play_out(knockout(6))
    back = through_a_file(t)
    assert back.regulations.format is Format.KNOCKOUT
    assert [met(back, round.number) for round in back.rounds] == [met(t, round.number) for round in t.rounds]
    assert [set(round.all_byes) for round in back.rounds] == [set(round.all_byes) for round in t.rounds]
    assert placed(back) == placed(t)
