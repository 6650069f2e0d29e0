"""Statistics of games in words."""

from projections.round.statistics import GamesFact
from web.wording import N_, Language, said_by

fact_of_games = said_by(
    {
        "white": N_("White won"),
        "draws": N_("Draws"),
        "black": N_("Black won"),
        "upset": N_("Greatest surprise"),
        "longest": N_("Longest game"),
        "shortest": N_("Shortest game"),
        "thought": N_("Longest thought"),
        "opening": N_("Opening"),
    }
)


def fact_in_figures(one: GamesFact, language: Language) -> str:
    """`45 · 38 %`, `94 moves`, `32:10`: what stands beside the name of a fact."""
    match one.kind:
        case "white" | "draws" | "black":
            return f"{language.number(one.number)} · {one.share} %"
        case "upset":
            return language.gettext("{n} rating points", n=language.number(one.number))
        case "longest" | "shortest":
            return language.ngettext("{n} move", "{n} moves", one.number, n=language.number(one.number))
        case "thought":
            return minutes(one.number)
        case _:
            return language.number(one.number)


def minutes(seconds: int) -> str:
    """`32:10`."""
    return f"{seconds // 60}:{seconds % 60:02}"
