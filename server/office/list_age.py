"""The age of a rating list: whether a check against it is a check against what holds today."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from server.rating_lists.shelf import AboutList
from server.rating_lists.sources import ListSource

A_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class ListAge:
    looked: datetime
    """The moment when it was read, or was found to be the newest."""
    of_this_month: bool
    of_today: bool
    """It is not older than a day."""
    of_a_coming_month: bool


def age_of(about: AboutList, source: ListSource | None, now: datetime) -> ListAge:
    """As the shelf and the address of the list say it."""
    moments = [about.imported, source.looked if source is not None else ""]
    looked = max(datetime.fromisoformat(moment) for moment in moments if moment)
    month, this_month = about.name.month, now.strftime("%Y-%m")
    return ListAge(looked, month == this_month, now - looked < A_DAY, month > this_month)
