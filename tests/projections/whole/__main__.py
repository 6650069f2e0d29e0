"""`python -m tests.projections.whole` writes each as text into `tests/cases/whole_views`: read the difference."""

from tests.projections.whole import CASES, FESTIVAL, STORIES, as_text

for story in (*STORIES, FESTIVAL):
    (CASES / f"{story}.txt").write_text(as_text(story), "utf-8")
