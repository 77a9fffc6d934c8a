"""Implements the differences between container engines. Their common code is in ``_container``.

Podman has no daemon, so it runs inside the cell and has its own store in the cell's memory. Its containers are
processes of the cell, which the kernel ends with the cell, and its limits are the cell's control groups. It can use an
existing network namespace and root directory.

Docker's daemon runs outside the cell and cannot see its namespaces. There, networks are containers that other
containers join, the root directory is an image, limits are flags, and the containers of a dead cell are found by their
label.

Podman was tested at version 4.3.1 with runc 1.1.5 on hybrid control groups. The docker client 28.2 was tested with the
Docker API of this podman, and never with a docker daemon.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import io
import os
import resource
import shutil
import subprocess
import tarfile
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from headwater.errors import SandboxError
from headwater.sandbox import _cgroups, _linux, _view
from headwater.sandbox._fixes import FOR_CONTROL_GROUPS, FOR_DOCKER, fix_for_engine
from headwater.sandbox._limits import ResourceLimits
from headwater.sandbox._network import Network
from headwater.sandbox._view import HOSTNAME, User

_LABEL = "headwater.cell"
_USER_LABEL = "headwater.user"
_CALL_SEC = 60.0
_MOST_PROCESSES = 1 << 15
_REMOVALS = 6
_CGROUPS = Path("/sys/fs/cgroup")
_NETWORK_LIMITS = ResourceLimits(memory_mb=32, cpus=0.1, processes=8)


class ContainerEngine(Protocol):
    """A container engine, which is used inside one cell."""

    def command(self, *arguments: str) -> list[str]:
        """Return the command line for a call."""
        ...

    def limit(self, user: User, limits: ResourceLimits) -> None:
        """Limit the total resources of ``user``'s processes. Call this before the first process starts."""
        ...

    def observe(self) -> None:
        """Record counts that are lost when a container ends. This is called often while a container runs."""
        ...

    def out_of_memory_kills(self, user: User) -> int:
        """Return the number of ``user`` processes that the kernel killed because memory ran out."""
        ...

    def network(self) -> Network:
        """Return a new network that has only a loopback."""
        ...

    def run_options(self, user: User, network: Network) -> list[str]:
        """Return the options of ``run`` that are specific to this engine."""
        ...

    def root(self) -> list[str]:
        """Return the root directory as the last options of ``run``. It contains only links and mount points."""
        ...


def call(engine: ContainerEngine, *arguments: str) -> str:
    """Call an engine and return its output.

    Raises:
        SandboxError: The call failed. The message quotes the output.
    """
    return _call(engine.command(*arguments))


def _ulimits() -> list[str]:
    """Return options of ``run`` that keep this process's limits.

    Podman would raise them, which some root users are not allowed to do. The limit on processes is at most that of
    podman's service. The control group has a lower limit.
    """
    files, processes = resource.getrlimit(resource.RLIMIT_NOFILE), resource.getrlimit(resource.RLIMIT_NPROC)[1]
    if not 0 <= processes <= _MOST_PROCESSES:
        processes = _MOST_PROCESSES
    return [f"--ulimit=nofile={files[0]}:{files[1]}", f"--ulimit=nproc={processes}"]


def _call(command: list[str], stdin: bytes = b"") -> str:
    try:
        result = subprocess.run(command, input=stdin, capture_output=True, check=False, timeout=_CALL_SEC)
    except subprocess.TimeoutExpired:
        raise SandboxError(
            f"{command[0]} gave no answer in {_CALL_SEC:.0f} s", fix="check that its daemon runs"
        ) from None
    if result.returncode != 0:
        output = result.stderr.decode(errors="replace").strip()[-600:]
        raise SandboxError(f"{command[0]} failed: {output}", fix=fix_for_engine(command[0], output))
    return result.stdout.decode().strip()


class Podman:
    """Podman, which runs inside the cell."""

    def __init__(self, cell: str, stage: Path) -> None:  # noqa: ARG002 - engines are made alike
        self._stage = stage
        self._groups: dict[User, _cgroups.ControlGroup] = {}
        self._kills: dict[User, dict[Path, int]] = defaultdict(dict)
        self._roots = 0
        # Podman's locks are shared by all stores on a machine, and a new store frees all of them.
        _linux.mount("tmpfs", Path("/dev/shm"), "tmpfs", options="mode=1777")  # noqa: S108 - a mount point
        store = {"root": "store", "runroot": "run", "tmpdir": "tmp"}
        self._options = [f"--{option}={stage / 'podman' / folder}" for option, folder in store.items()]
        # The driver is vfs because the store has no image, and the manager is cgroupfs because the machine's systemd
        # does not know the cell's processes.
        self._options += ["--storage-driver=vfs", "--events-backend=none", "--cgroup-manager=cgroupfs"]
        if not _has_one_hierarchy():
            # Crun refuses every control group hierarchy except a pure version 2.
            self._options += ["--runtime=runc"]

    def command(self, *arguments: str) -> list[str]:
        """See ``ContainerEngine.command``."""
        return ["podman", *self._options, *arguments]

    def limit(self, user: User, limits: ResourceLimits) -> None:
        """Make the parent control group of the user's containers."""
        hierarchy = _cgroups.find_hierarchy()
        if hierarchy is None:
            raise SandboxError("podman needs control groups, and none can be created here", fix=FOR_CONTROL_GROUPS)
        self._groups[user] = _cgroups.ControlGroup(hierarchy, user.name.lower(), limits)

    def observe(self) -> None:
        """Read the counters of version 1, which the kernel removes with the group. Conmon can miss the event."""
        for user, group in self._groups.items():
            for counts in _CGROUPS.glob(f"memory/{_name(group)}/*/memory.oom_control"):
                with contextlib.suppress(OSError):  # the container has just been removed
                    self._kills[user][counts] = int(counts.read_text().rpartition("oom_kill ")[2])

    def out_of_memory_kills(self, user: User) -> int:
        """Return the group's own count, which in version 2 includes subgroups, plus the counts that were observed."""
        group = self._groups.get(user)
        return group.out_of_memory_kills() + sum(self._kills[user].values()) if group else 0

    def network(self) -> Network:
        """See ``ContainerEngine.network``."""
        return Network()

    def run_options(self, user: User, network: Network) -> list[str]:
        """See ``ContainerEngine.run_options``."""
        options = [f"--network=ns:{network.path}", f"--hostname={HOSTNAME}", "--no-hosts"]
        options += [f"--cgroup-parent=/{_name(self._groups[user])}", "--cgroups=no-conmon"]
        return [*options, "--read-only-tmpfs=false", "--http-proxy=false", *_ulimits()]

    def root(self) -> list[str]:
        """Return a new directory for each container, because the runtime leaves mount points in it."""
        self._roots += 1
        root = self._stage / f"root-{self._roots}"
        root.mkdir()
        for link, to in _view.system_links().items():
            (root / link.lstrip("/")).symlink_to(to)
        return ["--rootfs", str(root)]


def _name(group: _cgroups.ControlGroup) -> Path:
    """Return the group's path relative to each controller's folder, or to the only hierarchy."""
    folder = Path(group.join_files[0]).parent.relative_to(_CGROUPS)
    return folder if _has_one_hierarchy() else Path(folder.name)


def _has_one_hierarchy() -> bool:
    return (_CGROUPS / "cgroup.controllers").exists()


def end_podman(cell: str) -> None:
    """Remove the control groups of a dead cell's containers. Podman creates one per controller."""
    for parent in [*_CGROUPS.glob(f"headwater-{cell}-*"), *_CGROUPS.glob(f"*/headwater-{cell}-*")]:
        for folder, _, _ in os.walk(parent, topdown=False):
            _cgroups.remove(Path(folder))


class Docker:
    """Docker, whose daemon runs on this machine."""

    def __init__(self, cell: str, stage: Path) -> None:  # noqa: ARG002 - engines are made alike
        self._cell = cell
        self._limits: dict[User, ResourceLimits] = {}
        self._holders: dict[Network, str] = {}

    def command(self, *arguments: str) -> list[str]:
        """See ``ContainerEngine.command``."""
        return ["docker", *arguments]

    def limit(self, user: User, limits: ResourceLimits) -> None:
        """Set the limits of each of the user's containers, because the daemon decides how groups are nested."""
        self._limits[user] = limits

    def observe(self) -> None:
        """Do nothing, because stopped containers are kept until the cell ends."""

    def out_of_memory_kills(self, user: User) -> int:
        """Return the number of containers with a killed process, because Docker does not count processes."""
        names = _containers(self._cell, f"{_USER_LABEL}={user.name}")
        return call(self, "inspect", "--format={{.State.OOMKilled}}", *names).count("true") if names else 0

    def network(self) -> Network:
        """Start a container whose only purpose is to hold a network, and open the network through its process."""
        holder = f"{_holder(self._cell)}{len(self._holders) + 1}"
        options = ["--detach", f"--name={holder}", "--network=none", f"--hostname={HOSTNAME}", "--read-only"]
        options += ["--cap-drop=ALL", "--security-opt=no-new-privileges", f"--user={User.SERVICE}:{User.SERVICE}"]
        options += ["--mount=type=bind,src=/usr,dst=/usr,readonly", *self._own(User.SERVICE, _NETWORK_LIMITS)]
        call(self, "run", *options, *self.root(), "/usr/bin/sleep", "infinity")
        number, pid = call(self, "inspect", "--format={{.Id}} {{.State.Pid}}", holder).split()
        groups = Path(f"/proc/{pid}/cgroup")
        if not groups.exists() or number not in groups.read_text():
            raise SandboxError("docker's containers are not processes of this machine", fix=FOR_DOCKER)
        network = Network(Path(f"/proc/{pid}/ns/net"))
        self._holders[network] = holder
        return network

    def run_options(self, user: User, network: Network) -> list[str]:
        """See ``ContainerEngine.run_options``. The host name comes from the network."""
        return [f"--network=container:{self._holders[network]}", *self._own(user, self._limits[user])]

    def root(self) -> list[str]:
        """Return an image that contains only links. It is imported if the daemon does not have it."""
        name = _import_root(tuple(_view.system_links().items()))
        return ["--pull=never", name]

    def _own(self, user: User, limits: ResourceLimits) -> list[str]:
        # The daemon refuses a container with more processors than the machine has.
        cpus = min(limits.cpus, float(os.cpu_count() or 1))
        options = [f"--memory={limits.memory_mb}m", f"--memory-swap={limits.memory_mb}m", f"--cpus={cpus}"]
        options += [f"--pids-limit={limits.processes}", "--userns=host", *_ulimits()]
        return [*options, f"--label={_LABEL}={self._cell}", f"--label={_USER_LABEL}={user.name}"]


def docker_cells() -> set[str]:
    """Return the cells that still have containers in Docker.

    Raises:
        SandboxError: The daemon does not answer.
    """
    cells = f'--format={{{{.Label "{_LABEL}"}}}}'
    return set(_call(["docker", "ps", "--all", cells, f"--filter=label={_LABEL}"]).split())


def _holder(cell: str) -> str:
    """Return the name prefix of the containers that hold a cell's networks."""
    return f"headwater-{cell}-network-"


def end_docker(cell: str) -> None:
    """Remove every container of a dead cell.

    Raises:
        SandboxError: The daemon does not answer.
    """
    if shutil.which("docker") is None:
        return
    removals = 0
    while names := _containers(cell):
        if removals == _REMOVALS:
            raise SandboxError(f"docker did not remove the containers {', '.join(names)}")
        removals += 1
        # Podman refuses to remove a holder container while other containers still use it.
        batch = [name for name in names if not name.startswith(_holder(cell))] or names
        with contextlib.suppress(SandboxError):  # the container may already be in the process of being removed
            _call(["docker", "rm", "--force", "--volumes", *batch])


def _containers(cell: str, *filters: str) -> list[str]:
    filter_options = [f"--filter=label={label}" for label in (f"{_LABEL}={cell}", *filters)]
    return _call(["docker", "ps", "--all", "--format={{.Names}}", *filter_options]).split()


def docker_lacks() -> list[str]:
    """Return the resources that the daemon cannot limit.

    Raises:
        SandboxError: The daemon does not answer.
    """
    fields = {"memory": ".MemoryLimit", "processes": ".PidsLimit", "CPU time": ".CPUCfsQuota"}
    output = _call(["docker", "info", "--format", " ".join(f"{{{{{field}}}}}" for field in fields.values())]).split()
    return [name for name, has in zip(fields, output, strict=False) if has == "false"]


@functools.cache
def _import_root(links: Sequence[tuple[str, str]]) -> str:
    name = f"headwater/root:{hashlib.sha256(repr(links).encode()).hexdigest()[:12]}"
    if _call(["docker", "images", "--quiet", name]):
        return name
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w") as tar:
        for link, to in links:
            member = tarfile.TarInfo(link.lstrip("/"))
            member.type, member.linkname = tarfile.SYMTYPE, to
            tar.addfile(member)
    _call(["docker", "import", "-", name], archive.getvalue())
    return name
