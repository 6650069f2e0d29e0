"""A whole round: from bracket to bracket by C.1, C.12 and C.13, and the bye of A.5."""

from dataclasses import dataclass, replace

from tests.pairing.to_the_letter.brackets import Bracket, Candidate, Pairs, Search
from tests.pairing.to_the_letter.criteria import Criteria
from tests.pairing.to_the_letter.orders import Group


class NothingLegal(Exception):
    pass


@dataclass(frozen=True)
class Done:
    """A bracket that is paired."""

    bracket: Bracket
    """As it stood after C.1."""
    alone: Group
    """Moved on by C.1."""
    found: Candidate

    @property
    def down(self) -> Group:
        return self.found.left + self.alone


class Round:
    def __init__(self, rules: Criteria) -> None:
        self.rules = rules
        scores = sorted(set(rules.score.values()), reverse=True)
        self.groups = [tuple(sorted(n for n in rules.score if rules.score[n] == score)) for score in scores]
        self.done: list[Done] = []
        self.joined: Group = ()
        """Residents of brackets that C.13 joined to the last one."""
        self.c12_tried = False
        """For the bracket in hand."""
        self.field = False
        """All brackets are joined, and that did not help as long as those of the higher ones counted as moved down."""

    def pairing(self) -> tuple[Pairs, Group]:
        """All pairs, the higher player first, and who has the bye."""
        while len(self.done) < len(self.groups):
            if len(self.done) == len(self.groups) - 1:
                self.last_bracket()
            else:
                self.next_bracket()
        pairs = tuple(pair for done in self.done for pair in done.found.pairs)
        return pairs, self.done[-1].down if self.done else ()

    def next_bracket(self) -> None:
        """C.1 to C.12 and C.14 for a bracket with another below it."""
        here = self.in_hand(self.done[-1].down if self.done else ())
        alone = self.c1_without_opponent(here)
        if any(n in here.moved for n in alone) and self.c12(here, before_c3=True):
            return
        rest = here.without(alone)
        found = next(Search(self.rules, rest).with_pairs(rest.p), None)
        if not found and rest.moved and self.c12(rest, before_c3=False):
            return
        found = found or next(Search(self.rules, rest).from_all_to_none(), None)
        self.accept(rest, alone, found or Candidate((), self.rules.ranked(rest.moved, rest.residents)))

    def last_bracket(self) -> None:
        """C.1 to C.13 for the lowest bracket: all are paired, one of an odd number has the bye."""
        here = self.in_hand(self.done[-1].down if self.done else ())
        alone = self.c1_without_opponent(here)
        if any(n in here.moved for n in alone) and self.c12(here, before_c3=True):
            return
        if any(n in here.residents for n in alone):
            self.c13()
            return
        found = self.completed(here)
        if not found and here.moved and self.c12(here, before_c3=False):
            return
        found = found or self.a5_bye_for_somebody_moved_down(here)
        if found:
            self.accept(here, (), found)
        else:
            self.c13()

    def in_hand(self, down: Group) -> Bracket:
        """The bracket to be paired if `down` are moved into it."""
        last = len(self.done) == len(self.groups) - 1
        moved = self.rules.ranked(down, self.joined if last else ())
        return Bracket(moved, self.groups[len(self.done)], last, self.field)

    def accept(self, bracket: Bracket, alone: Group, found: Candidate) -> None:
        self.done.append(Done(bracket, alone, found))
        self.c12_tried = False

    def c1_without_opponent(self, here: Bracket) -> Group:
        """C.1: nobody in the bracket is legal for them.

        In the last bracket the bye is an opponent too, but for those moved down only after C.12 (A.6), unless the
        bracket is treated as homogeneous.
        """
        members = here.moved + here.residents
        bye = () if not here.last or here.size % 2 == 0 else members if here.homogeneous else here.residents
        return tuple(
            n
            for n in members
            if not any(n != other and self.rules.legal(n, other) for other in members)
            and not (n in bye and self.rules.may_have_bye(n))
        )

    def completed(self, here: Bracket) -> Candidate | None:
        """C.2 to C.11 for the last bracket."""
        return next(Search(self.rules, here).with_pairs(here.p), None)

    def a5_bye_for_somebody_moved_down(self, here: Bracket) -> Candidate | None:
        """A.5 where C.12 has failed and before C.13: the lowest of them for whom the others can be paired."""
        for n in self.a5_byes_for_those_moved_down(here):
            found = self.completed(here.without((n,)))
            if found:
                return Candidate(found.pairs, (n,))
        return None

    def a5_byes_for_those_moved_down(self, here: Bracket) -> Group:
        """Nobody in a bracket treated as homogeneous, which may leave anybody over without this step."""
        if here.homogeneous or here.size % 2 == 0:
            return ()
        return tuple(n for n in reversed(here.moved) if self.rules.may_have_bye(n))

    def can_be_completed(self, here: Bracket) -> bool:
        without_one = (here.without((n,)) for n in self.a5_byes_for_those_moved_down(here))
        return any(Search(self.rules, bracket).possible(bracket.p) for bracket in (here, *without_one))

    def c12(self, here: Bracket, *, before_c3: bool) -> bool:
        """C.12, once for a bracket: others of the same scores come down, and that allows p pairs.

        Not after a join: it is C.13 that is repeated then, and it looks at all that C.12 would.
        """
        if self.c12_tried or (here.last and self.joined):
            return False
        self.c12_tried = True
        above = self.done[-1]
        scores = self.scores(above.down)

        def welcome(left: Group) -> bool:
            down = left + above.alone
            again = replace(here, moved=self.rules.ranked(down))
            return self.scores(down) == scores and self.allows_p(again, before_c3)

        return self.paired_again(next(Search(self.rules, above.bracket, welcome).with_pairs(self.pairs_above()), None))

    def allows_p(self, here: Bracket, before_c3: bool) -> bool:
        """C.12: "and this allows p pairings", those who come instead being pairable as well.

        Called from C.1, before C.3 has fixed p: residents whom C.1 would move on do not count.
        """
        alone = self.c1_without_opponent(here)
        if any(n in here.moved for n in alone):
            return False
        rest = here.without(alone) if before_c3 and not here.last else here
        return Search(self.rules, rest).possible(rest.p)

    def c13(self) -> None:
        """C.13: another pairing of the penultimate bracket, with fewer pairs too; else the last two are joined."""
        if not self.done:
            if self.field or not self.joined:
                raise NothingLegal
            self.field = True
            return
        above = self.done[-1]

        def welcome(left: Group) -> bool:
            return self.can_be_completed(self.in_hand(left + above.alone))

        if not self.paired_again(next(Search(self.rules, above.bracket, welcome).from_all_to_none(), None)):
            self.done.pop()
            self.joined = self.rules.ranked(self.joined, self.groups[-2])
            self.groups = [*self.groups[:-2], self.groups[-1]]

    def pairs_above(self) -> int:
        return len(self.done[-1].found.pairs)

    def paired_again(self, found: Candidate | None) -> bool:
        """The bracket above has been opened for C.12 or C.13; nothing changes if nothing was found."""
        if found:
            self.done[-1] = replace(self.done[-1], found=found)
        return found is not None

    def scores(self, players: Group) -> list[int]:
        return sorted(self.rules.score[n] for n in players)
