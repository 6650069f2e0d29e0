"""A client that knows the OpenAPI document and nothing else of the server.

It finds an operation by its summary, fills in the address, holds every body against the document before it is sent and
every answer when it comes.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import httpx
import jsonschema

JSON_KINDS = ("application/json", "application/problem+json")


class OtherThanTheDocument(AssertionError):
    """A body or an answer that the document does not know."""


@dataclass
class Reader:
    client: httpx.AsyncClient
    key: str
    document: dict[str, Any] = field(default_factory=dict)
    ids: "count[int]" = field(default_factory=count)

    async def learn(self) -> "Reader":
        self.document = (await self.client.get("/api/openapi.json")).json()
        return self

    async def do(self, summary: str, body: object = None, *, preview: bool = False, **address: object) -> Any:
        """The data of a command that is carried out; somebody who has to confirm does."""
        answer = await self.send(summary, body, preview=preview, **address)
        data = answer.json()
        if answer.status_code == 409 and data["code"] == "needs-confirmation":
            confirmed = {**(body if isinstance(body, dict) else {}), "confirmed": data["data"]["level"]}
            answer = await self.send(summary, confirmed, preview=preview, **address)
        if answer.status_code != 200:
            raise AssertionError((summary, body, answer.status_code, answer.text))
        return answer.json()

    async def send(
        self, summary: str, body: object = None, *, preview: bool = False, id: str = "", **address: object
    ) -> httpx.Response:
        path, operation = self._operation("post", summary, address)
        schema = operation["requestBody"]["content"]["application/json"]["schema"]
        self.hold(schema, body if body is not None else {}, summary)
        headers = {"Authorization": f"Bearer {self.key}", "Idempotency-Key": id or f"reader-{next(self.ids)}"}
        asked = {"preview": "1"} if preview else {}
        answer = await self.client.post(path.format(**address), json=body or {}, headers=headers, params=asked)
        self._answered(operation, answer, summary)
        return answer

    async def read(self, summary: str, query: Mapping[str, str] | None = None, **address: object) -> Any:
        """The answer of a page."""
        path, operation = self._operation("get", summary, address)
        headers = {"Authorization": f"Bearer {self.key}"} if "security" in operation else {}
        answer = await self.client.get(path.format(**address), params=query or {}, headers=headers)
        self._answered(operation, answer, summary)
        if answer.status_code != 200:
            raise AssertionError((summary, answer.status_code, answer.text))
        return answer.json()

    def _operation(self, method: str, summary: str, address: Mapping[str, object]) -> tuple[str, dict[str, Any]]:
        """By the beginning of its summary, and what its address names."""
        found = [
            (path, methods[method])
            for path, methods in self.document["paths"].items()
            if method in methods
            and methods[method]["summary"].startswith(summary)
            and set(re.findall(r"{(\w+)}", path)) == set(address)
        ]
        if len(found) != 1:
            raise OtherThanTheDocument(f"{summary}: {len(found)} operations")
        return found[0]

    def _answered(self, operation: dict[str, Any], answer: httpx.Response, summary: str) -> None:
        responses = operation["responses"]
        if str(answer.status_code) not in responses:
            raise OtherThanTheDocument(f"{summary}: {answer.status_code} {answer.text}")
        said = responses[str(answer.status_code)]
        while "$ref" in said:
            said = self.document["components"]["responses"][said["$ref"].rpartition("/")[2]]
        kind = answer.headers["content-type"].partition(";")[0]
        if kind not in said["content"]:
            raise OtherThanTheDocument(f"{summary}: {kind} is none of {list(said['content'])}")
        if kind in JSON_KINDS:
            self.hold(said["content"][kind]["schema"], answer.json(), summary)

    def hold(self, schema: object, data: object, summary: str) -> None:
        """Raises OtherThanTheDocument for what the schema does not allow."""
        whole = {"$ref": "#/it", "it": schema, "components": self.document["components"]}
        errors = list(jsonschema.Draft202012Validator(whole).iter_errors(data))
        if errors:
            raise OtherThanTheDocument(f"{summary}: {errors[0].json_path} {errors[0].message[:300]}")
