"""Questions about a tournament: which one, as of when, in which language."""

import re
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from datetime import datetime
from typing import TypeAlias

from starlette.requests import Request
from starlette.responses import Response

from domain.games.state import GamesShown
from domain.records import dataclass
from domain.stewards.events import Scope
from domain.stewards.permissions import Action
from domain.words.choices.team_scores import TeamsBy
from domain.words.players import EntrantId
from projections.lists.followed import MOST_FOLLOWED
from projections.moment.faces import NO_WORN_FACE, WornFace, face_of_tournament
from projections.moment.overview import overview
from projections.moment.snapshot import Snapshot
from server.clock import local_now
from server.http.late_route import LateRoute
from server.http.page_cache import FOR_ONE_READER, LANGUAGE_COOKIE, NO_STORE, only_for
from server.office.past import AskedMoment, NotAMoment, dated, moment_in
from server.office.snapshots import Snapshots
from server.office.tournaments import NoSuchTournament, Office, TournamentOffice
from server.routes.forms import small
from server.services import Services
from server.turns import RETRY_AFTER, NoTurn, neighbourhood
from web.links import Frame, Site
from web.public.pages import NAVIGATION, PageQuery
from web.wording import LANGUAGES
from web.wording.language_choice import negotiate

A_YEAR_IN_SECONDS = 365 * 24 * 3600
WORDS_TAKEN = {"by": ("name", "number", "chances"), "known": ("then",), "side": ("black",), "watch": ("here",)}
"""The values that these words of an address take; behind any other stands a whole number."""

AT_A_MOMENT = ("at", "lang")
"""The words that every page of a tournament or a festival takes."""
MAX_SEARCH_CHARS = 80
PLY = re.compile(r"0|[1-9][0-9]{0,3}", re.ASCII)
"""Half-moves of a game; 0 = its start."""
FOLLOWED_IDS = re.compile(rf"[1-9][0-9]{{0,5}}(-[1-9][0-9]{{0,5}}){{0,{MOST_FOLLOWED - 1}}}")

Endpoint: TypeAlias = Callable[[Request], Awaitable[Response]]


class QueryRoute(LateRoute):
    """An address with the words that its handler reads after `?`: the OpenAPI document describes them."""

    def __init__(
        self, path: str, endpoint: Endpoint, name: str, asks: Iterable[str] = ("lang",), method: str = "GET"
    ) -> None:
        super().__init__(path, endpoint, methods=[method], name=name)
        self.asks = tuple(asks)


class SendingRoute(QueryRoute):
    """An address for data that a program sends again and again, with a key of this scope."""

    def __init__(self, path: str, endpoint: Endpoint, name: str, scope: Scope, does: Action) -> None:
        super().__init__(path, endpoint, name, method="POST")
        self.scope, self.does = scope, does


class ReadingRoute(QueryRoute):
    """An address that a program with a key of this scope reads; None = with any key."""

    def __init__(self, path: str, endpoint: Endpoint, name: str, scope: Scope | None, does: Action) -> None:
        super().__init__(path, endpoint, name)
        self.scope, self.does = scope, does


@dataclass(frozen=True, slots=True)
class Question:
    snapshots: Snapshots
    office: TournamentOffice
    at: int | None
    """The earlier position asked for; None = now."""
    query: dict[str, str]
    asked: PageQuery
    lang: str
    origin: str
    address: str
    """The address of the reader, for the queue before the archive."""
    festivals: tuple[tuple[str, str], ...] = ()
    """Address and name of those of which the tournament is a section now."""
    persons: bool = False
    """Players have pages over all tournaments of this server."""
    zone: str = ""
    """The time zone of the series that it is an edition of; empty = of none."""
    live: bool = False
    as_files: bool = False
    """The page will lie in a folder: no server answers its reader."""
    still: Snapshot | None = None
    """A copy of now that nobody evolves, for what is made in a thread."""
    inherited_face: WornFace = NO_WORN_FACE
    not_yet: int | datetime | None = None
    """The position or the time asked for, if it is still to come: the answer is of now, and nobody keeps it."""
    time: datetime | None = None
    """The time asked for, or that of the earlier position; None = now."""
    games_then: Callable[[], GamesShown] | None = None
    """Reads the games of that time, for a thread; None = of now, or not asked for."""

    @property
    def position(self) -> int:
        if self.still is not None:
            return self.still.position
        return self.office.position if self.at is None else self.at

    @property
    def head(self) -> str:
        return self.office.entries[self.position - 1].hash

    @property
    def stamp(self) -> tuple[object, ...]:
        """Everything that the answer depends on besides the question itself."""
        hidden = self.office.tournament.anonymous
        withheld = self.snapshots.withheld(self.office)
        around = self.festivals, self.zone, self.inherited_face, self.live, self.persons
        games = self.asked.games.revision, len(self.office.games.state.games)
        found = self.snapshots.chances(self.office) if self.at is None else None
        chances = found and (found.at, found.next_round and found.next_round.at, len(found.line))
        bulletins = self.office.tournament.bulletins
        photos = self.office.tournament.photos_shown if self.at is not None else ()
        return self.position, self.head, hidden, withheld, bulletins, photos, *around, *games, chances

    @property
    def moment(self) -> datetime:
        return self.office.entries[self.position - 1].recorded_at

    @property
    def snapshot(self) -> Snapshot:
        """The snapshot asked for; one of the past only in a thread, in a turn of the archive."""
        if self.still is not None:
            return self.still
        return self.snapshots.now(self.office) if self.at is None else self.snapshots.then(self.office, self.at)

    @property
    def with_games(self) -> PageQuery:
        """What is asked, with the games of then where they are asked for."""
        return self.asked if self.games_then is None else replace(self.asked, games=self.games_then())

    def frame(self, active: str, path: str) -> Frame:
        return Frame(
            site=Site(self.office.id, self.at),
            overview=overview(self.snapshot.tournament),
            active=active,
            position=self.position,
            head=self.head,
            path=path,
            query=self.query,
            moment=self.moment,
            origin=self.origin,
            zone=self.zone,
            persons=self.persons,
            festivals=self.festivals,
            face=face_of_tournament(self.office.id, self.snapshot.tournament.face, self.inherited_face),
            live=self.live,
            coming=self.snapshot.chances is not None and not self.snapshot.tournament.regulations.is_arena,
            has_bulletins=bool(self.snapshot.tournament.bulletins),
            has_team_scores=self.snapshot.tournament.team_scoring.by is not TeamsBy.NOTHING,
            has_prizes=self.snapshot.tournament.prizes is not None,
            tabs=NAVIGATION,
            read_only=self.office.journal.journal.read_only,
            as_files=self.as_files,
            elsewhere=self.office.elsewhere,
            not_yet=self.not_yet,
        )


async def understood(request: Request, offices: Office, snapshots: Snapshots, asks: Iterable[str]) -> Question:
    """`asks` is what this page may be asked besides `at` and `lang`. Raises NoSuchTournament, NotAMoment."""
    office = await offices.open(request.path_params["slug"])
    if not (office.entries and office.tournament.public):
        raise NoSuchTournament(office.id)
    snapshots.withheld(office)
    wanted = request.query_params.get("at")
    moment = _moment(office, wanted) if wanted else AskedMoment(office.position)
    at = moment.position if moment.position < office.position else None
    typed = ((word, _understood(word, request.query_params.get(word, ""))) for word in asks)
    query = {word: value for word, value in typed if value}
    asked = _asked(request, query)
    lang, origin, address = lang_of(request), origin_of(request), address_of(request)
    found = Question(snapshots, office, at, query, asked, lang, origin, address, not_yet=moment.not_yet)
    if moment.not_yet is not None or (moment.time is None and at is None):
        return found
    return replace(found, time=moment.time or found.moment)


def _moment(office: TournamentOffice, wanted: str) -> AskedMoment:
    now = local_now()
    return moment_in(office.entries, dated(wanted, now), now)


def _understood(word: str, typed: str) -> str:
    """As we would write it ourselves, so that one question has one address; empty for what is none."""
    if word == "q":
        return " ".join(typed[:MAX_SEARCH_CHARS].split())
    if word == "players":
        return typed if FOLLOWED_IDS.fullmatch(typed) else ""
    if word == "ply":
        return typed if PLY.fullmatch(typed) else ""
    if word in WORDS_TAKEN:
        return typed if typed in WORDS_TAKEN[word] else ""
    return str(small(typed) or "")


def _asked(request: Request, query: dict[str, str]) -> PageQuery:
    path = request.path_params
    return PageQuery(
        round=path.get("round", 0),
        player=path.get("player", 0),
        board=path.get("board", 0),
        a=small(query.get("a", "")),
        b=small(query.get("b", "")),
        by=query.get("by", ""),
        known=query.get("known", ""),
        players=query.get("players", ""),
        page=small(query.get("page", "")),
        q=query.get("q", ""),
        game=path.get("game", 1),
        ply=int(query["ply"]) if "ply" in query else None,
        side=query.get("side", ""),
        watch="watch" in query,
    )


async def beside_boards(services: Services, question: Question) -> Question:
    """The question with the games of boards, as they are shown now; those of an earlier time are read in a thread."""
    games, tournament, time = services.games, question.office.id, question.time
    if time is None:
        await question.office.games.work_out(question.asked.round)
        return replace(question, asked=replace(question.asked, games=games.shown(tournament).standing()))
    still = await question.snapshots.still_shown(question.office) if question.at is None else None
    return replace(question, games_then=lambda: games.shown_then(tournament, time), still=still)


def lang_of(request: Request) -> str:
    """The wish in the address, else the reader's earlier choice, else what the browser prefers."""
    wanted = request.query_params.get("lang") or request.cookies.get(LANGUAGE_COOKIE)
    return negotiate(wanted, request.headers.get("accept-language", ""))


def remembering_language(request: Request, response: Response, chosen: str = "") -> Response:
    """The answer, after which this browser reads public pages and the manual in what was chosen or asked for."""
    chosen = chosen or request.query_params.get("lang", "")
    if chosen in LANGUAGES and request.cookies.get(LANGUAGE_COOKIE) != chosen:
        response.set_cookie(LANGUAGE_COOKIE, chosen, max_age=A_YEAR_IN_SECONDS, samesite="lax", httponly=True)
        if response.headers.get("Cache-Control") != NO_STORE:
            only_for(response, FOR_ONE_READER)
    return response


def searched(request: Request) -> tuple[int, str]:
    return small(request.query_params.get("page", "")), searched_words(request)


def searched_words(request: Request) -> str:
    return request.query_params.get("q", "")[:MAX_SEARCH_CHARS]


def not_shown(why: Exception, what: str) -> tuple[int, str, dict[str, str]]:
    """Status, missing thing and headers: 404, 400 for a moment that cannot be read, 503 for too many of them."""
    headers = {"Cache-Control": "no-store"}
    if isinstance(why, NotAMoment):
        return 400, "moment", headers
    return (503, "archive", headers | RETRY_AFTER) if isinstance(why, NoTurn) else (404, what, headers)


def address_of(request: Request) -> str:
    return neighbourhood(request.client.host) if request.client is not None else ""


def origin_of(request: Request) -> str:
    return f"{request.url.scheme}://{request.url.netloc}"


def in_its_surroundings(services: Services, question: Question) -> Question:
    """The question with the festivals of its tournament, the face and zone of one, and whether boards are live."""
    tournament, as_files = question.office.id, services.settings.as_files
    around = services.festivals.festivals.of(tournament)
    names = tuple((one.name, one.festival.details.name) for one in around)
    zone = next((one.festival.series.plan.zone for one in around if one.festival.series), "")
    face = services.festivals.festivals.face_for(tournament) if around else NO_WORN_FACE
    live = not as_files and services.games.has(tournament)
    persons = services.fronts.shared and not _is_hidden(services, question)
    return replace(
        question, festivals=names, zone=zone, inherited_face=face, live=live, as_files=as_files, persons=persons
    )


def _is_hidden(services: Services, question: Question) -> bool:
    """The player asked for has no page over all tournaments."""
    player = question.office.tournament.players.get(EntrantId(question.asked.player))
    names = [f"{question.office.id}~{question.asked.player}", *([str(player.fide_id)] if player else [])]
    return any(map(services.person_search.persons.is_hidden, names))
