"""Players and regulations of a tournament: announcing, registering, withdrawing, byes."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from domain import events as e
from domain.decisions.last_round import last_round_findings
from domain.decisions.namesakes import namesakes_of, numbered_from, sort_players
from domain.decisions.new_player import HIGHEST_RATING, MAX_PLAYER_NAME_CHARS, NewPlayer, again
from domain.decisions.numbering import renumber
from domain.decisions.possible_regulations import (
    checked_regulations,
    fixed_with_pairing,
    refuse_nameless_teams,
    refuse_two_rounds_a_day,
    virtual_points_by_round,
)
from domain.decisions.rules_in_force import outside
from domain.fields import federation, text, whole_number
from domain.formats import rules_of
from domain.pairing import SYSTEMS
from domain.refusals import (
    AllRoundsPaired,
    AlreadyRegistered,
    BadField,
    FieldIsFixed,
    NamesakesAsked,
    OutsideFideMode,
    ReasonMissing,
    SameAsBefore,
    TournamentHasStarted,
    TournamentIsClosed,
    UnknownPlayer,
    UnknownTeam,
)
from domain.starting_points import has_starting_points
from domain.tournament import Tournament
from domain.words.entrants import EntrantId
from domain.words.namesakes import ALL_OTHERS, ASK, NamesakeAnswers, NamesakeQuestion
from domain.words.players import Player, PlayerId, player_id
from domain.words.rating_lists import TYPED
from domain.words.regulations import Details, Entrants, Regulations
from domain.words.round_span import ALWAYS, RoundSpan
from domain.words.teams import Team

OWN_RULES = "own-rules"
"""The reason FIDE mode was left: other rules than those in force were chosen."""

# The announcement


def announce_tournament(details: Details, regulations: Regulations) -> list[e.Event]:
    """A tournament comes into being."""
    refuse_two_rounds_a_day(details, regulations)
    return [e.TournamentAnnounced(_checked(details), checked_regulations(regulations))]


def announce_in_mode(details: Details, regulations: Regulations, *, fide_mode: bool) -> list[e.Event]:
    """The same, in FIDE mode or out of it from the start. FIDE mode has the rules in force alone."""
    announced = announce_tournament(details, regulations)
    refuse_nameless_teams(regulations)
    if not fide_mode:
        return [*announced, e.FideModeLeft(0, OWN_RULES)]
    if fields := outside(regulations):
        raise OutsideFideMode(fields)
    return announced


def amend_details(tournament: Tournament, details: Details) -> list[e.Event]:
    details = _checked(details)
    refuse_two_rounds_a_day(details, tournament.regulations)
    return [] if details == tournament.details else [e.DetailsAmended(details)]


def amend_regulations(tournament: Tournament, regulations: Regulations, reason: str = "") -> list[e.Event]:
    """Rounds can never be fewer than those paired; another system after round 1 is paired needs a reason."""
    refuse_if_closed(tournament)
    regulations = checked_regulations(regulations)
    refuse_two_rounds_a_day(tournament.details, regulations)
    if regulations == tournament.regulations:
        return []
    refuse_nameless_teams(regulations)
    if tournament.paired and regulations.system != tournament.regulations.system:
        _may_change_system(tournament, regulations, reason)
    if tournament.paired and virtual_points_by_round(regulations) != virtual_points_by_round(tournament.regulations):
        raise TournamentHasStarted("acceleration")
    started = tournament.paired and has_starting_points(tournament.regulations)
    if started and regulations.mcmahon != tournament.regulations.mcmahon:
        raise TournamentHasStarted("starting-points")
    if tournament.paired and fixed_with_pairing(regulations) != fixed_with_pairing(tournament.regulations):
        raise TournamentHasStarted("format")
    if regulations.rounds < tournament.paired:
        raise BadField("rounds", str(regulations.rounds), f"at-least:{tournament.paired}")
    last = last_round_findings(tournament, regulations.rounds)
    return [e.RegulationsAmended(regulations, tournament.paired, reason, last.system, last.differing)]


def _may_change_system(tournament: Tournament, wanted: Regulations, reason: str) -> None:
    """Refuses a system that needs a lot drawn before round 1 in the middle of a Swiss without one."""
    undrawn = SYSTEMS[wanted.system].needs_lot and tournament.initial_colour is None
    if undrawn or not rules_of(tournament).paired_by_system:
        raise TournamentHasStarted("system")
    if not reason.strip():
        raise ReasonMissing("change-system")


def prohibit(
    tournament: Tournament,
    groups: Iterable[Iterable[EntrantId]],
    reason: str = "",
    rounds: Sequence[RoundSpan] = (),
) -> list[e.Event]:
    """Nobody of a group meets anybody else of it (off by default, Q18); `rounds` where not all the time, by group."""
    refuse_if_closed(tournament)
    wanted = tuple(tuple(dict.fromkeys(group)) for group in groups)
    for group in wanted:
        for player in group:
            entrant(tournament, player)
        if len(group) < 2:
            raise BadField("group", " ".join(map(str, group)), "at-least-two-players")
    spans = tuple(rounds) or (ALWAYS,) * len(wanted)
    for span in spans:
        if span.last and span.first > span.last:
            raise BadField("groups", f"{span.first}-{span.last}", "rounds-in-order")
    if tuple(zip(wanted, spans, strict=True)) == tournament.prohibited:
        return []
    return prohibited(wanted, spans, tournament.paired, reason)


def prohibited(
    groups: tuple[tuple[EntrantId, ...], ...], rounds: Sequence[RoundSpan], during_round: int, reason: str = ""
) -> list[e.Event]:
    limited = any(span != ALWAYS for span in rounds)
    return [e.PairsProhibited(groups, during_round, reason, tuple(rounds) if limited else ())]


# Players


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
    added = [event for id, player in found.known.items() for event in _added(tournament, id, player)]
    sources = [players[place].rating_from for place in found.places]
    new = zip(numbered_from(found.new, free), sources, strict=True)
    return [*added, *(e.PlayerRegistered(player, first, source) for player, source in new)]


def _added(tournament: Tournament, id: PlayerId, player: Player) -> list[e.Event]:
    """The entry with what was missing in it; a rating only before the numbers of the players rest on theirs."""
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


def _checked(details: Details) -> Details:
    return replace(
        details,
        name=text("tournament_name", details.name, longest=200, required=True),
        city=text("city", details.city, longest=MAX_PLAYER_NAME_CHARS),
        chief_arbiter=text("chief_arbiter", details.chief_arbiter, longest=MAX_PLAYER_NAME_CHARS),
        time_control=text("time_control", details.time_control, longest=MAX_PLAYER_NAME_CHARS),
        clock=text("clock", details.clock, longest=MAX_PLAYER_NAME_CHARS),
        rank_method=text("rank_method", details.rank_method, longest=MAX_PLAYER_NAME_CHARS),
        rating_lists=tuple(text("rating_lists", name, longest=MAX_PLAYER_NAME_CHARS) for name in details.rating_lists),
        federation=federation(details.federation),
    )


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
