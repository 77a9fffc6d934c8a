"""Whole submissions: a problem of one instance gives one line, and the other instances are scored."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.suites.spider2.databases import CATALOG, gold_entry, write, write_gold, write_submission

from headwater.errors import UserError
from headwater.suites.spider2.scoring import SubmissionScore, score_submission

pytestmark = pytest.mark.minutes

TABLE = "create table t as select 1 as id, 'x' as name"
VIEWS = "create view t as select * from shop.main.base"
BASE = "create table base as select 1 as id, 'x' as name"


@pytest.fixture(scope="module")
def batch(tmp_path_factory: pytest.TempPathFactory) -> SubmissionScore:
    """A submission with every possible fault."""
    folder = tmp_path_factory.mktemp("batch")
    names = ("right", "absent", "corrupt", "elsewhere", "views", "logged", "reaching", "endless", "wide")
    unscored = ("no-gold", "poor-gold", "not-submitted")
    gold = write_gold(folder / "gold", *(gold_entry(name, {"t": [0, 1]}) for name in (*names, *unscored)))
    for name in (*names, "not-submitted"):
        write(gold / name / CATALOG, TABLE)
    write(gold / "poor-gold" / CATALOG, "create table t as select 1 as id")
    submission = write_submission(folder / "submission", *names, "no-gold", "poor-gold", "unheard-of")
    for name in ("right", "no-gold", "poor-gold"):
        write(submission / name / CATALOG, TABLE)
    (submission / "corrupt").mkdir()
    (submission / "corrupt" / CATALOG).write_bytes(b"DUCK" * 10_000)
    write(submission / "elsewhere" / CATALOG, "create schema marts", TABLE.replace("table t", "table marts.t"))
    write(submission / "views" / CATALOG, BASE, VIEWS)
    write(submission / "wide" / CATALOG, "create table t as select 1 as id, 'y' as name")
    (folder / "secret.csv").write_text("id,name\n1,x\n")
    write(submission / "reaching" / CATALOG, f"create view t as select * from read_csv('{folder / 'secret.csv'}')")
    write(
        submission / "endless" / CATALOG,
        "create view t as select i as id, 'x' as name from range(10000000000000) r (i)",
    )
    _leave_log(submission / "logged" / CATALOG)
    return score_submission(submission, gold, at_once=2, timeout_sec=30)


def _leave_log(path: Path) -> None:
    """Create a database whose last change is only in its write-ahead log."""
    path.parent.mkdir()
    script = f"""
import duckdb, os, sys
connection = duckdb.connect(sys.argv[1])
connection.execute({TABLE!r})
os._exit(0)  # closing would merge it
"""
    subprocess.run([sys.executable, "-c", script, path], check=True)
    assert path.with_name(f"{path.name}.wal").stat().st_size


def one(batch: SubmissionScore, name: str) -> Any:
    return next(score for score in batch.instances if score.instance_id == name)


def test_right_submissions_pass(batch: SubmissionScore) -> None:
    for name in ("right", "views"):
        assert (one(batch, name).official_passed, one(batch, name).strict_passed) == (True, True), one(batch, name)


def test_denominators_count_submitted_all_and_scoreable_instances(batch: SubmissionScore) -> None:
    found = batch.denominators
    assert (found.submitted, found.all, found.scoreable) == (11, 12, 10)
    assert batch.unknown == ("unheard-of",)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("absent", "shop.duckdb was submitted, and is not in"),
        ("no-gold", "unscoreable: gold shop.duckdb: the file does not exist"),
        ("poor-gold", "unscoreable: gold column 1 of t counts, and it has 1"),
        ("not-submitted", "not submitted"),
    ],
)
def test_a_problem_is_one_line(batch: SubmissionScore, name: str, reason: str) -> None:
    problem = one(batch, name).problem
    assert problem.startswith(reason)
    assert "\n" not in problem


@pytest.mark.parametrize(
    ("name", "reason"),
    [("corrupt", "shop.duckdb: "), ("reaching", "shop.duckdb: Permission Error"), ("endless", "gold has 1 row")],
)
def test_an_unreadable_database_fails(batch: SubmissionScore, name: str, reason: str) -> None:
    score = one(batch, name)
    assert (score.official_passed, score.strict_passed) == (False, False)
    assert score.strict[0].reason.startswith(reason), score
    assert "\n" not in score.strict[0].reason


def test_only_the_strict_grader_accepts_a_table_in_another_schema(batch: SubmissionScore) -> None:
    score = one(batch, "elsewhere")
    assert (score.official_passed, score.strict_passed) == (False, True)


def test_an_unmerged_log_is_named(batch: SubmissionScore) -> None:
    assert one(batch, "logged").notes == (
        "shop.duckdb.wal holds changes that are not in the database; run CHECKPOINT before you submit",
    )


def test_an_instance_can_be_chosen(tmp_path: Path) -> None:
    gold = write_gold(tmp_path / "gold", gold_entry("a", {"t": [0]}), gold_entry("b", {"t": [0]}))
    write(gold / "a" / CATALOG, TABLE)
    submission = write_submission(tmp_path / "made", "a")
    shutil.copytree(gold / "a", submission / "a")
    assert [score.instance_id for score in score_submission(submission, gold, only=["a"]).instances] == ["a"]
    with pytest.raises(UserError, match=r"--instance c: .* grades no such instance"):
        score_submission(submission, gold, only=["c"])


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({}, r"results_metadata.jsonl: the file does not exist; a submission contains it"),
        ({"results_metadata.jsonl": "{"}, r"results_metadata.jsonl:1: is not a JSON object"),
        ({"results_metadata.jsonl": "[" * 100_000}, r"results_metadata.jsonl:1: is not a JSON object"),
        ({"results_metadata.jsonl": '{"instance_id": "../x"}'}, r"instance_id is '../x'; it names a folder"),
        ({"results_metadata.jsonl": "", "other.jsonl": ""}, r"other.jsonl: the official evaluation takes no"),
    ],
)
def test_a_malformed_submission_is_one_line(files: dict[str, str], message: str, tmp_path: Path) -> None:
    gold = write_gold(tmp_path / "gold", gold_entry("a", {"t": [0]}))
    submission = tmp_path / "made"
    submission.mkdir()
    for name, text in files.items():
        (submission / name).write_text(text)
    with pytest.raises(UserError, match=message):
        score_submission(submission, gold)


def test_a_path_outside_the_submission_is_refused(tmp_path: Path) -> None:
    gold = write_gold(tmp_path / "gold", gold_entry("a", {"t": [0]}))
    write(gold / "a" / CATALOG, TABLE)
    submission = write_submission(tmp_path / "made", a=f"../../gold/a/{CATALOG}")
    (score,) = score_submission(submission, gold).instances
    assert (score.submitted, score.problem) == (True, f"../../gold/a/{CATALOG} is outside the submission")


def run_score(*arguments: str | Path) -> str:
    program = Path(sys.executable).with_name("headwater")
    environment = {**os.environ, "COLUMNS": "160"}
    return subprocess.run(
        [program, "score", "spider2", *arguments], check=True, capture_output=True, text=True, env=environment
    ).stdout


def test_the_command_shows_both_grades(tmp_path: Path) -> None:
    gold = write_gold(tmp_path / "gold", *(gold_entry(name, {"t": [0, 1]}) for name in ("good", "mixed", "none")))
    rows = "create table t as select * from (values (1, {}), (2, {})) as r (id, name)"
    for name in ("good", "mixed", "none"):
        write(gold / name / CATALOG, rows.format("'x'", "'y'"))
    submission = write_submission(tmp_path / "made", "good", "mixed")
    write(submission / "good" / CATALOG, rows.format("'x'", "'y'"))
    write(submission / "mixed" / CATALOG, rows.format("'y'", "'x'"))
    printed = run_score("--submission", submission, "--gold", gold, "--details")
    assert "each column holds the right values, but not in the right rows" in printed
    assert "official 2 passed, strict 1" in printed
    assert "of those submitted (2): 100.0% official, 50.0% strict" in printed
    assert "of all (3): 66.7% official, 33.3% strict" in printed
    printed = run_score("--submission", submission, "--gold", gold, "--json")
    assert json.loads(printed)["summary"]["all"] == {"instances": 3, "official": 2 / 3, "strict": 1 / 3}
