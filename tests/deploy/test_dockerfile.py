"""The Dockerfile has no findings of hadolint, and copies and installs what the repository has."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sysconfig
import tomllib
from pathlib import Path

from tests.deploy.manifests import DEPLOY, ROOT, capabilities, locked, nodes

DOCKERFILE = DEPLOY / "Dockerfile"
HADOLINT = shutil.which("hadolint", path=sysconfig.get_path("scripts"))


def lint(file: Path) -> subprocess.CompletedProcess[str]:
    assert HADOLINT is not None
    return subprocess.run([HADOLINT, str(file)], capture_output=True, text=True, check=False)


def instructions(name: str) -> list[list[str]]:
    """Return the arguments of all instructions of a name, with continued lines joined."""
    text = DOCKERFILE.read_text().replace("\\\n", " ")
    return [shlex.split(rest) for rest in re.findall(rf"^{name} (.*)$", text, re.MULTILINE)]


def test_the_linter_has_no_findings() -> None:
    done = lint(DOCKERFILE)
    assert (done.returncode, done.stdout) == (0, "")


def test_the_linter_finds_a_base_image_without_a_version(tmp_path: Path) -> None:
    changed = tmp_path / "Dockerfile"
    changed.write_text(re.sub(r"^FROM .*$", "FROM debian", DOCKERFILE.read_text(), flags=re.MULTILINE))
    assert "DL3006" in lint(changed).stdout


def test_the_base_image_is_pinned_by_its_digest() -> None:
    (((base),),) = instructions("FROM")
    assert re.fullmatch(r"debian:bookworm-\d{8}-slim@sha256:[0-9a-f]{64}", base)


def test_copied_files_exist_and_are_in_the_build_context() -> None:
    admitted = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    copied = {source for *sources, _ in instructions("COPY") for source in sources}
    assert copied == admitted
    assert all((ROOT / each).exists() for each in copied)


def test_the_system_packages_come_from_the_setup_script() -> None:
    script = (ROOT / "scripts/setup.sh").read_text()
    assert all(
        package in script for package in ("bubblewrap", "redis-server", "faketime", "util-linux", "python3-venv")
    )
    assert any("scripts/setup.sh" in words for words in instructions("RUN"))


def test_both_locks_have_the_same_versions() -> None:
    project_lock = set(re.findall(r"^(\S+)==(\S+)", (ROOT / "requirements.lock").read_text(), re.MULTILINE))
    deploy_lock = set(re.findall(r"^(\S+)==(\S+)", (DEPLOY / "requirements.txt").read_text(), re.MULTILINE))
    names = {name for name, _ in project_lock}
    assert {each for each in deploy_lock if each[0] in names} <= project_lock
    assert ("ray", locked("requirements.lock", "ray")) in deploy_lock


def test_ray_with_its_dashboard_has_the_version_of_the_extra() -> None:
    requirements = (DEPLOY / "requirements.in").read_text().split()
    extra = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]["ray"]
    (ray,) = [each for each in extra if each.startswith("ray")]
    assert ray.replace("ray", "ray[default]") in requirements


def test_ray_does_not_lower_the_priority_of_trials() -> None:
    """The capabilities of a node do not suffice to raise it again."""
    assert "sys_nice" not in map(str.lower, capabilities(nodes()[0]))
    (variables,) = instructions("ENV")
    assert "RAY_worker_niceness=0" in variables


def test_the_last_user_is_not_root() -> None:
    assert instructions("USER")[-1] != ["root"]
    assert int(instructions("USER")[-1][0]) > 0
