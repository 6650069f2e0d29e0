"""The announcement of a tournament: its regulations, face and prizes, and what is changed of them later."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from domain import events as e
from domain.decisions import refuse_if_closed, refuse_without_reason
from domain.decisions.players.registering import MAX_PLAYER_NAME_CHARS
from domain.decisions.rounds.why import last_round_findings
from domain.decisions.setup.regulations import (
    checked_regulations,
    fixed_with_pairing,
    refuse_outside,
    refuse_two_rounds_a_day,
    virtual_points_by_round,
)
from domain.decisions.undoing import undo
from domain.events import Event, Prize, PrizesAnnounced
from domain.fields import known_federation, text, web_address, whole_number, written_amount
from domain.formats import FORMATS, rules_of
from domain.pairing import system_named
from domain.ranking.prizes import Sharing
from domain.refusals import BadField, PracticeStaysPrivate, TournamentHasStarted, WasThrownAway
from domain.tournament import Tournament, in_force, replay
from domain.tournament_cards.starting_points import has_starting_points
from domain.words.choices.currencies import smallest_sum
from domain.words.choices.faces import CHOSEN_COLOUR, MOST_SPONSORS, EventFace, FacePicture
from domain.words.choices.prizes import NO_TAX, WHOLE_SHARE, BadCategory, PrizeTax, TaxWay, category
from domain.words.regulations import Details, Regulations, Visibility

OWN_RULES = "own-rules"
"""The reason FIDE mode was left: other rules than those in force were chosen."""
BY_CHOICE = "by-choice"
"""The reason FIDE mode was left: somebody wanted to be free of its restrictions."""


def announce_tournament(
    details: Details, regulations: Regulations, seen_by: Visibility = Visibility.PUBLIC
) -> list[e.Event]:
    refuse_two_rounds_a_day(details, regulations)
    return [e.TournamentAnnounced(_checked(details, details.federation), checked_regulations(regulations), seen_by)]


def announce_in_mode(
    details: Details, regulations: Regulations, *, fide_mode: bool, seen_by: Visibility = Visibility.PUBLIC
) -> list[e.Event]:
    """Announce a tournament in FIDE mode or out of it from the start. FIDE mode has the rules in force alone."""
    _refuse_end_before_start(details)
    details = replace(details, federation=known_federation(details.federation))
    announced = announce_tournament(details, regulations, seen_by)
    FORMATS[regulations.format].refuse_gaps(regulations)
    if not fide_mode:
        return [*announced, e.FideModeLeft(0, OWN_RULES)]
    refuse_outside(regulations)
    return announced


def amend_details(tournament: Tournament, details: Details) -> list[e.Event]:
    details = _checked(details, tournament.details.federation)
    _refuse_end_before_start(details)
    refuse_two_rounds_a_day(details, tournament.regulations)
    return [] if details == tournament.details else [e.DetailsAmended(details)]


def amend_regulations(tournament: Tournament, regulations: Regulations, reason: str = "") -> list[e.Event]:
    """Rounds can never be fewer than those paired; another system after round 1 is paired needs a reason."""
    refuse_if_closed(tournament)
    regulations = checked_regulations(regulations)
    refuse_two_rounds_a_day(tournament.details, regulations)
    if regulations == tournament.regulations:
        return []
    FORMATS[regulations.format].refuse_gaps(regulations)
    if tournament.paired and regulations.system != tournament.regulations.system:
        undrawn = system_named(regulations.system).needs_lot and tournament.initial_colour is None
        if undrawn or not rules_of(tournament).paired_by_system:
            raise TournamentHasStarted("system")
        refuse_without_reason(reason, "change-system")
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


def leave_fide_mode(tournament: Tournament) -> list[e.Event]:
    """From here on other rules can be chosen, and regulations change during play. There is no way back."""
    refuse_if_closed(tournament)
    return [] if tournament.left_fide_mode is not None else [e.FideModeLeft(tournament.published, BY_CHOICE)]


def _refuse_end_before_start(details: Details) -> None:
    if details.start and details.end and details.end < details.start:
        raise BadField("end", details.end, f"not-before:{details.start}")


def _checked(details: Details, federation_before: str) -> Details:
    return replace(
        details,
        name=text("tournament_name", details.name, longest=200, required=True),
        city=text("city", details.city, longest=MAX_PLAYER_NAME_CHARS),
        chief_arbiter=text("chief_arbiter", details.chief_arbiter, longest=MAX_PLAYER_NAME_CHARS),
        time_control=text("time_control", details.time_control, longest=MAX_PLAYER_NAME_CHARS),
        clock=text("clock", details.clock, longest=MAX_PLAYER_NAME_CHARS),
        rank_method=text("rank_method", details.rank_method, longest=MAX_PLAYER_NAME_CHARS),
        rating_lists=tuple(text("rating_lists", name, longest=MAX_PLAYER_NAME_CHARS) for name in details.rating_lists),
        federation=known_federation(details.federation, federation_before),
        next_time=text("next_time", details.next_time, longest=MAX_PLAYER_NAME_CHARS),
        video=_of_video(details.video),
    )


def _of_video(typed: str) -> str:
    """The address, of https alone: what comes by http can be changed on its way. Raises BadField."""
    if not typed.strip():
        return ""
    url = web_address("video", typed)
    if url.scheme != "https":
        raise BadField("video", typed, "https")
    return str(url)


def make_public(tournament: Tournament) -> list[e.Event]:
    """Raises PracticeStaysPrivate."""
    if tournament.visibility is Visibility.PRACTICE:
        raise PracticeStaysPrivate
    return [] if tournament.visibility is Visibility.PUBLIC else [e.VisibilityChanged(Visibility.PUBLIC)]


def hide(tournament: Tournament) -> list[e.Event]:
    return [e.VisibilityChanged(Visibility.HIDDEN)] if tournament.visibility is Visibility.PUBLIC else []


def archive(tournament: Tournament) -> list[e.Event]:
    return [] if tournament.archived else [e.TournamentArchived()]


def take_from_archive(tournament: Tournament) -> list[e.Event]:
    return [e.TournamentTakenFromArchive()] if tournament.archived else []


def throw_away(tournament: Tournament, reason: str = "") -> list[e.Event]:
    """Before round 1 is published, and a practice at any time. Raises TournamentHasStarted."""
    if tournament.published and tournament.visibility is not Visibility.PRACTICE:
        raise TournamentHasStarted("throw-away")
    return [] if tournament.thrown_away else [e.TournamentThrownAway(reason)]


def bring_back(tournament: Tournament, reason: str = "") -> list[e.Event]:
    thrown = [version for version, event in in_force(tournament.history) if isinstance(event, e.TournamentThrownAway)]
    return [undone for version in thrown for undone in undo(tournament, version, reason)]


def not_thrown_away(tournament: Tournament, events: list[e.Event]) -> list[e.Event]:
    """The events of a decision, unless they are about a tournament that was thrown away. Raises WasThrownAway.

    They may bring it back, and personal data can always be erased.
    """
    erasing = all(isinstance(event, e.PlayerAnonymised | e.PhotoRemoved) for event in events)
    if tournament.thrown_away and not erasing and replay(events, tournament.copy()).thrown_away:
        raise WasThrownAway
    return events


MAX_PICTURE_NAME_CHARS = 80


def draft_face(tournament: Tournament, face: EventFace) -> list[e.Event]:
    """Nobody but the desk sees it before it is shown."""
    face = checked_face(face)
    return [] if face == drafted_or_shown(tournament) else [e.FaceDrafted(face)]


def show_face(tournament: Tournament) -> list[e.Event]:
    """Show the draft to everybody; without one nothing changes."""
    draft = tournament.face_draft
    return [] if draft is None or draft == tournament.face else [e.FaceShown(draft)]


def drafted_or_shown(tournament: Tournament) -> EventFace:
    return tournament.face if tournament.face_draft is None else tournament.face_draft


def checked_face(face: EventFace) -> EventFace:
    """Raises BadField."""
    accent = face.accent.strip().lower()
    if accent and not CHOSEN_COLOUR.fullmatch(accent):
        raise BadField("accent", face.accent, "colour")
    if len(face.sponsors) > MOST_SPONSORS:
        raise BadField("sponsor", str(len(face.sponsors)), f"at-most:{MOST_SPONSORS}")
    return replace(
        face,
        accent=accent,
        logo=_named("logo", face.logo) if face.logo else None,
        sponsors=tuple(_named("sponsor", one) for one in face.sponsors),
        poster=_named("poster", face.poster) if face.poster else None,
    )


def _named(field: str, picture: FacePicture) -> FacePicture:
    return replace(picture, name=text(f"{field}_name", picture.name, longest=MAX_PICTURE_NAME_CHARS, required=True))


MAX_PRIZE_UNITS = 10**12
"""Hundredths of a currency; more is a slip of the finger."""
MAX_THING_CHARS = 80


def announce_prizes(
    tournament: Tournament,
    prizes: Sequence[Prize],
    sharing: str = Sharing.EQUAL,
    currency: str = "EUR",
    one_per_player: bool = True,
    tax: PrizeTax = NO_TAX,
) -> list[Event]:
    """The whole list; it replaces the one before. Raises BadField naming the line."""
    most_boards = tournament.regulations.match_games if tournament.regulations.of_teams else None
    checked = tuple(_checked_prize(line, prize, most_boards) for line, prize in enumerate(prizes, 1))
    if sharing not in [way.value for way in Sharing]:
        raise BadField("sharing", sharing, "one-of:" + ",".join(Sharing))
    if not (len(currency) == 3 and currency.isascii() and currency.isalpha()):
        raise BadField("currency", currency, "three-letters:EUR")
    announced = PrizesAnnounced(checked, sharing, currency.upper(), one_per_player, _checked_tax(tax))
    _must_be_whole(announced)
    return [] if announced == tournament.prizes else [announced]


def _must_be_whole(announced: PrizesAnnounced) -> None:
    """Where the currency has no decimals."""
    sums = [(f"prizes, line {n}", sum) for n, p in enumerate(announced.prizes, 1) for sum in (p.cents, p.value)]
    sums.append(("tax_threshold", announced.tax.threshold))
    if announced.tax.way is TaxWay.FIXED:
        sums.append(("tax_amount", announced.tax.amount))
    for field, sum in sums:
        if sum % smallest_sum(announced.currency):
            raise BadField(field, written_amount(sum), f"whole-money:{announced.currency}")


def _checked_prize(line: int, prize: Prize, most_boards: int | None) -> Prize:
    """`most_boards` are those of a match of teams; None: nobody plays for a team."""
    field = f"prizes, line {line}"
    name = text(field, prize.name, longest=80, required=True)
    if not 0 <= prize.cents <= MAX_PRIZE_UNITS:
        raise BadField(field, str(prize.cents), f"whole:0:{MAX_PRIZE_UNITS}")
    thing = text(field, prize.thing, longest=MAX_THING_CHARS)
    if not 0 <= prize.value <= MAX_PRIZE_UNITS:
        raise BadField(field, str(prize.value), f"whole:0:{MAX_PRIZE_UNITS}")
    if prize.value and not thing:
        raise BadField(field, prize.name, "value-of-a-thing")
    if not 1 <= prize.place <= 1000:
        raise BadField(field, str(prize.place), "whole:1:1000")
    try:
        board = category(prize.category).board
    except BadCategory as bad:
        raise BadField(field, bad.text, "category") from None
    if board is not None and most_boards is None:
        raise BadField(field, prize.category, "board-of-teams")
    if board is not None and most_boards is not None and board.board > most_boards:
        raise BadField(field, prize.category, f"board:{most_boards}")
    return Prize(name, prize.cents, prize.category.strip(), prize.place, thing, prize.value)


def _checked_tax(tax: PrizeTax) -> PrizeTax:
    """Without a tax nothing else is said of it."""
    if tax.way is TaxWay.NONE:
        return NO_TAX
    if tax.way is TaxWay.FIXED:
        whole_number("tax_amount", tax.amount, 1, MAX_PRIZE_UNITS)
    elif not 1 <= tax.amount <= WHOLE_SHARE:
        raise BadField("tax_amount", str(Decimal(tax.amount) / 100), "tax-share")
    whole_number("tax_threshold", tax.threshold, 0, MAX_PRIZE_UNITS)
    return tax
