"""Scoring never raises, whatever a solver writes."""

from __future__ import annotations

from pathlib import Path

from hypothesis import example, given, settings
from tests.properties import any_json, any_text, hostile_bytes, reader_cases

from headwater.errors import InvalidFileError
from headwater.suites.discovery.predictions import score_files
from headwater.suites.discovery.reading import read_predictions
from headwater.suites.discovery.scoring import kind_of, official_match, strict_difference

CASES = settings(reader_cases, max_examples=reader_cases.max_examples // 10)
"""Fewer examples than for other readers, because pydantic does most of the reading."""
_KEYS = ["instance_id", "prediction", "metadata", "files_accessed", "method"]
_WORDS = ["38%", "$1,000.50", "10-20; 1e-5", "4.0.3", "US$ 5 million", "/data/a/source/b.csv", "a;b"]


@CASES
@given(hostile_bytes(any_json(_KEYS, _WORDS)))
def test_any_bytes_can_be_predictions(tmp_path: Path, raw: bytes) -> None:
    path = tmp_path / "predictions.jsonl"
    path.write_bytes(raw)
    try:
        message = [str(fault) for fault in read_predictions(path).faults]
    except InvalidFileError as error:
        message = [str(error)]
    assert all(line.isprintable() for line in message)


@CASES
@given(any_text, any_text)
@example("1e999", "1e-999")
@example("$-", "-$")
def test_any_text_can_be_an_answer(one: str, other: str) -> None:
    official_match(one, other)
    strict_difference(one, other, "Separated by commas, in any order, to the nearest thousand.")
    kind_of(one, other)
    score_files([one, other], (("a", "b.csv"),))
    assert strict_difference(one, one, other) == ""
