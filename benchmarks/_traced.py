"""Programs that read a folder of files in a sandbox, with and without a trace; they run in a cell."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from headwater.sandbox import DATA, WORKSPACE, Emit, User, View, change_owner, open_sandbox


def time_reads(
    emit: Emit,  # noqa: ARG001 - every function in a cell is given it
    folder: Path,
    data: Path,
    mounts: Mapping[str, Path],
    program: Sequence[str],
    repeats: int,
) -> list[tuple[float, float, int]]:
    """Return, for each repeat, the seconds without a trace, those with one, and the number of files in the trace."""
    workspace = folder / "workspace"
    workspace.mkdir(parents=True)
    sandbox = open_sandbox([folder, data, *mounts.values()])
    change_owner(workspace, User.AGENT)
    view = View(read_only={**mounts, DATA: data}, writable={WORKSPACE: workspace}, workdir=WORKSPACE)
    found = []
    for repeat in range(repeats + 1):
        seconds, file_count = [], 0
        for is_traced in (False, True):
            trace = sandbox.trace_reads(data) if is_traced else None
            started = time.perf_counter()
            process = sandbox.spawn(
                program,
                user=User.AGENT,
                view=view,
                env={"PATH": "/usr/bin:/bin", "HOME": "/tmp"},
                network=sandbox.network(),
                log=folder / f"{repeat}-{is_traced}.log",
            )
            assert process.wait(300)
            seconds.append(time.perf_counter() - started)
            assert process.exit_code == 0, (folder / f"{repeat}-{is_traced}.err").read_text()
            process.kill()
            file_count = len(trace.stop().files) if trace else file_count
        if repeat:  # the first run warms caches
            found.append((*seconds, file_count))
    sandbox.close()
    return found
