"""Agent code sees the same environment in grading as in the agent's run, so that it cannot distinguish them."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.jobs.conftest import Headwater, MakeTask, headwater, make_task

__all__ = ["headwater", "make_task"]

PROBE = r"""
import json, os, resource, socket, sys
from pathlib import Path

def read(path):
    return Path(path).read_text(errors="replace")

def mounts():
    found = []
    for line in read("/proc/self/mountinfo").splitlines():
        left, right = line.split(" - ")
        found.append([left.split()[4], left.split()[5], right.split()[0]])
    return sorted(found)

def listing(folder):
    return sorted(os.listdir(folder)) if os.access(folder, os.R_OK) else "unreadable"

def status(*names):
    lines = dict(line.split(":", 1) for line in read("/proc/self/status").splitlines())
    return {name: lines[name].split() for name in names}

limits = [name for name in dir(resource) if name.startswith("RLIMIT_")]
print(json.dumps({
    "env": sorted(os.environ.items()),
    "ids": [os.getresuid(), os.getresgid(), os.getgroups()],
    "limits": {name: resource.getrlimit(getattr(resource, name)) for name in limits},
    "nice": [os.nice(0), os.sched_getscheduler(0), sorted(os.sched_getaffinity(0))],
    "mounts": mounts(),
    "folders": {path: listing(path) for path in ("/", "/opt", "/tmp", "/etc", "/dev", "/run", os.environ["HOME"])},
    "workspace": [oct(os.stat(".").st_mode), os.stat(".").st_uid, os.stat("probe.py").st_uid],
    "cwd": os.getcwd(),
    "umask": os.umask(0o022),
    "host": [socket.gethostname(), *os.uname()],
    "groups": read("/proc/self/cgroup"),
    "addresses": sorted(name for _, name in socket.if_nameindex()) + read("/proc/net/fib_trie").split(),
    "status": status("Seccomp", "NoNewPrivs", "CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb", "Groups"),
    "ids of namespaces": [read("/proc/self/uid_map").split()[0::2], read("/proc/self/gid_map").split()[0::2]],
    "oom": [read("/proc/self/oom_score_adj"), read("/proc/sys/kernel/random/boot_id")],
    "streams": [os.readlink(f"/proc/self/fd/{n}").partition(":")[0] for n in range(3)],
    "first program": read("/proc/1/comm"),
    "session": os.getsid(0) == os.getpid(),
    "python": sys.path,
}))
"""
CHECKS = """
import re
from headwater.grading import Graded, Result, functional

@functional
def rerun(graded: Graded) -> Result:
    seen = {"grading": graded.rerun.completed.stdout, "agent": graded.workspace.read_text("agents.json")}
    return Result(True, "kept", {name: re.findall("(?s).{1,1500}", text) for name, text in seen.items()})
"""
TOML = """
[agent]
timeout_sec = 120
memory_mb = 1024
processes = 100
disk_mb = 64

[network]
allow = ["packages.example:443"]

[entrypoint]
command = "bash run.sh"
"""
OF_ITS_OWN = {"/solution"}
"""The mount of agent ``oracle``; other agents have their software and configuration."""
OF_THE_MOMENT = {"DEADLINE", "SHLVL", "_"}
"""The deadline is compared separately; the others contain the nesting of shells around the program."""


@pytest.fixture
def probe_outputs(
    headwater: Headwater, make_task: MakeTask, tmp_path: Path
) -> tuple[dict[str, Any], dict[str, Any], datetime]:
    """Return the probe's output as the agent and in grading, and its start time."""
    task = make_task(
        services=["postgres"],
        checks=CHECKS,
        toml=TOML,
        solution="bash run.sh | cat > agents.json",
        files={"workspace/run.sh": "exec python3 probe.py\n", "workspace/probe.py": PROBE},
    )
    completed = headwater("run", task, "--agent", "oracle", "--out", tmp_path / "job", "--json")
    assert json.loads(completed.out)[0]["status"] == "ok", completed
    verdict = json.loads(next((tmp_path / "job").glob("trials/*/verdicts/1.json")).read_text())
    [check] = [each for gate in verdict["gates"] for each in gate["checks"] if each["name"] == "rerun"]
    assert check["outcome"] == "passed", check
    details = check["details"]
    agent, grading = (json.loads("".join(details[name])) for name in ("agent", "grading"))
    return agent, grading, datetime.now(UTC)


def test_code_cannot_distinguish_grading_from_its_own_run(
    probe_outputs: tuple[dict[str, Any], dict[str, Any], datetime],
) -> None:
    agent, grading, now = probe_outputs
    deadlines = [datetime.fromisoformat(dict(found["env"])["DEADLINE"]) for found in (agent, grading)]
    assert deadlines[0] <= deadlines[1] <= now + timedelta(seconds=120)
    assert all(deadline > now - timedelta(seconds=1) for deadline in deadlines)
    for found in (agent, grading):
        found["env"] = [pair for pair in found["env"] if pair[0] not in OF_THE_MOMENT]
        found["mounts"] = [mount for mount in found["mounts"] if mount[0] not in OF_ITS_OWN]
        found["folders"]["/"] = [name for name in found["folders"]["/"] if f"/{name}" not in OF_ITS_OWN]
    names = [name for name, _ in grading["env"]]
    assert {"HOME", "PATH", "USER", "LANG", "HTTPS_PROXY", "POSTGRES_URL"} <= {*names}
    for what in agent:
        assert grading[what] == agent[what], what
