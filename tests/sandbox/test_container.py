"""The container back ends on the real engines; ``DOCKER_HOST`` names Docker's daemon as usual."""

from __future__ import annotations

import os
import signal
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from headwater.errors import InfraError, UserError
from headwater.sandbox import (
    HOME,
    WORKSPACE,
    CancelledError,
    Emit,
    Layers,
    Network,
    ResourceLimits,
    Sandbox,
    SandboxProcess,
    User,
    View,
    _view,
    change_owner,
    open_sandbox,
    run_in_cell,
    sweep,
)
from headwater.sandbox.isolation import inspect
from headwater.services import SERVICES, Stack

_ENV = {"PATH": "/usr/bin:/bin"}


@pytest.fixture(params=["podman", "docker"], autouse=True)
def engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: Any) -> str:
    name: str = request.param
    monkeypatch.setenv("HEADWATER_SANDBOX", name)
    failures = [finding for finding in inspect(tmp_path_factory.getbasetemp()) if not finding.ok]
    if failures:
        pytest.skip(f"{name} does not work here: {failures[0].detail}")
    return name


@dataclass
class Ran:
    exit_code: int | None
    out: str
    err: str
    kills: int = 0


def _spawn(
    sandbox: Sandbox, folder: Path, argv: list[str], network: Network | None = None, **options: Any
) -> SandboxProcess:
    options = {"user": User.AGENT, "view": View(), "env": _ENV, "log": folder / "log", **options}
    return sandbox.spawn(argv, network=network or sandbox.network(), **options)


def _shell(_: Emit, folder: Path, script: str, limits: ResourceLimits, env: dict[str, str]) -> Ran:
    """Run a script as the agent, with an overlay as its workspace."""
    sandbox = open_sandbox([folder])
    sandbox.limit(User.AGENT, limits)
    (folder / "lower").mkdir(exist_ok=True)
    (folder / "lower/given").write_text("given\n")
    (folder / "lower").chmod(0o777)
    workspace = sandbox.mount(Layers((folder / "lower",), folder / "upper"))
    view = View(read_only={"/opt/shown": folder / "lower"}, writable={WORKSPACE: workspace}, workdir=WORKSPACE)
    process = _spawn(sandbox, folder, ["sh", "-c", script], view=view, env={**_ENV, **env}, limits=limits)
    ended = process.wait(60)
    code = process.exit_code if ended else None
    process.kill()
    kills = sandbox.out_of_memory_kills(User.AGENT)
    sandbox.close()
    return Ran(code, (folder / "log").read_text(), (folder / "log.err").read_text(), kills)


@pytest.fixture
def shell(tmp_path: Path) -> Any:
    def run(script: str, limits: ResourceLimits | None = None, **env: str) -> Ran:
        completed: Ran = run_in_cell(_shell, tmp_path, script, limits or ResourceLimits(), env)
        return completed

    return run


def test_a_program_runs_as_the_agent_and_returns_its_end(shell: Any) -> None:
    completed = shell("id -u; id -un; hostname; getent hosts $(hostname); echo oops >&2; exit 3")
    assert completed.exit_code == 3
    assert completed.out.split()[:2] == [str(int(User.AGENT)), "agent"]
    assert completed.out.split()[2] != os.uname().nodename
    assert completed.out.split()[3:] == ["127.0.0.1", "localhost", completed.out.split()[2]]
    assert completed.err.endswith("oops\n")


def test_changes_go_to_the_upper_layer(shell: Any, tmp_path: Path) -> None:
    assert shell("cat given > made; rm given").exit_code == 0
    assert (tmp_path / "upper/made").read_text() == "given\n"
    assert (tmp_path / "lower/given").exists()


def test_a_program_sees_only_its_view(shell: Any, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("secret")
    completed = shell(
        f"ls /; echo; ls -A /root /var /work {tmp_path}; echo; cat {secret} /proc/1/root{secret}; ls /proc"
    )
    top, _, rest = completed.out.partition("\n\n")
    expected = "bin dev etc home lib lib32 lib64 opt proc root run sbin sys tmp usr var workspace"
    assert set(top.split()) <= set(expected.split())  # /root is visible only if it contains the interpreter
    assert "secret" not in rest
    assert sum(name.isdigit() for name in rest.split()) < 8


def _shell_beside_headwater(emit: Emit, folder: Path, script: str) -> Ran:
    """Run a script as if Headwater were installed in /usr/share."""
    _view.hidden_paths = lambda: [Path("/usr/share")]
    return _shell(emit, folder, script, ResourceLimits(), {})


def test_it_does_not_see_headwater_itself(tmp_path: Path) -> None:
    completed = run_in_cell(_shell_beside_headwater, tmp_path, "ls -A /usr/share; touch /usr/share/x || ls -d /usr/lib")
    assert completed.out == "/usr/lib\n"


def test_only_the_workspace_home_and_tmp_can_be_written(shell: Any) -> None:
    script = "for f in / /usr /etc /opt/shown /sys/fs/cgroup /proc/sys/vm /run /var; do touch $f/x && echo $f; done"
    assert shell(script).out == ""
    assert shell(f"for f in {WORKSPACE} {HOME} /tmp /dev/shm; do touch $f/x && echo $f; done").out.count("\n") == 4


def test_the_environment_is_exactly_the_given_one(shell: Any) -> None:
    completed = shell("env -0 | sort -z | tr '\\0' '|'", ODD="a 'b'\n\"c\" $HOME \\ #", EMPTY="")
    assert completed.out == f"EMPTY=|ODD=a 'b'\n\"c\" $HOME \\ #|PATH={_ENV['PATH']}|PWD={WORKSPACE}|"


def test_a_container_cannot_raise_its_rights(shell: Any) -> None:
    status = shell("cat /proc/self/status").out
    assert "CapEff:\t0000000000000000" in status
    assert "CapBnd:\t0000000000000000" in status
    assert "NoNewPrivs:\t1" in status


def test_memory_is_limited_and_the_kill_is_counted(shell: Any, engine: str) -> None:
    limits = ResourceLimits(memory_mb=128)
    completed = shell("/usr/bin/python3 -c 'x = bytearray(512 << 20)'; echo $?; sleep 0.3", limits)
    assert completed.out == "137\n"
    if engine == "podman":  # Docker shows only a flag, which Podman's service can miss
        assert completed.kills == 1


def test_processes_and_files_are_limited(shell: Any) -> None:
    limits = ResourceLimits(processes=24, disk_mb=1)
    completed = shell("for i in $(seq 40); do sleep 1 & done; head -c 2000000 /dev/zero > /tmp/x; echo $?", limits)
    assert "ork" in completed.err  # Cannot fork, fork: retry
    assert "153" in completed.out or completed.exit_code != 0


def _no_program(_: Emit, folder: Path) -> None:
    sandbox = open_sandbox([folder])
    process = _spawn(sandbox, folder, ["true"], view=View(workdir="/usr/missing"))
    process.wait(30)
    assert process.exit_code is None


def test_a_failure_of_the_engine_is_not_the_agents(shell: Any, tmp_path: Path) -> None:
    with pytest.raises(InfraError, match="could not run"):
        run_in_cell(_no_program, tmp_path)
    assert shell("exit 125").exit_code == 125


def _networks(_: Emit, folder: Path) -> list[str]:
    """Start a server on one port in each of two networks, and return which server is reached from where."""
    sandbox = open_sandbox([folder])
    found = []
    networks = [sandbox.network(), sandbox.network()]
    for number, network in enumerate(networks):
        (folder / f"site{number}").mkdir()
        (folder / f"site{number}/name").write_text(f"{number}")
        view = View(read_only={"/srv/site": folder / f"site{number}"})
        argv = ["/usr/bin/python3", "-m", "http.server", "8123", "--bind", "127.0.0.1", "--directory", "/srv/site"]
        _spawn(sandbox, folder, argv, network, user=User.SERVICE, view=view, log=folder / f"server{number}")
    for network in networks:
        found.append(_fetch(network))
    client = "import urllib.request as u; print(u.urlopen('http://127.0.0.1:8123/name').read())"
    process = _spawn(sandbox, folder, ["/usr/bin/python3", "-c", client], networks[1])
    process.wait(30)
    process.kill()
    interfaces = _spawn(sandbox, folder, ["cat", "/proc/net/dev"], networks[1], log=folder / "interfaces")
    interfaces.wait(30)
    interfaces.kill()
    sandbox.close()
    lines = (folder / "interfaces").read_text().splitlines()
    up = [line.split(":")[0].strip() for line in lines[2:]]
    return [*found, (folder / "log").read_text().strip(), *up]


def _fetch(network: Network) -> str:
    import http.client

    deadline = time.monotonic() + 120
    while True:
        with network:
            connection = http.client.HTTPConnection("127.0.0.1", 8123, timeout=5)
            try:
                connection.request("GET", "/name")
                return connection.getresponse().read().decode()
            except OSError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.05)


def test_each_network_is_a_separate_loopback(tmp_path: Path) -> None:
    assert run_in_cell(_networks, tmp_path)[:4] == ["0", "1", "b'1'", "lo"]


def _signalled(_: Emit, folder: Path) -> tuple[int | None, str]:
    sandbox = open_sandbox([folder])
    script = "trap 'echo bye; exit 7' INT; echo ready; while :; do sleep 0.05; done"
    process = _spawn(sandbox, folder, ["sh", "-c", script])
    assert _wait_for(lambda: (folder / "log").exists() and (folder / "log").read_text())
    process.signal(signal.SIGINT)
    process.wait(20)
    process.kill()
    return process.exit_code, (folder / "log").read_text()


def test_a_signal_reaches_the_program(tmp_path: Path) -> None:
    assert run_in_cell(_signalled, tmp_path) == (7, "ready\nbye\n")


def _killed(_: Emit, folder: Path) -> int | None:
    sandbox = open_sandbox([folder])
    process = _spawn(sandbox, folder, ["sh", "-c", "setsid sleep 4711 & sleep 4711"])
    _wait_for(lambda: len(_sleepers("4711")) == 2)
    process.kill()
    return process.exit_code


def test_kill_leaves_nothing(tmp_path: Path) -> None:
    assert run_in_cell(_killed, tmp_path) == 137
    assert not _sleepers("4711")


def _hang(emit: Emit, folder: Path, seconds: str) -> None:
    """Run forever, and report the current stage repeatedly."""
    sandbox = open_sandbox([folder])
    (folder / "lower").mkdir()
    workspace = sandbox.mount(Layers((folder / "lower",), folder / "upper"))
    process = _spawn(sandbox, folder, ["sleep", seconds])
    while not process.wait(0.2):
        emit(workspace.parent)


def _sleepers(seconds: str) -> list[int]:
    """Return the ids of all ``sleep <seconds>`` processes on the machine."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if (folder / "cmdline").read_bytes() == f"sleep\0{seconds}\0".encode():
                found.append(int(folder.name))
        except OSError:
            continue
    return found


def _wait_for(what: Any) -> bool:
    deadline = time.monotonic() + 120
    while not what() and time.monotonic() < deadline:
        time.sleep(0.05)
    return bool(what())


def test_cancelling_leaves_no_container_and_no_mount(tmp_path: Path) -> None:
    stages: set[Path] = set()
    cancel = threading.Event()

    def watch(stage: Path) -> None:
        stages.add(stage)
        if _sleepers("4712"):
            cancel.set()

    with pytest.raises(CancelledError):
        run_in_cell(_hang, tmp_path, "4712", cancel=cancel, on_event=watch)
    assert not _sleepers("4712")
    assert all(_is_gone(stage) for stage in stages)


def _is_gone(stage: Path) -> bool:
    return not stage.exists() and str(stage) not in Path("/proc/self/mountinfo").read_text()


def _swept(stage: Path) -> bool:
    sweep()  # sweep leaves the folder as long as a process of the cell is dying
    return _is_gone(stage)


@pytest.mark.parametrize("janitor_too", [False, True])
def test_a_killed_guardian_leaves_nothing_that_is_not_removed(tmp_path: Path, janitor_too: bool) -> None:
    killed: list[Path] = []

    def kill(stage: Path) -> None:
        if killed or not _sleepers("4713"):
            return
        guardian = int(stage.name.split("-")[1])
        children = Path(f"/proc/{guardian}/task/{guardian}/children").read_text().split()
        killed.append(stage)
        if janitor_too:  # the guardian's first child
            os.kill(int(children[0]), signal.SIGKILL)
        os.kill(guardian, signal.SIGKILL)

    with pytest.raises(InfraError, match="died"):
        run_in_cell(_hang, tmp_path, "4713", on_event=kill)
    if janitor_too:
        assert killed[0].exists()
    assert _wait_for(lambda: _swept(killed[0]) if janitor_too else _is_gone(killed[0]))
    assert not _sleepers("4713")


def test_a_back_end_that_does_not_exist_is_a_mistake(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HEADWATER_SANDBOX", "jail")
    with pytest.raises(UserError, match="bubblewrap, docker, podman"):
        run_in_cell(_killed, tmp_path)


def _services(_: Emit, folder: Path) -> tuple[object, ...]:
    sandbox = open_sandbox([folder])
    data = {}
    for name in SERVICES:
        data[name] = folder / name
        data[name].mkdir(mode=0o700)
        change_owner(data[name], User.SERVICE)
        SERVICES[name].create(sandbox, data[name], folder / f"{name}-create.log")
    with Stack(sandbox, data, folder / "logs", new=data) as stack:
        stack.kafka.create_topic("orders")
        answers = (stack.postgres.scalar("select 6 * 7"), stack.clickhouse.scalar("select 6 * 7"), stack.kafka.topics())
    sandbox.close()
    return answers


@pytest.mark.minutes
def test_all_services_run_and_stop(tmp_path: Path) -> None:
    assert run_in_cell(_services, tmp_path) == (42, 42, {"orders": 1})
    assert not (tmp_path / "postgres/postmaster.pid").exists()  # Postgres was stopped cleanly instead of killed
