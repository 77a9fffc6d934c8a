"""Sandboxes must not share files with the machine, wherever Headwater is installed and started."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from headwater.errors import UserError
from headwater.sandbox import isolation

REPOSITORY = Path(__file__).parents[2]
SCRIPT = """
import ctypes
import sys
from pathlib import Path

sys.path[:0] = sys.argv[1:3]
from tests.sandbox.cell_functions import run_script
from headwater.sandbox import run_in_cell

if __name__ == "__main__":
    libc = ctypes.CDLL(None)
    libc.syscall(250, 1, None)  # a session with a key in its ring, as a login makes it
    libc.syscall(248, b"user", b"headwater-test-secret", b"hush", 4, -3)
    assert "headwater-test-secret" in Path("/proc/keys").read_text()
    print(run_in_cell(run_script, Path(sys.argv[3]), sys.argv[4], timeout_sec=400).out)
"""


def run_apart(folder: Path, package: Path, script: str) -> str:
    """Run a script in a sandbox of the Headwater installed at ``package``."""
    file = folder / "script.py"
    file.write_text(SCRIPT)
    command = [sys.executable, str(file), str(package), str(REPOSITORY), str(folder), script]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


@pytest.mark.skipif(os.uname().machine != "x86_64", reason="numbers of system calls differ")
def test_keys_of_the_session_are_not_inherited(tmp_path: Path) -> None:
    assert "headwater-test-secret" not in run_apart(tmp_path, REPOSITORY / "src", "cat /proc/keys")


@pytest.fixture
def installed() -> Iterator[Path]:
    """A copy of the package where ``pip install`` without a virtual environment would put it."""
    if not os.access("/usr/local/lib", os.W_OK):
        pytest.skip("cannot install for all users")
    site = Path(tempfile.mkdtemp(prefix="headwater-test-", dir="/usr/local/lib"))
    site.chmod(0o755)
    shutil.copytree(REPOSITORY / "src/headwater", site / "headwater", ignore=shutil.ignore_patterns("__pycache__"))
    yield site
    shutil.rmtree(site)


def test_a_package_that_is_installed_for_all_is_covered(installed: Path, tmp_path: Path) -> None:
    assert list(installed.rglob("checks.py"))
    found = run_apart(tmp_path, installed, f"ls -d {installed}/headwater; find {installed}/headwater -mindepth 1")
    assert found == f"{installed}/headwater"


@pytest.mark.parametrize("folder", ["/usr/src/app/jobs", "/usr/local/tasks"])
def test_folders_that_agents_would_see_are_refused(folder: str) -> None:
    with pytest.raises(UserError, match="agents can see /usr"):
        isolation.require_unseen([Path(folder)])


def test_other_folders_are_fine(tmp_path: Path) -> None:
    isolation.require_unseen([tmp_path, Path("/home/someone/jobs"), Path("/work")])
