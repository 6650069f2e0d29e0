"""The addresses of what goes out of a tournament and comes in beside it: papers, files, live boards."""

from collections.abc import Sequence

from starlette.routing import BaseRoute

from server.player_addresses import get, post
from server.routes.desk.papers import exports, papers
from server.routes.desk.rounds import live_boards

FILE_ROUTES: Sequence[BaseRoute] = (
    get("/live-boards", live_boards.show_boards_at_desk),
    post("/live-boards", live_boards.watch_file, live_boards.show_boards_at_desk),
    post("/live-boards/take", live_boards.take_results, live_boards.show_boards_at_desk),
    get("/papers", papers.show_papers),
    get("/papers/{name}.pdf", papers.download_paper),
    get("/exports", exports.show_exports),
    get("/exports/{name}", exports.download),
)
