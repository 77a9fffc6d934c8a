"""Whatever an agent does to its trial's disks affects only that trial."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from headwater.grading import LayeredState
from headwater.records import AgentLimits, ServiceName, Status
from headwater.sandbox import User, change_owner, disk_usage, run_in_cell
from headwater.trials._attempt import AttemptPlan, AttemptResult, attempt

FILL_POSTGRES = """
for n in $(seq 60); do
    psql -qc "create table filled_$n as select n, md5(n::text) as text from generate_series(1, 80000) as n" || true
done
echo went on > mark
"""


def run(folder: Path, script: str, services: dict[ServiceName, Path], disk_mb: int = 64) -> AttemptResult:
    (folder / "workspace").mkdir()
    change_owner(folder / "workspace", User.AGENT)
    (folder / "state").mkdir()
    plan = AttemptPlan(
        argv=["bash", "-c", script],
        tools={"PATH": "/usr/local/bin:/usr/bin:/bin"},
        env={},
        mounts={},
        layers=LayeredState((folder / "workspace",), {name: (layer,) for name, layer in services.items()}),
        state=folder / "state",
        agent_log=folder / "agent.log",
        service_logs=folder / "services",
        limits=AgentLimits(disk_mb=disk_mb, timeout_sec=100),
        files={},
        keeps=(),
        kept_files=folder / "agent",
        stop=(signal.SIGTERM, 1.0),
        gateway=None,
        databases_mb=128,
    )
    result: AttemptResult = run_in_cell(attempt, plan, timeout_sec=300)
    return result


@pytest.mark.minutes
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount file systems")
def test_a_database_that_fills_its_disk_excludes_nothing(
    tmp_path: Path, empty_services: dict[ServiceName, Path]
) -> None:
    result = run(tmp_path, FILL_POSTGRES, {"postgres": empty_services["postgres"]})

    assert "No space left on device" in (tmp_path / "services/postgres.err").read_text()
    assert result.run.broken is None or result.run.broken[0] is Status.AGENT_ERROR
    if result.run.broken is not None:
        assert "with its disk full" in result.run.broken[1]
    assert (tmp_path / "state/workspace/mark").read_text() == "went on\n"
    assert disk_usage(tmp_path / "state").size_bytes < 160 << 20


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount file systems")
def test_a_workspace_that_is_full_stops_no_service(tmp_path: Path, empty_services: dict[ServiceName, Path]) -> None:
    script = "head -c 200M /dev/zero > big; psql -qc 'create table kept as select 1' && echo served"
    result = run(tmp_path, script, {"postgres": empty_services["postgres"]}, disk_mb=32)

    assert (result.run.broken, result.run.exit_code, result.weaknesses) == (None, 0, ())
    assert (tmp_path / "agent.log").read_text() == "served\n"
    assert 30 << 20 < (tmp_path / "state/workspace/big").stat().st_size < 40 << 20


def test_output_of_services_alone_is_kept(tmp_path: Path, empty_services: dict[ServiceName, Path]) -> None:
    run(tmp_path, "psql -qc 'create table kept as select 1'", dict(empty_services))

    assert sorted(path.name for path in (tmp_path / "state").iterdir()) == [
        "clickhouse",
        "kafka",
        "postgres",
        "redis",
        "workspace",
    ]
    assert (tmp_path / "state/postgres/global/pg_control").is_file()
