"""The face of an event in words."""

from collections.abc import Mapping
from fractions import Fraction

from domain.words.faces import EventFace
from web.accents import AccentGround, Shade
from web.wording import N_, Language


def parts_of_face(face: EventFace, words: Language) -> str:
    """The pictures by name and the colour; "nothing" for an empty face."""
    parts = [words.gettext("colour {colour}", colour=face.accent)] if face.accent else []
    if face.logo:
        parts.append(words.gettext("logo “{name}”", name=face.logo.name))
    if face.sponsors:
        parts.append(words.gettext("sponsors: {names}", names=words.listing([one.name for one in face.sponsors])))
    if face.poster:
        parts.append(words.gettext("poster “{name}”", name=face.poster.name))
    return ", ".join(parts) or words.gettext("nothing")


GROUND_NAMES: Mapping[AccentGround, str] = {
    AccentGround.LIGHT_PAGE: N_("Light pages"),
    AccentGround.DARK_PAGE: N_("Dark pages"),
    AccentGround.DARK_SCREEN: N_("Dark screens"),
    AccentGround.LIGHT_SCREEN: N_("Light screens"),
}


def ground_name(ground: AccentGround, words: Language) -> str:
    return words.gettext(GROUND_NAMES[ground])


def shade_said(shade: Shade, words: Language) -> str:
    """The contrast of the colour, and what is shown in its place where that is too little."""
    chosen, shown = (words.decimal(Fraction(ratio), 1) for ratio in (shade.chosen, shade.contrast))
    if not shade.derived:
        return words.gettext("contrast {ratio}:1, shown as it is", ratio=chosen)
    return words.gettext(
        "contrast {ratio}:1 is too little to read; {colour} is shown there, with {shown}:1",
        ratio=chosen, colour=shade.colour, shown=shown,
    )  # fmt: skip
