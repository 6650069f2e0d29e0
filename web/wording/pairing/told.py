"""Parts of the wording of every edition."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields

from domain.files.trf.columns import written
from domain.pairing.kept_apart import ApartByRule, KeptApart
from domain.pairing.last_bye import LastRests
from domain.pairing.swiss import account as shared
from domain.pairing.swiss.rising import FloatUp, PassedOver
from domain.pairing.system import Step
from domain.records import dataclass
from domain.words.articles import Article
from domain.words.options import FIDE_COLOUR_RUN, ApartBy
from web.wording import N_, Language

Label = Callable[[int], str]
"""The way a pairing number is shown."""


@dataclass(frozen=True, slots=True)
class StepInWords:
    sentence: str
    under: tuple["StepInWords", ...] = ()


@dataclass(frozen=True, slots=True)
class Pattern:
    """A sentence, and the same sentence where {criteria} are named in it."""

    bare: str
    naming: str = ""
    """Empty: the sentence names none."""

    def filled(self, words: Language, criteria: Sequence[str], **data: object) -> str:
        if not (criteria and self.naming):
            return words.gettext(self.bare, **data)
        return words.gettext(self.naming, criteria=words.listing(list(criteria)), **data)


REASONS: Mapping[str, Pattern] = {
    shared.Reason.THEY_DO: Pattern(N_("{one} and {two}: they do meet.")),
    shared.Reason.ABSENT: Pattern(N_("{one} and {two}: one of them is not paired in this round.")),
    shared.Reason.FORBIDDEN: Pattern(
        N_("{one} and {two}: they must not meet."),
        N_("{one} and {two}: they must not meet: {criteria}."),
    ),
    shared.Reason.OTHER_BRACKETS: Pattern(N_("{one} and {two}: they are never in one bracket together.")),
    shared.Reason.NOT_COMPLETED: Pattern(N_("{one} and {two}: with this pair not everybody else can be paired (C4).")),
    shared.Reason.NOT_BELOW: Pattern(
        N_(
            "{one} and {two}: with this pair, of those left after the bye and the brackets above, "
            "not all others can be paired (C4)."
        )
    ),
}
"""Answers to "why not?" that editions share, by the value of the reason."""
BOARDS: Mapping[shared.PairRole, Pattern] = {
    shared.PairRole.MOVED_DOWN: Pattern(
        N_(
            "Board {board}: {white} - {black}, bracket {bracket}, the higher one had been moved down; "
            "colours by {article}."
        ),
        N_(
            "Board {board}: {white} - {black}, bracket {bracket}, the higher one had been moved down; "
            "colours by {article}; not satisfied: {criteria}."
        ),
    ),
    shared.PairRole.REMAINDER: Pattern(
        N_(
            "Board {board}: {white} - {black}, bracket {bracket}, in the remainder of the bracket; "
            "colours by {article}."
        ),
        N_(
            "Board {board}: {white} - {black}, bracket {bracket}, in the remainder of the bracket; "
            "colours by {article}; not satisfied: {criteria}."
        ),
    ),
    shared.PairRole.HOMOGENEOUS: Pattern(
        N_(
            "Board {board}: {white} - {black}, bracket {bracket}, in a bracket paired as one group; "
            "colours by {article}."
        ),
        N_(
            "Board {board}: {white} - {black}, bracket {bracket}, in a bracket paired as one group; "
            "colours by {article}; not satisfied: {criteria}."
        ),
    ),
}
CRITERIA: Mapping[str, str] = {
    "C1": N_("they have met before"),
    "C2": N_("a bye, or a win's points without playing, already"),
    "C3": N_("both must have the same colour"),
}
BREACHES: Mapping[str, str] = {
    "C1": N_("{players} have played each other already (C1)"),
    "C2": N_("{players} had a bye, or a win's points without play, already (C2)"),
    "C3": N_("{players} both must have the same colour (C3)"),
    "C4": N_("too few opponents are left for {players} (C4)"),
    "C.04.1, 6": N_("{players} would be more than two ahead in one colour (C.04.1, 6)"),
    "C.04.1, 7": N_("{players} would get the same colour a third time in a row (C.04.1, 7)"),
}
BREACHES_OF_THREE: Mapping[str, str] = {
    "C.04.1, 6": N_("{players} would be more than three ahead in one colour (C.04.1, 6)"),
    "C.04.1, 7": N_("{players} would get the same colour a fourth time in a row (C.04.1, 7)"),
}
"""For regulations that allow three games in a row with one colour."""


@dataclass(frozen=True, slots=True)
class Telling:
    """The way to tell one step: in a language, numbers by a label, criteria by what an edition says of them."""

    step: Step
    label: Label
    words: Language
    criteria: Mapping[str, str]

    @property
    def article(self) -> str:
        return number_of(self.step)

    def said(self, pattern: str, **data: object) -> str:
        return self.words.gettext(pattern, **data)

    def listed(self, numbers: Iterable[int]) -> str:
        """Bare numbers stand side by side; names need something between them."""
        shown = [self.label(n) for n in numbers]
        return (" · " if any(not s.isdigit() for s in shown) else " ").join(shown)

    def all_of(self, numbers: Iterable[int]) -> str:
        """`3`, `3 and 4`, `3, 4 and 5`."""
        return self.words.all_of([self.label(number) for number in numbers])

    def points(self, half: int) -> str:
        """Half-points in words. A half takes the form of two, as in 1½ points."""
        number = written(half).removesuffix(".0")
        return self.words.ngettext("{points} point", "{points} points", 2 if half % 2 else half // 2, points=number)

    def criterion(self, number: str) -> str:
        if number not in self.criteria:
            return self.words.gettext("the arbiter's ban")
        return self.words.gettext("{number} ({meaning})", number=number, meaning=self.said(self.criteria[number]))

    def reasons(self) -> list[str]:
        """Criteria below the step with the players they do not suit, or that are met worse."""
        return [
            self._reason(one) for one in self.step.children if isinstance(one.facts, shared.Unsatisfied | shared.NotMet)
        ]

    def _reason(self, step: Step) -> str:
        criterion = self.criterion(number_of(step))
        if not isinstance(step.facts, shared.Unsatisfied):
            return criterion
        return self.said("{criterion} for {players}", criterion=criterion, players=self.all_of(step.facts.players))

    def filled(self, pattern: Pattern, **data: object) -> str:
        """The pattern with the article of the step and the criteria below it."""
        return pattern.filled(self.words, self.reasons(), **data, article=self.article)

    def seats(self, board: int, white: int, black: int, bracket: int) -> Mapping[str, object]:
        return {"board": board, "white": self.label(white), "black": self.label(black), "bracket": bracket}

    def bracket(self, number: int, score: int, **groups: Iterable[int]) -> dict[str, object]:
        listed = {name: self.listed(players) for name, players in groups.items()}
        return {"number": number, "points": self.points(score), **listed}

    def passed_for_bye(self, bye: shared.ByeGiven, barring: str, needing: str) -> str:
        """Players before the one who has the bye, each with the criterion that kept them from it."""
        barred = [f"{self.label(one)} ({barring})" for one in bye.barred]
        return self.words.listing(barred + [f"{self.label(one)} ({needing})" for one in bye.needed])


@dataclass(frozen=True, slots=True)
class Chapter:
    """A page of the manual, for somebody who has to choose a pairing system."""

    suits: tuple[str, ...]
    needs: tuple[str, ...]
    way: tuple[str, ...]
    unusual: tuple[str, ...]
    options: tuple[str, ...]
    sources: tuple[str, ...]
    """The articles, and how they were read."""

    def in_words(self, words: Language) -> "Chapter":
        return Chapter(*(tuple(map(words.gettext, getattr(self, field.name))) for field in fields(self)))


class EditionWords:
    """The words of one edition: a file of this folder says what is its own."""

    title: str
    """The system and its edition for people."""
    short: str
    """The name that people use."""
    use: str
    """Its purpose, in a sentence or two."""
    event: str
    """The kind of event that it suits."""
    chapter: Chapter
    """Its page of the manual."""
    heading: type[object]
    """The facts under which other steps stand; elsewhere they stand in the same sentence."""
    criteria: Mapping[str, str] = CRITERIA
    criteria_of_three: Mapping[str, str] = {}
    """Where regulations allow three games in a row with one colour."""
    reasons: Mapping[str, Pattern] = REASONS
    breaches: Mapping[str, str] = BREACHES
    breaches_of_three: Mapping[str, str] = BREACHES_OF_THREE

    def breach(self, number: str, run: int = FIDE_COLOUR_RUN) -> str | None:
        """The pattern for a broken article, with {players}; None: it has no words of its own."""
        of_three = self.breaches_of_three if run > FIDE_COLOUR_RUN else {}
        return of_three.get(number) or self.breaches.get(number)

    def told(self, step: Step, label: Label, words: Language, run: int = FIDE_COLOUR_RUN) -> StepInWords:
        """A step of its account, or its answer to "why not?", where so many games in a row may have one colour."""
        of_three = self.criteria_of_three if run > FIDE_COLOUR_RUN else {}
        sentence = self.sentence(Telling(step, label, words, {**self.criteria, **of_three}))
        children = step.children if isinstance(step.facts, self.heading) else ()
        return StepInWords(sentence, tuple(self.told(one, label, words, run) for one in children))

    def sentence(self, t: Telling) -> str:
        """The sentence for facts that editions share."""
        match t.step.facts:
            case shared.BoardMade(board=board, white=white, black=black, bracket=bracket, role=role):
                return t.filled(BOARDS[role], **t.seats(board, white, black, bracket))
            case shared.WhyNot(players=(one, two), reason=reason, bracket=bracket):
                return t.filled(self.reasons[reason], one=t.label(one), two=t.label(two), bracket=bracket)
            case shared.NotMet(times=times):
                criterion = t.criterion(t.article)
                return t.words.ngettext(
                    "Not met: {criterion}.", "Not met {n} times: {criterion}.", times, criterion=criterion
                )
            case shared.VirtualPoints(half_points=half, players=players):
                return acceleration_in_words(t, half, players)
            case FloatUp() as facts:
                return upfloat_in_words(t, facts)
            case facts:
                raise TypeError(f"no words for {type(facts).__name__}")


def number_of(step: Step) -> str:
    """The number of its article; empty for a mere fact."""
    return step.article.number if step.article else ""


def upfloat_in_words(t: Telling, facts: FloatUp) -> str:
    """The upfloaters of a bracket, and why none of the first who come before them in the order."""
    data = {"players": t.all_of(facts.players), "article": t.article}
    if not t.step.children:
        return t.said("Floating up: {players}, the first in the order ({article}).", **data)
    passed = [_passed(t, one.article, one.facts) for one in t.step.children if isinstance(one.facts, PassedOver)]
    if facts.more:
        passed.append(t.said("and {n} more", n=facts.more))
    pattern = N_("Floating up: {players} ({article}). Before them in the order: {passed}.")
    return t.said(pattern, **data, passed="; ".join(passed))


def _passed(t: Telling, article: Article | None, facts: PassedOver) -> str:
    player, left = t.label(facts.player), facts.stranded
    if article is not None:
        return t.said("with {player} worse by {criterion}", player=player, criterion=t.criterion(article.number))
    if facts.player in left:
        return t.said("{player} can meet nobody there", player=player)
    names = t.all_of(left)
    if facts.met:
        return t.said("{player} would leave {players}, who have met", player=player, players=names)
    if len(left) == 1:
        return t.said("{player} would leave {players} without an opponent", player=player, players=names)
    if left:
        return t.said("{player} would leave {players}, who cannot all be paired", player=player, players=names)
    return t.said("{player} only in a later set", player=player)


def acceleration_in_words(t: Telling, half: int, players: Sequence[int]) -> str:
    if players[-1] - players[0] == len(players) - 1:
        ends = {"first": t.label(players[0]), "last": t.label(players[-1])}
        pattern = N_("Acceleration (C.04.7): {points} more for {first} to {last}, for this pairing alone.")
        return t.said(pattern, points=t.points(half), **ends)
    pattern = N_("Acceleration (C.04.7): {points} more for {players}, for this pairing alone.")
    return t.said(pattern, points=t.points(half), players=t.listed(players))


APART_BY_RULE: Mapping[ApartBy, str] = {
    ApartBy.FEDERATION: N_("{one} and {two}: kept apart in this round, as both are of one federation."),
    ApartBy.CLUB: N_("{one} and {two}: kept apart in this round, as both are of one club."),
    ApartBy.EITHER: N_("{one} and {two}: kept apart in this round, as both are of one federation or club."),
}
KEPT_APART: Mapping[ApartBy, str] = {
    ApartBy.FEDERATION: N_("Players of one federation are kept apart in this round where the system allows it."),
    ApartBy.CLUB: N_("Players of one club are kept apart in this round where the system allows it."),
    ApartBy.EITHER: N_("Players of one federation or club are kept apart in this round where the system allows it."),
}


def kept_apart_in_words(t: Telling, facts: KeptApart) -> str:
    said = t.said(KEPT_APART[facts.by])
    if not facts.meeting:
        return said
    pairs = t.words.listing([f"{t.label(pair.white)} - {t.label(pair.black)}" for pair in facts.meeting])
    return " ".join((said, t.said(N_("It could not be helped for {pairs}."), pairs=pairs)))


def apart_by_rule_in_words(t: Telling, facts: ApartByRule) -> str:
    one, two = facts.players
    return t.said(APART_BY_RULE[facts.by], one=t.label(one), two=t.label(two))


def last_rests_in_words(t: Telling, facts: LastRests) -> str:
    pattern = N_(
        "Bye, before anybody is paired: {player}, the last of the lowest score group ({points}) who has had none."
    )
    said = [t.said(pattern, player=t.label(facts.player), points=t.points(facts.score))]
    if facts.rested:
        said.append(t.said("Had one already: {players}.", players=t.listed(facts.rested)))
    if facts.needed:
        pattern = N_("Without one of these the others cannot all be paired: {players}.")
        said.append(t.said(pattern, players=t.listed(facts.needed)))
    return " ".join(said)
