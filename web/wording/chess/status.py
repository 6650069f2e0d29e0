"""The progress of a tournament in one line, and other short words that belong to no event."""

from domain.events import FROM_FILE
from domain.words.choices.chances import OpenGames
from domain.words.games import Bye
from domain.words.regulations import Format
from projections.moment.overview import Overview, Phase
from projections.round.pairings import NoGame
from web.wording import N_, Language, said_by
from web.wording.pairing import EDITIONS, system_name


def status_line(about: Overview, language: Language) -> str:
    said = language.gettext
    if about.regulations.is_playoff:
        return _playoff_line(about, language)
    if about.regulations.is_arena and about.phase is not Phase.ANNOUNCED:
        return _arena_line(about, language)
    rounds = {"n": language.number(about.round), "all": language.number(about.rounds)}
    match about.phase:
        case Phase.ANNOUNCED:
            players = _registered(about, language)
            rounds_to_come = language.ngettext("{n} round to come", "{n} rounds to come", about.rounds)
            return said("{players}, {rounds}", players=players, rounds=rounds_to_come) if about.rounds else players
        case Phase.PLAYING:
            done = {"done": language.number(about.decided), "games": language.number(about.games)}
            return said("Round {n} of {all} in play: {done} of {games} games finished", **rounds, **done)
        case Phase.BETWEEN if about.level:
            level = language.ngettext("{n} match is level", "{n} matches are level", about.level)
            return said("Round {n} of {all}: {level}", level=level, **rounds)
        case Phase.BETWEEN:
            return said("Round {n} of {all} finished", **rounds)
        case Phase.OVER:
            return said("All {all} rounds played", **rounds)
        case Phase.CLOSED:
            return language.ngettext("Finished after {n} round", "Finished after {n} rounds", about.round)


def fide_mode_note(left_in: int | None, language: Language) -> str:
    """Said wherever a tournament that left FIDE mode shows pairings, results or norms; empty for one that is in it."""
    if left_in is None:
        return ""
    if not left_in:
        return language.gettext("not in FIDE mode")
    return language.gettext("not in FIDE mode since round {round}", round=left_in)


def _registered(about: Overview, language: Language) -> str:
    if about.regulations.of_teams:
        return language.ngettext("{n} team registered", "{n} teams registered", about.players)
    return language.ngettext("{n} player registered", "{n} players registered", about.players)


def _arena_line(about: Overview, language: Language) -> str:
    """Its games are those of all rounds."""
    left = about.games - about.decided
    if left:
        done = language.ngettext("{n} game finished", "{n} games finished", about.decided)
        playing = language.ngettext("{n} game in play", "{n} games in play", left)
        return language.gettext("{playing}, {done}", playing=playing, done=done)
    return language.ngettext("{n} game finished", "{n} games finished", about.decided)


def _playoff_line(about: Overview, language: Language) -> str:
    said = language.gettext
    match about.phase:
        case Phase.ANNOUNCED:
            return language.ngettext(
                "{n} player level, lots to be drawn", "{n} players level, lots to be drawn", about.players
            )
        case Phase.PLAYING:
            done = {"done": about.decided, "games": about.games}
            return said("Step {n} in play: {done} of {games} games finished", n=about.round, **done)
        case Phase.BETWEEN:
            return said("Step {n} finished", n=language.number(about.round))
        case Phase.OVER | Phase.CLOSED:
            return language.ngettext("Decided after {n} step", "Decided after {n} steps", about.round)


phase_word = said_by(
    {
        Phase.ANNOUNCED: N_("announced"),
        Phase.PLAYING: N_("in play"),
        Phase.BETWEEN: N_("between rounds"),
        Phase.OVER: N_("played"),
        Phase.CLOSED: N_("finished"),
    }
)

bye_in_words = said_by(
    {
        None: N_("bye"),
        Bye.FULL: N_("full-point bye"),
        Bye.HALF: N_("half-point bye"),
        Bye.ZERO: N_("not playing this round"),
        NoGame.REST: N_("rests"),
        NoGame.WAITS: N_("waits for the next game"),
    }
)
"""The reason somebody is not paired; None is the bye of an odd field."""


def engine_name(made_by: tuple[str, str], language: Language) -> str:
    """The maker of a pairing as a sentence names it: a table, the bracket, or a system with its edition."""
    engine, version = made_by
    said = language.gettext
    names = {
        "berger": said("the Berger table"),
        "scheveningen": said("the Scheveningen table"),
        Format.ARENA.value: said("the arena"),
        Format.KNOCKOUT.value: said("the bracket"),
        Format.DOUBLE_ELIMINATION.value: said("the bracket"),
        FROM_FILE: said("the program that wrote the file"),
    }
    return names.get(engine) or (system_name(engine, language) if engine in EDITIONS else f"{engine} {version}".strip())


open_games_count = said_by(
    {
        OpenGames.OPEN: N_("as nothing yet"),
        OpenGames.RATING: N_("as won by the higher rating"),
        OpenGames.DRAWN: N_("as drawn"),
    }
)
"""How open games count for the next round as it would be now."""

format_name = said_by(
    {
        Format.SWISS: N_("Swiss"),
        Format.ROUND_ROBIN: N_("round robin"),
        Format.SCHEVENINGEN: N_("Scheveningen"),
        Format.KNOCKOUT: N_("knock-out (bracket)"),
        Format.DOUBLE_ELIMINATION: N_("double elimination"),
        Format.PLAYOFF: N_("play-off"),
        Format.ARENA: N_("arena: whoever is free plays"),
    }
)
