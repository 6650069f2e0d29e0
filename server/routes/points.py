"""Points typed in a form: 1, 0.5 or ½."""

from domain.refusals import BadField
from domain.words.games import Scoring
from server.routes.forms import Form


def scoring_from(form: Form, before: Scoring) -> Scoring:
    """The worth of each result. Raises BadField."""
    return Scoring(
        win=worth(form, "win", before.win),
        draw=worth(form, "draw", before.draw),
        loss=worth(form, "loss", before.loss),
        pairing_bye=worth(form, "pairing_bye", before.pairing_bye),
        absence=worth(form, "absence", before.absence),
    )


def worth(form: Form, name: str, before: int, group: str = "scoring") -> int:
    """Half-points of a result; points that belong together are one field, whichever box is wrong. Raises BadField."""
    try:
        found = form.half_points(name, before)
    except BadField as bad:
        raise BadField(group, bad.value, bad.rule) from None
    if found < 0:
        raise BadField(group, form.text(name), "half-points")
    return found
