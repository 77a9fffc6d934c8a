"""The sandbox works with the capabilities of the manifests, and not with fewer: the tests start it with each set."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.deploy.manifests import capabilities, nodes

INSPECT = """
import json, sys
from pathlib import Path
from headwater.sandbox.isolation import FindingKind, inspect

if __name__ == "__main__":
    walls = [each for each in inspect(Path(sys.argv[1])) if each.kind is FindingKind.WALL]
    print(json.dumps([wall.detail for wall in walls if not wall.ok]))
"""
NEEDED = [each.lower() for each in capabilities(nodes()[0])]
OF_FILES = "dac_override"
"""The sandbox starts without it, but Headwater could not remove agent output."""

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root can give up capabilities")


def run_with(rights: list[str], command: list[str]) -> subprocess.CompletedProcess[str]:
    """Run a program as root with only these capabilities, as in a container, which it cannot extend."""
    bounding = ",".join(["-all", *(f"+{each}" for each in rights)])
    limited = ["setpriv", "--bounding-set", bounding, "--inh-caps", "-all", "--no-new-privs"]
    return subprocess.run([*limited, *command], capture_output=True, text=True, check=False, timeout=300)


def missing_walls(rights: list[str], folder: Path) -> list[str]:
    script = folder / "inspect_walls.py"
    script.write_text(INSPECT)
    done = run_with(rights, [sys.executable, str(script), str(folder / "home")])
    assert done.returncode == 0, done.stderr
    found: list[str] = json.loads(done.stdout)
    return found


def test_the_sandbox_works_with_the_capabilities_of_a_node(tmp_path: Path) -> None:
    assert missing_walls(NEEDED, tmp_path) == []


@pytest.mark.parametrize("without", [each for each in NEEDED if each != OF_FILES])
def test_the_sandbox_needs_each_capability(without: str, tmp_path: Path) -> None:
    assert missing_walls([each for each in NEEDED if each != without], tmp_path)


def test_files_of_agents_cannot_be_removed_without_the_last_one(tmp_path: Path) -> None:
    folder = tmp_path / "left"
    (folder / "file").mkdir(parents=True)
    os.chown(folder, 20001, 20001)
    fewer = [each for each in NEEDED if each != OF_FILES]
    assert run_with(fewer, ["rmdir", str(folder / "file")]).returncode != 0
    assert run_with(NEEDED, ["rmdir", str(folder / "file")]).returncode == 0
