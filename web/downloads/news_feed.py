"""The news of a tournament or a festival for readers of feeds (Atom, RFC 4287)."""

from datetime import datetime
from xml.etree import ElementTree
from zoneinfo import ZoneInfo

from domain.records import dataclass
from domain.words.choices.bulletins import Bulletins
from web.markdown import in_html
from web.wording import Language

ATOM_TYPE = "application/atom+xml"
_ATOM = "http://www.w3.org/2005/Atom"


@dataclass(frozen=True, slots=True)
class NewsFeed:
    name: str
    """Of the tournament or festival."""
    address: str
    """Its whole address."""
    zone: str
    """The time zone of its news; empty = that of the server."""
    written: datetime
    """The time of its newest entry, said where there is no news."""


def news_feed(bulletins: Bulletins, about: NewsFeed, words: Language) -> bytes:
    """The newest first, each in the language that is asked for, or else in its own."""
    feed = ElementTree.Element("feed", {"xmlns": _ATOM, "xml:lang": words.code})
    newest = sorted(bulletins.news, key=lambda one: (one.bulletin.at, one.number), reverse=True)
    _add(feed, "id", f"{about.address}/news")
    _add(feed, "title", f"{about.name}: {words.gettext('News')}")
    _add(feed, "updated", _moment(newest[0].bulletin.at, about.zone) if newest else about.written.isoformat())
    _add(_add(feed, "author"), "name", about.name)
    _add(feed, "link", rel="self", href=f"{about.address}/news.atom")
    _add(feed, "link", rel="alternate", href=f"{about.address}/news")
    for one in newest:
        said, text = one.bulletin, one.bulletin.text_in(words.code)
        entry = _add(feed, "entry", **{"xml:lang": text.language})
        _add(entry, "id", f"{about.address}/news#n{one.number}")
        _add(entry, "title", text.title)
        _add(entry, "updated", _moment(said.at, about.zone))
        _add(entry, "link", rel="alternate", href=f"{about.address}/news#n{one.number}")
        if said.link:
            _add(entry, "link", rel="related", href=said.link)
        if file := said.document:
            link = {"href": f"{about.address}/documents/{file.digest}.pdf", "type": "application/pdf"}
            _add(entry, "link", rel="enclosure", title=file.name, length=str(file.size), **link)
        _add(entry, "content", str(in_html(text.body)), type="html")
    made: bytes = ElementTree.tostring(feed, encoding="utf-8", xml_declaration=True)
    return made


def _moment(local: str, zone: str) -> str:
    when = datetime.fromisoformat(local)
    return (when.replace(tzinfo=ZoneInfo(zone)) if zone else when.astimezone()).isoformat()


def _add(parent: ElementTree.Element, name: str, text: str = "", **attributes: str) -> ElementTree.Element:
    made = ElementTree.SubElement(parent, name, attributes)
    made.text = text or None
    return made
