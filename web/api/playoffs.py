"""The JSON twin of a play-off."""

from projections.playoff.stages import PlayoffCell, PlayoffHead, PlayoffPlace, PlayoffView, StageView
from projections.playoff.tree import PlayoffTree, TreeCard, playoff_tree
from web.api.views import Json, person, points_json


def playoff_twin(view: PlayoffView) -> dict[str, Json]:
    return {
        **playoff_head(view.head),
        "stages": [stage(one) for one in view.stages],
        "tree": _columns(playoff_tree(view)),
    }


def tree(shown: PlayoffTree) -> dict[str, Json]:
    return {"columns": _columns(shown)}


def _columns(shown: PlayoffTree) -> list[Json]:
    return [[_card(card) for card in column] for column in shown.columns]


def _card(card: TreeCard) -> dict[str, Json]:
    return {
        "kind": card.kind.value,
        "step": card.step,
        "form": card.form.value if card.form else None,
        "where": card.where,
        "state": card.state.value if card.state else None,
        "players": [
            {
                "player": person(line.person),
                "points": None if line.points is None else points_json(line.points),
                "mark": line.mark.value,
                "colour": line.colour.value if line.colour else None,
            }
            for line in card.lines
        ],
        "playing": [{"white": person(white), "black": person(black)} for white, black in card.playing],
        "not_before": card.not_before,
        "ways": {str(way.level): way.form.value for way in card.ways},
        "winners_of": list(card.winners_of),
        "places": [_place(line) for line in card.places],
    }


def playoff_head(head: PlayoffHead) -> dict[str, Json]:
    return {
        "source": head.source,
        "place": head.place,
        "places": head.options.places,
        "tied": [person(one) for one in head.tied],
        "late": head.options.late,
        "pairing_form": head.options.pairing_form.value,
        "fewest_moves": head.options.fewest_moves.value,
        "armageddon_colours": head.options.armageddon_colours.value,
        "increment_from_move": head.options.increment_from_move,
        "dropped_share": head.options.dropped_share,
        "longer_control": head.longer_control,
        "outcome": [_place(line) for line in head.outcome],
    }


def stage(one: StageView) -> dict[str, Json]:
    return {
        "name": one.name,
        "form": one.form.value,
        "article": one.article.number,
        "state": one.state.value,
        "seed": one.seed,
        "not_before": one.not_before,
        "players": [
            {"number": line.number, "player": person(line.person), "points": points_json(line.points)}
            for line in one.scores
        ],
        "games": [_game(cell) for cell in one.games],
        "next": {str(case.level): case.form.value for case in one.cases},
        "level": [person(who) for who in one.level],
        "winner": person(one.winner) if one.winner else None,
        "chooses_colour": person(one.chooser) if one.chooser else None,
    }


def _game(cell: PlayoffCell) -> dict[str, Json]:
    return {
        "white": person(cell.white),
        "black": person(cell.black),
        "round": cell.round or None,
        "board": cell.board or None,
        "result": cell.result.value if cell.result else None,
        "points": [points_json(cell.white_points), points_json(cell.black_points)],
        "half_moves": cell.half_moves,
        **({"boards": [points_json(points) for points in cell.boards]} if cell.boards else {}),
        "arbiter": cell.arbiter,
        "ruling": cell.ruling,
    }


def _place(line: PlayoffPlace) -> dict[str, Json]:
    return {"place": line.place, "player": person(line.person), "by": line.by.value}
