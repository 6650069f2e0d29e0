"""Decisions about petitions: enough players of a class or level get a tournament of their own (the portal's RR11)."""

from domain.decisions.players.registering import HIGHEST_RATING, NewPlayer, identity
from domain.festival.decisions import LONGEST_SECTION_TITLE
from domain.festival.events import FestivalEvent, PetitionDeclined, PetitionGranted, PetitionOpened, PetitionSigned
from domain.festival.state import Festival, Petition
from domain.fields import text, whole_number
from domain.refusals import (
    AlreadySigned,
    BadField,
    NoSuchPetition,
    OtherLevel,
    PetitionExists,
    ReasonMissing,
    TooFewSigners,
    TooManyWait,
)
from domain.words.players import player_id

MOST_OPEN_PETITIONS = 10
MOST_SIGNERS = 500
LONGEST_PETITION_REASON = 300


def open_petition(
    festival: Festival, title: str, least_rating: int, most_rating: int, first: NewPlayer
) -> list[FestivalEvent]:
    """The first signer opens it. Raises NoSuchPetition where the series takes none, PetitionExists, TooManyWait,
    OtherLevel or BadField.
    """
    if festival.series is None or not festival.series.plan.entries.petitions:
        raise NoSuchPetition
    title = text("petition_title", title, longest=LONGEST_SECTION_TITLE, required=True)
    least = whole_number("least_rating", least_rating, 0, HIGHEST_RATING)
    most = whole_number("most_rating", most_rating, 0, HIGHEST_RATING)
    if most and most < least:
        raise BadField("most_rating", str(most), f"at-least:{least}")
    running = [one for one in festival.petitions.values() if one.open]
    if any(one.opened.title.casefold() == title.casefold() for one in running):
        raise PetitionExists(title)
    if len(running) >= MOST_OPEN_PETITIONS:
        raise TooManyWait
    opened = PetitionOpened(len(festival.petitions) + 1, title, least, most)
    return [opened, _signed(Petition(opened), first)]


def sign_petition(festival: Festival, number: int, player: NewPlayer) -> list[FestivalEvent]:
    """Raises NoSuchPetition, AlreadySigned, OtherLevel, TooManyWait or BadField."""
    return [_signed(_running(festival, number), player)]


def grant_petition(festival: Festival, number: int, tournament: str) -> list[FestivalEvent]:
    """Noted after the tournament has been announced; twice changes nothing."""
    petition = festival.petitions.get(number)
    return [PetitionGranted(number, tournament)] if petition and petition.open else []


def granting(festival: Festival, number: int) -> Petition:
    """The petition, if enough have signed. Raises NoSuchPetition, TooFewSigners."""
    petition, needed = _running(festival, number), signers_needed(festival)
    if len(petition.signers) < needed:
        raise TooFewSigners(len(petition.signers), needed)
    return petition


def decline_petition(festival: Festival, number: int, reason: str) -> list[FestivalEvent]:
    """Raises NoSuchPetition, ReasonMissing."""
    _running(festival, number)
    why = text("reason", reason, longest=LONGEST_PETITION_REASON)
    if not why:
        raise ReasonMissing("decline-petition")
    return [PetitionDeclined(number, why)]


def signers_needed(festival: Festival) -> int:
    """As many as a tournament of a class takes; 0 = it is no series any more."""
    return festival.series.plan.entries.class_minimum if festival.series else 0


def _signed(petition: Petition, new: NewPlayer) -> PetitionSigned:
    player, opened = new.registered_as(player_id(0)), petition.opened
    if identity(player) in map(identity, petition.signers):
        raise AlreadySigned(player.name)
    if player.rating < opened.least_rating or (opened.most_rating and player.rating > opened.most_rating):
        raise OtherLevel(player.name, opened.least_rating, opened.most_rating or HIGHEST_RATING)
    if len(petition.signers) >= MOST_SIGNERS:
        raise TooManyWait
    return PetitionSigned(opened.number, player)


def _running(festival: Festival, number: int) -> Petition:
    petition = festival.petitions.get(number)
    if petition is None or not petition.open:
        raise NoSuchPetition
    return petition
