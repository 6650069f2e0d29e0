"""A message of the outbox in words, for one player."""

from datetime import datetime

from domain.decisions.same_person import identity
from domain.festival.player_events import MailingWritten
from domain.festival.state import Festival
from domain.words.mailings import Occasion
from domain.words.players import Player
from projections.prize_list import prize_list
from projections.snapshot import Snapshot
from projections.standings import standings
from web.wording import Language, language
from web.wording.messages import of_the_end, of_the_move, of_the_stage, of_the_start

UTC_ZONE = "UTC"


def message_for(
    written: MailingWritten, player: Player, stage: Snapshot, festival: Festival, link: str
) -> tuple[str, str]:
    """Subject and text."""
    words, name = _words_of(festival), stage.tournament.details.name
    zone = festival.series.plan.zone if festival.series else UTC_ZONE
    match written.occasion:
        case Occasion.START:
            return of_the_start(name, datetime.fromisoformat(written.starts_at), zone, link, words)
        case Occasion.MOVED:
            return of_the_move(name, datetime.fromisoformat(written.starts_at), zone, link, words)
        case Occasion.STAGE:
            return of_the_stage(name, link, words)
        case Occasion.OVER:
            return _of_the_end(player, stage, festival, written.tournament, link)


def _of_the_end(player: Player, stage: Snapshot, festival: Festival, slug: str, link: str) -> tuple[str, str]:
    words, t = _words_of(festival), stage.tournament
    here = next((id for id, other in t.players.items() if identity(other) == identity(player)), None)
    rows = standings(stage).rows if stage.round else ()
    place = next((row.place for row in rows if row.person.id == here), 0)
    prizes = prize_list(stage)
    won = [row for row in prizes.rows if row.person.id == here] if prizes else []
    names = words.listing([name for row in won for name in row.award.names])
    return of_the_end(t.details.name, place, len(rows), names, _next_stage(festival, slug, place), link, words)


def _words_of(festival: Festival) -> Language:
    """The plan of the series chooses the language."""
    return language(festival.series.plan.language if festival.series else "")


def _next_stage(festival: Festival, slug: str, place: int) -> str:
    """The title of the stage that a place leads to; empty = none."""
    links = (link for link in festival.links.values() if slug in link.sources and 0 < place <= link.places)
    return next((festival.sections.get(link.into, "") for link in links), "")
