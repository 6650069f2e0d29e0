"""The words of a bye that the regulations settle before anybody is paired, whatever the system."""

from domain.pairing.last_bye import LastRests
from web.wording import Language
from web.wording.pairing.told import Label, listed, points_of


def last_rests_in_words(facts: LastRests, label: Label, words: Language) -> str:
    """A sentence about the one who rests, and about those below who do not."""
    said = [
        words.gettext(
            "Bye, before anybody is paired: {player}, the last of the lowest score group ({points}) who has had none.",
            player=label(facts.player),
            points=points_of(facts.score, words),
        )
    ]
    if facts.rested:
        said.append(words.gettext("Had one already: {players}.", players=listed(facts.rested, label)))
    if facts.needed:
        said.append(
            words.gettext(
                "Without one of these the others cannot all be paired: {players}.",
                players=listed(facts.needed, label),
            )
        )
    return " ".join(said)
