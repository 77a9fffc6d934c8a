"""Files of tasks and of predictions with faults: each fault costs its row, and is reported in a line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.suites.discovery.small import ROWS, row, write_answers, write_tasks

from headwater.errors import InvalidFileError, NotFoundError
from headwater.suites.discovery.reading import read_predictions, read_questions


def test_the_published_layout_is_read(tmp_path: Path) -> None:
    questions = read_questions(write_tasks(tmp_path))
    assert questions.rows == len(questions.questions) == len(ROWS)
    assert questions.faults == ()
    assert questions.questions[2].answer == "Alba; Brise; 94"
    assert questions.questions[1].release_community == "community_02"


def test_a_field_that_is_not_published_is_not_missed(tmp_path: Path) -> None:
    """The official reader demands ``data_path``, which no published row has."""
    questions = read_questions(write_tasks(tmp_path, [row(0), row(1, data_path="x")]))
    assert (len(questions.questions), questions.faults) == (2, ())


@pytest.mark.parametrize(
    ("wrong", "fault", "remaining"),
    [
        ("text", "row 2: is not a JSON object; it is skipped", 2),
        (row(1) | {"instance_id": "x"}, "row 2: instance_id is 'x'; it is skipped", 2),
        (row(1) | {"instance_id": None}, "row 2: instance_id is missing; it is skipped", 2),
        (row(1, answer=None), "row 2, instance_id 1: answer is missing; it is skipped", 2),
        (row(1, answer=[1]), "row 2, instance_id 1: answer is [1]; it is skipped", 2),
        (row(1, answer=" "), "row 2, instance_id 1: answer is ' '; it is skipped", 2),
        (row(1, answer=0.5), "row 2, instance_id 1: answer is a number; it is read as text", 3),
        (row(1, notebook=None, dataset=3), "row 2, instance_id 1: dataset, notebook: not text; read as empty", 3),
        (row(0), "row 2: instance_id 0 comes again; this row counts", 2),
    ],
)
def test_a_fault_of_a_row_is_one_line_and_the_others_are_read(
    wrong: Any, fault: str, remaining: int, tmp_path: Path
) -> None:
    questions = read_questions(write_tasks(tmp_path, [row(0), wrong, row(2)]))
    assert [str(each) for each in questions.faults] == [f"coda_bench.json: {fault}"]
    assert len(questions.questions) == remaining


def test_an_id_can_be_a_number_in_a_string(tmp_path: Path) -> None:
    questions = read_questions(write_tasks(tmp_path, [row(0) | {"instance_id": "7"}]))
    assert [each.instance_id for each in questions.questions] == [7]


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"{}", "is not a JSON array; give the file of tasks"),
        (b"[", "is not JSON: "),
        (b"[" * 100_000, "is not JSON: nested deeper"),
        (b'["\xff"]', "is not UTF-8"),
    ],
)
def test_a_file_that_is_not_json_is_refused(content: bytes, what: str, tmp_path: Path) -> None:
    path = tmp_path / "tasks.json"
    path.write_bytes(content)
    with pytest.raises(InvalidFileError, match=f"tasks.json: {what}"):
        read_questions(path)


def test_a_file_that_is_gone_is_named(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match=r"predictions\.jsonl: No such file"):
        read_predictions(tmp_path / "predictions.jsonl")


def test_predictions_are_read_line_by_line(tmp_path: Path) -> None:
    path = write_answers(
        tmp_path,
        {"instance_id": 0, "prediction": "a\u2028b", "method": "x"},
        "",
        '  {"instance_id": "1", "prediction": "b", "metadata": {"confidence": NaN}}\r',
        {"instance_id": 2, "prediction": "c", "metadata": {"files_accessed": ["x/y.csv"]}},
        {"instance_id": 3, "prediction": "d", "metadata": {"files_accessed": []}},
    )
    found = read_predictions(path)
    assert (found.lines, found.faults) == (4, ())
    assert {key: each.prediction for key, each in found.predictions.items()} == {0: "a\u2028b", 1: "b", 2: "c", 3: "d"}
    assert [each.files for each in found.predictions.values()] == [None, None, ("x/y.csv",), ()]


@pytest.mark.parametrize(
    ("line", "fault", "remaining"),
    [
        ("{", "Invalid JSON: ", 1),
        ("[" * 100_000, "Invalid JSON: recursion limit", 1),
        ({"instance_id": 5}, "prediction: Field required; the line does not count", 1),
        ({"instance_id": 5, "prediction": 3}, "prediction: Input should be a valid string; the line does not count", 1),
        ({"instance_id": 1.5, "prediction": "x"}, "instance_id: Input should be a valid integer", 1),
        ({"instance_id": 5, "prediction": "x", "metadata": []}, "metadata: Input should be", 1),
        ({"instance_id": 0, "prediction": "x"}, "instance_id 0 comes again; this line counts", 1),
        (
            {"instance_id": 5, "prediction": "x", "metadata": {"files_accessed": "a.csv"}},
            "metadata.files_accessed is not a list of paths; files are unknown",
            2,
        ),
    ],
)
def test_a_fault_of_a_line_is_one_line_and_the_others_are_read(
    line: Any, fault: str, remaining: int, tmp_path: Path
) -> None:
    path = write_answers(tmp_path, {"instance_id": 0, "prediction": "a"}, line)
    found = read_predictions(path)
    (message,) = map(str, found.faults)
    assert message.startswith(f"predictions.jsonl:2: {fault}")
    assert "\n" not in message
    assert len(found.predictions) == remaining


def test_the_last_answer_of_a_repeated_id_counts(tmp_path: Path) -> None:
    path = write_answers(tmp_path, {"instance_id": 0, "prediction": "a"}, {"instance_id": 0, "prediction": "b"})
    found = read_predictions(path)
    assert found.predictions[0].prediction == "b"
    assert found.lines == 2
