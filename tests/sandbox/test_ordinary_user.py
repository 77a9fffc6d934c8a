"""Headwater as an ordinary user: the walls are the same, and limits are missing only with the user's consent."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src"
SITE = sysconfig.get_path("purelib")
# The tests' interpreter may be in root's home.
PYTHON = sys.executable if not sys.base_prefix.startswith("/root") else "/usr/bin/python3"
TRY = "import click, pydantic, rich, subprocess, sys; subprocess.run([sys.executable, '-c', ''], check=True)"
UID = 12345


@pytest.fixture
def user_home() -> Iterator[Path]:
    """The home folder of an unused user id, with a task, at a path that an ordinary user can enter."""
    if os.geteuid() != 0 or shutil.which("setpriv") is None:
        pytest.skip("only root can be somebody else")
    home = Path("/var/tmp") / f"headwater-test-{os.getpid()}"
    home.mkdir()
    shutil.copytree(SOURCE / "headwater", home / "src/headwater", ignore=shutil.ignore_patterns("__pycache__"))
    subprocess.run(["chown", "-R", f"{UID}:{UID}", home], check=True)
    if as_user(home, "-c", TRY).returncode:
        shutil.rmtree(home)
        pytest.skip("an ordinary user can read no Python that has what Headwater needs")
    yield home
    shutil.rmtree(home)


def as_user(home: Path, *args: str | Path) -> subprocess.CompletedProcess[str]:
    identity = ["setpriv", "--reuid", str(UID), "--regid", str(UID), "--clear-groups"]
    env = {"HOME": str(home), "PATH": os.environ["PATH"], "PYTHONPATH": f"{home}/src:{SITE}", "COLUMNS": "300"}
    command = [*identity, PYTHON, *map(str, args)]
    return subprocess.run(command, env=env, cwd=home, check=False, capture_output=True, text=True, timeout=150)


IN_CELL = """
from headwater.sandbox import *

def look(emit, folder):
    sandbox = open_sandbox([folder])
    (folder / "lower").mkdir()
    (folder / "lower/shipped.txt").write_text("shipped")
    (folder / "tool").mkdir()
    written = sandbox.limited_folder(folder, 16, ["upper"])
    workspace = sandbox.mount(Layers((folder / "lower",), written.path / "upper"))
    view = View({"/opt/tool": folder / "tool"}, {WORKSPACE: workspace}, WORKSPACE)
    script = "echo changed > shipped.txt; grep -E 'Cap(Eff|Bnd)' /proc/self/status; "
    script += "unshare -U true; touch /usr/x; cat /proc/self/mountinfo > mounts; grep Seccomp: /proc/self/status"
    process = sandbox.spawn(
        ["bash", "-c", script], user=User.AGENT, view=view, env={"PATH": "/usr/bin:/bin"},
        network=sandbox.network(), log=folder / "log.txt",
    )
    process.wait(20)
    process.kill()
    script = "n=0; while :; do n=$((n + 1)); touch /workspace/$n; done"
    process = sandbox.spawn(
        ["bash", "-c", script], user=User.AGENT, view=view, env={"PATH": "/usr/bin:/bin"},
        network=sandbox.network(), log=folder / "files.txt",
    )
    broken = wait_within(process, 100, written.watched(["upper"]))
    process.kill()
    sandbox.close()
    return (folder / "log.txt").read_text(), (folder / "log.err").read_text(), broken, written.lacks
"""

SCRIPT = """
import json, sys
from pathlib import Path
from headwater.errors import UserError
from headwater.sandbox import run_in_cell
from headwater.sandbox.isolation import require_isolation
from in_cell import look

folder = Path(sys.argv[1])
folder.mkdir()
try:
    require_isolation(folder, allow_weak=False)
    refused = ""
except UserError as error:
    refused = str(error)
lacking = require_isolation(folder, allow_weak=True)
out, err, broken, lacks = run_in_cell(look, folder, timeout_sec=400)
print(json.dumps({"refused": refused, "lacking": lacking, "out": out, "err": err, "lacks": lacks,
                  "broken": broken, "mounts": (folder / "upper/mounts").read_text(),
                  "lower": (folder / "lower/shipped.txt").read_text(),
                  "upper": (folder / "upper/shipped.txt").read_text()}))
"""


def test_walls_exist_and_limits_are_requested(user_home: Path) -> None:
    # Cells do not load the main script, so their functions are in a module.
    (user_home / "src/in_cell.py").write_text(IN_CELL)
    script = user_home / "script.py"
    script.write_text(SCRIPT)
    completed = as_user(user_home, script, user_home / "folder")
    assert completed.returncode == 0, completed.stderr
    found = json.loads(completed.stdout)
    assert "weak isolation" in found["refused"]
    assert "--allow-weak-isolation" in found["refused"]
    assert any("one user id" in line for line in found["lacking"])
    assert found["out"].split() == ["CapEff:", "0" * 16, "CapBnd:", "0" * 16, "Seccomp:", "2"]
    assert "only root" in found["lacks"]
    assert any("counted by a watcher" in line for line in found["lacking"])
    assert found["broken"][0] == "disk"
    assert "files in upper, more than 1600" in found["broken"][1]
    assert found["mounts"].count("lowerdir=0:1:2") == 2
    assert "headwater-test" not in found["mounts"]
    assert "unshare" in found["err"]
    assert "Read-only file system" in found["err"]
    assert (found["lower"], found["upper"]) == ("shipped", "changed\n")
