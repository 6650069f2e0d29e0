"""Lists of teams at the desk: what is wrong with one, and what has to be asked about its players."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from domain.decisions.players.teams import NewTeam, register_teams
from domain.events import Event, TeamRegistered
from domain.files.lists.players import ListedPlayer
from domain.files.lists.teams import TeamList
from domain.refusals import NamesakesAsked, TeamsCannotEnter
from domain.tournament import Tournament
from domain.words.players import ASK, NamesakeQuestion
from server.routes.desk.namesakes import answered_in_places
from server.routes.desk.visit import Visit
from web.wording import imports
from web.wording.refusals import problem_in_place, sentence


@dataclass(frozen=True, slots=True)
class TeamsFound:
    """A list that was read, with all that is wrong with it or to be asked about it."""

    read: TeamList
    problems: tuple[str, ...] = ()
    questions: tuple[NamesakeQuestion, ...] = ()
    """Of namesakes, by their place among all players."""
    answered: bool = True

    @property
    def new(self) -> list[NewTeam]:
        return [team.new for team in self.read.teams]

    @property
    def players(self) -> list[ListedPlayer]:
        return [player for team in self.read.teams for player in team.players]

    @property
    def lines(self) -> list[int]:
        return [player.line for player in self.players]

    def birth_dates(self, events: Iterable[Event]) -> Mapping[int, str]:
        """For the side store, by the ids under which those of the list play in the teams of `events`."""
        ids = [id for event in events if isinstance(event, TeamRegistered) for id in event.team.players]
        return {id: one.birth_date for id, one in zip(ids, self.players, strict=False) if one.birth_date}


def teams_found(visit: Visit, t: Tournament, read: TeamList) -> TeamsFound:
    """The list as it could be registered with the answers that were given."""
    problems, found = [imports.list_sentence(one, visit.words) for one in read.problems], TeamsFound(read)
    try:
        register_teams(t, found.new, answers=answered_in_places(visit.form, len(found.players)))
    except TeamsCannotEnter as refused:
        problems += [
            problem_in_place(one, sentence(one.refusal, t, visit.words), visit.words) for one in refused.problems
        ]
    except NamesakesAsked:
        return TeamsFound(read, tuple(problems), _questions(t, found.new), answered=False)
    return TeamsFound(read, tuple(problems))


def _questions(t: Tournament, new: list[NewTeam]) -> tuple[NamesakeQuestion, ...]:
    """All of them, also those that are answered."""
    try:
        register_teams(t, new, answers=ASK)
    except NamesakesAsked as asked:
        return asked.questions
    return ()
