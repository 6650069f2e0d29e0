"""A report file becomes the history of a tournament: what it tells, event by event.

Folding the events gives the results, byes and points of the file again; `exporting` writes them back. Points out of
the ordinary and other things that the journal has no word for are refused rather than lost.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from functools import partial

from domain import events as e
from domain.decisions.players.registering import NewPlayer
from domain.decisions.rounds.lateness import MAX_DEFAULT_MINUTES
from domain.decisions.setup.announcing import OWN_RULES, announce_tournament
from domain.decisions.setup.prohibited_pairs import prohibited
from domain.decisions.setup.regulations import bye_beyond_a_match, of_other_format
from domain.decisions.setup.team_scores import MOST_COUNTED_PLAYERS
from domain.files import header as h
from domain.files.brackets import drawn_lots, settled_matches, without_level_closings
from domain.files.corrections import ReadGame, corrected_in, ends, first_results, known_for
from domain.files.teams.importing import team_events
from domain.files.teams.points import abnormal_counts, adjustments, rounds_are_left, without_armageddon
from domain.files.teams.regulations import is_of_teams
from domain.files.teams.rounds import team_rounds
from domain.files.trf import comments
from domain.files.trf.columns import National, iso_date, read_federation, year_in
from domain.files.trf.report import KeptLine, Place, Report, ReportPlayer, RoundEntry
from domain.files.trf.tasks import cards, pairing_order, report_initial_colour, sits_white
from domain.files.trf.teams import is_team_record
from domain.pairing import SYSTEMS
from domain.pairing.checker import Difference
from domain.records import dataclass
from domain.refusals import BadField, Refusal
from domain.tournament_cards.periods import lists_by_round
from domain.words.choices.boards import USUAL_BOARDS
from domain.words.choices.publication import ALL_BY_HAND
from domain.words.choices.team_scores import NO_TEAM_SCORES
from domain.words.games import BY_SIDES, POSITION_COUNT, Bye, Code, Colour, Result
from domain.words.mended import Mended
from domain.words.players import EntrantId, Player, PlayerId
from domain.words.regulations import WITH_BRACKET, Acceleration, Details, Entrants, Format, Regulations


@dataclass(frozen=True, slots=True)
class Rechecked:
    """Findings of an import that paired the rounds of its file again (FIDE checklist, 54)."""

    system: str = ""
    """Empty = nothing was paired again."""
    differences: tuple[Difference, ...] = ()
    """In pairing numbers."""
    impossible: bool = False
    """The rounds are of a kind that is paired round by round, but they cannot be paired again here."""

    @property
    def rounds(self) -> tuple[int, ...]:
        return tuple(difference.round for difference in self.differences)


NOT_RECHECKED = Rechecked()


class NoWordFor(StrEnum):
    TEAMS = "teams"
    POINT_SYSTEM = "point-system"
    FICTITIOUS_POINTS = "fictitious-points"
    GAMES_OF_MATCHES = "games-of-matches"


class CannotImport(Refusal):
    """The file says something that the journal has no word for: all of it, or that it is a team's."""

    reasons: tuple[NoWordFor, ...]


def import_report(
    report: Report,
    *,
    file_name: str,
    sha256: str,
    mended: Sequence[Mended] = (),
    details: Details | None = None,
    regulations: Regulations | None = None,
    again: Rechecked = NOT_RECHECKED,
) -> list[e.Event]:
    """The events of a whole tournament, from its announcement to the last result of the file.

    Player n of the journal is the one with pairing number n. `mended` is what had to be mended, `again` what became of
    its rounds when they were paired again. Namesakes stay two players. Raises CannotImport or BadField.
    """
    laws = regulations or h.regulations_of(report)
    _must_fit(report, laws)
    ids = {entrant.number: EntrantId(n) for n, entrant in enumerate(pairing_order(report), 1)}
    out = announce_tournament(details or h.details_of(report, file_name), laws)
    out += _origin(report, laws, ids, file_name, sha256, mended, again)
    out += _fide_mode_left(report, laws)
    out += _players(report, ids, laws.of_teams)
    if laws.of_teams:
        out += team_events(report, laws, ids, len(out))
        return without_level_closings(out) if laws.with_bracket else out
    by_arrival = laws.system in SYSTEMS and SYSTEMS[laws.system].parity_of_arrived
    out.append(e.InitialColourDrawn(report_initial_colour(report, by_arrival) or Colour.WHITE))
    out += [e.PairingNumbersIssued(tuple(ids.values())), *h.starts_of_file(report, laws, ids)]
    out += drawn_lots(report, laws.format, ids) if laws.with_bracket else []
    if report.forbidden:
        groups = tuple(tuple(ids[n] for n in group.players) for group in report.forbidden)
        out += prohibited(groups, [group.rounds(report.rounds_planned) for group in report.forbidden], 0)
    positions = comments.start_positions_said(report.comments)
    for round in range(1, report.rounds_paired + 1):
        out += _round(report, laws.format, round, ids, len(out))
        out += [*adjustments(report, round, ids, out), *without_armageddon(report, round, ids, out)]
        if (position := positions.get(round, POSITION_COUNT)) < POSITION_COUNT:
            out.append(e.StartPositionDrawn(round, position, ""))
    out += _announced(report, ids, laws.rounds)
    return without_level_closings(out) if laws.with_bracket else out


def _must_fit(report: Report, laws: Regulations) -> None:
    if report.team_line and laws.entrants is not Entrants.TEAMS:
        raise CannotImport((NoWordFor.TEAMS,))
    rounds = team_rounds(report) if laws.of_teams else None
    ahead = rounds is not None and rounds_are_left(report) and bool(rounds.records.spans)
    said = {
        NoWordFor.POINT_SYSTEM: not report.point_system.plain and rounds_are_left(report),
        NoWordFor.FICTITIOUS_POINTS: (bool(report.acceleration) or ahead) and not h.has_virtual_points(laws),
        NoWordFor.GAMES_OF_MATCHES: laws.swiss_match_games != report.match_games and report.rounds_paired > 0,
    }
    reasons = tuple(reason for reason, is_said in said.items() if is_said)
    if reasons:
        raise CannotImport(reasons)


def _origin(
    report: Report,
    laws: Regulations,
    ids: dict[int, EntrantId],
    file_name: str,
    sha256: str,
    mended: Sequence[Mended],
    again: Rechecked,
) -> Iterator[e.Event]:
    """Name the file, what had to be mended in it, and which of its rounds are paired otherwise."""
    lines = kept_lines(report, laws)
    yield e.TournamentImported(
        file_name,
        sha256,
        kept_before=lines.before,
        kept_after=lines.after,
        rechecked_by=again.system,
        differing=again.rounds,
        mended=tuple(mended),
        national=tuple(h.beyond_the_card(report, ids)),
    )


def _fide_mode_left(report: Report, laws: Regulations) -> Iterator[e.Event]:
    """No file brings FIDE mode back, and it has the rules alone that were in force (FIDE checklist, 40, 45, 56)."""
    if left := comments.when_fide_mode_was_left(report.comments):
        round, cause = left
        yield e.FideModeLeft(min(round, report.rounds_paired), h.shortened(cause))
    elif (
        (laws.paired_by_system and h.not_in_force(report, laws.system))
        or of_other_format(laws)
        or bye_beyond_a_match(laws)
    ):
        yield e.FideModeLeft(0, OWN_RULES)


def _players(report: Report, ids: dict[int, EntrantId], of_teams: bool) -> Iterator[e.Event]:
    """Players of teams are there from the first round on: it is their teams that come late. Then where they sit."""
    national = h.national_lines(report)
    for entrant in pairing_order(report):
        player = registered_player(entrant, ids[entrant.number], national.get(entrant.number))
        yield e.PlayerRegistered(player, 1 if of_teams else _first_round(entrant, report.rounds_paired))
    if (plan := comments.board_plan_said(report.comments, {} if of_teams else ids)) != USUAL_BOARDS:
        yield e.BoardsPlanned(plan)
    scoring = comments.team_scores_said(report.comments)
    if scoring != NO_TEAM_SCORES and scoring.best <= MOST_COUNTED_PLAYERS and not of_teams:
        yield e.TeamScoringSet(scoring)
    minutes = comments.default_time_said(report.comments)
    if minutes is not None and minutes <= MAX_DEFAULT_MINUTES:
        yield e.DefaultTimeSet(minutes)
    steps = comments.handicap_said(report.comments)
    if steps and not of_teams:
        yield e.HandicapSet(steps)
    if h.regulations_of(report).is_arena:
        yield e.ArenaEnded()
    if (publication := comments.publication_said(report.comments)) != ALL_BY_HAND:
        yield e.PublicationPlanned(publication)
    for first, ratings in sorted(comments.period_ratings_said(report.comments, ids).items()):
        yield e.PeriodRatingsTaken(first, tuple(ratings), lists_by_round(h.details_of(report), first)[-1])


def _first_round(entrant: ReportPlayer, paired: int) -> int:
    """Blank rounds before the first entry: a late entry."""
    first = next((r for r, entry in enumerate(entrant.entries, 1) if entry is not None), paired + 1)
    return min(first, paired + 1)


def _gone_from(entrant: ReportPlayer, paired: int) -> int | None:
    """The first round of somebody who played no more to the end of the event."""
    entries = enumerate(entrant.entries[:paired], 1)
    there = [r for r, entry in entries if entry is not None and entry.code is not Code.ZERO_BYE]
    return there[-1] + 1 if there else None


def _round(report: Report, format: Format, round: int, ids: dict[int, EntrantId], position: int) -> Iterator[e.Event]:
    away = [] if format in WITH_BRACKET else list(_away(report, round, ids))  # the bracket knows who is out
    yield from away
    games = _games(report, round)
    boards = tuple(e.Board(game.board, ids[game.white], ids[game.black]) for game in games if game.number == 1)
    byes = tuple(ids[p.number] for p in report.players if (entry := p.entry(round)) and entry.code is Code.PAIRING_BYE)
    bye, going_on = (byes[0], ()) if len(byes) == 1 else (None, byes)
    engine = h.shortened(report.header.program) or e.FROM_FILE
    yield e.RoundPaired(round, boards, bye, tuple(ids.values()), engine, "", position + len(away), going_on)
    yield e.RoundPublished(round)
    yield from _results(round, games, first_results(report, round))
    yield from ends(report, round, partial(_games, report))
    yield from corrected_in(report, round, partial(_games, report))
    yield from settled_matches(report, format, round, ids, boards)
    if not any(Code.PENDING in game.codes for game in games):
        yield e.RoundClosed(round)


def _results(round: int, games: Sequence[ReadGame], recorded: Mapping[int, Result]) -> Iterator[e.Event]:
    for game in games:
        result = game.result and recorded.get(game.white, game.result)
        if result is Result.ADJOURNED:
            yield e.GameAdjourned(round, game.board, game.number)
        elif result is not None:
            yield e.ResultRecorded(round, game.board, result, game=game.number)


def _away(report: Report, round: int, ids: dict[int, EntrantId]) -> Iterator[e.Event]:
    """Byes, absences and withdrawals that begin with this round.

    While rounds are left, who missed the last ones is expected back, as pairing engines do.
    """
    paired = report.rounds_paired
    finished = report.rounds_planned is not None and paired >= report.rounds_planned
    for entrant in report.players:
        entry, id = entrant.entry(round), ids[entrant.number]
        gone = _gone_from(entrant, paired) if finished else None
        if gone is not None and round >= gone:
            if round == gone:
                yield e.PlayerWithdrawn(id, round)
        elif entry is None:
            if round >= _first_round(entrant, paired):
                yield e.ByeGranted(id, round, Bye.ZERO)
        elif entry.code.bye and entry.code is not Code.PAIRING_BYE:
            yield e.ByeGranted(id, round, Bye(entry.code.value))


def _games(report: Report, round: int) -> list[ReadGame]:
    """The games of the boards in the order of F.1: the file does not number them."""
    scores: dict[int, int] = {n: card.score for n, card in cards(known_for(report, round), round - 1).items()}
    place = {entrant.number: n for n, entrant in enumerate(pairing_order(report))}

    def order(games: Sequence[ReadGame]) -> tuple[object, ...]:
        two = [(-scores[n], place[n]) for n in games[0][:2]]
        return min(score for score, _ in two), sum(score for score, _ in two), min(two)

    matches = sorted(_unordered(report, round), key=order)
    return [game._replace(board=board) for board, games in enumerate(matches, 1) for game in games]


def _unordered(report: Report, round: int) -> Iterator[list[ReadGame]]:
    players = report.by_number
    for entrant in report.players:
        entry = entrant.entry(round)
        if entry is None or entry.opponent is None or not sits_white(entrant.number, entry, entry.opponent):
            continue
        other = players[entry.opponent].entry(round) or RoundEntry(Code.PENDING)
        codes = zip(entry.games or (entry.code,), other.games or (other.code,), strict=True)
        games = [(n, (mine, theirs) if n % 2 else (theirs, mine)) for n, (mine, theirs) in enumerate(codes, 1)]
        pair = (entrant.number, entry.opponent)
        yield [ReadGame(*(pair if n % 2 else pair[::-1]), BY_SIDES.get(sides), sides, 0, n) for n, sides in games]


def _announced(report: Report, ids: dict[int, EntrantId], rounds: int) -> Iterator[e.Event]:
    byes: dict[tuple[int, int], Bye] = {}
    coming = report.rounds_paired + 1
    for announced in report.announced:
        byes |= {(announced.round, number): Bye(announced.code.value) for number in announced.players}
    byes |= {(coming, number): Bye.ZERO for number in report.absent}
    for entrant in report.players:
        for round, entry in enumerate(entrant.entries, 1):
            if round >= coming and entry is not None and entry.code.bye:
                byes[round, entrant.number] = Bye(entry.code.value)
    for (round, number), kind in sorted(byes.items()):
        if coming <= round <= rounds:
            yield e.ByeGranted(ids[number], round, kind)


def registered_player(entrant: ReportPlayer, id: EntrantId, national: National | None) -> Player:
    """The player of a line. Raises BadField naming the player as well."""
    try:
        return _new(entrant, national.rating if national else 0).registered_as(PlayerId(id))
    except BadField as bad:
        raise BadField(f"player {entrant.number}, {bad.field}", bad.value, bad.rule) from None


def _new(entrant: ReportPlayer, national_rating: int) -> NewPlayer:
    return NewPlayer(
        name=entrant.name or f"{h.UNNAMED}{entrant.number}",
        rating=entrant.rating,
        title=entrant.title,
        federation=read_federation(entrant.federation),
        fide_id=entrant.fide_id,
        sex=entrant.sex,
        birth_year=year_in(entrant.birth),
        national_rating=national_rating,
        club=entrant.club,
    )


def birth_dates(report: Report) -> dict[int, str]:
    """ISO dates of birth by player, where the file has the day: for the erasable side store, never for an event."""
    born = {n: entrant.birth for n, entrant in enumerate(pairing_order(report), 1) if year_in(entrant.birth)}
    return {n: day for n, text in born.items() if (day := iso_date(text))}


# Lines of a report file that go into the journal word for word: facts that no event has a word for.

MAX_KEPT_LINES = 500
MAX_KEPT_LINE_CHARS = 1_000
"""The most characters of a remark; a longer one is a document."""

ADDRESS = re.compile(r"[^\s@]@[^\s@]+\.[^\s@]")
PHONE = re.compile(r"\+[0-9][0-9 ()/-]{6,}[0-9]")
DAY = re.compile(r"(?<![0-9])[0-9]{1,4}[-/.][0-9]{1,2}[-/.][0-9]{1,4}(?![0-9])")


@dataclass(frozen=True, slots=True)
class KeptLines:
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    personal: tuple[int, ...] = ()
    """Numbers of the lines that may never be in a journal: they look like personal data."""
    too_many: tuple[int, ...] = ()


def unread_team_records(report: Report, laws: Regulations) -> frozenset[str]:
    """Records of teams that count for nothing under these regulations: they stay as they are."""
    rounds = team_rounds(report)
    unread = {
        "250": bool(rounds.records.spans) and laws.acceleration is Acceleration.NONE,
        "299": bool(rounds.records.abnormal) and not abnormal_counts(rounds, laws),
    }
    return frozenset(code for code, is_unread in unread.items() if is_unread)


def kept_lines(report: Report, laws: Regulations) -> KeptLines:
    of_teams = is_of_teams(report)
    unread = unread_team_records(report, laws) if of_teams else frozenset()
    fitting: list[KeptLine] = []
    personal: list[int] = []
    too_many: list[int] = []
    for kept in report.kept:
        if (kept.comment and comments.read_back(kept.text)) or (
            of_teams and is_team_record(kept.text) and kept.text[:3] not in unread
        ):
            continue
        day = not kept.comment and DAY.search(kept.text)
        if day or ADDRESS.search(kept.text) or PHONE.search(kept.text):
            personal.append(kept.line)
        elif len(kept.text) > MAX_KEPT_LINE_CHARS or len(fitting) == MAX_KEPT_LINES:
            too_many.append(kept.line)
        else:
            fitting.append(kept)
    return KeptLines(
        before=tuple(kept.text for kept in fitting if kept.place is Place.HEAD),
        after=tuple(kept.text for kept in fitting if kept.place is Place.FOOT),
        personal=tuple(personal),
        too_many=tuple(too_many),
    )
