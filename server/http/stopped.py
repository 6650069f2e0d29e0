"""A request that is stopped with a notice of ours."""

from collections.abc import Mapping

from starlette.exceptions import HTTPException

from server.notice import ServerNotice


class Stopped(HTTPException):
    """An answer that is no page: its status, and what is said."""

    def __init__(self, status: int, notice: ServerNotice, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(status, str(notice), headers)
        self.notice = notice
