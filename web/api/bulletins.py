"""News and information of the organiser as JSON; the texts are Markdown, as they were written."""

from typing import TypedDict

from domain.words.choices.bulletins import BulletinKind, NumberedBulletin
from projections.lists.bulletins import BulletinBoard


class BulletinTextJson(TypedDict):
    language: str
    title: str
    body: str


class BulletinFileJson(TypedDict):
    """The document lies at `documents/<digest>.pdf` below the tournament or festival."""

    digest: str
    size: int
    name: str


class BulletinJson(TypedDict):
    number: int
    kind: BulletinKind
    at: str
    pinned: bool
    texts: list[BulletinTextJson]
    link: str
    document: BulletinFileJson | None


class BulletinBoardJson(TypedDict):
    """News, pinned ones first and then the newest, and information that stays."""

    news: list[BulletinJson]
    information: list[BulletinJson]
    schedule: list[str]


def bulletin_json(row: NumberedBulletin) -> BulletinJson:
    said, file = row.bulletin, row.bulletin.document
    return {
        "number": row.number,
        "kind": said.kind,
        "at": said.at,
        "pinned": said.pinned,
        "texts": [{"language": one.language, "title": one.title, "body": one.body} for one in said.texts],
        "link": said.link,
        "document": {"digest": file.digest, "size": file.size, "name": file.name} if file else None,
    }


def bulletin_board_json(view: BulletinBoard) -> BulletinBoardJson:
    return {
        "news": [bulletin_json(row) for row in view.news],
        "information": [bulletin_json(row) for row in view.information],
        "schedule": list(view.schedule),
    }


class FestivalBulletinsJson(BulletinBoardJson):
    festival: str


def festival_bulletins(slug: str, view: BulletinBoard) -> FestivalBulletinsJson:
    return {"festival": slug, **bulletin_board_json(view)}


def headlines_json(rows: tuple[NumberedBulletin, ...]) -> list[BulletinJson]:
    return [bulletin_json(row) for row in rows]
