"""Personal data in forms, read and checked."""

from datetime import date

from domain.fields import email, text
from domain.refusals import BadField
from server.journal import PersonalData
from server.routes.forms import Form

LONGEST_PHONE = 40


def personal_from(form: Form) -> PersonalData:
    """Raises BadField."""
    return PersonalData(
        birth_date=_birth_date(form.text("birth_date")),
        email=email("email", form.text("email")),
        phone=text("phone", form.text("phone"), longest=LONGEST_PHONE),
    )


def _birth_date(typed: str) -> str:
    if not typed:
        return ""
    try:
        found = date.fromisoformat(typed)
    except ValueError:
        raise BadField("birth_date", typed, "date") from None
    if not 1880 <= found.year <= 2100:
        raise BadField("birth_date", typed, "date")
    return found.isoformat()
