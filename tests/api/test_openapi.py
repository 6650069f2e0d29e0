"""The OpenAPI document: made from the addresses that are there, valid, and true of every answer."""

import json
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from starlette.datastructures import QueryParams
from starlette.requests import HTTPConnection
from starlette.routing import Route

from domain.events import Event
from domain.pairing import SYSTEMS
from domain.ranking.tiebreaks import HANDBOOK, parse_tiebreak
from domain.stewards.events import Topic
from server.addresses import API_ROUTES
from server.routes import festivals, public
from server.routes.api import bearer
from tests.api.house import TOURNAMENTS, house
from tests.api.programs import Program, hall
from tests.web.test_events import SENTENCES
from web.api.openapi import openapi
from web.api.programs import TOPICS, news

Document = dict[str, Any]
ASKED = {"find": "q=a", "mine": "players=1-2", "compare": "a=1&b=2"}
"""Queries without which there is nothing to show."""


async def document(client: httpx.AsyncClient) -> Document:
    return dict((await client.get("/api/openapi.json")).json())


def validator(whole: Document, schema: Document) -> Any:
    import jsonschema  # in the test extra

    strict = _closed({**schema, "components": whole["components"]})
    return jsonschema.Draft202012Validator(strict, format_checker=jsonschema.FormatChecker())


def _closed(node: Any) -> Any:
    """The schema with objects that have no keys but those that are named."""
    if isinstance(node, list):
        return [_closed(one) for one in node]
    if not isinstance(node, dict):
        return node
    closed = {name: _closed(one) for name, one in node.items()}
    named = node.get("type") == "object" and "properties" in node and "required" in node
    whole = named and node.get("title", "EnvelopeJson") != "EnvelopeJson"
    return {**closed, "unevaluatedProperties": False} if whole else closed


def answers_of(whole: Document, path: str, method: str) -> Document:
    found = whole["paths"][path][method]["responses"]
    return {status: next(iter(_plain(whole, one)["content"].items())) for status, one in found.items()}


def _plain(whole: Document, node: Document) -> Document:
    """The answer that a reference stands for."""
    return whole["components"]["responses"][node["$ref"].rpartition("/")[2]] if "$ref" in node else node


def addresses(path: str) -> list[str]:
    """This path for every tournament, with the number 1 for whatever it counts."""
    named = path.replace("/teams/{player}", "/teams/9001").replace("{festival}", "days")
    numbered = re.sub(r"\{(round|board|game|player|team|version|entry|petition|number)\}", "1", named)
    numbered = numbered.replace("{section}", "open")
    ending = numbered.rpartition("/")[2].removesuffix(".json")
    asked = f"?{ASKED[ending]}" if ending in ASKED else ""
    slugs = ("demo", *TOURNAMENTS) if "{slug}" in path else ("",)
    return [numbered.replace("{slug}", slug) + asked for slug in slugs]


async def test_the_document_is_openapi(tmp_path: Path) -> None:
    from openapi_spec_validator import validate  # in the test extra

    async with hall(tmp_path) as (_, program):
        validate(await document(program.client))


async def test_every_address_for_programs_is_in_the_document(tmp_path: Path) -> None:
    async with hall(tmp_path) as (_, program):
        described = set((await document(program.client))["paths"])
    routes = [route for route in (*public.routes, *festivals.routes, *API_ROUTES) if isinstance(route, Route)]
    offered = {re.sub(r":int", "", one.path) for one in routes if re.search(r"\.(json|csv)$|^/api/", one.path)}
    assert described == offered


async def test_every_word_that_a_handler_reads_of_the_address_is_described(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: set[str] = set()

    class Remembering(QueryParams):
        def get(self, key: Any, default: Any = None) -> Any:
            read.add(key)
            return super().get(key, default)

    def query_params(request: HTTPConnection) -> QueryParams:
        return Remembering(request.scope["query_string"])

    monkeypatch.setattr(bearer, "KEY_REQUESTS_A_MINUTE", 100_000)
    async with house(tmp_path) as (_, program):
        whole = await document(program.client)
        monkeypatch.setattr(HTTPConnection, "query_params", property(query_params))
        for path, methods in whole["paths"].items():
            for method, operation in methods.items():
                described = {one["name"] for one in operation["parameters"] if one.get("in") == "query"}
                read.clear()
                for address in addresses(path):
                    await program.client.request(method, address)  # without a key
                    await (program.get(address) if method == "get" else program.post("?preview=1", at=address))
                assert read == described, (method, path)


async def test_every_page_answers_as_the_document_says(tmp_path: Path) -> None:
    async with house(tmp_path, chances=True) as (_, program):
        whole = await document(program.client)
        good: dict[str, int] = {}
        for path in [one for one, methods in whole["paths"].items() if "get" in methods]:
            responses = answers_of(whole, path, "get")
            for address in addresses(path):
                answer = await program.get(address)
                kind, content = responses[str(answer.status_code)]
                assert answer.headers["content-type"].startswith(kind), address
                if kind.endswith("json"):
                    errors = list(validator(whole, content["schema"]).iter_errors(answer.json()))
                    assert not errors, (address, errors[:2])
                good[path] = good.get(path, 0) + (answer.status_code == 200)
        assert [path for path, count in good.items() if not count] == []


async def test_every_command_answers_as_the_document_says(tmp_path: Path) -> None:
    async with hall(tmp_path) as (_, program):
        whole = await document(program.client)
        for path, methods in whole["paths"].items():
            if "post" in methods:
                await _refused_or_done(program, whole, path)


async def _refused_or_done(program: Program, whole: Document, path: str) -> None:
    answer = await program.post("", {"reason": "r"}, at=addresses(path.replace("{slug}", "open"))[0])
    assert answer.status_code < 500, (path, answer.text)
    responses = answers_of(whole, path, "post")
    kind, content = responses[str(answer.status_code)]
    assert answer.headers["content-type"] == kind
    errors = list(validator(whole, content["schema"]).iter_errors(answer.json()))
    assert not errors, (path, errors[:2])


async def test_done_previewed_and_read_are_as_the_document_says(tmp_path: Path) -> None:
    async with hall(tmp_path) as (_, program):
        whole = await document(program.client)
        shapes = whole["components"]["schemas"]
        first = await program.post("/rounds/1/results", {"board": 1, "result": "1-0"})
        seen = await program.post("/rounds/1/results?preview=1", {"board": 2, "result": "1-0"})
        drafts = await program.get("/api/t/open/drafts")
        about = await program.get("/api/key")
        told = {"CommandDoneJson": first, "PreviewOfCommandJson": seen, "DraftsJson": drafts, "AboutKeyJson": about}
        for name, answer in told.items():
            assert not list(validator(whole, shapes[name]).iter_errors(answer.json())), name


def test_every_topic_is_a_webhook_of_the_document() -> None:
    assert set(openapi([], "1")["webhooks"]) == {topic.value for topic in Topic}


@pytest.mark.parametrize("kind", TOPICS, ids=lambda kind: kind.__name__)
def test_every_message_is_as_the_document_says(kind: type[Event]) -> None:
    whole = openapi([], "1")
    message = news("open", 57, datetime(2026, 11, 23, 12, tzinfo=UTC), SENTENCES[kind][0])
    asked = whole["webhooks"][TOPICS[kind].value]["post"]["requestBody"]["content"]["application/json"]["schema"]
    checked = validator(whole, asked)
    assert not list(checked.iter_errors(json.loads(msgspec.json.encode(message))))
    assert list(checked.iter_errors({"type": "other", "timestamp": "2026-11-23T12:00:00Z", "data": {}}))


async def test_the_words_of_the_regulations_are_those_of_their_tables(tmp_path: Path) -> None:
    async with hall(tmp_path) as (_, program):
        laws = (await document(program.client))["components"]["schemas"]["RegulationFields"]["properties"]
    assert laws["system"]["anyOf"][0]["enum"] == list(SYSTEMS)
    codes, modified = laws["tiebreaks"]["anyOf"][0]["items"]["anyOf"]
    assert codes["enum"] == list(HANDBOOK)
    for text in ("BH/C1", "SB/P", "MP+GP", "BH:GP/M1", "KS/L+1"):
        assert re.search(modified["pattern"], str(parse_tiebreak(text))), text
    assert not re.search(modified["pattern"], "NOTHING")


async def test_a_body_is_needed_where_a_field_is(tmp_path: Path) -> None:
    async with hall(tmp_path) as (_, program):
        whole = await document(program.client)
        headers = {"Authorization": f"Bearer {program.key}"}
        for path, methods in whole["paths"].items():
            if "post" in methods and "{festival}" not in path:
                answer = await program.client.post(
                    f"{addresses(path.replace('{slug}', 'open'))[0]}?preview=1", headers=headers
                )
                code = answer.json().get("code", "")
                assert (code == "body-not-read") == methods["post"]["requestBody"]["required"], (path, answer.text)
