"""The longest way through the decision table: so many rounds a play-off may take."""

from domain.formats.playoff.plan import BEST_STAY, ELEVEN_OR_MORE, PLAN, StepForm, as_held, beginning
from domain.formats.tables.berger import berger_rounds
from domain.words.options import PlayoffOptions


def most_rounds(tied: int, options: PlayoffOptions) -> int:
    """Rounds of games at the same time, if everything that can be level is."""
    first = beginning(tied)
    return _longest(first, BEST_STAY if first == ELEVEN_OR_MORE else tied, options)


def _longest(name: str, players: int, options: PlayoffOptions) -> int:
    step = PLAN[as_held(name, options)]
    match step.form:
        case StepForm.FEWEST_MOVES | StepForm.LOTS:
            return 0
        case StepForm.KNOCKOUT:
            return (players.bit_length() - 1) * _longest(step.inside, 2, options)
        case StepForm.GROUPS:
            inside = _longest(step.inside, len(step.groups[0]), options)
            return inside + _longest(step.after, len(step.groups), options)
        case StepForm.BEST_EIGHT:
            return _longest(step.after, players, options)
        case _:
            own = (
                2
                if step.form is StepForm.MINI_MATCH
                else 1
                if step.form is StepForm.ARMAGEDDON
                else berger_rounds(players)
            )
            return own + max((_longest(then, level, options) for level, then in step.level.items()), default=0)
