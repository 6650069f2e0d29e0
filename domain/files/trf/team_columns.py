"""The columns of the records of teams."""

from domain.files.trf import columns as c

TEAM_NUMBER = c.Column("team", 5, 7, c.Align.RIGHT)
TEAM_NAME = c.Column("team name", 9, 40)
SHORT_NAME = c.Column("short name of the team", 42, 46)
TEAM_STRENGTH = c.Column("strength of the team", 48, 53, c.Align.RIGHT)
MATCH_POINTS = c.Column("match points", 55, 60, c.Align.RIGHT)
GAME_POINTS = c.Column("game points", 62, 67, c.Align.RIGHT)
TEAM_RANK = c.Column("rank of the team", 69, 71, c.Align.RIGHT)
MEMBER = c.Column("player of the team", 74, 77, c.Align.RIGHT)
"""Record 310; the next players every `ID_STEP` columns."""

OLD_NAME = c.Column("team name", 5, 36)
OLD_MEMBER = c.Column("player of the team", 37, 40, c.Align.RIGHT)
"""Record 013."""

ORDER_ROUND = c.Column("round", 5, 7, c.Align.RIGHT)
ORDER_TEAM = c.Column("team", 9, 11, c.Align.RIGHT)
ORDER_OPPONENT = c.Column("opponent", 13, 15, c.Align.RIGHT)
ORDER_PLAYER = c.Column("player at the board", 17, 20, c.Align.RIGHT)
"""Record 300; 0 is an empty board."""

BYE_MATCH = c.Column("match points", 5, 8, c.Align.RIGHT)
BYE_GAME = c.Column("game points", 10, 13, c.Align.RIGHT)
BYE_TEAM = c.Column("team", 15, 17, c.Align.RIGHT)
BYE_STEP = 4
"""Record 320: the team of each round, 0 where nobody had the bye."""

FORFEIT_SIGNS = c.Column("forfeit", 5, 6)
FORFEIT_ROUND = c.Column("round", 8, 10, c.Align.RIGHT)
FORFEIT_WHITE = c.Column("team", 12, 14, c.Align.RIGHT)
FORFEIT_BLACK = c.Column("team", 16, 18, c.Align.RIGHT)
FORFEIT_PAIRS = ("+-", "-+", "--")
"""Record 330."""

POINTS_CODE = c.Column("result of a match", 5, 6)
POINTS_WORTH = c.Column("points", 7, 10, c.Align.RIGHT)
"""Record 362; the next ones every `SYSTEM_STEP` columns."""

READABLE_TEAM = c.Column("team", 5, 7, c.Align.RIGHT)
READABLE_BYE = c.Column("bye", 28, 30)
READABLE_STEP = 13
"""Record 802, for people: an opponent, or one of these words, every 13 columns."""
