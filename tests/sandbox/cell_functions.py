# ruff: noqa: ARG001 - a cell gives every function its `emit`
"""Functions that run in cells, in their own module so that children of the fork server can import them."""

from __future__ import annotations

import ctypes
import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from headwater.sandbox import (
    DATA,
    HOME,
    WORKSPACE,
    Emit,
    Layers,
    Reads,
    ResourceLimits,
    Sandbox,
    User,
    View,
    _linux,
    change_owner,
    open_sandbox,
    wait_within,
)


@dataclass(frozen=True)
class ScriptOutput:
    """The result of a program in the sandbox."""

    exit_code: int | None
    out: str
    err: str
    out_of_memory_kills: int = 0


def _workspace(sandbox: Sandbox, folder: Path) -> Path:
    lower = folder / "lower"
    if not lower.exists():
        lower.mkdir()
        (lower / "shipped.txt").write_text("shipped")
        for path in (lower, lower / "shipped.txt"):
            change_owner(path, User.AGENT)
    return sandbox.mount(Layers((lower,), folder / "upper"))


def _view(workspace: Path) -> View:
    return View(writable={WORKSPACE: workspace}, workdir=WORKSPACE, tmp_mb=64)


ENV = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": HOME}


def run_script(
    emit: Emit, folder: Path, script: str, limits: ResourceLimits | None = None, seconds: float = 20
) -> ScriptOutput:
    """Run a shell script as the agent's user."""
    sandbox = open_sandbox([folder])
    workspace = _workspace(sandbox, folder)
    limits = limits or ResourceLimits()
    sandbox.limit(User.AGENT, limits)
    emit("ready")
    process = sandbox.spawn(
        ["bash", "-c", script],
        user=User.AGENT,
        view=_view(workspace),
        env=ENV,
        network=sandbox.network(),
        log=folder / "log.txt",
        limits=limits,
    )
    process.wait(seconds)
    code = process.exit_code
    process.kill()
    sandbox.close()
    log = folder / "log.txt"
    output = [path.read_bytes().decode(errors="replace") for path in (log, log.with_suffix(".err"))]
    return ScriptOutput(code, *output, sandbox.out_of_memory_kills(User.AGENT))


def run_within(emit: Emit, folder: Path, script: str, limit_mb: int, layers: int = 1) -> tuple[ScriptOutput, str, bool]:
    """Run a shell script as the agent with a disk limit; keep its files, and return which limit ended it."""
    sandbox = open_sandbox([folder])
    lowers = tuple(folder / f"lower-{number}" for number in range(layers))
    for lower in lowers:
        lower.mkdir()
        (lower / "shipped").write_text("shipped")
        change_owner(lower, User.AGENT)
    (folder / "tool").mkdir()
    (folder / "tool/program").write_text("a tool")
    written = sandbox.limited_folder(folder / "state", limit_mb, ["workspace"])
    workspace = sandbox.mount(Layers(lowers, written.path / "workspace"))
    view = View({"/opt/tool": folder / "tool", "/opt/one/program": folder / "tool/program"}, {WORKSPACE: workspace})
    process = sandbox.spawn(
        ["bash", "-c", f"cd {WORKSPACE}; {script}"],
        user=User.AGENT,
        view=view,
        env=ENV,
        network=sandbox.network(),
        log=folder / "log.txt",
    )
    broken = wait_within(process, 60, written.watched(["workspace"]))
    code = process.exit_code
    process.kill()
    sandbox.close()
    full = written.is_full()
    err = (folder / "log.err").read_text() + (broken.message if broken else "")
    return ScriptOutput(code, (folder / "log.txt").read_text(), err), written.lacks, full


def same_port_twice(emit: Emit, folder: Path) -> list[str]:
    """Let two servers listen on the same port in two networks, and query both."""
    sandbox = open_sandbox([folder])
    workspace = _workspace(sandbox, folder)
    serve = "cd /tmp; echo $NAME > name; exec python3 -m http.server 8123 --bind 127.0.0.1"
    answers = []
    for name in ("one", "two"):
        network = sandbox.network()
        env = {**ENV, "NAME": name}
        sandbox.spawn(
            ["bash", "-c", serve],
            user=User.SERVICE,
            view=_view(workspace),
            env=env,
            network=network,
            log=folder / f"{name}.txt",
        )
        answers.append(_ask(network))
    sandbox.close()
    return answers


def _ask(network: Any) -> str:
    from urllib.request import urlopen

    deadline = time.monotonic() + 120
    while True:
        try:
            with network:
                return str(urlopen("http://127.0.0.1:8123/name", timeout=1).read().decode().strip())
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.02)


def service_beside_hungry_agent(emit: Emit, folder: Path) -> tuple[ScriptOutput, int | None]:
    """Run a script as the agent next to a service; return the outcome of both."""
    sandbox = open_sandbox([folder])
    workspace = _workspace(sandbox, folder)
    network = sandbox.network()
    service = sandbox.spawn(
        ["sleep", "60"], user=User.SERVICE, view=_view(workspace), env=ENV, network=network, log=folder / "service.txt"
    )
    limits = ResourceLimits(memory_mb=96)
    sandbox.limit(User.AGENT, limits)
    eat = "python3 -c 'kept = [bytearray(8 << 20) for _ in range(100)]'"
    agent = sandbox.spawn(
        ["bash", "-c", eat],
        user=User.AGENT,
        view=_view(workspace),
        env=ENV,
        network=network,
        log=folder / "agent.txt",
        limits=limits,
    )
    agent.wait(20)
    output = ScriptOutput(agent.exit_code, "", "", sandbox.out_of_memory_kills(User.AGENT))
    alive = service.exit_code
    sandbox.close()
    return output, alive


def add(emit: Emit, left: int, right: int) -> int:
    """Return the sum of two numbers, and emit a message."""
    emit(f"adding {left}")
    return left + right


def fail(emit: Emit, error: Exception) -> None:
    """Raise the given error."""
    raise error


def die(emit: Emit) -> None:
    ctypes.string_at(0)  # a bad address, as in a faulty library; the first process of a namespace ignores other signals


def leave_daemons(emit: Emit, folder: Path, seconds: float) -> None:
    """Start programs that refuse to end, marked by a mount and a variable, and wait."""
    sandbox = open_sandbox([folder])
    _linux.mount(str(folder), folder, flags=_linux.MS_BIND)
    workspace = _workspace(sandbox, folder)
    script = f"trap '' TERM INT HUP; (setsid sleep 300.{os.getpid()} &) ; while :; do sleep 0.1; done"
    sandbox.spawn(
        ["bash", "-c", script],
        user=User.AGENT,
        view=_view(workspace),
        env={**ENV, "CELL": str(folder)},
        network=sandbox.network(),
        log=folder / "log.txt",
    )
    emit("started")
    time.sleep(seconds)


def trace_within(emit: Emit, folder: Path, data: Path, script: str) -> Reads:
    """Run a script with ``data`` mounted at /data, and return the files that it read."""
    workspace = folder / "workspace"
    workspace.mkdir(parents=True)
    sandbox = open_sandbox([folder, data])
    change_owner(workspace, User.AGENT)
    trace = sandbox.trace_reads(data)
    view = View(read_only={"/data": data}, writable={WORKSPACE: workspace}, workdir=WORKSPACE)
    process = sandbox.spawn(
        ["/bin/sh", "-c", script],
        user=User.AGENT,
        view=view,
        env={"PATH": "/usr/bin:/bin"},
        network=sandbox.network(),
        log=folder / "log",
    )
    assert process.wait(60)
    process.kill()
    sandbox.close()
    return trace.stop()


def run_on_data(emit: Emit, folder: Path, data: Path, script: str, is_open: bool) -> str:
    """Run a script with ``data`` mounted at /data, read-only or writable; return its output."""
    workspace = folder / "workspace"
    workspace.mkdir()
    sandbox = open_sandbox([folder])
    change_owner(workspace, User.AGENT)
    mounts = {DATA: data}
    writable = {WORKSPACE: workspace, **(mounts if is_open else {})}
    process = sandbox.spawn(
        ["/bin/sh", "-c", script],
        user=User.AGENT,
        view=View(read_only={} if is_open else mounts, writable=writable, workdir=WORKSPACE),
        env={"PATH": "/usr/bin:/bin"},
        network=sandbox.network(),
        log=folder / "log",
    )
    assert process.wait(60)
    process.kill()
    sandbox.close()
    return (folder / "log").read_text()


def first_programs_of_threads(emit: Emit, folder: Path, threads: int) -> list[int]:
    """Start a user's first programs from several threads at once, each with a workspace of its own."""
    sandbox = open_sandbox([folder])
    ready = threading.Barrier(threads)

    def run(number: int) -> int:
        own = folder / str(number)
        own.mkdir()
        ready.wait()
        process = sandbox.spawn(
            ["sh", "-c", f"echo {number} > made.txt"],
            user=User.AGENT,
            view=_view(_workspace(sandbox, own)),
            env=ENV,
            network=sandbox.network(),
            log=own / "log.txt",
        )
        process.wait(60)
        return int((own / "upper/made.txt").read_text())

    with ThreadPoolExecutor(threads) as pool:
        made = list(pool.map(run, range(threads)))
    sandbox.close()
    return made
