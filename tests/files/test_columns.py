"""The column table against the templates that FIDE prints, letter by letter."""

import re

import pytest

from domain.files.trf import columns as c

PLAYER = (
    "DDD NNNN STTT nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn RRRR FFF IIIIIIIIIII BBBBBBBBBB PPPP rrrr"
    "  1111 1 1  2222 2 2  3333 3 3"
)
TEMPLATES: dict[str, tuple[str, dict[str, c.Column]]] = {
    "001": (
        PLAYER,
        {
            "D": c.RECORD,
            "N": c.STARTING_RANK,
            "S": c.SEX,
            "n": c.FULL_NAME,
            "R": c.RATING,
            "F": c.FEDERATION,
            "I": c.FIDE_NUMBER,
            "B": c.BIRTH,
            "P": c.POINTS,
            "r": c.RANK,
        },
    ),
    "132": (" " * 91 + "DDDDDDDD", {"D": c.ROUND_DATE}),
    "BBW": ("BBW PPPP", {"P": c.VALUE}),
    "240": ("240 T RRR NNNN", {"T": c.BYE_TYPE, "R": c.BYE_ROUND, "N": c.BYE_PLAYER}),
    "260": ("260 AAA BBB NNNN", {"A": c.FORBIDDEN_FIRST, "B": c.FORBIDDEN_LAST, "N": c.FORBIDDEN_PLAYER}),
    "250": (
        "250 MMMM GGGG AAA BBB PPPP QQQQ",
        {
            "M": c.EXTRA_MATCH,
            "G": c.EXTRA_GAME,
            "A": c.EXTRA_FIRST_ROUND,
            "B": c.EXTRA_LAST_ROUND,
            "P": c.EXTRA_FIRST,
            "Q": c.EXTRA_LAST,
        },
    ),
    "299": (
        "299 T  MMMM  GGGG  RRR NNNN",
        {
            "T": c.ABNORMAL_TYPE,
            "M": c.ABNORMAL_MATCH,
            "G": c.ABNORMAL_GAME,
            "R": c.ABNORMAL_ROUND,
            "N": c.ABNORMAL_PLAYER,
        },
    ),
    "XXA": ("XXA NNNN PPPP", {"N": c.FICTITIOUS_PLAYER, "P": c.FICTITIOUS_POINTS}),
    "162": ("162  CPPPP", {"C": c.SYSTEM_CODE, "P": c.SYSTEM_POINTS}),
}


@pytest.mark.parametrize("record", TEMPLATES)
def test_a_field_stands_where_the_template_has_it(record: str) -> None:
    template, fields = TEMPLATES[record]
    for letter, column in fields.items():
        assert column.raw(template) == letter * template.count(letter) or record == "BBW"
        assert (column.first, column.last) == (template.rindex(letter * column.width) + 1, template.rindex(letter) + 1)


def test_the_title_stands_behind_the_sex() -> None:
    assert (c.TITLE.first, c.TITLE.last) == (PLAYER.index("TTT") + 1, PLAYER.index("TTT") + 3)


@pytest.mark.parametrize("round", [1, 2, 3])
def test_a_round_stands_where_the_template_has_it(round: int) -> None:
    opponent, colour, result = (match.span() for match in re.finditer(f"{round}+", PLAYER))
    assert [(column.first - 1, column.last) for column in c.block(round)] == [opponent, colour, result]


def test_every_column_between_fields_is_blank() -> None:
    blanks = [at for at, letter in enumerate(PLAYER[:89], 1) if letter == " "]
    assert list(c.BLANK_COLUMNS) == blanks
    assert list(c.BLOCK_SEPARATORS) == [at for at, letter in enumerate(PLAYER[:99], 1) if letter == " " and at > 89]


@pytest.mark.parametrize(
    ("length", "blocks"), [(0, 0), (80, 0), (89, 0), (91, 0), (92, 1), (99, 1), (101, 1), (102, 2), (111, 2), (112, 3)]
)
def test_a_line_has_as_many_blocks_as_it_begins(length: int, blocks: int) -> None:
    assert c.blocks_in("x" * length) == blocks


def test_text_is_put_right_or_left_into_its_columns_and_cut_there() -> None:
    fields = [(c.RECORD, "001"), (c.STARTING_RANK, "7"), (c.SEX, "w"), (c.FULL_NAME, "n" * 40), (c.RATING, "85")]
    assert c.put(fields) == "001    7 w    " + "n" * 33 + "   85"
    assert c.put([]) == ""


@pytest.mark.parametrize(("line", "at"), [("012 Name", 5), ("012   Name", 7), ("012", 5), ("012      ", 5)])
def test_a_text_begins_at_its_first_letter(line: str, at: int) -> None:
    assert c.TEXT.start_of(line) == at


def test_free_text_may_be_ten_thousand_columns_wide() -> None:
    assert len(c.TEXT.read("012 " + "x" * 20_000)) == 9_996
