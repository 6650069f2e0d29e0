"""Words of play-offs: the forms of their stages, what decided, and what comes next in either case."""

from collections.abc import Mapping

from domain.formats.playoff.plan import PLAN, StepForm
from domain.formats.playoff.state import DecidedBy, StageState
from domain.words.options import ArmageddonColours, FewestMoves, PairingForm
from projections.playoff.stages import NextCase
from projections.playoff.tree import FINAL_PART, CardKind, TreeCard
from web.wording import N_, Language, said_by

FORMS: Mapping[StepForm, str] = {
    StepForm.MINI_MATCH: N_("two games, 3 min + 5 s"),
    StepForm.ARMAGEDDON: N_("Armageddon, 5 min against 4"),
    StepForm.ALL_PLAY_ALL: N_("all play all, 3 min + 5 s"),
    StepForm.ALL_PLAY_ARMAGEDDON: N_("all play all, Armageddon"),
    StepForm.KNOCKOUT: N_("knock-out"),
    StepForm.GROUPS: N_("groups"),
    StepForm.BEST_EIGHT: N_("the best eight by tie-break"),
    StepForm.FEWEST_MOVES: N_("fewest moves"),
    StepForm.LOTS: N_("lots"),
}

DECIDED_BY: Mapping[DecidedBy, str] = {
    DecidedBy.SCORE: N_("by points"),
    DecidedBy.ARMAGEDDON: N_("by Armageddon"),
    DecidedBy.FEWEST_MOVES: N_("by the fewest moves"),
    DecidedBy.BOARD_POINTS: N_("by the points at the boards"),
    DecidedBy.LOTS: N_("by lots"),
    DecidedBy.FORFEIT: N_("by forfeit"),
    DecidedBy.TIEBREAK: N_("by tie-break"),
    DecidedBy.DROPPED: N_("dropped out by tie-break"),
}

STATES: Mapping[StageState, str] = {
    StageState.NEEDS_LOTS: N_("lots to be drawn"),
    StageState.NEEDS_COLOUR: N_("colour to be chosen"),
    StageState.READY: N_("to be seated"),
    StageState.PLAYING: N_("being played"),
    StageState.NEEDS_MOVES: N_("moves to be counted"),
    StageState.LEVEL: N_("level"),
    StageState.OVER: N_("decided"),
}

PAIRING_FORMS: Mapping[PairingForm, str] = {
    PairingForm.MINI_MATCH: N_("two games, then Armageddon"),
    PairingForm.ARMAGEDDON: N_("Armageddon only"),
}

WORDINGS: Mapping[FewestMoves, str] = {
    FewestMoves.SHORTEST_WIN: N_("the shortest game won (32.5.6.2.3)"),
    FewestMoves.SUM_OF_WINS: N_("all games won together (32.5.6.4)"),
    FewestMoves.ALL_GAMES: N_("all games together (32.5.6.6)"),
}

ARMAGEDDON_COLOURS: Mapping[ArmageddonColours, str] = {
    ArmageddonColours.LOT: N_("by lot (32.5.5)"),
    ArmageddonColours.WINNER_CHOOSES: N_("the winner of the lot chooses"),
}

form_name = said_by(FORMS)
stage_state = said_by(STATES)
pairing_form_name = said_by(PAIRING_FORMS)
wording_name = said_by(WORDINGS)
armageddon_colours_name = said_by(ARMAGEDDON_COLOURS)


def decided_by(code: str, language: Language) -> str:
    return language.gettext(DECIDED_BY[DecidedBy(code)]) if code in set(DecidedBy) else code


def stage_name(name: str, language: Language) -> str:
    """`six/A/three` as it is called: its form, and the group or pairing that it belongs to."""
    *way, step = name.split("/")
    form = form_name(PLAN[step].form, language) if step in PLAN else step
    where = next((part for part in reversed(way) if part not in PLAN), "")
    if not where:
        return form
    if where == "final":
        return language.gettext("{form} of the winners", form=form)
    if where.isalpha():
        return language.gettext("{form} in group {group}", form=form, group=where)
    return language.gettext("{form}, pairing {letter} of step {round}", form=form, letter=where[-1], round=where[:-1])


def card_title(card: TreeCard, language: Language) -> str:
    """The title of a card of the tree: its form, and the group or pairing that it belongs to."""
    said = language.gettext
    if card.kind is CardKind.OUTCOME:
        return said("Decided")
    if card.kind is CardKind.WAYS:
        return said("Then")
    form = form_name(card.form, language) if card.form else said("The winners meet")
    if card.where == FINAL_PART:
        return said("Final: {form}", form=form)
    return said("{letter}: {form}", letter=card.where, form=form) if card.where else form


def card_ways(card: TreeCard, language: Language) -> list[str]:
    said = language.gettext
    winners = [said("the winner of {letter}", letter=letter) for letter in card.winners_of]
    if card.kind is CardKind.WAYS:
        ahead = AHEAD[card.form is StepForm.MINI_MATCH, card.decides]
        return [said(ahead), *(_level(card, way, language) for way in card.ways)]
    if card.kind is CardKind.STEP and card.form is not None and card.form.armageddon and _open(card):
        return [said("A draw is a win for Black.")]
    return winners


def _level(card: TreeCard, way: NextCase, language: Language) -> str:
    form = form_name(way.form, language)
    if card.form is StepForm.MINI_MATCH:
        return language.gettext("level: {form}", form=form)
    return language.ngettext("{n} level: {form}", "{n} level: {form}", way.level, form=form)


def _open(card: TreeCard) -> bool:
    return card.state not in (StageState.OVER, StageState.LEVEL)


AHEAD: Mapping[tuple[bool, bool], str] = {
    (True, True): N_("more points: decided"),
    (True, False): N_("more points: goes on"),
    (False, True): N_("one alone ahead: decided"),
    (False, False): N_("one alone ahead: goes on"),
}
