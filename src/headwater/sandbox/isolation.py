"""Tests what this machine can isolate.

A *wall* is mandatory. Without it, an agent could read grading or the host, or outlive its trial, and no verdict could
be trusted. A missing *limit* lets an agent starve other trials, and a job runs without it only if the user allows that.
Other findings are notes, which are recorded with each trial.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

from headwater.errors import HeadwaterError, IsolationError, SandboxError
from headwater.sandbox import _cgroups, _view
from headwater.sandbox._backend import BACKENDS, Backend, chosen_backend
from headwater.sandbox._cell import run_in_cell
from headwater.sandbox._engines import docker_lacks
from headwater.sandbox._fixes import fix_for_namespaces
from headwater.sandbox._overlay import remove_tree
from headwater.sandbox._probe import ProbeReport, probe

_PROBE_SEC = 20.0


class FindingKind(StrEnum):
    """The severity of a finding."""

    WALL = "wall"
    LIMIT = "limit"
    NOTE = "note"


@dataclass(frozen=True)
class IsolationFinding:
    """A kind of isolation that this machine provides or lacks, with a fix."""

    name: str
    kind: FindingKind
    ok: bool
    detail: str
    fix: str = ""


def inspect(folder: Path) -> tuple[IsolationFinding, ...]:
    """Test everything that a trial needs, in ``folder``, where trials would store their state.

    The tests run once per process.

    Raises:
        OptionError: ``HEADWATER_SANDBOX`` names a back end that does not exist.
        OSError: The folder cannot be created or written.
    """
    return _inspect(folder, chosen_backend().name)


@cache
def _inspect(folder: Path, name: str) -> tuple[IsolationFinding, ...]:
    backend = BACKENDS[name]
    missing = [program for program in backend.packages if shutil.which(program) is None]
    if missing:
        packages = " ".join(sorted({backend.packages[program] for program in missing}))
        fix = f"apt-get install {packages}"
        return (IsolationFinding("programs", FindingKind.WALL, False, f"{', '.join(missing)} not found", fix),)
    if backend.needs_root and os.geteuid() != 0:
        detail = f"the {name} sandbox mounts and enters networks as root, and this is user {os.geteuid()}"
        return (IsolationFinding("root", FindingKind.WALL, False, detail, "run with sudo, or unset HEADWATER_SANDBOX"),)
    if backend.name == "docker":
        return *_daemon(folder, backend), _users()
    return *_sandbox(folder, backend), _limits(), _users()


def require_unseen(paths: Iterable[Path]) -> None:
    """Raise an error if agents could see a folder, because it is below a system path that sandboxes show.

    Raises:
        IsolationError: One of ``paths`` is visible in sandboxes. Headwater's own package is always hidden.
    """
    covered = _view.hidden_paths()
    for path in paths:
        for visible_path in _view.system_paths().values():
            if path.resolve().is_relative_to(visible_path) and not any(
                path.resolve().is_relative_to(c) for c in covered
            ):
                raise IsolationError(f"agents can see {visible_path}", where=path, fix="choose a folder outside it")


def require_isolation(folder: Path, *, allow_weak: bool) -> tuple[str, ...]:
    """Return the kinds of isolation that are missing, or raise an error if the isolation is insufficient.

    Raises:
        IsolationError: A wall is missing, or a limit is missing and ``allow_weak`` is not set.
    """
    failures = [finding for finding in inspect(folder) if not finding.ok]
    for finding in failures:
        if finding.kind is FindingKind.WALL:
            raise IsolationError(finding.detail, where="no sealed sandbox on this machine", fix=finding.fix)
        if finding.kind is FindingKind.LIMIT and not allow_weak:
            raise IsolationError(
                finding.detail, where="weak isolation", fix=f"{finding.fix}; or run with --allow-weak-isolation"
            )
    return tuple(finding.detail for finding in failures)


def _sandbox(folder: Path, backend: Backend) -> tuple[IsolationFinding, ...]:
    folder.mkdir(parents=True, exist_ok=True)
    place = Path(tempfile.mkdtemp(prefix=".probe-", dir=folder))
    try:
        probed: ProbeReport = run_in_cell(probe, place, timeout_sec=_PROBE_SEC)
    except HeadwaterError as error:
        return (_broken(error),)
    finally:
        remove_tree(place)
    works = IsolationFinding("sandbox", FindingKind.WALL, True, f"namespaces, overlays and {backend.name} work")
    return works, _capabilities(probed), _calls(probed), _mounts(probed, place), _written_finding(probed)


def _broken(error: HeadwaterError) -> IsolationFinding:
    return IsolationFinding(
        "sandbox", FindingKind.WALL, False, error.problem.strip(), error.fix or fix_for_namespaces()
    )


def _capabilities(probed: ProbeReport) -> IsolationFinding:
    if probed.capabilities:
        detail = f"programs in the sandbox have capabilities, or can gain them: {probed.capabilities}"
        return IsolationFinding("capabilities", FindingKind.WALL, False, detail, "install bubblewrap 0.8 or newer")
    return IsolationFinding("capabilities", FindingKind.WALL, True, "none, and none to gain")


def _calls(probed: ProbeReport) -> IsolationFinding:
    if not probed.has_filter:
        detail = f"system calls are not filtered on {os.uname().machine}"
        return IsolationFinding("system calls", FindingKind.NOTE, False, detail, "run on x86_64 or aarch64")
    return IsolationFinding(
        "system calls", FindingKind.NOTE, True, "filtered: four families of sockets, no io_uring, bpf, keys or perf"
    )


def _mounts(probed: ProbeReport, place: Path) -> IsolationFinding:
    if str(place) in probed.mounts or place.name in probed.mounts:
        detail = "what the kernel says of mounts names paths of the cache and the job"
        return IsolationFinding(
            "mounts", FindingKind.NOTE, False, detail, "use bubblewrap, and a file system that overlays work on"
        )
    return IsolationFinding("mounts", FindingKind.NOTE, True, "name no path of the cache or the job")


def _written_finding(probed: ProbeReport) -> IsolationFinding:
    if probed.weakness:
        fix = "run as root with bubblewrap, mkfs.ext4 (apt-get install e2fsprogs) and /dev/loop-control"
        return IsolationFinding("written", FindingKind.NOTE, False, probed.weakness, fix)
    detail = "what a trial writes is in file systems of its own, with limits on bytes and files"
    return IsolationFinding("written", FindingKind.NOTE, True, detail)


def _limits() -> IsolationFinding:
    hierarchy = _cgroups.find_hierarchy()
    if hierarchy is None:
        detail = "no control groups can be made: memory and processes are limited for each process, not together"
        fix = "run as root, or under `systemd-run --user --scope -p Delegate=yes`"
        return IsolationFinding("limits", FindingKind.LIMIT, False, detail, fix)
    return IsolationFinding("limits", FindingKind.LIMIT, True, f"control groups, version {hierarchy.version}")


def _daemon(folder: Path, backend: Backend) -> tuple[IsolationFinding, ...]:
    """Query Docker's daemon before a cell is created, because only the daemon can end the cell's containers."""
    try:
        missing = docker_lacks()
    except SandboxError as error:
        return (_broken(error),)
    sandbox = _sandbox(folder, backend)
    if missing:
        detail = f"docker cannot limit {', '.join(missing)}"
        fix = "boot the kernel with cgroup_enable=memory swapaccount=1"
        return *sandbox, IsolationFinding("limits", FindingKind.LIMIT, False, detail, fix)
    return *sandbox, IsolationFinding("limits", FindingKind.LIMIT, True, "control groups, made by docker")


def _users() -> IsolationFinding:
    if os.geteuid() != 0:
        detail = "agent and services have one user id outside of the sandbox; namespaces keep them apart"
        return IsolationFinding("users", FindingKind.NOTE, False, detail, "run as root for separate ids")
    return IsolationFinding("users", FindingKind.NOTE, True, "agent and services have user ids of their own")
