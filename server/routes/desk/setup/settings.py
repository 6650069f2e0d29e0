"""The settings of a tournament: its announcement and regulations, orders by hand, and who sees it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial

from starlette.responses import Response
from starlette.routing import BaseRoute

from domain.decisions.players import numbering
from domain.decisions.rounds import closing, results
from domain.decisions.setup import announcing, prohibited_pairs
from domain.decisions.setup.board_plan import plan_boards
from domain.decisions.setup.chances import show_chances
from domain.decisions.setup.planning import plan_cautions
from domain.decisions.setup.regulations import fitting, list_of, mixed_groups
from domain.decisions.setup.team_scores import set_team_scoring
from domain.events import Event, OutsideValue
from domain.formats import rules_of
from domain.refusals import BadField
from domain.stewards.permissions import Action
from domain.tournament import Tournament
from domain.words.choices.boards import KeptBoard, PlayingRoom
from domain.words.choices.chances import ChancesFor, OpenGames
from domain.words.choices.team_scores import USUAL_BEST_PLAYERS, TeamMerit, TeamsBy, TeamScoring
from domain.words.players import EntrantId
from domain.words.regulations import Details, Regulations
from domain.words.rounds import RoundSpan
from server.office.tournaments import TournamentOffice
from server.routes.api.commands import EVERYTHING_KEY, PAIRINGS_KEY
from server.routes.desk.preview import preview
from server.routes.desk.rows import OVERVIEW, REASON, SETTINGS, act, choice, deciding, get, lot_seed, ticked
from server.routes.desk.setup import announcement
from server.routes.desk.typed import typed_player
from server.routes.desk.visit import Visit
from server.routes.forms import read_form
from web.api.commands import arranging as arranging
from web.api.commands import tournaments as whole

ROUNDS_AND_GROUP = re.compile(r"(?:([0-9]{1,3})? *- *([0-9]{1,3})? *:)?(.*)", re.DOTALL)
"""`1-3: Petrov; Ivanova`, either round left out, or the players alone."""
NUMBERED_LINE = re.compile(r"([0-9]{1,4}) *: *(.+)")
"""`3: Petrov`"""
BOARDS_FROM_TO = re.compile(r"([0-9]{1,4})(?: *- *([0-9]{1,4}))?")
TYPED_POINTS = re.compile(r"[0-9]{1,3}(?:\.[05])?")


async def show_settings(visit: Visit, office: TournamentOffice) -> Response:
    t = office.tournament
    return visit.page(
        "desk/settings.html",
        **announcement.OFFERED_RULES,
        **announcement.tiebreaks_of(t, visit.words),
        details=t.details,
        planned=rules_of(t).rounds(t) or t.regulations.rounds,
        regulations=t.regulations,
        mixed=mixed_groups(t.regulations),
        fitting=fitting(t),
        plan=tuple(plan_cautions(t)),
        chances_off=not visit.services.settings.chances,
        open_ways=tuple(OpenGames),
        teams_by=tuple(TeamsBy),
        usual_best=USUAL_BEST_PLAYERS,
        team_merits=tuple(TeamMerit),
        by_hand={tiebreak.code for tiebreak in list_of(t.regulations).order} & {"MANUAL", "PLAYOFF"},
    )


def _details(visit: Visit) -> Details:
    t = visit.at.tournament
    return announcement.details_from(visit.form, t.details, rules_of(t).rounds(t) or t.regulations.rounds)


def _regulations(visit: Visit) -> Regulations:
    return announcement.regulations_from(visit.form, visit.at.tournament.regulations)


async def show_regulations_effect(visit: Visit, office: TournamentOffice) -> Response:
    """The effect of the form of the regulations as it stands. The reason is still being thought of."""
    form = read_form(visit.request.query_params)

    def decide(t: Tournament) -> list[Event]:
        return announcing.amend_regulations(t, announcement.regulations_from(form, t.regulations), "…")

    return await preview(visit, office, decide)


def details_now(visit: Visit) -> Mapping[str, str]:
    return announcement.details_in_form(visit.at.tournament.details)


def regulations_now(visit: Visit) -> Mapping[str, str]:
    return announcement.regulations_in_form(visit.at.tournament.regulations)


def _groups_typed(visit: Visit) -> Iterator[re.Match[str]]:
    """A group a line, players parted by semicolons; `1-3:` before them are the rounds it holds in."""
    return filter(None, map(ROUNDS_AND_GROUP.fullmatch, announcement.typed_lines(visit.form, "groups")))


def _prohibited(visit: Visit) -> list[list[EntrantId]]:
    """Pairing numbers, or beginnings of names."""
    t = visit.at.tournament
    return [[typed_player(t, part.strip()) for part in m[3].split(";") if part.strip()] for m in _groups_typed(visit)]


def _kept_boards(visit: Visit) -> list[KeptBoard]:
    """A player a line behind the number of the board."""
    t = visit.at.tournament
    return [KeptBoard(typed_player(t, name), board) for board, name in _numbered_lines(visit, "kept_boards")]


def _rooms(visit: Visit) -> list[PlayingRoom]:
    return [PlayingRoom(name, board) for board, name in _numbered_lines(visit, "rooms")]


def _numbered_lines(visit: Visit, field: str) -> list[tuple[int, str]]:
    found: list[tuple[int, str]] = []
    for line in announcement.typed_lines(visit.form, field):
        read = NUMBERED_LINE.fullmatch(line)
        if read is None:
            raise BadField(field, line, "board-and-name")
        found.append((int(read[1]), read[2]))
    return found


def _skipped_boards(visit: Visit) -> list[int]:
    """`7, 12-14`"""
    found: list[int] = []
    for part in re.split(r"[,;\s]+", re.sub(r" *- *", "-", visit.form.text("skipped_boards").strip())):
        if not part:
            continue
        read = BOARDS_FROM_TO.fullmatch(part)
        if read is None:
            raise BadField("skipped_boards", part, "boards")
        found += range(int(read[1]), int(read[2] or read[1]) + 1)
    return found


def _team_scoring(visit: Visit) -> TeamScoring:
    """What is left out stays as it is."""
    form, before = visit.form, visit.at.tournament.team_scoring
    by = TeamsBy.NOTHING if form.fields.get("teams_by") == "" else form.choice("teams_by", TeamsBy, before.by)
    best = form.whole("best_players", before.best or USUAL_BEST_PLAYERS)
    return TeamScoring(by, best, form.choice("team_merit", TeamMerit, before.merit))


def _rounds_of_groups(visit: Visit) -> list[RoundSpan]:
    return [RoundSpan(int(m[1] or 0), int(m[2] or 0)) for m in _groups_typed(visit)]


def _equals_in_order(visit: Visit) -> list[EntrantId]:
    """The tie-break `MANUAL`: a player a line, best first."""
    return [typed_player(visit.at.tournament, line) for line in announcement.typed_lines(visit.form, "by_arbiter")]


def _outside_values(visit: Visit) -> list[OutsideValue]:
    """The tie-break `PLAYOFF`: a player a line, a semicolon, points."""
    return [_outside_value(visit.at.tournament, line) for line in announcement.typed_lines(visit.form, "outside")]


def _outside_value(tournament: Tournament, line: str) -> OutsideValue:
    name, _, points = line.rpartition(";")
    if not TYPED_POINTS.fullmatch(points.strip()):
        raise BadField("outside", line, "half-points")
    return OutsideValue(typed_player(tournament, name.strip()), int(2 * Fraction(points.strip())))


_act = partial(act, on=SETTINGS)

routes: Sequence[BaseRoute] = (
    get(SETTINGS, show_settings),
    act("/announce", deciding(announcing.make_public), EVERYTHING_KEY(whole.AnnounceDraft)),
    _act("/hide", deciding(announcing.hide), EVERYTHING_KEY(whole.HideTournament), to=OVERVIEW),
    _act("/archive", deciding(announcing.archive), EVERYTHING_KEY(whole.ArchiveTournament), to=OVERVIEW),
    _act(
        "/take-from-archive", deciding(announcing.take_from_archive), EVERYTHING_KEY(whole.TakeFromArchive), to=OVERVIEW
    ),
    _act("/throw-away", deciding(announcing.throw_away, REASON), EVERYTHING_KEY(whole.ThrowAway), to=OVERVIEW),
    _act("/bring-back", deciding(announcing.bring_back, REASON), EVERYTHING_KEY(whole.BringBack), to=OVERVIEW),
    _act("/details", deciding(announcing.amend_details, _details), EVERYTHING_KEY(whole.ChangeDetails, details_now)),
    get("/settings/effect", show_regulations_effect, Action.ARBITRATE),
    _act(
        "/regulations",
        deciding(announcing.amend_regulations, _regulations, REASON),
        EVERYTHING_KEY(whole.ChangeRegulations, regulations_now),
    ),
    _act(
        "/by-arbiter", deciding(closing.order_equals, _equals_in_order, REASON), EVERYTHING_KEY(arranging.OrderEquals)
    ),
    _act(
        "/outside",
        deciding(closing.give_outside_values, _outside_values, REASON),
        EVERYTHING_KEY(arranging.GiveOutsidePoints),
    ),
    _act(
        "/lots",
        deciding(numbering.draw_lots, lot_seed),
        EVERYTHING_KEY(whole.DrawTieLots),
        to=lambda visit: OVERVIEW if visit.form.text("back") == "overview" else SETTINGS,
    ),
    _act("/player-reports", deciding(results.allow_reports, ticked("allowed")), EVERYTHING_KEY(whole.AllowReports)),
    _act(
        "/chances",
        deciding(
            show_chances,
            choice("shown", ChancesFor),
            lambda visit: visit.form.whole("from_round", 1),
            choice("open_games", OpenGames, OpenGames.DRAWN),
        ),
        EVERYTHING_KEY(whole.ShowChances),
    ),
    _act("/fide-mode/leave", deciding(announcing.leave_fide_mode), EVERYTHING_KEY(whole.LeaveFideMode)),
    _act(
        "/prohibited",
        deciding(prohibited_pairs.prohibit, _prohibited, REASON, _rounds_of_groups),
        PAIRINGS_KEY(arranging.ProhibitPairs),
    ),
    _act("/team-scores", deciding(set_team_scoring, _team_scoring), EVERYTHING_KEY(arranging.SetTeamScores)),
    _act(
        "/board-plan",
        deciding(plan_boards, _kept_boards, _skipped_boards, _rooms),
        PAIRINGS_KEY(arranging.PlanBoards),
    ),
)
