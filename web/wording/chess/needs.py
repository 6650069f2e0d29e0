"""What an entrant needs for an aim, in one sentence that stands by itself."""

from projections.moment.chances_found import Need, NeedKind
from projections.table.norms_in_reach import NormInReach
from projections.table.ratings_in_reach import RatingInReach
from web.wording import N_, NN_, Language
from web.wording.chess.results import points_won

SENTENCES: dict[NeedKind, str] = {
    NeedKind.CERTAIN: N_("Certain already."),
    NeedKind.OUT: N_("Out of reach."),
    NeedKind.DRAW: N_("A draw is enough, whatever the others do."),
    NeedKind.WIN: N_("A win is enough, whatever the others do."),
    NeedKind.MUST_WIN: N_("Must win, and that alone is not enough."),
    NeedKind.WIN_DECIDES: N_("Must win, and a win is enough."),
    NeedKind.AT_LEAST: N_("Needs at least {points} more."),
    NeedKind.TIEBREAK: N_("Level on points at best: the tie-break decides then."),
    NeedKind.OTHERS: N_("Depends on the games of others."),
    NeedKind.OPEN: N_("Open."),
}
SENTENCES_OF_MATCHES: dict[NeedKind, str] = {
    NeedKind.DRAW: N_("A draw of the match is enough, whatever the others do."),
    NeedKind.WIN: N_("A win of the match is enough, whatever the others do."),
    NeedKind.MUST_WIN: N_("Must win the match, and that alone is not enough."),
    NeedKind.WIN_DECIDES: N_("Must win the match, and a win is enough."),
    NeedKind.OTHERS: N_("Depends on the matches of others."),
}
BY_TIEBREAK: dict[NeedKind, str] = {
    NeedKind.MUST_WIN: N_("Must win, and is level on points at best: the tie-break decides then."),
    NeedKind.AT_LEAST: N_("Needs at least {points} more, and is level on points at best: the tie-break decides then."),
}
OF_MATCHES_BY_TIEBREAK: dict[NeedKind, str] = {
    NeedKind.MUST_WIN: N_("Must win the match, and is level on points at best: the tie-break decides then."),
}
ENOUGH = NN_("Needs {points} from {n} game and is then certain.", "Needs {points} from {n} games and is then certain.")
ENOUGH_OF_MATCHES = NN_(
    "Needs {points} from {n} match and is then certain.", "Needs {points} from {n} matches and is then certain."
)

WIN_ALL = NN_("Must win {n} match, and that is enough.", "Must win {n} matches, and that is enough.")


def need_sentence(need: Need, language: Language) -> str:
    """`A draw is enough, whatever the others do.`"""
    if need.kind is NeedKind.POINTS:
        one, many = ENOUGH_OF_MATCHES if need.matches else ENOUGH
        return language.ngettext(one, many, need.games, points=points_won(need.enough or 0, language))
    if need.kind is NeedKind.WIN_ALL:
        return language.ngettext(*WIN_ALL, need.games)
    kinds = SENTENCES
    if need.matches:
        kinds = kinds | SENTENCES_OF_MATCHES
    if need.tiebreak:
        kinds = kinds | BY_TIEBREAK | (OF_MATCHES_BY_TIEBREAK if need.matches else {})
    return language.gettext(kinds[need.kind], points=points_won(need.needed or 0, language))


NORM_OF_KNOWN = NN_(
    "Needs {points} from {n} game, against {average}.", "Needs {points} from {n} games, against {average} on average."
)
NORM_OF_LIKELY = NN_(
    "Needs {points} from {n} game, if it is against {average} as is likely.",
    "Needs {points} from {n} games, if they are against {average} on average as is likely.",
)


def norm_sentence(norm: NormInReach | RatingInReach, language: Language) -> str:
    """`Needs 1½ points from 2 games, against 2400 on average.`"""
    if not norm.half_points:
        return language.gettext(SENTENCES[NeedKind.CERTAIN])
    one, many = NORM_OF_KNOWN if norm.known else NORM_OF_LIKELY
    points, average = points_won(norm.half_points, language), str(norm.average)
    return language.ngettext(one, many, norm.games, points=points, average=average)
