"""The addresses of the rating lists at the desk."""

from collections.abc import Sequence

from starlette.routing import BaseRoute, Route

from domain.stewards.events import Role
from server.player_addresses import GET, POST
from server.routes.desk.guards import action, page
from server.routes.desk.lists import rating_lists
from server.routes.desk.lists.rating_lists import LISTS_PATH

LIST_ROUTES: Sequence[BaseRoute] = (
    Route(LISTS_PATH, page(rating_lists.show_lists), methods=GET),
    Route(LISTS_PATH, action(rating_lists.send_list, rating_lists.show_lists), methods=POST),
    Route(f"{LISTS_PATH}/columns/{{list}}", page(rating_lists.show_columns), methods=GET),
    Route(
        f"{LISTS_PATH}/columns/{{list}}",
        action(rating_lists.read_with_columns, rating_lists.show_columns),
        methods=POST,
    ),
    Route(
        f"{LISTS_PATH}/addresses",
        action(rating_lists.keep_addresses, rating_lists.show_lists, Role.CHIEF),
        methods=POST,
    ),
    Route(f"{LISTS_PATH}/orders", action(rating_lists.keep_orders, rating_lists.show_lists, Role.CHIEF), methods=POST),
    Route(f"{LISTS_PATH}/renew", action(rating_lists.renew_now, rating_lists.show_lists), methods=POST),
    Route(f"{LISTS_PATH}/progress", page(rating_lists.list_progress), methods=GET),
)
