"""Full file systems: because of a trial, which fails, or because of others, which stops the job and harms no trial."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import write_task

from headwater.jobs import expand
from headwater.jobs._room import DiskSpace, disk_limits
from headwater.records import PromptVariant
from headwater.tasks import read_task
from headwater.trials import NoRoomError, free_mib

pytestmark = pytest.mark.usefixtures("nothing_left")
Mount = Callable[[int], Path]


@contextmanager
def mounted(folder: Path, size_mb: int) -> Iterator[None]:
    command = ["mount", "-t", "tmpfs", "-o", f"size={size_mb}m", "none", str(folder)]
    if subprocess.run(command, check=False, capture_output=True).returncode:
        pytest.skip("nothing can be mounted here")
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", folder], check=True)


@pytest.fixture
def small(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[Path]:
    """A file system of this many MiB; every new process of the machine sees this mount."""
    folder = tmp_path_factory.mktemp("small")
    with mounted(folder, request.param):
        yield folder


def rows(out: str) -> dict[str, dict[str, Any]]:
    return {row["task"].split("/")[1]: row for row in json.loads(out)}


@pytest.mark.parametrize("small", [1], indirect=True)
def test_a_full_disk_is_one_line_before_anything_begins(headwater: Any, make_task: Any, small: Path) -> None:
    completed = headwater("run", make_task(), "--agent", "oracle", "--out", small / "job", "--json")
    assert completed.exit_code == 2
    assert " MiB free on its file system, and 64 are needed; make room, and then `headwater resume" in completed.err
    assert len(completed.err.strip().splitlines()) <= 2  # the other line is about a harness that is built


@pytest.mark.parametrize("small", [128], indirect=True)
def test_only_the_trial_that_fills_its_own_disk_fails(headwater: Any, make_task: Any, small: Path) -> None:
    fills = make_task("fills", solution="printf yes > done.txt; head -c 300M /dev/zero > big; exit 0")
    completed = headwater(
        "run", fills, make_task("alone"), "--agent", "oracle", "--jobs", "2", "--out", small / "job", "--json"
    )
    found = rows(completed.out)
    assert completed.exit_code == 0, completed.err
    assert (found["fills"]["status"], found["alone"]["score"]) == ("agent_error", 1), completed.err
    assert found["fills"]["score"] < 0.2  # for what the full disk cut off, if it exists to be graded


@pytest.mark.minutes
@pytest.mark.parametrize("small", [128], indirect=True)
def test_a_disk_that_others_fill_stops_the_job_and_resume_continues(
    headwater: Any, make_task: Any, small: Path
) -> None:
    job = small / "job"
    writes = "head -c 1M /dev/urandom > part-$n && sync part-$n"
    task = make_task(solution=f"n=0; while {writes}; do n=$((n + 1)); sleep 0.2; done; printf yes > done.txt")
    line = headwater.start("run", task, "--agent", "oracle", "--repeat", "2", "--jobs", "1", "--out", job)
    partial = job / "trials/.tasks.scratch__oracle__base__baseline__1.partial"
    deadline = time.monotonic() + 120
    while not (partial / "agent.log").exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    with (small / "others").open("wb") as others:
        others.write(b"x" * ((free_mib(small) - 8) << 20))
    _, err = line.communicate(timeout=100)
    assert line.returncode == 2
    assert "something outside the trial took" in err
    assert f"headwater resume {job}" in err
    assert not list(job.glob("trials/*"))

    (small / "others").unlink()
    task.joinpath("solution/solve.sh").write_text("printf yes > done.txt")
    completed = headwater("resume", job, "--json")
    assert completed.exit_code == 0, completed.err
    assert [row["score"] for row in json.loads(completed.out)] == [1, 1]


FILLS = """
import time
from pathlib import Path

from headwater.grading import Graded, Result, expect, functional

@functional
def works_in_a_copy(graded: Graded) -> Result:
    others = Path("{others}")
    with graded.copy(), others.open("wb") as file:
        file.write(b"x" * (150 << 20))
        file.flush()
        time.sleep(1)
        others.unlink()
    return expect({passes}, "it lacked space")
"""


@pytest.mark.parametrize("small", [200], indirect=True)
def test_a_check_that_fails_while_others_fill_the_disk_gives_no_verdict(
    headwater: Any, make_task: Any, small: Path
) -> None:
    job = small / "job"
    fills = FILLS.format(others=small / "others", passes=False)
    task = make_task(checks=fills)
    completed = headwater("run", task, "--agent", "oracle", "--out", job, "--json")
    assert completed.exit_code == 2
    assert "MiB were free on its file system, after something outside the trial took" in completed.err
    assert not list(job.glob("trials/*"))

    task.joinpath("checks.py").write_text(fills.replace("expect(False", "expect(True"))
    completed = headwater("resume", job, "--json")
    assert [row["score"] for row in json.loads(completed.out)] == [1], "a check that passed had enough space"

    task.joinpath("checks.py").write_text(fills)
    completed = headwater("regrade", job)
    assert completed.exit_code == 2
    assert "something outside the trial took" in completed.err
    assert len(list(job.glob("trials/*/verdicts/*"))) == 1


@pytest.mark.parametrize("small", [200], indirect=True)
def test_a_trial_begins_next_to_another_only_if_both_have_space(small: Path, tmp_path: Path) -> None:
    folder = write_task(tmp_path / "scratch/greeting")
    with (folder / "task.toml").open("a") as toml:
        toml.write("\n[agent]\ndisk_mb = 60\n")
    task = read_task(folder)
    spec, other = expand([task], ["nop"], ["base"], [PromptVariant.BASELINE], 2)
    room = DiskSpace(small, tmp_path, disk_limits({task.ref: task}, elsewhere=False))
    elsewhere = DiskSpace(small, tmp_path, disk_limits({task.ref: task}, elsewhere=True))
    assert room.is_for(spec)
    room.begin(other)
    assert room.is_for(spec)
    room.begin(other)
    assert not room.is_for(spec)
    elsewhere.begin(other)
    elsewhere.begin(other)
    assert elsewhere.is_for(spec), "its executor reserves the space"
    room.end(other)
    (small / "others").write_bytes(b"x" * (100 << 20))
    assert not room.is_for(spec)
    room.end(other)
    assert room.is_for(spec)
    (small / "more").write_bytes(b"x" * (60 << 20))
    with pytest.raises(NoRoomError, match="MiB free on its file system, and 64 are needed"):
        room.is_for(spec)
