"""Names in narrow columns."""

from __future__ import annotations

import pytest

from headwater.cli._wrap import fit, wrap


@pytest.mark.parametrize(
    ("text", "width", "expected"),
    [
        ("pipelines/broken-connection", 40, "pipelines/broken-connection"),
        ("pipelines/broken-connection", 17, "pipelines/broken-\nconnection"),
        ("claude-code:claude-sonnet-4-6 (informed)", 20, "claude-code:claude-\nsonnet-4-6\n(informed)"),
        ("postgres, clickhouse, kafka", 11, "postgres,\nclickhouse,\nkafka"),
        ("unbreakable", 4, "unbreakable"),
        ("", 4, ""),
    ],
)
def test_lines_break_between_words(text: str, width: int, expected: str) -> None:
    assert wrap(text, width) == expected


def test_columns_shrink_to_the_width_and_no_further_than_their_words() -> None:
    columns = [["task", "pipelines/clickhouse-orderby-optimization"], ["tier", "tier-1"], ["n", "12"]]
    assert fit(columns, 80) == [41, 6, 2]
    assert sum(fit(columns, 40)) + 4 == 40
    assert fit(columns, 10)[0] == len("optimization")
