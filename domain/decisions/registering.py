"""Players of a tournament: registering, amending, correcting ratings, taking names back."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from domain import events as e
from domain.decisions.namesakes import namesakes_of, numbered_from, sort_players
from domain.decisions.new_player import HIGHEST_RATING, NewPlayer, again
from domain.decisions.numbering import renumber
from domain.fields import whole_number
from domain.formats import rules_of
from domain.refusals import (
    AllRoundsPaired,
    AlreadyRegistered,
    BadField,
    FieldIsFixed,
    NamesakesAsked,
    PlayersCannotEnter,
    ProblemOfAPlayer,
    SameAsBefore,
    TournamentIsClosed,
    UnknownPlayer,
    UnknownTeam,
)
from domain.tournament import Tournament
from domain.words.players import (
    ALL_OTHERS,
    ASK,
    EntrantId,
    NamesakeAnswers,
    NamesakeQuestion,
    Player,
    PlayerId,
    player_id,
)
from domain.words.rating_lists import TYPED
from domain.words.regulations import Entrants
from domain.words.teams import Team

NAME_ALONE = NewPlayer("X")
"""A player of whom only the name is known."""


def register(
    tournament: Tournament, player: NewPlayer, from_round: int | None = None, answers: NamesakeAnswers = ASK
) -> list[e.Event]:
    """Raises AlreadyRegistered for a FIDE number that is here, NamesakesAsked for a name that is."""
    return register_many(tournament, [player], from_round, answers)


def register_many(
    tournament: Tournament,
    players: Sequence[NewPlayer],
    from_round: int | None = None,
    answers: NamesakeAnswers = ASK,
) -> list[e.Event]:
    """Registers all of them, or nobody. A late entry has no points for the rounds already paired.

    Somebody who is the same person as one who is here, by the arbiter's answer, adds what is missing to that entry.
    """
    refuse_if_closed(tournament)
    first = first_round_of_entry(tournament, from_round)
    free = first_free_id(tournament)
    coming = [new.registered_as(player_id(id)) for id, new in enumerate(players, free)]
    found = sort_players(tournament.players.values(), coming, answers)
    added = [event for id, player in found.known.items() for event in add_what_is_missing(tournament, id, player)]
    sources = [players[place].rating_from for place in found.places]
    new = zip(numbered_from(found.new, free), sources, strict=True)
    return [*added, *(e.PlayerRegistered(player, first, source) for player, source in new)]


def register_listed(
    tournament: Tournament,
    players: Sequence[NewPlayer],
    from_round: int | None = None,
    answers: NamesakeAnswers = ASK,
) -> list[e.Event]:
    """As `register_many`. Raises PlayersCannotEnter with every problem of every player before it asks a question."""
    refuse_if_closed(tournament)
    if problems := tuple(_problems(tournament, players)):
        raise PlayersCannotEnter(problems)
    return register_many(tournament, players, from_round, answers)


def _problems(tournament: Tournament, players: Sequence[NewPlayer]) -> Iterator[ProblemOfAPlayer]:
    holders = {player.fide_id: player.id for player in tournament.players.values() if player.fide_id}
    free = first_free_id(tournament)
    for index, player in enumerate(players):
        yield from (ProblemOfAPlayer(index, player.name, why) for why in _bad_fields(player))
        if player.fide_id in holders:
            why = AlreadyRegistered(player.name, holders[player.fide_id], player.fide_id)
            yield ProblemOfAPlayer(index, player.name, why)
        elif player.fide_id:
            holders[player.fide_id] = player_id(free + index)


def _bad_fields(player: NewPlayer) -> Iterator[BadField]:
    """Each field that cannot be what it is: those behind it are looked at as if it were in order."""
    while True:
        try:
            player.registered_as(player_id(0))
        except BadField as why:
            yield why
            player = replace(player, **{why.field: getattr(NAME_ALONE, why.field)})
        else:
            return


def add_what_is_missing(tournament: Tournament, id: PlayerId, player: Player) -> list[e.Event]:
    """The entry as it is in `player`; another rating only before the numbers of the players rest on theirs."""
    old = tournament.players[id]
    if tournament.published or tournament.numbers:
        player = replace(player, rating=old.rating, title=old.title)
    return [] if player == old else amend_player(tournament, id, again(player), ALL_OTHERS)


def first_round_of_entry(tournament: Tournament, from_round: int | None) -> int:
    """The first round of somebody who enters now. Raises AllRoundsPaired, or FieldIsFixed where no entry is late."""
    rounds = tournament.regulations.rounds
    if rules_of(tournament).predetermined:
        if tournament.published:
            raise FieldIsFixed
        return whole_number("from_round", 1 if from_round is None else from_round, 1, 1)
    first = from_round if from_round is not None else tournament.paired + 1
    if tournament.published >= rounds or (from_round is None and first > rounds):
        raise AllRoundsPaired(rounds)
    return whole_number("from_round", first, tournament.published + 1, rounds)


def first_free_id(tournament: Tournament) -> int:
    """An id is never given twice: a registration that was undone keeps its own, it may come back."""
    players = (event.player.id for event in tournament.history if isinstance(event, e.PlayerRegistered))
    teams = (event.team.id for event in tournament.history if isinstance(event, e.TeamRegistered))
    return max((*players, *teams), default=0) + 1


def amend_player(
    tournament: Tournament, id: EntrantId, new: NewPlayer, answers: NamesakeAnswers = ASK
) -> list[e.Event]:
    """Everything but the rating, which has a correction of its own once the event has started.

    Raises AlreadyRegistered, or NamesakesAsked for somebody who becomes a namesake of another.
    """
    old = registered(tournament, id)
    player = new.registered_as(old.id)
    _refuse_number_of_another(tournament, player)
    others = namesakes_of(tournament.players.values(), player)
    if others and not answers.knows(0) and not namesakes_of([one.player for one in others], old):
        raise NamesakesAsked((NamesakeQuestion(0, player, others),))
    events: list[e.Event] = []
    source = _new_source(tournament, old, new)
    if replace(player, rating=old.rating) != old or (source and player.rating == old.rating):
        events.append(e.PlayerDetailsAmended(player, source if player.rating == old.rating else ""))
    if player.rating != old.rating:
        events.append(_rating_corrected(tournament, old, player.rating, "", tournament.published + 1, source))
    moves = player.rating != old.rating or tournament.published == 0
    return [*events, *renumber(tournament, player, events)] if moves else events


def _new_source(tournament: Tournament, old: Player, new: NewPlayer) -> str:
    """The source of the rating, if it is said and was not known; a rating that stays is not typed once more."""
    typed_again = new.rating_from == TYPED and new.rating == old.rating
    return "" if typed_again or new.rating_from == tournament.rating_sources.get(old.id) else new.rating_from


def _refuse_number_of_another(tournament: Tournament, player: Player) -> None:
    for other in tournament.players.values():
        if other.id != player.id and player.fide_id and other.fide_id == player.fide_id:
            raise AlreadyRegistered(player.name, other.id, player.fide_id)


def correct_rating(
    tournament: Tournament,
    id: EntrantId,
    rating: int,
    reason: str,
    counts_from: int | None = None,
    source: str = TYPED,
) -> list[e.Event]:
    """F.7: a corrected rating changes the numbers of pairings still to be made; 0 = rating report only."""
    old = registered(tournament, id)
    rating = whole_number("rating", rating, 0, HIGHEST_RATING)
    first = tournament.published + 1 if counts_from is None else counts_from
    corrected = _rating_corrected(tournament, old, rating, reason, first, source)
    return [corrected, *renumber(tournament, replace(old, rating=rating), [corrected])] if first else [corrected]


def _rating_corrected(
    tournament: Tournament, old: Player, rating: int, reason: str, counts_from: int, source: str
) -> e.RatingCorrected:
    known = old.rating if counts_from else tournament.report_ratings.get(old.id, old.rating)
    if rating == known:
        raise SameAsBefore(0, 0)
    if counts_from:
        refuse_if_closed(tournament)
    return e.RatingCorrected(old.id, rating, known, counts_from, reason, tournament.paired, source)


def anonymise(tournament: Tournament, id: EntrantId) -> list[e.Event]:
    registered(tournament, id)
    return [] if id in tournament.anonymous else [e.PlayerAnonymised(id)]


# Checks before anything is accepted


def registered(tournament: Tournament, id: EntrantId) -> Player:
    player = tournament.players.get(id)
    if player is None:
        raise UnknownPlayer(id)
    return player


def entrant(tournament: Tournament, id: EntrantId) -> Player | Team:
    """Somebody who is paired. Raises UnknownPlayer, or UnknownTeam in an event of teams."""
    found = tournament.entrants.get(id)
    if found is None:
        raise UnknownTeam(id) if tournament.regulations.entrants is Entrants.TEAMS else UnknownPlayer(id)
    return found


def refuse_if_closed(tournament: Tournament) -> None:
    if tournament.closed:
        raise TournamentIsClosed
