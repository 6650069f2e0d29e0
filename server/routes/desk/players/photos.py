"""Photos of players: sent one by one or many at once, taken away, shown to everybody by choice."""

import asyncio
from collections.abc import Sequence
from hashlib import sha256

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import BaseRoute

from domain.decisions.players import photos as decide
from domain.decisions.players import registering
from domain.decisions.players.photos import player_of_file
from domain.refusals import BadField, FileTooHeavy, FileTooSlow
from domain.stewards.permissions import Action
from domain.words.choices.faces import PictureType
from domain.words.choices.photos import PhotoRules
from domain.words.players import EntrantId
from projections.moment.name_order import name_order
from projections.moment.photos import player_with_photo, shown_photo
from server.http.page_cache import FOR_ONE_READER
from server.office.tournaments import TournamentOffice
from server.routes.api.commands import PLAYERS_KEY
from server.routes.desk import rows as r
from server.routes.desk.lists.sent_lists import picture_octets, picture_sent, pictures_sent
from server.routes.desk.visit import Visit, go
from web.api import commands as c
from web.wording import N_
from web.wording.refusals import sentence

FITS_NOBODY, SECOND = N_("fits nobody"), N_("another file is for the same player")


async def show_photos(visit: Visit, office: TournamentOffice) -> Response:
    return _page(visit, office)


def _page(
    visit: Visit, office: TournamentOffice, came: Sequence[str] = (), left: Sequence[tuple[str, str]] = ()
) -> Response:
    """`came` are the names of players whose photos have just come, `left` the files that were not taken, and why."""
    t, order = office.tournament, name_order(office.tournament.details.federation)
    everybody = sorted(t.players.values(), key=lambda player: order(player.name))
    rows = [
        (one, t.photos[one.id], bool(shown_photo(t, one.id, t.anonymous))) for one in everybody if one.id in t.photos
    ]
    missing = [one for one in everybody if one.id not in t.photos]
    return visit.page("desk/photos.html", rows=rows, missing=missing, came=came, left=left)


async def keep_many(visit: Visit, office: TournamentOffice) -> Response:
    """Each file by its name. What fits nobody or cannot be read is listed, and keeps no other file."""
    office.refuse_if_shut()
    t, kept, left = office.tournament, dict[EntrantId, bytes](), list[tuple[str, str]]()
    for sent in await pictures_sent(visit, "photos"):
        player = player_of_file(t, sent.name)
        if player is None or player in kept:
            left.append((sent.name, visit.words.gettext(FITS_NOBODY if player is None else SECOND)))
            continue
        try:
            kept[player] = await visit.services.pictures.photo_made(picture_octets(sent, "photo"), sent.name)
        except (BadField, FileTooHeavy, FileTooSlow) as refusal:
            left.append((sent.name, sentence(refusal, t, visit.words)))
    await _keep(visit, office, kept)
    return _page(visit, office, [t.players[player].name for player in kept], left)


async def keep_one(visit: Visit, office: TournamentOffice) -> Response:
    office.refuse_if_shut()
    player, sent = _player(visit, office), await picture_sent(visit, "photo")
    await _keep(visit, office, {player: await visit.services.pictures.photo_made(sent.octets, sent.name)})
    return go(f"/desk/t/{office.id}/players/{player}")


async def _keep(visit: Visit, office: TournamentOffice, kept: dict[EntrantId, bytes]) -> None:
    """First the photos, then the decision that says that they are there."""
    side, digests = visit.side, {player: sha256(data).hexdigest() for player, data in kept.items()}
    for player, data in kept.items():
        await asyncio.to_thread(side.keep_photo, office.id, player, data)
    await visit.command(lambda t: decide.keep_photos(t, digests), *digests.values())


async def remove(visit: Visit, office: TournamentOffice) -> Response:
    """The photo itself is erased; copies of the file from before have it until they go."""
    player = _player(visit, office)
    outcome = await visit.command(lambda t: decide.remove_photo(t, player))
    await asyncio.to_thread(visit.side.erase_photo, office.id, player)
    return go(f"/desk/t/{office.id}/{visit.form.text('back') or f'players/{player}'}", outcome)


async def publish_no_name(visit: Visit, office: TournamentOffice) -> Response:
    """Who is not published by name has no photo either."""
    player = _player(visit, office)
    outcome = await visit.command(lambda t: registering.anonymise(t, player))
    await asyncio.to_thread(visit.side.erase_photo, office.id, player)
    return go(f"/desk/t/{office.id}/players/{player}", outcome)


async def show_photo(visit: Visit, office: TournamentOffice) -> Response:
    """For the desk, shown to everybody or not."""
    digest, _, ending = visit.path("file").partition(".")
    player = player_with_photo(office.tournament, digest) if ending == "jpg" else None
    data = await asyncio.to_thread(visit.side.photo, office.id, player) if player is not None else b""
    if not data:
        raise HTTPException(404)
    return Response(data, media_type=PictureType.JPEG, headers={"Cache-Control": FOR_ONE_READER})


def _rules(visit: Visit) -> PhotoRules:
    return PhotoRules(visit.form.ticked("photos_shown"), visit.form.ticked("photos_of_juniors"))


def _player(visit: Visit, office: TournamentOffice) -> EntrantId:
    player = EntrantId(visit.number("player"))
    if player not in office.tournament.players:
        raise HTTPException(404)
    return player


_PAGE, _PLAYER = "/photos", "/players/{player:int}"

routes: Sequence[BaseRoute] = (
    r.get(_PAGE, show_photos, Action.ARBITRATE),
    r.post(_PAGE, keep_many, _PAGE),
    r.act("/photos/shown", r.deciding(decide.allow_photos, _rules), PLAYERS_KEY(c.ShowPhotos), on=_PAGE),
    r.get("/photos/{file}", show_photo, Action.ARBITRATE),
    r.post(f"{_PLAYER}/photo", keep_one, _PLAYER),
    r.post(f"{_PLAYER}/photo/remove", remove, _PLAYER, PLAYERS_KEY(c.RemovePhoto)),
    r.post(f"{_PLAYER}/anonymise", publish_no_name, _PLAYER, PLAYERS_KEY(c.AnonymisePlayer)),
)
