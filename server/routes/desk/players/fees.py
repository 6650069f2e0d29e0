"""Entry fees at the desk: set up, taken among the queue, given back; the list and the sums for the treasurer."""

import asyncio
from collections.abc import Sequence

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import BaseRoute

from domain.decisions.players import fees
from domain.decisions.players.paying import mark_of
from domain.fields import written_amount
from domain.refusals import BadField
from domain.stewards.events import Role
from domain.stewards.permissions import Action
from domain.stewards.roles import RoleTooSmall
from domain.words.choices.fees import MAX_HOW_TO_PAY_CHARS, CategoryFee, EntryFees, FeeChange, FeeOfLeavers, PaymentWay
from domain.words.players import EntrantId
from projections.lists.fees import fee_list
from server.clock import local_now
from server.office.tournaments import TournamentOffice
from server.routes.api.commands import PLAYERS_KEY
from server.routes.desk.guards import forbidden
from server.routes.desk.rows import act, deciding, get, post
from server.routes.desk.typed import read_cents
from server.routes.desk.visit import Visit, go
from server.routes.forms import Form
from web.api.commands import fees as of_program
from web.downloads.documents import FILE_FORMATS
from web.tables import fees_tables

_PAGE, _SET_UP, _ONE = "/fees", "/fees/set-up", "/fees/{player:int}"


async def show_fees(visit: Visit, office: TournamentOffice) -> Response:
    """Refused to helpers, where they take no payments. What was refused on the page of one comes again there."""
    try:
        _refuse_helper(visit, office)
    except RoleTooSmall as refusal:
        return forbidden(visit, refusal)
    if visit.form.text("back") and visit.grant.arbitrates:
        return _page_of(visit, EntrantId(visit.form.whole("player")))
    way = visit.form.text("way") or visit.asked("way")
    return visit.page(
        "desk/fees.html",
        view=fee_list(visit.snapshot),
        ways=list(PaymentWay),
        way=way if way in set(PaymentWay) else PaymentWay.CASH.value,
        full=visit.grant.arbitrates,
    )


async def show_fees_of(visit: Visit, office: TournamentOffice) -> Response:
    return _page_of(visit, _player(visit))


def _page_of(visit: Visit, id: EntrantId) -> Response:
    view = fee_list(visit.snapshot)
    row = view.row(id)
    if row is None:
        raise HTTPException(404)
    return visit.page(
        "desk/fees_of_one.html",
        row=row,
        view=view,
        payments=view.payments_of(id),
        ways=list(PaymentWay),
        today=_today(),
        amount_of=written_amount,
    )


async def show_set_up(visit: Visit, office: TournamentOffice) -> Response:
    rules = office.tournament.fees
    lines = "\n".join(f"{one.category}; {written_amount(one.cents)}" for one in rules.by_category)
    return visit.page(
        "desk/fees_set_up.html",
        rules=rules,
        lines=lines,
        changes="\n".join(map(fees.written_change, rules.changes)),
        fee=written_amount(rules.cents) if rules.any else "",
        most_how=MAX_HOW_TO_PAY_CHARS,
        leavers=list(FeeOfLeavers),
    )


async def note_payment(visit: Visit, office: TournamentOffice) -> Response:
    """All that somebody owes, or the sum that is typed; the list of those who owe comes again."""
    _refuse_helper(visit, office)
    form, id = visit.form, EntrantId(visit.form.whole("player"))
    way = form.choice("way", PaymentWay, PaymentWay.CASH)
    cents = _sum(visit, "amount") if form.text("amount") else None
    day, by, payer = form.text("paid_on") or _today(), visit.steward.name, form.line("payer")
    outcome = await visit.command(lambda t: fees.take_payment(t, id, cents, way, day, by, payer))
    there = f"/{id}" if form.text("back") else f"?way={way.value}"
    return go(f"/desk/t/{office.id}{_PAGE}{there}", outcome)


async def refund_fee(visit: Visit, office: TournamentOffice) -> Response:
    form, id, by = visit.form, EntrantId(visit.number("player")), visit.steward.name
    way, cents = form.choice("way", PaymentWay, PaymentWay.CASH), _sum(visit, "amount")
    day, why = form.text("paid_on") or _today(), form.line("reason")
    outcome = await visit.command(lambda t: fees.refund(t, id, cents, way, day, by, why))
    return go(f"/desk/t/{office.id}{_PAGE}/{id}", outcome)


async def download_fees(visit: Visit, office: TournamentOffice) -> Response:
    form = visit.path("form")
    if form not in FILE_FORMATS:
        raise HTTPException(404)
    how, file = "attachment", f"{office.id}-fees.{form}"
    writer, name = FILE_FORMATS[form], office.tournament.details.name
    tables = fees_tables(fee_list(visit.snapshot), visit.words)
    content = await asyncio.to_thread(writer.write, tables, visit.words, name, office.entries[-1].recorded_at)
    disposition = {
        "Content-Disposition": f'{how}; filename="{file}"',
        "Cache-Control": "no-store",
    }
    return Response(content, media_type=writer.media_type, headers=disposition)


def _refuse_helper(visit: Visit, office: TournamentOffice) -> None:
    if not visit.grant.arbitrates and not office.tournament.fees.helpers_take:
        raise RoleTooSmall(visit.grant.role, Role.ARBITER)


def _today() -> str:
    return local_now().date().isoformat()


def _typed_fees(visit: Visit) -> EntryFees:
    form, currency = visit.form, visit.form.text("currency") or "EUR"
    return EntryFees(
        read_cents("fee", form.text("fee"), currency),
        tuple(_category_fee(line, currency) for line in _lines(form, "fee_categories")),
        currency,
        form.fields.get("how_to_pay", ""),
        form.ticked("before_check_in"),
        form.ticked("helpers_take"),
        form.choice("fee_of_leavers", FeeOfLeavers, FeeOfLeavers.DUE),
        form.line("iban"),
        form.line("bic"),
        form.line("holder"),
        form.line("pay_page"),
        visit.at.tournament.fees.mark or mark_of(visit.at.id),
        tuple(_fee_change(line, currency) for line in _lines(form, "fee_changes")),
    )


def _lines(form: Form, field: str) -> list[str]:
    return [line for line in form.fields.get(field, "").splitlines() if line.strip()]


def _category_fee(line: str, currency: str) -> CategoryFee:
    who, parted, amount = line.rpartition(";")
    if not parted:
        raise BadField("fee_categories", line, "category-and-amount")
    return CategoryFee(who.strip(), read_cents("fee_categories", amount, currency))


def _fee_change(line: str, currency: str) -> FeeChange:
    when, parted, amount = line.rpartition(";")
    if not parted:
        raise BadField("fee_changes", line, "day-and-amount")
    who, _, day = when.rpartition(";")
    return FeeChange(day.strip(), who.strip(), read_cents("fee_changes", amount, currency))


def _player(visit: Visit) -> EntrantId:
    return EntrantId(visit.number("player"))


def _own_fee(visit: Visit) -> int | None:
    return _sum(visit, "own_fee") if visit.form.text("own_fee") else None


def _sum(visit: Visit, field: str) -> int:
    return read_cents(field, visit.form.text(field), visit.at.tournament.fees.currency)


def _reason(visit: Visit) -> str:
    return visit.form.line("reason")


def _receipt(visit: Visit) -> int:
    return visit.form.whole("payment")


routes: Sequence[BaseRoute] = (
    get(_PAGE, show_fees, Action.FILL),
    get(_SET_UP, show_set_up, Action.ARBITRATE),
    act(_SET_UP, deciding(fees.set_fees, _typed_fees), PLAYERS_KEY(of_program.SetFees), on=_SET_UP, to=_PAGE),
    post(f"{_PAGE}/paid", note_payment, _PAGE, PLAYERS_KEY(of_program.TakeFee), Action.FILL),
    get(f"{_PAGE}/file.{{form}}", download_fees, Action.ARBITRATE),
    get(_ONE, show_fees_of, Action.ARBITRATE),
    act(
        f"{_ONE}/own",
        deciding(fees.set_own_fee, _player, _own_fee, _reason),
        PLAYERS_KEY(of_program.SetOwnFee),
        on=_ONE,
        to=_ONE,
    ),
    post(f"{_ONE}/refund", refund_fee, _ONE, PLAYERS_KEY(of_program.RefundFee)),
    act(
        f"{_ONE}/cancel",
        deciding(fees.cancel_payment, _receipt, _reason),
        PLAYERS_KEY(of_program.CancelPayment),
        on=_ONE,
        to=_ONE,
    ),
)
