"""A cell returns the result of its function, and leaves nothing behind, whichever process dies."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from tests.sandbox.cell_functions import add, die, fail, first_programs_of_threads, leave_daemons, run_script

from headwater.errors import HeadwaterError, InfraError, UserError
from headwater.sandbox import CancelledError, _cgroups, run_in_cell, sweep


def processes_that_see(folder: Path) -> list[int]:
    """Return the processes of a cell and of its sandbox, found by the folder in their mounts or environment."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            environment = (process / "mountinfo").read_text() + (process / "environ").read_text(errors="replace")
            if str(folder) in environment:
                found.append(int(process.name))
        except OSError:
            continue
    return found


def is_outside(pid: int) -> bool:
    """Return whether a process that sees a cell's mounts is outside its pid namespace, which makes it the guardian."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(len(line.split()) == 2 for line in lines if line.startswith("NSpid"))


def groups() -> set[str]:
    return {path.name for path in _cgroups._folders("headwater-*")}


def wait_until(condition: object, timeout_sec: float = 120) -> bool:
    deadline = time.monotonic() + timeout_sec
    while time.monotonic() < deadline:
        if condition():  # type: ignore[operator]
            return True
        time.sleep(0.02)
    return False


def test_it_returns_the_result_and_events_in_order() -> None:
    events: list[object] = []
    assert run_in_cell(add, 2, 3, on_event=events.append) == 5
    assert events == ["adding 2"]


@pytest.mark.parametrize("error", [UserError("your fault"), InfraError("our fault")])
def test_headwaters_errors_come_through(error: HeadwaterError) -> None:
    with pytest.raises(type(error), match=str(error)):
        run_in_cell(fail, error)


def test_other_errors_carry_their_trace() -> None:
    with pytest.raises(InfraError, match=r"(?s)a phase of the trial broke.*ZeroDivisionError: nought"):
        run_in_cell(fail, ZeroDivisionError("nought"))


def test_a_cell_that_dies_is_a_fault_of_the_machine() -> None:
    with pytest.raises(InfraError, match="died before it returned a result"):
        run_in_cell(die)


def test_a_cell_that_hangs_is_ended(tmp_path: Path) -> None:
    with pytest.raises(InfraError, match="sent no event"):
        run_in_cell(leave_daemons, tmp_path, 300.0, timeout_sec=0.5)
    assert processes_that_see(tmp_path) == []


def test_cancelling_ends_every_process(tmp_path: Path) -> None:
    cancel = threading.Event()

    def started(_: object) -> None:
        cancel.set()

    with pytest.raises(CancelledError):
        run_in_cell(leave_daemons, tmp_path, 300.0, on_event=started, cancel=cancel)
    assert processes_that_see(tmp_path) == []


def test_a_cell_ends_all_processes_after_its_result(tmp_path: Path) -> None:
    before = groups()
    run_in_cell(leave_daemons, tmp_path, 0.3)
    assert processes_that_see(tmp_path) == []
    assert str(tmp_path) not in Path("/proc/self/mountinfo").read_text()
    new_groups = {name for name in groups() - before if f"-{os.getpid()}-" in name}
    assert not new_groups


SCRIPT = """
import sys
sys.path.insert(0, sys.argv[1])
from pathlib import Path
from tests.sandbox.cell_functions import leave_daemons
from headwater.sandbox import run_in_cell
if __name__ == "__main__":
    run_in_cell(leave_daemons, Path(sys.argv[2]), 300.0, on_event=lambda _: print("started", flush=True))
"""


def start_apart(folder: Path) -> subprocess.Popen[str]:
    script = folder / "script.py"
    script.write_text(SCRIPT)
    command = [sys.executable, str(script), str(Path(__file__).parents[2]), str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "started\n"
    return process


def test_killing_headwater_leaves_nothing(tmp_path: Path) -> None:
    process = start_apart(tmp_path)
    assert processes_that_see(tmp_path)
    process.kill()
    process.wait()
    assert wait_until(lambda: not processes_that_see(tmp_path))


def test_killing_the_guardian_leaves_nothing(tmp_path: Path) -> None:
    process = start_apart(tmp_path)
    guardian = next(pid for pid in processes_that_see(tmp_path) if is_outside(pid))
    os.kill(guardian, signal.SIGKILL)
    assert wait_until(lambda: not processes_that_see(tmp_path))
    process.wait(10)
    sweep()
    assert not any(name.startswith(f"headwater-{guardian}-") for name in groups())


def test_a_sweep_spares_groups_of_living_makers() -> None:
    if _cgroups.find_hierarchy() is None:
        pytest.skip("control groups cannot be made here")
    parent = _cgroups.find_hierarchy().parents[0]  # type: ignore[union-attr]
    living, dead = parent / f"headwater-{os.getpid()}-aaaa-agent", parent / "headwater-4194305-aaaa-agent"
    for folder in (living, dead):
        folder.mkdir()
    try:
        sweep()
        assert (living.exists(), dead.exists()) == (True, False)
    finally:
        living.rmdir()


def test_many_cells_at_once(tmp_path: Path) -> None:
    """Cells are separate: each script gets its own folder, network and processes."""
    messages: list[object] = []

    def run(number: int) -> None:
        folder = tmp_path / str(number)
        folder.mkdir()
        messages.append(
            run_in_cell(run_script, folder, f"echo {number} > /tmp/n; sleep 0.2; cat /tmp/n", timeout_sec=400).out
        )

    threads = [threading.Thread(target=run, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(map(str, messages)) == ["0\n", "1\n", "2\n", "3\n"]


def test_threads_can_start_a_users_first_programs_at_once(tmp_path: Path) -> None:
    assert run_in_cell(first_programs_of_threads, tmp_path, 8, timeout_sec=400) == list(range(8))
