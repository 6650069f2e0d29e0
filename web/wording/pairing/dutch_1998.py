"""Why a round is paired as it is, in sentences (English). Articles are those of the system's own text."""

from collections.abc import Callable, Iterable

from domain.cards.card import Pair
from domain.files.trf.values import written
from domain.pairing.checker import Difference
from domain.pairing.explanation import (
    BoardStory,
    BracketStory,
    ByeStory,
    Candidate,
    Explanation,
    Reason,
    Relaxation,
    Role,
    Treatment,
    WhyNot,
)

Label = Callable[[int], str]
"""How a pairing number is shown."""

TREATMENTS = {
    Treatment.HOMOGENEOUS: "paired as one group",
    Treatment.HETEROGENEOUS: "those moved down are paired first (A.6)",
    Treatment.MIXED: "at least half were moved down, so it is paired as one group (A.3)",
}
ROLES = {
    Role.MOVED_DOWN: "the higher one had been moved down",
    Role.REMAINDER: "in the remainder of the bracket",
    Role.HOMOGENEOUS: "in a bracket paired as one group",
}
CRITERIA = {
    "B.1": "they may not meet again",
    "B.1a": "they have met before",
    "B.1b": "a point without playing already",
    "B.2": "no third time the same colour in a row, nor a colour three ahead",
    "B.3": "equal scores",
    "B.4": "the colour that is due",
    "B.5": "no float of the same kind as in the last round",
    "B.6": "no float of the same kind as two rounds ago",
}
STEPS = {
    "C.12": "C.12: the bracket above was paired again, to send somebody else down",
    "C.13": "C.13: the bracket was joined with the one below",
    "C.14": "C.14: one pair fewer than wanted",
}
"""Steps that change the bracket itself."""

REASONS = {
    Reason.THEY_DO: "they do meet",
    Reason.ABSENT: "one of them is not paired in this round",
    Reason.FORBIDDEN: "they must not meet",
    Reason.OTHER_BRACKETS: "they are never in one score bracket together",
    Reason.NOT_COMPLETED: "with this pair their bracket cannot be completed, whatever is given up",
    Reason.WORSE: "a pairing with this pair gives up more",
    Reason.BELOW: (
        "a pairing with this pair would come earlier, but the bracket below could not be completed "
        "with those it moves down (C.12, C.13)"
    ),
    Reason.LATER: "a pairing with this pair is as good, but comes later in the prescribed order (D.1, D.2)",
}


def explained(explanation: Explanation, label: Label = str) -> list[str]:
    """The whole round: bracket by bracket, then board by board."""
    lines = [line for bracket in explanation.brackets for line in _bracket(bracket, label)]
    lines += [_board(board, label) for board in explanation.boards]
    if explanation.bye is not None:
        lines.append(_bye(explanation.bye, label))
    return lines


def why_not(answer: WhyNot, label: Label = str) -> str:
    """One sentence about two players who do not meet."""
    one, two = (label(n) for n in answer.players)
    text = f"{one} and {two}: {REASONS[answer.reason]}"
    if answer.broken:
        text += ": " + _broken(answer.broken, label)
    if answer.reason is Reason.WORSE and answer.relaxed:
        text += ": " + "; ".join(map(_relaxation, answer.relaxed))
    return text + "."


def _bracket(story: BracketStory, label: Label) -> Iterable[str]:
    who = [f"residents {_list(story.residents, label)}"] if story.residents else []
    who += [f"moved down {_list(story.moved_down, label)}"] if story.moved_down else []
    head = f"Bracket {story.number} ({_points(story.score)})"
    yield f"{head}: {', '.join(who)}; {TREATMENTS[story.treatment]}." if who else f"{head}: nobody is left to pair."
    if story.without_opponent:
        yield f"  Without an opponent here (C.1): {_list(story.without_opponent, label)}."
    if story.pairs:
        fewer = f" of {story.pairs_wanted} wanted" if story.pairs < story.pairs_wanted else ""
        yield (
            f"  {_count(story.pairs, 'pair')}{fewer}; "
            f"at least {story.x} without the colours due (A.8), {story.x_used} allowed."
        )
    yield from (f"  {_candidate(candidate, label)}." for candidate in story.candidates if candidate.s1)
    yield from (f"  {_relaxation(relaxation)}." for relaxation in story.relaxed)
    if story.floaters:
        yield f"  Left over: {_list(story.floaters, label)}."


def _candidate(candidate: Candidate, label: Label) -> str:
    s1, s2 = (_list(group, label) for group in (candidate.s1, candidate.s2))
    text = f"S1 {s1} against S2 {s2}: "
    exchange = candidate.exchange
    if exchange.from_s1:
        swapped = f"{_list(exchange.from_s1, label)} for {_list(exchange.from_s2, label)}"
        text += f"exchange{f' {exchange.number}' if exchange.number else ''} (D.2), {swapped}; "
    return text + (f"transposition {candidate.transposition} (D.1)" if candidate.transposition else "S2 as it stood")


def _relaxation(relaxation: Relaxation) -> str:
    times = f", {relaxation.amount} times" if relaxation.amount > 1 else ""
    if relaxation.article in STEPS:
        return STEPS[relaxation.article] + times
    return f"{relaxation.article} gave up {_article(relaxation.criterion)}{times}"


def _article(article: str) -> str:
    what = CRITERIA.get(article, "")
    return f"{article} ({what})" if what else article


def _board(story: BoardStory, label: Label) -> str:
    text = f"Board {story.board}: {label(story.white)} - {label(story.black)}, bracket {story.bracket}, "
    text += f"{ROLES[story.role]}; colours by {story.colour_article}"
    return text + (f"; not satisfied: {_broken(story.broken, label)}." if story.broken else ".")


def _bye(story: ByeStory, label: Label) -> str:
    text = f"Bye: {label(story.player)}, bracket {story.bracket}"
    if story.broken:
        text += f"; not satisfied: {_broken(story.broken, label)}"
    if story.barred:
        text += "; could not have it: " + ", ".join(f"{label(n)} ({article})" for n, article in story.barred.items())
    return text + "."


def _broken(broken: Iterable[tuple[str, int]], label: Label) -> str:
    by_article: dict[str, list[int]] = {}
    for article, number in broken:
        by_article.setdefault(article, []).append(number)
    return ", ".join(f"{_article(a)} for {' and '.join(map(label, who))}" for a, who in by_article.items())


def _list(numbers: Iterable[int], label: Label) -> str:
    """Bare numbers stand side by side; names need something between them."""
    shown = [label(n) for n in numbers]
    return (" · " if any(not s.isdigit() for s in shown) else " ").join(shown)


def _points(half: int) -> str:
    return f"{written(half).removesuffix('.0')} {'point' if half == 2 else 'points'}"


def _count(n: int, noun: str) -> str:
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


def difference(found: Difference, label: Label = str) -> list[str]:
    """One round that was paired otherwise."""
    if found.nothing_legal:
        players = _list(found.nothing_legal, label)
        return [f"Round {found.round}: no legal pairing was found; players {players} cannot all be paired."]
    lines = [f"Round {found.round} differs:"]
    if found.actual or found.ours:
        lines += [f"  in the file: {_pairs(found.actual, label)}", f"  ours:        {_pairs(found.ours, label)}"]
    if found.colours:
        lines.append(f"  colours exchanged: {_pairs(found.colours, label)}")
    if found.actual_bye != found.ours_bye:
        lines.append(f"  bye in the file: {_who(found.actual_bye, label)}; ours: {_who(found.ours_bye, label)}")
    return lines


def _pairs(pairs: Iterable[Pair], label: Label) -> str:
    return ", ".join(f"{label(p.white)}-{label(p.black)}" for p in pairs) or "none"


def _who(number: int | None, label: Label) -> str:
    return label(number) if number is not None else "nobody"
