"""Implements the default back end, which runs processes with bubblewrap inside a cell."""

from __future__ import annotations

import contextlib
import itertools
import os
import resource
import select
import signal
import subprocess
import threading
import weakref
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from headwater.errors import SandboxError
from headwater.sandbox import _cgroups, _linux, _view
from headwater.sandbox._limits import SERVICE_LIMITS, ResourceLimits
from headwater.sandbox._network import Network
from headwater.sandbox._neutral import show_folder
from headwater.sandbox._options import passed_options, reserve_descriptors
from headwater.sandbox._output import Capture
from headwater.sandbox._overlay import Layers, mount_overlay
from headwater.sandbox._reads import ReadTrace
from headwater.sandbox._view import User, View
from headwater.sandbox._written import Written, open_written

# The shell joins the groups before it becomes the program, so that the limits apply to the program and all its children
# from the start.
_JOIN = 'for f in $1; do echo 0 > "$f" || exit 125; done; shift; exec "$@"'
_OUTPUT_LIMIT = 32 << 20
_LAST_OUTPUT_SEC = 60.0
_IN_MEMORY = ("/tmp", "/dev/shm", _view.HOME)  # noqa: S108 - mount points, not files
_PRIVATE_MB = 1024
_MEMORY_FILES = 100_000
_STAGES = ("/mnt", "/media", "/srv", "/opt", "/tmp")  # noqa: S108 - mount points, not files


class BubblewrapProcess:
    """A process in the sandbox, together with all its children."""

    def __init__(self, popen: subprocess.Popen[bytes], captures: Sequence[Capture], memory: list[Path]) -> None:
        self._popen = popen
        self._captures = captures
        self._memory = memory
        self._ends = select.poll()
        # Polling a pidfd returns as soon as the process ends. ``Popen.wait`` with a timeout would sleep between checks.
        pidfd = os.pidfd_open(popen.pid)
        self._ends.register(pidfd, select.POLLIN)
        weakref.finalize(self, os.close, pidfd)

    @property
    def exit_code(self) -> int | None:
        """Return the exit code, which is None while the process runs and 128 + n after signal n."""
        code = self._popen.poll()
        return 128 - code if code is not None and code < 0 else code

    def wait(self, timeout_sec: float) -> bool:
        """Wait for the process to end, and return whether it has ended."""
        if self._popen.poll() is None:
            self._ends.poll(timeout_sec * 1000)
        return self._popen.poll() is not None

    def signal(self, number: signal.Signals) -> None:
        """Send the signal directly to the program, because the sandbox's own processes do not forward signals."""
        pid = self._popen.pid
        while children := _children(pid):
            pid = children[0]
            if _name(pid) != b"bwrap":
                break
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)

    def kill(self) -> None:
        """Kill the process and everything that it started."""
        # Children are listed first, because they can no longer be found once their parent is dead.
        below = _children(self._popen.pid) if self._popen.poll() is None else []
        self._popen.kill()
        self._popen.wait()
        # Each remaining process is pid 1 of its namespace and is now a child of this process. Once it is reaped, every
        # process in the namespace has ended.
        for pid in below:
            with contextlib.suppress(ChildProcessError):
                os.waitpid(pid, 0)
        for capture in self._captures:  # all writers have exited, so the output will reach its end
            capture.finish(_LAST_OUTPUT_SEC)
        while self._memory:
            _linux.unmount(self._memory.pop())

    def finish(self) -> None:
        """Wait for the rest of the output."""
        for capture in self._captures:
            capture.finish()


def _name(pid: int) -> bytes:
    """Return a process's name. A program may choose any bytes as its name."""
    try:
        return Path(f"/proc/{pid}/comm").read_bytes().strip()
    except OSError:  # the process has exited
        return b""


def _children(pid: int) -> list[int]:
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


class BubblewrapSandbox:
    """The sandbox of one trial, which is used inside its cell. Call ``close`` when the cell's work is done."""

    def __init__(self, sources: Sequence[Path] = ()) -> None:
        """Prepare the stage: a private directory through which unprivileged ids reach the paths that they may see.

        Args:
            sources: Paths that processes will read or write. The stage must not cover them.
        """
        reserve_descriptors()
        self._hierarchy = _cgroups.find_hierarchy()
        self._groups: dict[User, _cgroups.ControlGroup] = {}
        self._processes: list[BubblewrapProcess] = []
        self._preparing = threading.Lock()  # checks start programs from several threads
        self._stage = _stage_for([*sources, *_view.system_paths().values(), Path.cwd()])
        _linux.mount("tmpfs", self._stage, "tmpfs", _linux.MS_NOSUID | _linux.MS_NODEV, "mode=0755")
        self._staged: dict[Path, Path] = {}
        self._shown_folders: dict[Path, Path] = {}
        self._plain: set[Path] = set()
        self._roots: dict[User, Path] = {}
        self._mounts = itertools.count(1)
        _linux.bring_up_loopback()
        # The cell's own network serves as well as a new one, which takes milliseconds to make.
        self._network: Network | None = Network(Path("/proc/thread-self/ns/net"))

    def _root(self, user: User) -> Path:
        """Return the tree that all views of a user share, because each mount takes bubblewrap half a millisecond.

        The tree contains only the mount points in this user's views.
        """
        if user not in self._roots:
            self._roots[user] = self._make_root(self._stage / f"root-{user.name.lower()}")
        return self._roots[user]

    def _make_root(self, root: Path) -> Path:
        for target, source in _view.system_paths().items():
            _bind(source, _mount_point(root, target, source))
        for path in _view.hidden_paths():
            # If Headwater's package is under a mounted system path, hide it with an empty file system.
            flags = _linux.MS_NOSUID | _linux.MS_NODEV | _linux.MS_RDONLY
            _linux.mount("tmpfs", _below(root, path), "tmpfs", flags)
        for link, to in _view.system_links().items():
            _below(root, link).symlink_to(to)
        for name, text in (("passwd", _view.PASSWD), ("group", _view.GROUP), ("hosts", _view.HOSTS)):
            (root / "etc" / name).write_text(text)
        for folder in ("/proc", "/dev", "/tmp", _view.HOME):  # noqa: S108 - mount points, not files
            _below(root, folder).mkdir(parents=True)
        return root

    def limit(self, user: User, limits: ResourceLimits) -> None:
        """Limit the total resources of ``user``'s processes. Call this before the first process starts."""
        if self._hierarchy is not None:
            self._groups[user] = _cgroups.ControlGroup(self._hierarchy, user.name.lower(), limits)

    def out_of_memory_kills(self, user: User) -> int:
        """Return the number of ``user`` processes that the kernel killed because memory ran out."""
        group = self._groups.get(user)
        return group.out_of_memory_kills() if group else 0

    def mount(self, layers: Layers) -> Path:
        """Mount layers copy-on-write and return the mount point."""
        target = self._stage / f"overlay-{next(self._mounts)}"
        mount_overlay(layers, target, self._stage)
        return target

    def join(self, layers: Sequence[Path]) -> Path:
        """Mount the folders as a single read-only folder, in the same way as a view, and return the mount point."""
        target = self._stage / f"joined-{next(self._mounts)}"
        target.mkdir()
        show_folder(self._stage, layers, target)
        return target

    def limited_folder(self, folder: Path, limit_mb: int, keep: Iterable[str] = ()) -> Written:
        """Return a replacement for ``folder`` that is limited to ``limit_mb`` MiB, on its own file system if possible.

        The folders in ``keep`` are copied to ``folder`` when the cell ends, even if the cell is killed.
        """
        return open_written(self._stage, next(self._mounts), folder, limit_mb, keep)

    def trace_reads(self, folder: Path) -> ReadTrace:
        """Start to record which files are opened in a folder that is read-only for programs."""
        shown_folder = self._show(folder)
        return ReadTrace(shown_folder, "the folder has no file system of its own" if folder in self._plain else "")

    def private_folder(self, user: User) -> Path:
        """Return a new folder in memory that ``user`` owns, for sockets and configuration."""
        return self._memory(user, _PRIVATE_MB, 0o700)

    def _memory(self, user: User, size_mb: int, mode: int) -> Path:
        """Mount a tmpfs that limits files as well as bytes, because files alone can fill the kernel's memory."""
        folder = self._stage / f"memory-{next(self._mounts)}"
        folder.mkdir()
        options = f"size={size_mb}m,nr_inodes={_MEMORY_FILES},mode={mode:o}"
        _linux.mount("tmpfs", folder, "tmpfs", _linux.MS_NOSUID | _linux.MS_NODEV, options)
        change_owner(folder, user)
        return folder

    def network(self) -> Network:
        """Return a new network that has only a loopback."""
        network, self._network = self._network or Network(), None
        return network

    def spawn(
        self,
        argv: Sequence[str],
        *,
        user: User,
        view: View,
        env: Mapping[str, str],
        network: Network,
        log: Path,
        limits: ResourceLimits = SERVICE_LIMITS,
    ) -> BubblewrapProcess:
        """Start a program. See ``Sandbox.spawn``."""
        with self._preparing:
            if user not in self._groups:
                self.limit(user, limits)
            command = [*self._join(user), *_prlimit(limits, self._hierarchy is None), *_drop(user)]
            memory = {target: self._memory(user, view.tmp_mb, 0o755) for target in _IN_MEMORY}
            arguments = self._bwrap(user, view, memory)
        with passed_options(arguments) as options, network:
            popen = subprocess.Popen(
                [*command, "bwrap", *options.argv, "--", *argv],
                env=dict(env),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd="/",
                pass_fds=options.descriptors,
            )
        assert popen.stdout is not None
        assert popen.stderr is not None
        captures = [
            Capture(popen.stdout, log, _OUTPUT_LIMIT),
            Capture(popen.stderr, log.with_suffix(".err"), _OUTPUT_LIMIT),
        ]
        process = BubblewrapProcess(popen, captures, list(memory.values()))
        self._processes.append(process)
        return process

    def close(self) -> None:
        """Kill the processes that are still running, and keep the rest of their output."""
        for process in self._processes:
            process.kill()

    def _join(self, user: User) -> list[str]:
        if user not in self._groups:
            return []
        return ["/bin/sh", "-c", _JOIN, "join", " ".join(self._groups[user].join_files)]

    def _bwrap(self, user: User, view: View, memory: Mapping[str, Path]) -> list[str]:
        # Without --disable-userns, a program could create a user namespace and have all capabilities there.
        args = ["--unshare-user", "--uid", str(int(user)), "--gid", str(int(user)), "--disable-userns"]
        args += [
            "--unshare-pid",
            "--unshare-ipc",
            "--unshare-uts",
            "--unshare-cgroup-try",
            "--hostname",
            _view.HOSTNAME,
        ]
        args += ["--die-with-parent", "--new-session", "--cap-drop", "ALL"]
        root = self._root(user)
        args += ["--ro-bind", str(root), "/"]
        args += ["--proc", "/proc", "--dev", "/dev"]
        for target, folder in memory.items():
            args += ["--bind", str(folder), target]
        args += ["--remount-ro", "/dev"]  # /dev is a tmpfs as well, but without a size limit
        for target, source in view.read_only.items():
            _mount_point(root, target, source)
            args += ["--ro-bind", str(self._show(source)), target]
        for target, source in view.writable.items():
            _mount_point(root, target, source)
            args += ["--bind", str(self._reach(source)), target]
        return [*args, "--chdir", view.workdir]

    def _reach(self, source: Path) -> Path:
        """Mount a writable path on the stage, because the sandbox's ids cannot enter directories such as ``/root``."""
        if source.is_relative_to(self._stage):
            return source
        if source not in self._staged:
            target = _mount_point(self._stage, f"source-{len(self._staged)}", source)
            _bind(source, target)
            self._staged[source] = target
        return self._staged[source]

    def _show(self, source: Path) -> Path:
        """Mount a read-only path on the stage without revealing the path. Files appear in an overlay of their folder.

        Sockets do not work in an overlay, so a folder with a socket is bind-mounted instead.
        """
        folder = source if source.is_dir() else source.parent
        if source.is_relative_to(self._stage) or _has_sockets(folder):
            return self._reach(source)
        if folder not in self._shown_folders:
            self._shown_folders[folder] = self._stage / f"shown-{len(self._shown_folders)}"
            self._shown_folders[folder].mkdir()
            if not show_folder(self._stage, [folder], self._shown_folders[folder]):
                self._plain.add(folder)
        return self._shown_folders[folder] / source.relative_to(folder)


def _below(root: Path, path: str | Path) -> Path:
    return root / str(path).lstrip("/")


def _mount_point(root: Path, path: str, source: Path) -> Path:
    """Create the folder or file on which ``source`` can be mounted."""
    point = _below(root, path)
    point.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        point.mkdir(exist_ok=True)
    else:
        point.touch()
    return point


def _bind(source: Path, target: Path) -> None:
    _linux.mount(str(source), target, flags=_linux.MS_BIND | _linux.MS_REC)


def _has_sockets(folder: Path) -> bool:
    return any(entry.is_socket() for entry in folder.iterdir())


def _stage_for(sources: Sequence[Path]) -> Path:
    for name in _STAGES:
        stage = Path(name)
        if stage.is_dir() and not any(source.is_relative_to(stage) for source in sources):
            return stage
    raise SandboxError(
        f"none of {', '.join(_STAGES)} is free to stage the sandbox's mounts", fix="set HEADWATER_HOME elsewhere"
    )


def _prlimit(limits: ResourceLimits, is_alone: bool) -> list[str]:
    """Return the command that sets the limits of each process. Without control groups, there are no other limits."""
    args = ["prlimit", "--core=0", f"--fsize={limits.disk_mb << 20}"]
    # RLIMIT_DATA counts private writable memory. RLIMIT_AS would also count addresses that are only reserved.
    if is_alone:
        return [*args, f"--data={limits.memory_mb << 20}", f"--nproc={limits.processes}", "--"]
    hard = resource.getrlimit(resource.RLIMIT_DATA)[1]  # the cell's own soft limit must not apply to the program
    return [*args, f"--data={'unlimited' if hard == resource.RLIM_INFINITY else hard}", "--"]


def change_owner(folder: Path | int, user: User) -> None:
    """Change the owner of a file or an open descriptor to ``user``, if this machine can use the sandbox's user ids."""
    if _ids_are_mapped():
        os.chown(folder, user, user)


def owner_of(user: User) -> int:
    """Return the id that owns ``user``'s files outside the sandbox."""
    return int(user) if _ids_are_mapped() else os.geteuid()


def _drop(user: User) -> list[str]:
    """Return the command that changes from root to the user before bubblewrap starts.

    This is needed because /proc/sys checks the outer id.
    """
    if not _ids_are_mapped():
        return []
    return ["setpriv", "--reuid", str(int(user)), "--regid", str(int(user)), "--clear-groups"]


def _ids_are_mapped() -> bool:
    """Return whether processes can use the sandbox's ids. They can only if the cell's owner is root."""
    if os.geteuid() != 0:
        return False
    extents = [list(map(int, line.split())) for line in Path("/proc/self/uid_map").read_text().splitlines()]
    return any(inside <= User.AGENT < inside + count for inside, _, count in extents)
