"""Requests in, pages out. The table of all addresses is `server/addresses.py`."""

from starlette.convertors import IntegerConvertor, register_url_convertor


class NumberInAddress(IntegerConvertor):
    """A round, a board, a player. Nobody has a longer one, and Python reads no number of 5,000 digits."""

    regex = "[0-9]{1,9}"


register_url_convertor("int", NumberInAddress())
