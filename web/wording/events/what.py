"""The sentence of an event: each kind of event adds its own in the file of its subject."""

from functools import singledispatch

from domain import events as e
from web.wording.telling import Teller


@singledispatch
def what_happened(event: e.Event, t: Teller) -> str:
    """The deed of an event, without its reason; raises TypeError for an event that nobody has worded."""
    raise TypeError(f"no sentence for {type(event).__name__}")
