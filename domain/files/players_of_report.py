"""The players of a report file as they are registered."""

from collections.abc import Iterator, Mapping

from domain import events as e
from domain.decisions.players.registering import NewPlayer
from domain.files.header import UNNAMED
from domain.files.national_ratings import national_lines
from domain.files.trf.national import National
from domain.files.trf.report import Report, ReportPlayer
from domain.files.trf.tasks import pairing_order
from domain.files.trf.values import iso_date, read_federation, year_in
from domain.refusals import BadField
from domain.words.players import EntrantId, Player, PlayerId


def team_players(report: Report, ids: Mapping[int, EntrantId]) -> Iterator[e.Event]:
    """Those of all teams, there from the first round on: it is their teams that come late."""
    national = national_lines(report)
    for entrant in pairing_order(report):
        yield e.PlayerRegistered(registered_player(entrant, ids[entrant.number], national.get(entrant.number)))


def registered_player(entrant: ReportPlayer, id: EntrantId, national: National | None) -> Player:
    """The player of a line. Raises BadField naming the player as well."""
    try:
        return _new(entrant, national.rating if national else 0).registered_as(PlayerId(id))
    except BadField as bad:
        raise BadField(f"player {entrant.number}, {bad.field}", bad.value, bad.rule) from None


def _new(entrant: ReportPlayer, national_rating: int) -> NewPlayer:
    return NewPlayer(
        name=entrant.name or f"{UNNAMED}{entrant.number}",
        rating=entrant.rating,
        title=entrant.title,
        federation=read_federation(entrant.federation),
        fide_id=entrant.fide_id,
        sex=entrant.sex,
        birth_year=year_in(entrant.birth),
        national_rating=national_rating,
    )


def birth_dates(report: Report) -> dict[int, str]:
    """ISO dates of birth by player, where the file has the day: for the erasable side store, never for an event."""
    born = {n: entrant.birth for n, entrant in enumerate(pairing_order(report), 1) if year_in(entrant.birth)}
    return {n: day for n, text in born.items() if (day := iso_date(text))}
