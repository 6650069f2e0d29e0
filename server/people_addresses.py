"""The addresses of people and programs at the desk: invitations, keys, webhooks, and the health of the server."""

from collections.abc import Sequence

from starlette.routing import BaseRoute, Route

from domain.stewards.events import Role
from server.player_addresses import GET, POST
from server.routes import join
from server.routes.desk.guards import Handler, action, page
from server.routes.desk.people import health, keys, stewards, webhooks


def of_webhook(path: str, handler: Handler) -> Route:
    """A step about webhooks; every form stands on their page."""
    return Route(webhooks.PAGE + path, action(handler, webhooks.show_webhooks, Role.CHIEF), methods=POST)


STEWARD_ROUTES: Sequence[BaseRoute] = (
    Route("/desk/stewards", page(stewards.show_stewards, Role.CHIEF), methods=GET),
    Route("/desk/stewards", action(stewards.invite, stewards.show_stewards, Role.CHIEF), methods=POST),
    Route("/desk/stewards/{steward}", page(stewards.show_card, Role.CHIEF), methods=GET),
    Route(
        "/desk/stewards/{steward}/dismiss", action(stewards.dismiss, stewards.show_stewards, Role.CHIEF), methods=POST
    ),
    Route(webhooks.PAGE, page(webhooks.show_webhooks, Role.CHIEF), methods=GET),
    Route(webhooks.PAGE, action(webhooks.set_one, webhooks.show_webhooks, Role.CHIEF), methods=POST),
    of_webhook("/{webhook}/rotate", webhooks.rotate),
    of_webhook("/{webhook}/remove", webhooks.remove),
    of_webhook("/messages/{message}/again", webhooks.send_again),
    Route(health.HEALTH_PAGE, page(health.show_health, Role.CHIEF), methods=GET),
    Route("/desk/keys", page(keys.show_keys), methods=GET),
    Route("/desk/keys", action(keys.make, keys.show_keys), methods=POST),
    Route("/desk/keys/{key}/revoke", action(keys.revoke, keys.show_keys), methods=POST),
    Route("/join/{token}", join.accept_invitation, methods=GET),
    Route("/join/{token}", join.change_person, methods=POST),
)
