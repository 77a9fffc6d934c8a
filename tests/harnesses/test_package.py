"""A harness in a separate wheel, installed next to Headwater and used in a trial with Postgres."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests import wheels
from tests.cli.conftest import write_task
from uv import find_uv_bin

from headwater.cli import harnesses_, run_
from headwater.errors import UserError
from headwater.harnesses import BuiltHarness, all_harnesses
from headwater.jobs import JobFolder, Progress, expand, run_job
from headwater.records import JobConfig, PromptVariant
from headwater.tasks import Task, read_task

PAGE = "harnesses.md"
JOB = """\
# The cache answers: there are four rows by now.
test "$(rowcount orders)" = 3
redis-cli --no-auth-warning -u "$REDIS_URL" incr runs
"""
FILES = {
    "seed/01_postgres.sql": "create table orders as select generate_series(1, 3) as id;\n",
    "solution/job.sh": JOB,
    "solution/solve.sh": """\
set -eu
rowcount orders
command -v python3
echo "${ROWCOUNT_CLICKHOUSE-no ClickHouse}"
psql "$ROWCOUNT_URL" -qc 'insert into orders values (4)'
cp /solution/job.sh .
sh job.sh
""",
    "checks.py": '''\
from headwater.grading import Graded, Result, correct, expect_equal


@correct
def the_tools_work_where_data_is_as_it_was_given(graded: Graded) -> Result:
    """What the agent has left in Redis is not there, and the tool finds Postgres on another port."""
    ask = 'redis-cli --no-auth-warning -u "$REDIS_URL" exists rows:orders; rowcount orders'
    with graded.copy(data="starting", relocated=True) as copy:
        return expect_equal(copy.run(ask).stdout, "0\\n3\\n", "what is there")
''',
}


def install(folder: Path) -> Path:
    """Build and install the package from docs/harnesses.md, with an empty lock that needs no index."""
    files = {
        "pg_tools/__init__.py": "",
        "pg_tools/harness.py": wheels.block(PAGE, "python", "PG_TOOLS"),
        "pg_tools/lock/requirements.txt": "# nothing\n",
        "pg_tools/files/bin/rowcount": wheels.block(PAGE, "sh", "psql"),
    }
    return wheels.install(folder, "pg-tools", files, wheels.block(PAGE, "toml", "headwater.harnesses"))


@pytest.fixture
def installed(harness: BuiltHarness, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    base = next(iter(harness.mounts.values()))
    (tmp_path / "home/harnesses").mkdir(parents=True)
    (tmp_path / "home/harnesses" / base.name).symlink_to(base)
    monkeypatch.setenv("HEADWATER_HOME", str(tmp_path / "home"))
    monkeypatch.syspath_prepend(str(install(tmp_path / "package")))
    all_harnesses.cache_clear()
    yield
    all_harnesses.cache_clear()
    sys.modules.pop("pg_tools.harness", None)


def counting(folder: Path) -> Task:
    written = write_task(folder)
    (written / "counterfeits/rude/solve.sh").write_text("true\n")
    for name, text in FILES.items():
        (written / name).parent.mkdir(exist_ok=True)
        (written / name).write_text(text)
    toml = (written / "task.toml").read_text().replace('"scratch"', '"small"')
    entry = '[entrypoint]\ncommand = "sh -eu job.sh"\n'
    (written / "task.toml").write_text(f'{toml}services = ["postgres"]\n{entry}')
    return read_task(written)


@pytest.mark.usefixtures("installed")
def test_the_harness_of_the_documentation_is_listed_and_used(tmp_path: Path) -> None:
    listed = {row["harness"]: row for row in json.loads(CliRunner().invoke(harnesses_.command, ["--json"]).output)}
    harness = listed["pg-tools"]
    assert (harness["services"], harness["tools"], harness["built"]) == (["redis"], ["rowcount", "sqlglot"], False)
    assert (harness["MiB"], listed["base"]["MiB"] > 100) == (None, True)

    assert "Quick looks at Postgres." in CliRunner(env={"COLUMNS": "200"}).invoke(harnesses_.command).output

    task = counting(tmp_path / "small/counting")
    config = JobConfig(
        created_at=datetime.now(UTC),
        headwater_version="test",
        jobs=1,
        tasks={task.ref: str(task.folder)},
        trials=expand([task], ["oracle"], ["pg-tools"], [PromptVariant.BASELINE], 1),
    )
    job = JobFolder.create(tmp_path / "job", config)
    run_job(job, [task], Progress(), threading.Event())
    [trial] = job.finished()
    assert trial.verdict is not None, trial.reason
    failed = [(check.name, check.message) for check in trial.verdict.checks if not check.passed]
    assert (failed, trial.verdict.gates_cleared) == ([], 5)
    log = job.paths(trial.record.spec.id).agent_log.read_text().split("\n")
    assert log[:3] == ["3", "/opt/harness/pg-tools/python/bin/python3", "no ClickHouse"]
    assert (job.paths(trial.record.spec.id).state / "redis").is_dir()
    again = {row["harness"]: row for row in json.loads(CliRunner().invoke(harnesses_.command, ["--json"]).output)}
    assert (again["pg-tools"]["state"], again["base"]["built"]) == ("built", True)


@pytest.mark.usefixtures("installed")
def test_a_task_without_the_service_that_it_refers_to_is_refused_before_anything_runs(tmp_path: Path) -> None:
    folder = write_task(tmp_path / "scratch/greeting")
    args = [str(folder), "--agent", "nop", "--harness", "pg-tools", "--out", str(tmp_path / "job")]
    refused = CliRunner().invoke(run_.command, args).exception
    assert isinstance(refused, UserError)
    assert str(refused).startswith(
        "--harness pg-tools: its variable ROWCOUNT_URL refers to {postgres.password}, and scratch/greeting has no "
        "postgres; "
    )
    assert not (tmp_path / "job").exists()


def test_a_folder_that_is_installed_in_place_is_read_again(tmp_path: Path) -> None:
    install(tmp_path)
    command = [find_uv_bin(), "pip", "install", "-q", "--offline", "--no-deps", "--no-build-isolation"]
    subprocess.run([*command, "--target", tmp_path / "in-place", "-e", tmp_path / "source"], check=True)
    ask = (
        f"import site; site.addsitedir({str(tmp_path / 'in-place')!r}); from headwater.harnesses import find_harness; "
    )
    ask += "found = find_harness('pg-tools'); print(found.summary, [layer.digest for layer in found.all_layers])"

    def summary_and_digests() -> str:
        return subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True).stdout

    before = summary_and_digests()
    assert before.startswith("Quick looks at Postgres. [")
    declaration, program = (tmp_path / "source/pg_tools" / path for path in ("harness.py", "files/bin/rowcount"))
    declaration.write_text(declaration.read_text().replace("Quick", "Slow"))
    after = summary_and_digests()
    assert after == before.replace("Quick", "Slow")
    program.write_text(f"{program.read_text()}exit 0\n")
    assert summary_and_digests() != after
