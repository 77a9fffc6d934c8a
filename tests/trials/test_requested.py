"""Services that only the harness requests start empty in a trial, and grading gets their final state."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import pytest
from tests.cli.conftest import write_task

from headwater.harnesses import BuiltHarness
from headwater.jobs import home
from headwater.records import PromptVariant, TrialSpec
from headwater.services import SERVICES
from headwater.tasks import Task, read_task
from headwater.trials import Setting, run_trial

LEAVE = {
    "postgres": "psql -qc 'create table left_here as select 7 as n'",
    "clickhouse": """\
curl -sS --fail-with-body "$CLICKHOUSE_URL/?user=$CLICKHOUSE_USER&password=$CLICKHOUSE_PASSWORD" \\
  -d 'create table default.left_here engine = MergeTree order by n as select 7 as n'""",
    "kafka": """\
python3 -c 'import os, confluent_kafka as k
p = k.Producer({"bootstrap.servers": os.environ["KAFKA_BOOTSTRAP_SERVERS"]})
p.produce("left_here", b"7"); assert p.flush(30) == 0'""",
    "redis": 'redis-cli --no-auth-warning -u "$REDIS_URL" set left_here 7',
}
"""The agent's commands, by engine."""
FIND = {
    "postgres": 'copy.postgres.scalar("select n from left_here")',
    "clickhouse": 'copy.clickhouse.query("select n from default.left_here")[0][0]',
    "kafka": 'copy.kafka.messages("left_here")[0].value',
    "redis": 'copy.service("redis").value("left_here")',
}
CHECKS = '''
from headwater.grading import Graded, Result, correct, expect_equal


@correct
def everything_is_there(graded: Graded) -> Result:
    """What the agent left in each engine is in the copy."""
    with graded.copy() as copy:
        return expect_equal([{found}], [7] * {number}, "what is left")
'''


def leaving(folder: Path, services: tuple[str, ...]) -> Task:
    written = write_task(folder)
    commands = "\n".join(LEAVE[name] for name in services)
    (written / "solution/solve.sh").write_text(f"set -eu\n{commands}\n")
    found = ", ".join(f"int({FIND[name]})" for name in services)
    (written / "checks.py").write_text(CHECKS.replace("{found}", found).replace("{number}", str(len(services))))
    return read_task(written)


@pytest.mark.parametrize("services", [("postgres",), pytest.param(tuple(SERVICES), marks=pytest.mark.minutes)])
def test_an_engine_starts_empty_and_is_graded_in_its_final_state(
    services: tuple[str, ...], harness: BuiltHarness, tmp_path: Path
) -> None:
    task = leaving(tmp_path / "scratch/leaving", services)
    setting = Setting(home(), replace(harness, services=services), (), threading.Event())
    spec = TrialSpec(task=task.ref, agent="oracle", harness="base", prompt=PromptVariant.BASELINE, repeat=1)
    trial = run_trial(setting, tmp_path / "job", task, spec, lambda _: None)
    assert trial.verdict is not None, trial.reason
    assert [(check.name, check.message) for check in trial.verdict.checks if not check.passed] == []
    assert {path.name for path in (tmp_path / "job/trials" / spec.id / "state").iterdir()} >= {"workspace", *services}
