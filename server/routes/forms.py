"""Forms, read into values. A field that cannot be read is a `BadField`, never a crash."""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import field, fields, replace
from datetime import date
from enum import StrEnum
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import parse_qsl

import msgspec
from starlette.datastructures import FormData, QueryParams, UploadFile
from starlette.requests import Request

from domain.fields import email, text
from domain.records import dataclass
from domain.refusals import BadField
from domain.words.games import Scoring
from server.journal import PersonalData

MAX_FIELD_CHARS = 300
DIGEST_OCTETS = 16
NOT_SAID = frozenset({"command_id", "form_token", "confirmed"})
"""Fields that a second sending of the same form may change."""
ERASABLE = frozenset({"birth_date", "email", "phone", "list", "packed"})
"""Fields that may hold what the law makes erasable, and that no digest in the journal may cover."""

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

FormChoice = TypeVar("FormChoice", bound=StrEnum)
AnyOptions = TypeVar("AnyOptions", bound="DataclassInstance")


HALF_POINTS = re.compile(r"(?P<sign>[-+]?)(?P<whole>[0-9]{0,2})(?:\.(?P<half>[05]?))?")


@dataclass(frozen=True, slots=True)
class Form:
    """The fields of a form. Missing ones are empty."""

    fields: Mapping[str, str] = field(default_factory=dict)
    files: Mapping[str, UploadFile] = field(default_factory=dict)
    lists: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    uploads: Mapping[str, tuple[UploadFile, ...]] = field(default_factory=dict)
    """All files of a field that takes several; `files` has the last."""

    def text(self, name: str, otherwise: str = "") -> str:
        return self.fields.get(name, otherwise).strip()

    def line(self, name: str) -> str:
        """One line for the journal: a reason, a seed. Raises BadField for what cannot be printed or is endless."""
        return text(name, self.fields.get(name, ""), longest=MAX_FIELD_CHARS)

    def ticked(self, name: str) -> bool:
        return bool(self.fields.get(name))

    def digest(self, address: str, *read: object) -> str:
        """A digest of this form at this address; `read` is what was read from a list or a file that came with it."""
        left_out = NOT_SAID | ERASABLE
        said = sorted((name, values) for name, values in self.lists.items() if name not in left_out)
        octets = msgspec.json.encode([address, said, read])
        return hashlib.blake2b(octets, digest_size=DIGEST_OCTETS).hexdigest()

    def all(self, name: str) -> tuple[str, ...]:
        return self.lists.get(name, ())

    def whole(self, name: str, otherwise: int | None = None) -> int:
        """A whole number; `otherwise` for an empty field. Raises BadField."""
        typed = self.text(name)
        return otherwise if not typed and otherwise is not None else _whole(name, typed)

    def wholes(self, name: str) -> tuple[int, ...]:
        return tuple(_whole(name, typed.strip()) for typed in self.all(name))

    def half_points(self, name: str, otherwise: int | None = None) -> int:
        """Points as people write them: 1, 0.5, ½ or -1.5; `otherwise` for an empty field. Raises BadField."""
        typed = self.text(name).replace(",", ".").replace("½", ".5").replace("−", "-")
        if not typed and otherwise is not None:
            return otherwise
        found = HALF_POINTS.fullmatch(typed)
        if not found or not typed.strip("-+."):
            raise BadField(name, self.text(name), "half-points")
        size = 2 * int(found["whole"] or 0) + (found["half"] == "5")
        return -size if found["sign"] == "-" else size

    def choice(self, name: str, kind: type[FormChoice], otherwise: FormChoice | None = None) -> FormChoice:
        """One of a kind; `otherwise` for an empty field. Raises BadField."""
        typed = self.text(name)
        if not typed and otherwise is not None:
            return otherwise
        try:
            return kind(typed)
        except ValueError:
            raise BadField(name, typed, "one-of:" + ",".join(kind)) from None

    def chosen(self, name: str, kind: type[FormChoice]) -> FormChoice | None:
        return self.choice(name, kind) if self.text(name) else None

    def choices(self, name: str, kind: type[FormChoice]) -> tuple[FormChoice, ...]:
        if unknown := [typed for typed in self.all(name) if typed not in set(kind)]:
            raise BadField(name, unknown[0], "one-of:" + ",".join(kind))
        return tuple(map(kind, self.all(name)))


def amended(form: Form, before: AnyOptions, *, ticks: bool = False, **named: str) -> AnyOptions:
    """The options with the choices, numbers and texts of the form; what it leaves out stays. Raises BadField.

    `named` are fields that the form calls otherwise. Boxes are read with `ticks`: one that is missing is not ticked.
    """

    def read(name: str, value: object) -> object:
        match value:
            case bool():
                return form.ticked(name) if ticks else value
            case StrEnum():
                return form.choice(name, type(value), value)
            case int():
                return form.whole(name, value)
            case str():
                return form.text(name, value)
            case _:
                return value

    known = {one.name: getattr(before, one.name) for one in fields(before)}
    return replace(before, **{name: read(named.get(name, name), value) for name, value in known.items()})


def small(typed: str) -> int:
    """A whole number of an address; 0 for anything else."""
    return int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 9 else 0


def _whole(name: str, typed: str) -> int:
    if not (typed.isascii() and typed.isdigit()) or len(typed) > 12:
        raise BadField(name, typed, "number")
    return int(typed)


SHORT_FORM_BYTES = 2048


async def short_form(request: Request) -> FormData | None:
    """A form without files as short as that of a result, read in one step; None for any other."""
    plain = request.headers.get("content-type") == "application/x-www-form-urlencoded"
    if not plain or not 0 < small(request.headers.get("content-length", "")) <= SHORT_FORM_BYTES:
        return None
    return FormData([*parse_qsl((await request.body()).decode("latin-1"), keep_blank_values=True)])


def read_form(data: FormData | QueryParams) -> Form:
    fields: dict[str, str] = {}
    files: dict[str, UploadFile] = {}
    lists: dict[str, tuple[str, ...]] = {}
    uploads: dict[str, tuple[UploadFile, ...]] = {}
    for name, value in data.multi_items():
        if isinstance(value, UploadFile):
            files[name] = value
            uploads[name] = (*uploads.get(name, ()), value)
        else:
            fields[name] = value
            lists[name] = (*lists.get(name, ()), value)
    return Form(fields, files, lists, uploads)


EMPTY_FORM = Form()


# Points typed in a form: 1, 0.5 or ½.


def scoring_from(form: Form, before: Scoring) -> Scoring:
    return Scoring(**{one.name: worth(form, one.name, getattr(before, one.name)) for one in fields(before)})


def worth(form: Form, name: str, before: int, group: str = "scoring") -> int:
    """Half-points of a result; points that belong together are one field, whichever box is wrong. Raises BadField."""
    try:
        found = form.half_points(name, before)
    except BadField as bad:
        raise BadField(group, bad.value, bad.rule) from None
    if found < 0:
        raise BadField(group, form.text(name), "half-points")
    return found


# Personal data in forms, read and checked.

LONGEST_PHONE = 40


def personal_from(form: Form) -> PersonalData:
    return PersonalData(
        birth_date=_birth_date(form.text("birth_date")),
        email=email("email", form.text("email")),
        phone=text("phone", form.text("phone"), longest=LONGEST_PHONE),
    )


def _birth_date(typed: str) -> str:
    if not typed:
        return ""
    try:
        found = date.fromisoformat(typed)
    except ValueError:
        raise BadField("birth_date", typed, "date") from None
    if not 1880 <= found.year <= 2100:
        raise BadField("birth_date", typed, "date")
    return found.isoformat()
