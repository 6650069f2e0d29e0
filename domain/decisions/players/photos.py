"""Photos of players: kept, taken away, shown to everybody. The journal has fingerprints, never a picture."""

import re
from collections.abc import Mapping
from pathlib import PurePosixPath

from domain import events as e
from domain.decisions.players.numbering import listed_entrants
from domain.decisions.players.registering import registered
from domain.tournament import Tournament
from domain.words.choices.photos import PhotoRules
from domain.words.players import EntrantId, initial_ranking

NUMBERS_IN_NAMES = re.compile(r"[0-9]+", re.ASCII)
FEWEST_FIDE_DIGITS = 5
"""A shorter number in the name of a file may be anything."""


def allow_photos(tournament: Tournament, rules: PhotoRules) -> list[e.Event]:
    return [] if rules == tournament.photo_rules else [e.PhotosAllowed(rules)]


def keep_photos(tournament: Tournament, digests: Mapping[EntrantId, str]) -> list[e.Event]:
    """By player, the digest of the photo that lies beside the journal. Raises UnknownPlayer."""
    new = {registered(tournament, id).id: digest for id, digest in digests.items()}
    return [e.PhotoKept(id, digest) for id, digest in new.items() if tournament.photos.get(id) != digest]


def remove_photo(tournament: Tournament, player: EntrantId) -> list[e.Event]:
    return [e.PhotoRemoved(player)] if player in tournament.photos else []


def player_of_file(tournament: Tournament, name: str) -> EntrantId | None:
    """Whose photo a file is, by its name: a FIDE ID anywhere in it, or the rank or pairing number at its beginning."""
    stem = PurePosixPath(name).stem
    numbers = NUMBERS_IN_NAMES.findall(stem)
    by_fide_id = {str(one.fide_id): id for id, one in tournament.players.items() if one.fide_id}
    for number in numbers:
        if len(number) >= FEWEST_FIDE_DIGITS and number in by_fide_id:
            return by_fide_id[number]
    return _start_list(tournament).get(int(numbers[0])) if numbers and stem.startswith(numbers[0]) else None


def _start_list(t: Tournament) -> Mapping[int, EntrantId]:
    """By pairing number, or by rank while none is given out; empty where teams are numbered."""
    if t.regulations.of_teams:
        return {}
    in_order = t.numbers or initial_ranking(listed_entrants(t).values(), then_by=t.regulations.numbering)
    return dict(enumerate(in_order, 1))
