"""A notebook runs jobs: its kernel has a running event loop, and its cells have no file."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from jupyter_client.manager import KernelManager

Cell = Callable[[str], Callable[[], str]]
_PATIENCE_SEC = 300
_RUN = """
import asyncio, pathlib, headwater
from headwater.trials import AgentStarted

class Watching(headwater.Progress):
    def event(self, spec, event):
        if isinstance(event, AgentStarted):
            pathlib.Path(f"{spec.agent}.started").touch()

job = headwater.run("pipelines/csv-ingest", "nop", progress=Watching())
print(asyncio.get_running_loop().is_running(), "__file__" in globals())
"""
_WAIT = """
results = job.wait().results()
print([row["agent"] for row in results], results.to_arrow().num_rows)
"""
_ENDLESS = """
pathlib.Path("pipelines/csv-ingest/solution/solve.sh").write_text("sleep 600")
job = headwater.run("pipelines/csv-ingest", "oracle", progress=Watching())
job.wait()
"""
_RESUME = """
pathlib.Path("pipelines/csv-ingest/solution/solve.sh").write_text("echo hello > greeting.txt")
print(job.is_interrupted, [row["score"] for row in job.resume().wait().results()])
"""


@pytest.fixture
def kernel(folder: Path, user_env: dict[str, str]) -> Iterator[KernelManager]:
    manager = KernelManager()
    manager.start_kernel(cwd=str(folder), env={**user_env, "IPYTHONDIR": str(folder / ".ipython")})
    yield manager
    manager.shutdown_kernel(now=True)


@pytest.fixture
def begin(kernel: KernelManager) -> Iterator[Cell]:
    """Start a cell; the returned function waits for the cell to end, and returns its output and its error."""
    client = kernel.client()
    client.start_channels()
    client.wait_for_ready(timeout=_PATIENCE_SEC)

    def begin(code: str) -> Callable[[], str]:
        cell = client.execute(code)

        def end() -> str:
            printed = []
            while True:
                message: dict[str, Any] = client.get_iopub_msg(timeout=_PATIENCE_SEC)
                content = message["content"]
                if message["parent_header"].get("msg_id") != cell:
                    continue
                match message["msg_type"]:
                    case "stream" if content["name"] == "stdout":
                        printed.append(content["text"])
                    case "error":
                        printed.append(content["ename"])
                    case "status" if content["execution_state"] == "idle":
                        return "".join(printed)

        return end

    yield begin
    client.stop_channels()


def test_cells_run_a_job_and_an_interrupted_one_cancels_it(kernel: KernelManager, begin: Cell, folder: Path) -> None:
    assert begin(_RUN)() == "True False\n"
    assert begin(_WAIT)() == "['nop'] 1\n"

    end = begin(_ENDLESS)
    deadline = time.monotonic() + _PATIENCE_SEC
    while not (folder / "oracle.started").exists():
        assert time.monotonic() < deadline
        time.sleep(0.05)
    kernel.interrupt_kernel()
    assert end() == "KeyboardInterrupt"
    assert begin(_RESUME)() == "True [1.0]\n"
