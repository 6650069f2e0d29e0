"""The OpenAPI document (3.1): the addresses of the server, and the shapes of bodies and answers."""

import inspect
import re
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

import msgspec

from domain.records import dataclass
from domain.stewards.events import Topic
from web.api import boards, bulletins, fees, programs, tournaments
from web.api.commands import ProgramCommand
from web.api.people import EnvelopeJson, ProblemJson, SentenceJson
from web.api.programs import WebhookNewsJson

DocumentPart: TypeAlias = dict[str, Any]

WITHOUT_ENVELOPE: Mapping[str, type] = {
    "catalogue": tournaments.CatalogueJson,
    "organiser": tournaments.OrganiserJson,
    "festival": tournaments.FestivalJson,
    "festival-prizes": tournaments.FestivalPrizesJson,
    "festival-news": bulletins.FestivalBulletinsJson,
    "festival-find": tournaments.FestivalFoundJson,
    "festival-ranking": tournaments.RankingJson,
}
WITH_KEY: Mapping[str, type] = {
    "about-key": programs.AboutKeyJson,
    "drafts": programs.DraftsJson,
    "illegal-moves": programs.IllegalMovesJson,
    "check-in": programs.CheckInJson,
    "fees": fees.FeesJson,
    "series": programs.SeriesJson,
    "handoff": programs.HandoffJson,
}
SENT: Mapping[str, tuple[type, type]] = {"games-of-boards": (boards.GamesOfBoards, boards.GamesTakenJson)}
"""Data that programs send again and again, by kind: the body and the answer. No key of a command is needed."""
CSV_FILES: Mapping[str, str] = {
    "standings.csv": "Standings as CSV, with exact tie-breaks",
    "crosstable.csv": "Crosstable as CSV",
    "boards.csv": "Players of teams by board as CSV",
    "team-scores.csv": "Clubs or federations by their best players as CSV",
    "players.csv": "Players as CSV",
    "pairings.csv": "Pairings of a round as CSV",
    "festival-ranking.csv": "The ranking over the sections of a festival as CSV, with exact figures",
    "festival-prizes.csv": "Prizes of a festival and their winners as CSV, with their section",
    "prizes.csv": "Prizes and their winners as CSV",
    "coming.csv": "The next round as it would be now as CSV, provisional",
}
PARAMETERS: Mapping[str, str] = {
    "slug": "The tournament's address, as in /t/<slug>",
    "festival": "The festival's address, as in /f/<festival>",
    "organiser": "The organiser's address, as in /o/<organiser>",
    "round": "Number of the round",
    "board": "Number of the board, or of the match of teams",
    "game": "Number of the game in the match of a board",
    "player": "The id of a player, below /teams/ of a team; it is for ever, and no pairing number",
    "team": "The id of a team, which is for ever; its pairing number is another one",
    "version": "The version of the entry in the journal",
    "section": "The address of the tournament that is a section",
    "number": "The number of the news or information, as `news.json` has it",
    "entry": "The number of the entry, as the series has it",
    "petition": "The number of the petition, as the series has it",
}
QUERIES: Mapping[str, DocumentPart] = {
    "at": {
        "type": "string",
        "description": "A journal position or a time: the answer as it was then; or of now with not_yet",
    },
    "lang": {
        "type": "string",
        "description": "The language of sentences: en, bg, ru; anything else is as if it were left out",
    },
    "by": {"type": "string", "description": "name or number; anything else is as if it were left out"},
    "known": {"type": "string", "description": "then: as the hall saw it; anything else is as if it were left out"},
    "a": {"type": "integer", "description": "The id of a player"},
    "b": {"type": "integer", "description": "The id of another player"},
    "q": {"type": "string", "description": "Words of a name, in any alphabet"},
    "players": {"type": "string", "description": "Ids joined by hyphens", "examples": ["1-2"]},
    "page": {"type": "string", "description": "Its number; whatever is none is the first page", "examples": ["2"]},
    "ply": {"type": "string", "description": "Half-moves of the page of a game; its data has all", "examples": ["12"]},
    "side": {"type": "string", "description": "black: for the page of a game; its data has both sides"},
    "watch": {"type": "string", "description": "here: the page shows the stream of the organiser; the data do not"},
    "preview": {"type": "string", "enum": ["1"], "description": "1: say what would happen and write nothing"},
}
SUMMARIES_OF_TOPICS: Mapping[Topic, str] = {
    Topic.ROUND_PUBLISHED: "A round was published",
    Topic.ROUND_WITHDRAWN: "A published round was taken back",
    Topic.RESULT_ENTERED: "A result was entered",
    Topic.CORRECTION: "Something that was known was corrected or taken back",
    Topic.PLAYERS_CHANGED: "Somebody was registered, changed, left or came back",
    Topic.STANDINGS_FINAL: "The tournament was closed: its table is final",
    Topic.NEWS_CHANGED: "News or information were written, changed or withdrawn: `news.json` has them",
}
SIGNED: Mapping[str, str] = {
    "webhook-id": "The same for every try: somebody who has it already answers 200 and does nothing",
    "webhook-timestamp": "Seconds since 1970 at which it is sent",
    "webhook-signature": "v1, and the HMAC-SHA256 of id, timestamp and body, in base64; several are parted by blanks",
}
IF_MATCH = r'(W/)?"?([0-9]{1,9}|[*])"?'
"""A version as `If-Match` has it, or any."""
COMMAND_HEADERS: Mapping[str, DocumentPart] = {
    "Idempotency-Key": {
        "type": "string",
        "maxLength": 200,
        "description": "A text of your own for each command: sent again, it writes nothing twice. "
        "Only a command with ?preview=1 may come without it",
    },
    "If-Match": {
        "type": "string",
        "pattern": f"^({IF_MATCH})?$",
        "description": "The version you decided on; another one by now is refused with 412",
    },
    "Accept-Language": {"type": "string", "description": "The language of sentences: en, bg, ru"},
}
PROBLEMS: Mapping[str, str] = {
    "400": "Not to be understood: a header, the key of the command, the version, the word of preview",
    "401": "No key, or none that holds",
    "403": "The scope or the role of the key does not reach this, or it is of another tournament or festival",
    "404": "Nothing of the kind is here",
    "409": "The rules or the state of things do not allow it; needs-confirmation names the level to confirm",
    "412": "Another version by now than that of If-Match",
    "413": "The body is too large",
    "422": "A field cannot be what it is, or the Idempotency-Key was used for another command",
    "429": "Too many requests of this key in a minute",
    "503": "Not now: the journal cannot be read or written",
}
"""Every status of a refusal, and what it says."""
OF_COMMANDS, OF_KEYS = tuple(PROBLEMS), ("400", "401", "403", "404", "429", "503")
OF_SENT = tuple(status for status in PROBLEMS if status != "412")
MORE_HEADERS: Mapping[str, str] = {"401": "WWW-Authenticate", "429": "Retry-After", "503": "Retry-After"}
TOURNAMENT_ANSWERS = (programs.CommandDoneJson, programs.PreviewOfCommandJson)
FESTIVAL_ANSWERS = (programs.FestivalCommandDoneJson, programs.PreviewOfFestivalCommandJson)
WANTED = frozenset({"a", "b", "q", "players"})
"""Parameters without which there is nothing to show."""
JSON_TYPE, CSV, PROBLEM = "application/json", "text/csv", "application/problem+json"
PGN = "application/x-chess-pgn"
REFERENCE = "#/components/schemas/{name}"


@dataclass(frozen=True, slots=True)
class Operation:
    name: str
    """The kind of its answer, as in the tables above; of a command the name of its body."""
    path: str
    """As the router has it: `/t/{slug}/pairings/{round:int}.json`."""
    asks: tuple[str, ...] = ()
    """The words of the address after `?` that its handler reads."""
    body: type[ProgramCommand] | None = None
    scope: str = ""
    """The scope that the key needs; empty = no scope."""
    shape: type | None = None
    """The data of a page of a tournament."""

    @property
    def known(self) -> bool:
        return bool(self.body or self.shape) or any(
            self.name in table for table in (WITHOUT_ENVELOPE, WITH_KEY, SENT, CSV_FILES)
        )

    @property
    def posted(self) -> bool:
        return self.body is not None or self.name in SENT


def openapi(operations: Iterable[Operation], version: str) -> DocumentPart:
    offered = [one for one in operations if one.known]
    twins = dict.fromkeys(one.shape for one in offered if one.shape is not None)
    shapes: list[type] = [*twins, *WITHOUT_ENVELOPE.values(), *WITH_KEY.values()]
    shapes += [*TOURNAMENT_ANSWERS, *FESTIVAL_ANSWERS, EnvelopeJson, ProblemJson, SentenceJson]
    shapes += [WebhookNewsJson, *(shape for pair in SENT.values() for shape in pair)]
    shapes += [one.body for one in offered if one.body is not None]
    _, components = msgspec.json.schema_components(shapes, ref_template=REFERENCE)
    paths: dict[str, DocumentPart] = {}
    for one in offered:
        method = "post" if one.posted else "get"
        paths.setdefault(_plain(one.path), {})[method] = _operation(one)
    about = "Public pages as JSON and CSV need no key. Commands take one, made at the desk under “Keys of programs”."
    return {
        "openapi": "3.1.0",
        "info": {"title": "Tablo", "version": version, "description": about},
        "paths": paths,
        "webhooks": {topic.value: {"post": _told(topic, said)} for topic, said in SUMMARIES_OF_TOPICS.items()},
        "components": {
            "schemas": components,
            "parameters": {
                name: {"name": name, "in": "header", "required": False, "schema": schema}
                for name, schema in COMMAND_HEADERS.items()
            },
            "responses": {status: _refused(status) for status in PROBLEMS},
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer", "description": "tablo_<id>_<secret>"}},
        },
    }


def _operation(one: Operation) -> DocumentPart:
    keyed = one.posted or one.name in WITH_KEY
    said = _summary(one)
    return {
        "operationId": re.sub(r"\W+", "-", _plain(one.path)).strip("-") + ("-command" if one.body else ""),
        "summary": said,
        "tags": ["Commands" if one.posted else "With a key" if keyed else "Public"],
        "parameters": _parameters(one),
        **({"requestBody": _body(one.body)} if one.body is not None else {}),
        **({"requestBody": _sent(SENT[one.name][0])} if one.name in SENT else {}),
        **({"security": [{"key": []}]} if keyed else {}),
        **({"x-scope": one.scope} if one.scope else {}),
        "responses": _commanded(one) if one.body is not None else _responses(one, keyed),
    }


def _summary(one: Operation) -> str:
    if one.name in CSV_FILES:
        return CSV_FILES[one.name]
    shape = one.body or one.shape or WITHOUT_ENVELOPE.get(one.name) or WITH_KEY.get(one.name) or SENT[one.name][0]
    return (inspect.getdoc(shape) or "").splitlines()[0]


def _parameters(one: Operation) -> list[DocumentPart]:
    inside = [
        {
            "name": name,
            "in": "path",
            "required": True,
            "description": PARAMETERS[name],
            "schema": {"type": "integer", "minimum": 0} if kind else {"type": "string", "minLength": 1},
        }
        for name, kind in re.findall(r"\{(\w+)(:int)?\}", one.path)
    ]
    asked = [{"name": name, "in": "query", "required": name in WANTED, "schema": QUERIES[name]} for name in one.asks]
    headers = [
        {"$ref": f"#/components/parameters/{name}"} for name in (COMMAND_HEADERS if one.body is not None else ())
    ]
    return [*inside, *asked, *headers]


def _body(body: type[ProgramCommand]) -> DocumentPart:
    """An empty body is that of a command of which everything may be left out."""
    needed = any(field.required for field in msgspec.structs.fields(body))
    return {"required": needed, "content": {JSON_TYPE: {"schema": _reference(body)}}}


def _sent(body: type) -> DocumentPart:
    pgn = {kind: {"schema": {"type": "string"}} for kind in (PGN, "text/plain")}
    return {"required": True, "content": {JSON_TYPE: {"schema": _reference(body)}, **pgn}}


def _responses(one: Operation, keyed: bool) -> DocumentPart:
    if one.name in SENT:
        good: DocumentPart = {JSON_TYPE: {"schema": _reference(SENT[one.name][1])}}
    elif one.name in CSV_FILES:
        good = {CSV: {"schema": {"type": "string"}}}
    elif one.shape is not None:
        data = {"type": "object", "required": ["data"], "properties": {"data": _reference(one.shape)}}
        good = {JSON_TYPE: {"schema": {"allOf": [_reference(EnvelopeJson), data]}}}
    else:
        good = {JSON_TYPE: {"schema": _reference(WITHOUT_ENVELOPE.get(one.name) or WITH_KEY[one.name])}}
    found: DocumentPart = {"200": {"description": _summary(one), "content": good}}
    if keyed:
        return {**found, **_problems(OF_SENT if one.name in SENT else OF_KEYS)}
    html = {"text/html": {"schema": {"type": "string"}}}
    why = html if one.name in CSV_FILES else {JSON_TYPE: {"schema": _reference(SentenceJson)}}
    host = {PROBLEM: {"schema": _reference(ProblemJson)}}
    return {
        **found,
        "400": {"description": "A moment that cannot be read, or no Host", "content": {**why, **host}},
        "404": {"description": PROBLEMS["404"], "content": why},
        "503": {"description": PROBLEMS["503"], "content": why},
    }


def _commanded(one: Operation) -> DocumentPart:
    outcomes = FESTIVAL_ANSWERS if one.path.startswith("/api/f") else TOURNAMENT_ANSWERS
    done = {"anyOf": [_reference(shape) for shape in outcomes]}
    said = "The entries written; with ?preview=1 what would be written"
    version = {"ETag": {"description": "The version after it, for If-Match", "schema": {"type": "string"}}}
    content = {JSON_TYPE: {"schema": done}}
    return {"200": {"description": said, "headers": version, "content": content}, **_problems(OF_COMMANDS)}


def _problems(statuses: Iterable[str]) -> DocumentPart:
    return {status: {"$ref": f"#/components/responses/{status}"} for status in statuses}


def _refused(status: str) -> DocumentPart:
    """The answer of this status, the same at every address."""
    name = MORE_HEADERS.get(status)
    headers = {name: {"schema": {"type": "string"}}} if name else {}
    content = {PROBLEM: {"schema": _reference(ProblemJson)}}
    return {"description": PROBLEMS[status], "content": content, **({"headers": headers} if headers else {})}


def _reference(shape: type) -> DocumentPart:
    return {"$ref": REFERENCE.format(name=shape.__name__)}


def _plain(path: str) -> str:
    return re.sub(r"\{(\w+):int\}", r"{\1}", path)


def _told(topic: Topic, said: str) -> DocumentPart:
    this_topic = {"type": "object", "properties": {"type": {"const": topic.value}}}
    schema = {"allOf": [_reference(WebhookNewsJson), this_topic]}
    return {
        "operationId": f"told-{topic.value}",
        "summary": said,
        "tags": ["Webhooks"],
        "parameters": [
            {"name": name, "in": "header", "required": True, "description": about, "schema": {"type": "string"}}
            for name, about in SIGNED.items()
        ],
        "requestBody": {"required": True, "content": {JSON_TYPE: {"schema": schema}}},
        "responses": {
            "2XX": {"description": "Taken"},
            "410": {"description": "No more of this message"},
            "default": {"description": "It comes again"},
        },
    }
