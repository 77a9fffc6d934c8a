"""Text wrapped in narrow columns."""

from __future__ import annotations

import pytest

from headwater.cli._wrap import fit, longest_word, wrap


@pytest.mark.parametrize(
    ("text", "width", "expected"),
    [
        ("pipelines/broken-connection", 40, ["pipelines/broken-connection"]),
        ("pipelines/broken-connection", 17, ["pipelines/broken-", "connection"]),
        ("of pipelines/csv-ingest", 22, ["of", "pipelines/csv-ingest"]),
        ("claude-code:claude-sonnet-4-6 (informed)", 20, ["claude-code:claude-", "sonnet-4-6", "(informed)"]),
        ("postgres, clickhouse, kafka", 11, ["postgres,", "clickhouse,", "kafka"]),
        ("a  value that  fits", 19, ["a  value that  fits"]),
        ("数据 工程", 5, ["数据", "工程"]),
        ("unbreakable", 4, ["unbreakable"]),
        ("", 4, [""]),
    ],
)
def test_lines_break_between_words_and_in_a_name_that_is_too_long(text: str, width: int, expected: list[str]) -> None:
    assert wrap(text, width) == expected


def test_columns_shrink_to_the_room_and_no_further_than_they_can() -> None:
    assert fit([41, 6, 2], [12, 6, 2], 60) == [41, 6, 2]
    assert fit([41, 30, 2], [12, 10, 2], 50) == [25, 23, 2]
    assert fit([41, 30, 2], [12, 10, 2], 10) == [12, 10, 2]


def test_the_longest_word_decides() -> None:
    assert longest_word("in pipelines/csv-ingest, too") == len("pipelines/csv-ingest,")
    assert longest_word("") == 0
