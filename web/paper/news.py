"""News and documents of an organiser on paper, of a tournament or a festival."""

from collections.abc import Iterator, Sequence

from domain.words.choices.bulletins import BulletinKind, Bulletins, NumberedBulletin
from web.markdown import lines_of
from web.paper.asked import PaperRequest
from web.paper.sheets import FormSheet, Section
from web.wording import Language


def news_sheet(asked: PaperRequest) -> list[FormSheet]:
    """Everything that is shown, with the times of the rounds."""
    t = asked.snapshot.tournament
    return news_sheets(t.bulletins, asked.words, t.details.schedule)


def with_news(asked: PaperRequest) -> bool:
    return bool(asked.snapshot.tournament.bulletins)


def news_sheets(bulletins: Bulletins, words: Language, schedule: Sequence[str] = ()) -> list[FormSheet]:
    said = words.gettext
    if not bulletins:
        return []
    parts = [part for one in (*bulletins.news, *bulletins.information) for part in _written(one, words)]
    starts = [(said("Round {n}", n=round), words.local_time(start)) for round, start in enumerate(schedule, 1) if start]
    if starts:
        parts.append(Section(said("Schedule"), tuple(starts)))
    return [FormSheet(said("News and documents"), tuple(parts))]


def _written(one: NumberedBulletin, words: Language) -> Iterator[Section]:
    bulletin, text = one.bulletin, one.bulletin.text_in(words.code)
    day = f" · {words.dated_time(bulletin.at)}" if bulletin.kind is BulletinKind.NEWS else ""
    file = bulletin.document.name if bulletin.document else ""
    said = [*lines_of(text.body), *filter(None, (bulletin.link, file))]
    yield Section(text.title + day, text=said[0] if said else "")
    yield from (Section("", text=line) for line in said[1:])
