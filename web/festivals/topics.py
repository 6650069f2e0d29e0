"""The topic of a festival as named pieces: one for each section."""

from projections.festivals.sections import FestivalView
from web.api import festivals as twins
from web.public.topic_form import Pieces, TopicForm

_SECTION = TopicForm("festival", "section", twins.section_json)


def section_pieces(view: FestivalView) -> Pieces:
    """The sections in the order of the festival, by the address of their tournament."""
    yield _SECTION, {row.slug: row for row in view.sections}
