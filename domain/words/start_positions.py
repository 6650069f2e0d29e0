"""The 960 start positions of Chess960, by their numbers (FIDE Laws of Chess, guidelines II)."""

POSITION_COUNT = 960
STANDARD_POSITION = 518
"""The position of ordinary chess."""

KNIGHTS = ((0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4))
"""The places of the knights among the five left, in the order of the numbers."""


def start_position(number: int) -> str:
    """White's first rank from a to h, such as `RNBQKBNR` for 518. Raises ValueError for what is no number of one."""
    if not 0 <= number < POSITION_COUNT:
        raise ValueError(number)
    rest, light = divmod(number, 4)
    rest, dark = divmod(rest, 4)
    knights, queen = divmod(rest, 6)
    rank = [""] * 8
    rank[2 * light + 1] = rank[2 * dark] = "B"
    rank[_free(rank)[queen]] = "Q"
    left = _free(rank)
    for place in KNIGHTS[knights]:
        rank[left[place]] = "N"
    for place, piece in zip(_free(rank), "RKR", strict=True):
        rank[place] = piece
    return "".join(rank)


def _free(rank: list[str]) -> list[int]:
    return [place for place, piece in enumerate(rank) if not piece]
