"""A short proof of each `pipelines` task: its solution clears every gate, and an idle agent does not.

`make validate` runs the whole proof, which adds counterfeits, attacks, and a second build of the seed.
"""

from __future__ import annotations

import importlib
import struct
import sys
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from types import ModuleType

import pytest

from headwater.jobs import JobFolder, Progress, expand, run_job
from headwater.records import Gate, JobConfig, PromptVariant
from headwater.suites import find_tasks, policy_of
from headwater.tasks import Task, lint_task

TASKS = find_tasks(["pipelines"])


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.config.id)
def test_text_of_a_task_has_no_weakness(task: Task) -> None:
    assert lint_task(task, policy_of(task.config.suite)) == ()


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.config.id)
def test_each_task_has_a_hollow_counterfeit(task: Task) -> None:
    gates = {counterfeit.name: counterfeit.gate for counterfeit in task.counterfeits}
    assert gates.get("hollow") is Gate.FUNCTIONAL


@pytest.mark.minutes  # `make test` proves one task, and `make demo` runs two
@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.config.id)
def test_solution_clears_every_gate_and_doing_nothing_or_making_up_figures_does_not(task: Task, tmp_path: Path) -> None:
    config = JobConfig(
        created_at=datetime.now(UTC),
        headwater_version="test",
        jobs=1,
        tasks={task.ref: str(task.folder)},
        trials=expand([task], ["oracle", "nop", "counterfeit:hollow"], ["base"], [PromptVariant.BASELINE], 1),
    )
    job = JobFolder.create(tmp_path / "job", config)
    run_job(job, [task], Progress(), threading.Event())
    solved, untouched, hollow = job.finished()
    assert solved.verdict is not None
    missed = [f"{check.name}: {check.message}" for check in solved.verdict.checks if not check.passed]
    assert (solved.status, solved.verdict.gates_cleared, missed) == ("ok", 5, [])
    assert untouched.verdict is not None
    assert untouched.status == "ok"
    assert untouched.verdict.gates_cleared < 5
    assert hollow.verdict is not None
    assert (hollow.status, hollow.verdict.gates_cleared) == ("ok", 0)
    assert hollow.verdict.score < 0.15


@pytest.fixture
def helper(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str, str], ModuleType]]:
    """A function that imports a helper of a task's checks, because helpers of several tasks share names."""
    before = set(sys.modules)

    def load(task: str, module: str) -> ModuleType:
        folder = next(each.folder for each in TASKS if each.config.id == task)
        monkeypatch.syspath_prepend(str(folder))
        return importlib.import_module(module)

    yield load
    for name in set(sys.modules) - before:
        if name.startswith("_") or name == "checks":
            del sys.modules[name]


def test_statements_of_a_schema_are_split_where_they_end(helper: Callable[[str, str], ModuleType]) -> None:
    production = helper("csv-ingest", "_production")
    script = "a 'x;y' -- one; two\n; b /* c; d */ e `f;g`;\n-- the end;\n"
    assert production._statements(script) == ["a 'x;y'", "b  e `f;g`"]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("`CLICKHOUSE_PORT` is read", True),
        ("CLICKHOUSE_{HOST,PORT}", True),
        ("`CLICKHOUSE_HOST`/`PORT`", True),
        ("CLICKHOUSE_HOST and the port", False),
        ("CLICKHOUSE_HOST, KAFKA_PORT", False),
    ],
)
@pytest.mark.parametrize("task", ["csv-ingest", "cross-system-reconciliation"])
def test_variables_may_be_named_in_short(
    helper: Callable[[str, str], ModuleType], task: str, text: str, named: bool
) -> None:
    assert helper(task, "_production")._names(text, "CLICKHOUSE_PORT") is named


def test_repeated_figures_have_the_same_mean_and_texts_have_none(
    helper: Callable[[str, str], ModuleType],
) -> None:
    means = helper("slow-analytical-api", "_api").means
    assert means({"deliveries": 4, "revenue": "10.20", "late": 1}) == (Fraction(51, 20), Fraction(1, 4))
    assert means({"deliveries": 8, "revenue": "20.40", "late": 2}) == (Fraction(51, 20), Fraction(1, 4))
    for odd in ({}, {"deliveries": 4, "revenue": "1e999999999", "late": 1}, {"deliveries": 0, "revenue": "0.00"}):
        assert means(odd) is None


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("connect(host=host, port=5433)", True),
        ('URL = "postgresql://app@db:5433/app"', True),
        ('"""It was at port 5433 before."""', False),
        ("total = 15433", False),
    ],
)
def test_the_old_port_is_a_value_and_not_a_word(
    helper: Callable[[str, str], ModuleType], line: str, found: bool
) -> None:
    assert bool(helper("broken-connection", "checks").OLD_PORT.search(line)) is found


def test_batches_of_letters_are_distinguished_if_one_is_cut_off(helper: Callable[[str, str], ModuleType]) -> None:
    def batch(base: int, messages: int, *, control: bool = False) -> bytes:
        body = struct.pack(">ibihi", 0, 2, 0, 0x20 if control else 0, messages - 1) + b"records"
        return struct.pack(">qi", base, len(body)) + body

    records = batch(4, 3) + batch(7, 1, control=True) + batch(8, 5)
    parse = helper("dlq-setup", "_batches")._parse
    assert list(parse(records)) == [(0, 6), (0x20, 7), (0, 12)]
    assert list(parse(records[:-1])) == [(0, 6), (0x20, 7)]
