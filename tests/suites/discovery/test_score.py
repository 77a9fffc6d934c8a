"""The command ``headwater score discovery``, from two files to its output."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from tests.suites.discovery.small import ANSWERS, ROWS, row, write_answers, write_tasks

from headwater.suites.discovery.commands.score import command


def score(folder: Path, *options: str, rows: Any = ROWS, answers: Any = ANSWERS) -> Result:
    paths = ["--predictions", str(write_answers(folder, *answers)), "--gold", str(write_tasks(folder, rows))]
    return CliRunner().invoke(command, [*paths, *options], env={"COLUMNS": "120"}, catch_exceptions=False)


def scored(folder: Path, *options: str, **files: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(score(folder, "--json", *options, **files).stdout)
    return found


def test_official_numbers_have_their_names_and_their_denominator(tmp_path: Path) -> None:
    official = scored(tmp_path, answers=[*ANSWERS, {"instance_id": 99, "prediction": "x"}])["official"]
    assert official == {
        "n_gold": 5, "n_pred": 5, "n_scored": 4, "exact_correct": 1, "numeric_correct": 2,
        "exact_accuracy": 0.2, "numeric_accuracy": 0.4, "missing_ids": [4], "extra_ids": [99],
    }  # fmt: skip


def test_strict_and_official_are_side_by_side_for_each_question(tmp_path: Path) -> None:
    found = scored(tmp_path)["instances"]
    assert [(one["exact"], one["numeric"], one["strict"]) for one in found] == [
        (True, True, True),
        (False, False, True),
        (False, True, False),
        (False, False, True),
        (False, False, False),
    ]
    assert found[2]["difference"] == "1 item where the gold answer has 3 items"
    assert found[4]["difference"] == "no answer"


@pytest.mark.parametrize(
    ("by", "rates"),
    [
        ("by_community", {"community_01": (3, 3, 2 / 3), "community_02": (2, 1, 1 / 2)}),
        (
            "by_kind",
            {
                "integer": (1, 1, 1.0), "percentage": (1, 1, 1.0), "decimal": (1, 1, 1.0),
                "list with text": (1, 1, 0.0), "text": (1, 0, 0.0),
            },
        ),
        ("by_difficulty", {"hard": (1, 1, 1.0), "other": (4, 3, 1 / 2)}),
        ("denominators", {"all": (5, 4, 3 / 5), "usable gold": (4, 4, 3 / 4), "answered": (4, 4, 3 / 4)}),
    ],
)  # fmt: skip
def test_results_are_grouped(by: str, rates: dict[str, tuple[int, int, float]], tmp_path: Path) -> None:
    groups = scored(tmp_path)[by]
    assert {each["label"]: (each["questions"], each["answered"], each["strict_rate"]) for each in groups} == rates


def test_discovery_is_unknown_without_declared_files(tmp_path: Path) -> None:
    found = scored(tmp_path)["denominators"][0]["discovery"]
    assert found == {
        "answers": 3,
        "unknown": {"no files declared": 1, "no answer": 1},
        "equal": 1 / 3,
        "superset": 2 / 3,
        "precision": pytest.approx((1 / 2 + 1 + 1) / 3),
        "recall": pytest.approx((1 + 1 + 1 / 2) / 3),
        "f1": pytest.approx((2 / 3 + 1 + 2 / 3) / 3),
    }


def test_discovery_is_not_guessed_if_files_are_ambiguous(tmp_path: Path) -> None:
    rows = [row(0), row(1, reference_code="print(1)"), row(2)]
    bare, full = {"files_accessed": ["boats.csv"]}, {"files_accessed": ["harbor_log/source/boats.csv"]}
    answers = [
        {"instance_id": n, "prediction": "12", "metadata": metadata} for n, metadata in enumerate((bare, full, full))
    ]
    found = scored(tmp_path, rows=rows, answers=answers)
    assert [one["files_problem"] for one in found["instances"]] == [
        "a file is declared without its folder",
        "the reference code reads no file",
        "",
    ]
    assert found["denominators"][0]["discovery"]["answers"] == 1


def test_the_text_has_the_tables_the_denominators_and_the_defects(tmp_path: Path) -> None:
    lines = [" ".join(line.split()) for line in score(tmp_path).stdout.splitlines()]
    assert "community n answered exact numeric strict n (files) equal superset" in lines
    assert "community_01 3 3 33.3% 66.7% 66.7% 2 0.0% 50.0%" in lines
    assert "list with text 1 1 0.0% 100.0% 0.0% 0 - -" in lines
    assert "hard 1 1 0.0% 0.0% 100.0% 1 0.0% 0.0%" in lines
    assert "all 5 4 20.0% 40.0% 60.0% 3 33.3% 66.7%" in lines
    assert "discovery unknown for 2 questions: no answer (1), no files declared (1)" in lines
    assert "no answer 1 4" in lines


def test_details_describe_each_wrong_answer(tmp_path: Path) -> None:
    lines = score(tmp_path, "--details").stdout.splitlines()
    assert "1: strictly right, officially wrong: 0.38 for 38%" in lines
    assert "2: officially right: 1 item where the gold answer has 3 items" in lines
    assert "4: no answer: the answer is an instruction" in lines
    assert not any(line.startswith("0: ") for line in lines)


def test_each_fault_is_a_line_and_the_rest_is_scored(tmp_path: Path) -> None:
    result = score(tmp_path, rows=[*ROWS, "x"], answers=[*ANSWERS, "{"])
    assert result.exit_code == 0
    assert [line.partition(": ")[0] for line in result.stderr.splitlines()] == [
        "coda_bench.json",
        "predictions.jsonl:5",
    ]
    assert scored(tmp_path, rows=[*ROWS, "x"])["official"]["n_gold"] == 5


def test_communities_without_data_are_named(tmp_path: Path) -> None:
    (tmp_path / "data/community_02/full_community").mkdir(parents=True)
    options = ("--data", str(tmp_path / "data"))
    assert "no data of 3 questions: community_01" in score(tmp_path, *options).stdout.splitlines()
    assert scored(tmp_path, *options)["missing_communities"] == {"community_01": 3}
    assert scored(tmp_path)["missing_communities"] == {}


def test_answers_to_no_question_are_named_up_to_ten(tmp_path: Path) -> None:
    lines = score(
        tmp_path, answers=[{"instance_id": n, "prediction": "x"} for n in range(100, 112)]
    ).stdout.splitlines()
    ids = ", ".join(map(str, range(100, 110)))
    assert f"left out, since no question has this id: {ids} and 2 more" in lines
    assert "left out" not in score(tmp_path).stdout


def test_files_without_rows_have_no_rate(tmp_path: Path) -> None:
    assert scored(tmp_path, rows=[], answers=[])["official"]["exact_accuracy"] == 0.0
    assert scored(tmp_path, rows=[], answers=[])["denominators"][0]["strict_rate"] is None
    assert score(tmp_path, rows=[], answers=[]).exit_code == 0


def test_texts_from_files_cannot_control_the_terminal(tmp_path: Path) -> None:
    rows = [row(0, release_community="\x1b[31mred", answer="\x1b]0;x")]
    answers = [{"instance_id": 0, "prediction": "\x1b[2J1"}]
    assert "\x1b" not in score(tmp_path, "--details", rows=rows, answers=answers).output
