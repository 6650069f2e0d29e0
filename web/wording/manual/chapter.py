"""The parts of a chapter."""

from dataclasses import dataclass, fields

from web.wording import Language


@dataclass(frozen=True, slots=True)
class Chapter:
    """A pairing system for somebody who has to choose one. Every text is one sentence or a few."""

    suits: tuple[str, ...]
    """The events it is for."""
    needs: tuple[str, ...]
    """Things that the arbiter and the players have to bring before it can pair."""
    way: tuple[str, ...]
    """The steps of a pairing."""
    unusual: tuple[str, ...]
    """Facts that people who know another system stumble over."""
    options: tuple[str, ...]
    """The choices of its regulations."""
    sources: tuple[str, ...]
    """The articles, and how they were read."""

    def in_words(self, words: Language) -> "Chapter":
        """The chapter in that language."""
        return Chapter(*(tuple(map(words.gettext, getattr(self, field.name))) for field in fields(self)))
