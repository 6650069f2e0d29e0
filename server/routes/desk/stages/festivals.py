"""Festivals at the desk: a new one, its sections and their order, and the stages that some of them are."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from starlette.responses import Response
from starlette.routing import BaseRoute

from domain.decisions.qualifying import ComesFrom
from domain.decisions.setup import announcing
from domain.decisions.setup.regulations import IN_FORCE
from domain.festival import decisions as decide
from domain.festival.events import FestivalDetails, FestivalEvent, GroupsDrawn
from domain.festival.groups import LEAST_GROUP, MOST_GROUP, GroupRules, draw_groups
from domain.festival.state import Festival
from domain.refusals import BadField, Refusal
from domain.stewards.permissions import Action
from domain.tournament import Tournament
from domain.words.festivals import Carry, Seeding
from domain.words.regulations import Details, Format
from projections.festivals.qualifiers import Drift, drift, link_rows
from projections.round.results import disputed
from server.office.festivals import FestivalOffice
from server.routes.api.commands import EVERYTHING_KEY, founding_of_festival
from server.routes.desk import rows as r
from server.routes.desk.preview import fragment
from server.routes.desk.setup.announcement import regulations_of_stage, stages_from, starting_with
from server.routes.desk.visit import Visit, go
from server.routes.forms import Form, read_form
from web.api.commands import festivals as c
from web.paper.papers import FESTIVAL_PAPERS
from web.rendering import part
from web.wording.festivals import draw_in_words
from web.wording.refusals import sentence


async def show_festivals(visit: Visit) -> Response:
    return visit.page(
        "desk/festivals.html",
        announcing_for=visit.announcing_for,
        festivals=[one for one in visit.festivals if visit.concerns(festival=one.name)],
    )


async def create_festival(visit: Visit) -> Response:
    return go(f"/desk/festivals/{(await announced_festival(visit)).name}")


async def announced_festival(visit: Visit) -> FestivalOffice:
    details = _details(visit, FestivalDetails(""))
    return await visit.create_festival(details.name, lambda _: decide.announce_festival(details))


async def show_festival(visit: Visit) -> Response:
    office = visit.festival
    view = await visit.services.festivals.read(office)
    known = {slug: found.tournament for slug in office.festival.sections if (found := visit.office.known(slug))}
    moments = [at for slug in known if (at := visit.services.festivals.at_desk(slug)) is not None]
    return visit.page(
        "desk/festival.html",
        festival=office,
        drifts=dict(_drifts(visit, office.festival, known)),
        view=view,
        papers=FESTIVAL_PAPERS,
        offered={name for name, paper in FESTIVAL_PAPERS.items() if paper.offered(moments, office.festival)},
        most_rounds=max((t.paired for t in known.values()), default=0),
        disputes={slug: len(disputed(t)) for slug, t in known.items()},
        links=list(link_rows(office.festival, {row.slug: row for row in view.sections}, known)),
        formats=[format for format in Format if format is not Format.PLAYOFF],
        carries=list(Carry),
        seedings=list(Seeding),
        tournaments=await visit.choices(),
        page=visit.searched,
    )


def _drifts(
    visit: Visit, festival: Festival, known: Mapping[str, Tournament]
) -> Iterator[tuple[tuple[str, str], Drift]]:
    """By the section that entrants came into and the one they came from: others would come by now."""
    for into in festival.links:
        target = known.get(into)
        for source, came in target.qualified.items() if target else ():
            now = visit.services.festivals.at_desk(source)
            if target and now is not None and (changed := drift(target, came, now)):
                yield (into, source), changed


async def amend_festival(visit: Visit) -> Response:
    details = _details(visit, visit.festival.festival.details)
    details = replace(details, one_prize_each=visit.form.ticked("one_prize_each"))
    return await _decided(visit, lambda state: decide.amend_festival(state, details))


async def add_section(visit: Visit) -> Response:
    slug = visit.form.text("tournament")
    if not visit.may_there(Action.ARBITRATE, slug):
        raise BadField("tournament", slug, "not-here")
    title = visit.form.text("title") or visit.office.name_of(slug)[: decide.LONGEST_SECTION_TITLE]
    return await _decided(visit, lambda state: decide.add_section(state, slug, title))


async def announce_section(visit: Visit) -> Response:
    office, form = visit.festival, visit.form
    festival, title = office.festival, form.text("title")
    added = decide.add_section(festival, "", title)  # refused before there is a tournament of that name
    visit.before_another_stream(lambda: added)
    about = festival.details
    details = Details(f"{about.name}: {title}", city=about.city, start=about.start, end=about.end)
    regulations = starting_with(form.choice("format", Format), form.whole("rounds"), IN_FORCE)
    made = await visit.office.create(
        details.name,
        f"{visit.command_id}/t",
        visit.session.name,
        lambda _: announcing.announce_tournament(details, regulations),
        visit.digest(),
    )
    return await _decided(visit, lambda state: decide.add_section(state, made.id, title))


def _moved(state: Festival, slug: str, up: bool) -> list[FestivalEvent]:
    return decide.move_section(state, slug, up=up)


def festival_now(visit: Visit) -> Mapping[str, str]:
    about = visit.festival.festival.details
    said = {"name": about.name, "city": about.city, "start": about.start, "end": about.end}
    return {**said, "one_prize_each": "on" if about.one_prize_each else ""}


async def _decided(visit: Visit, decision: Callable[[Festival], list[FestivalEvent]]) -> Response:
    return go(f"/desk/festivals/{(await visit.command_festival(decision)).name}")


def _details(visit: Visit, before: FestivalDetails) -> FestivalDetails:
    form = visit.form
    return replace(
        before, name=form.text("name"), city=form.text("city"), start=form.text("start"), end=form.text("end")
    )


# Stages: groups, who goes on into which section, and their registration


async def draw(visit: Visit) -> Response:
    """Groups of the entrants of a section, and the stages after them; all tournaments are announced at once."""
    pool = visit.form.text("pool")
    if not visit.may_there(Action.ARBITRATE, pool):
        raise BadField("pool", pool, "not-here")
    entered = (await visit.office.open(pool)).tournament
    rules, lot = _group_rules(visit.form), r.lot_seed(visit)
    office = await visit.command_festival(lambda state: draw_groups(state, pool, entered, rules, lot))
    await visit.services.stages.announce(office, pool, visit.session.name)
    return go(f"/desk/festivals/{office.name}")


async def show_groups(visit: Visit) -> Response:
    """What the form of the groups would make as it stands, in a sentence, or why it cannot."""
    form, words = read_form(visit.request.query_params), visit.words
    try:
        pool = form.text("pool")
        if not visit.may_there(Action.ARBITRATE, pool):
            raise BadField("pool", pool, "not-here")
        entered = (await visit.office.open(pool)).tournament
        drawn = draw_groups(visit.festival.festival, pool, entered, _group_rules(form), "")
    except Refusal as refusal:
        return fragment(part("desk/effect.html", "refused", sentence(refusal, None, words), lang=words.code))
    said = [draw_in_words(event, words) for event in drawn if isinstance(event, GroupsDrawn)]
    return fragment(part("desk/effect.html", "groups", said, lang=words.code))


async def send(visit: Visit) -> Response:
    """Register those who go on from one source now, as its table stands, closed or not."""
    office, form = visit.festival, visit.form
    into, source = form.text("into"), form.text("source")
    known = office.festival.links.get(into)
    if known is None or source not in known.sources:
        raise BadField("source", source, "not-here")
    rule = ComesFrom(source, known.places, known.carry, known.least_games)
    if visit.by_program:
        coming = await visit.services.stages.sending(into, rule)
        visit.before_another_stream(lambda: coming)
    await visit.services.stages.send(into, rule, visit.session.name)
    return go(f"/desk/festivals/{office.name}")


def _group_rules(form: Form) -> GroupRules:
    return GroupRules(
        regulations_of_stage(form, "group", IN_FORCE),
        form.whole("least", LEAST_GROUP),
        form.whole("most", MOST_GROUP),
        form.choice("seeding", Seeding, Seeding.SNAKE),
        stages_from(form),
        form.line("group_title"),
    )


_FESTIVALS, _HERE, _SECTION = "/desk/festivals", "", "/sections/{section}"
_CREATION = EVERYTHING_KEY(c.CreateFestival)

routes: Sequence[BaseRoute] = (
    r.desk_get(_FESTIVALS, show_festivals, Action.ANNOUNCE),
    r.desk_post(
        _FESTIVALS,
        create_festival,
        _FESTIVALS,
        Action.ANNOUNCE,
        for_programs=founding_of_festival("/api/f", _CREATION, announced_festival),
    ),
    r.festival_get(_HERE, show_festival),
    r.festival_post(_HERE, amend_festival, EVERYTHING_KEY(c.ChangeFestival, festival_now)),
    r.festival_post("/add", add_section, EVERYTHING_KEY(c.AddSection)),
    r.festival_post("/announce", announce_section, EVERYTHING_KEY(c.AnnounceSection)),
    r.festival_step(
        f"{_SECTION}/rename",
        r.deciding(decide.rename_section, r.path_part("section"), r.form_text("title")),
        EVERYTHING_KEY(c.RenameSection),
    ),
    r.festival_step(
        f"{_SECTION}/move",
        r.deciding(_moved, r.path_part("section"), lambda visit: visit.form.text("by") == "up"),
        EVERYTHING_KEY(c.MoveSection),
    ),
    r.festival_step(
        f"{_SECTION}/remove", r.deciding(decide.remove_section, r.path_part("section")), EVERYTHING_KEY(c.RemoveSection)
    ),
    r.festival_get("/groups/effect", show_groups),
    r.festival_post("/groups", draw, EVERYTHING_KEY(c.DrawGroups)),
    r.festival_step(
        "/link",
        r.deciding(
            decide.link_sections,
            lambda visit: visit.form.all("sources"),
            r.whole("qualifying_places"),
            r.form_text("into"),
            r.choice("carry", Carry, Carry.NONE),
            r.whole("least_games", 1),
        ),
        EVERYTHING_KEY(c.LinkSections),
    ),
    r.festival_step(
        "/unlink", r.deciding(decide.unlink_sections, r.form_text("into")), EVERYTHING_KEY(c.UnlinkSections)
    ),
    r.festival_post("/send", send, EVERYTHING_KEY(c.SendQualifiers)),
)
