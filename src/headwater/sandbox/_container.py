"""Implements the second back end, in which each process is a container of docker or podman.

The containers run the machine's own programs, read-only, in a root directory that is otherwise empty, so no image is
pulled or built. A process has the same view, limits and network as with bubblewrap.
"""

from __future__ import annotations

import contextlib
import itertools
import re
import shlex
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from headwater.errors import OptionError, SandboxError, UnsupportedError
from headwater.sandbox import _linux, _view
from headwater.sandbox._bubblewrap import change_owner
from headwater.sandbox._engines import ContainerEngine, call
from headwater.sandbox._fixes import fix_for_engine
from headwater.sandbox._limits import SERVICE_LIMITS, ResourceLimits
from headwater.sandbox._network import Network
from headwater.sandbox._output import Capture
from headwater.sandbox._overlay import Layers, mount_overlay
from headwater.sandbox._reads import ReadTrace
from headwater.sandbox._view import User, View
from headwater.sandbox._written import Written

_OUTPUT_LIMIT = 32 << 20
_ENVIRONMENT = "/etc/environment"
# Variables come from a file, because command lines are public and the engines' own variable files cannot contain line
# breaks.
_START = f'unset PWD OLDPWD SHLVL; . {_ENVIRONMENT}; exec "$@"'
_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_NEVER = "0001-01-01"
_SIGNAL_SEC = 10.0
_POLL_SEC = 0.02

MakeEngine = Callable[[str, Path], ContainerEngine]


class ContainerProcess:
    """A container, and the engine's client process that is attached to it."""

    def __init__(self, engine: ContainerEngine, name: str, popen: subprocess.Popen[bytes], log: Path) -> None:
        assert popen.stdout is not None
        assert popen.stderr is not None
        self._engine = engine
        self._name = name
        self._popen = popen
        self._ended = False
        self._errors = log.with_suffix(".err")
        self._captures = (
            Capture(popen.stdout, log, _OUTPUT_LIMIT),
            Capture(popen.stderr, self._errors, _OUTPUT_LIMIT),
        )

    @property
    def exit_code(self) -> int | None:
        """Return the exit code, which is None while the process runs and 128 + n after signal n.

        Raises:
            SandboxError: The engine failed, rather than the program.
        """
        code = self._popen.poll()
        if code and not self._ended:
            self._require_program()
            self._ended = True
        return 128 - code if code is not None and code < 0 else code

    def wait(self, timeout_sec: float) -> bool:
        """Wait for the process to end, and return whether it has ended."""
        deadline = time.monotonic() + timeout_sec
        while self._popen.poll() is None and (remaining_sec := deadline - time.monotonic()) > 0:
            self._engine.observe()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._popen.wait(min(remaining_sec, _POLL_SEC))
        return self._popen.poll() is not None

    def signal(self, number: signal.Signals) -> None:
        """Signal the program through the engine as soon as the program runs.

        Raises:
            SandboxError: The engine could not signal the program, and the program has not ended.
        """
        deadline = time.monotonic() + _SIGNAL_SEC
        while self._popen.poll() is None:
            try:
                call(self._engine, "kill", f"--signal={number.name.removeprefix('SIG')}", self._name)
            except SandboxError:  # the container is not running yet, or has just ended
                if time.monotonic() > deadline:
                    raise
                self.wait(_POLL_SEC)
            else:
                return

    def kill(self) -> None:
        """Kill the process and everything that it started, and keep the rest of the output."""
        self.signal(signal.SIGKILL)
        if not self.wait(_SIGNAL_SEC):
            self._popen.kill()
            raise SandboxError(f"the container {self._name} did not end when it was killed")
        self.finish()

    def finish(self) -> None:
        """Wait for the rest of the output."""
        for capture in self._captures:
            capture.finish()

    def _require_program(self) -> None:
        """Raise an error if the exit code comes from the engine rather than the program.

        Engines use the codes 125 to 127, which programs may use as well, and 1 if a client could not attach.
        """
        deadline = time.monotonic() + _SIGNAL_SEC
        while (state := self._state()).endswith("true") and time.monotonic() < deadline:
            time.sleep(_POLL_SEC)  # the client can end before the engine has recorded the end
        if state.startswith(_NEVER) or state.endswith("true"):
            self.finish()
            output = self._errors.read_text(errors="replace").strip()[-600:]
            fix = fix_for_engine(self._engine.command()[0], output)
            raise SandboxError(f"the engine could not run {self._name}: {output}", fix=fix)

    def _state(self) -> str:
        try:
            return call(self._engine, "inspect", "--format={{.State.StartedAt}}|{{.State.Running}}", self._name)
        except SandboxError:  # the container was not even created
            return _NEVER


class ContainerSandbox:
    """The sandbox of one trial, which is used inside its cell. Call ``close`` when the cell's work is done."""

    def __init__(self, make_engine: MakeEngine, cell: str, stage: Path) -> None:
        """Prepare the stage, a folder that is visible to the engine.

        Args:
            make_engine: Makes the engine of this cell.
            cell: The cell's name, which becomes the label of its containers.
            stage: An empty folder for this cell alone.
        """
        self._cell = cell
        self._stage = stage
        self._limited: set[User] = set()
        self._preparing = threading.Lock()  # checks start programs from several threads
        self._numbers = itertools.count(1)
        self._processes: list[ContainerProcess] = []
        self._folders = 0
        _linux.mount("tmpfs", stage, "tmpfs", _linux.MS_NOSUID | _linux.MS_NODEV, "mode=0755")
        self._engine = make_engine(cell, stage)
        self._nothing = stage / "nothing"
        self._nothing.mkdir()
        self._etc: dict[str, Path] = {}
        texts = {"passwd": _view.PASSWD, "group": _view.GROUP, "hosts": _view.HOSTS}
        # Without these mounts, the engines would write the machine's name servers and the container's name into the
        # files.
        for name, text in {**texts, "resolv.conf": "", "hostname": f"{_view.HOSTNAME}\n"}.items():
            self._etc[f"/etc/{name}"] = stage / name
            (stage / name).write_text(text)

    def limit(self, user: User, limits: ResourceLimits) -> None:
        """Limit the total resources of ``user``'s processes. Call this before the first process starts."""
        self._engine.limit(user, limits)
        self._limited.add(user)

    def out_of_memory_kills(self, user: User) -> int:
        """Return the number of ``user`` processes that the kernel killed because memory ran out."""
        return self._engine.out_of_memory_kills(user)

    def mount(self, layers: Layers) -> Path:
        """Mount layers copy-on-write and return the mount point."""
        target = self._new_path("overlay")
        mount_overlay(layers, target, self._stage)
        return target

    def join(self, layers: Sequence[Path]) -> Path:
        """Mount folders as one folder that is read-only for programs, and return the mount point."""
        return self.mount(Layers(tuple(layers), self._new_path("joined")))

    def limited_folder(self, folder: Path, limit_mb: int, keep: Iterable[str] = ()) -> Written:  # noqa: ARG002 - it is there already
        """Return the folder itself, which must be watched, because the engine cannot see mounts inside the cell."""
        return Written(folder, folder, limit_mb, "containers have none")

    def trace_reads(self, folder: Path) -> ReadTrace:
        """Return a trace without reads, because containers have no overlay that this process could watch."""
        return ReadTrace(folder, "the container engine shows folders of the machine")

    def private_folder(self, user: User) -> Path:
        """Return a new folder in memory that ``user`` owns, for sockets and configuration."""
        folder = self._new_path("private")
        folder.mkdir(mode=0o700)
        change_owner(folder, user)
        return folder

    def network(self) -> Network:
        """Return a new network that has only a loopback."""
        return self._engine.network()

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
    ) -> ContainerProcess:
        """Start a program. See ``Sandbox.spawn``."""
        with self._preparing:
            if user not in self._limited:
                self.limit(user, limits)
        name = f"headwater-{self._cell}-{next(self._numbers)}"
        options = [f"--name={name}", *self._engine.run_options(user, network), *_seal(user, view)]
        options += self._mounts(view, self._environment(env))
        start = ["/usr/bin/env", "-i", "/bin/sh", "-c", _START, "start"]
        start += ["/usr/bin/prlimit", "--core=0", f"--fsize={limits.disk_mb << 20}", "--"]
        popen = subprocess.Popen(
            self._engine.command("run", *options, *self._engine.root(), *start, *argv),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd="/",
        )
        process = ContainerProcess(self._engine, name, popen, log)
        self._processes.append(process)
        return process

    def close(self) -> None:
        """Kill the processes that are still running, and keep the rest of their output.

        The containers are removed when the cell ends.
        """
        for process in self._processes:
            process.kill()

    def _new_path(self, kind: str) -> Path:
        self._folders += 1
        return self._stage / f"{kind}-{self._folders}"

    def _environment(self, env: Mapping[str, str]) -> Path:
        """Write variables in shell syntax to a file that only this container can read."""
        if odd := [name for name in env if not _IDENTIFIER.fullmatch(name)]:
            raise OptionError(
                "a name has letters, digits and underscores only", where=f"environment variable {odd[0]!r}"
            )
        path = self._new_path("environment")
        path.write_text("".join(f"export {name}={shlex.quote(value)}\n" for name, value in env.items()))
        return path

    def _mounts(self, view: View, environment: Path) -> list[str]:
        hidden_mounts = {str(path): self._nothing for path in _view.hidden_paths()}
        read_only = {**_view.system_paths(), **hidden_mounts, **self._etc, _ENVIRONMENT: environment, **view.read_only}
        options = [_bind(target, source) + ",readonly" for target, source in read_only.items()]
        return options + [_bind(target, source) for target, source in view.writable.items()]


def _seal(user: User, view: View) -> list[str]:
    """Return the options that isolate a container. ``label=disable`` lets the machine's programs run under SELinux."""
    size = f"{view.tmp_mb}m"
    options = ["--init", "--log-driver=none", "--read-only", f"--user={int(user)}:{int(user)}"]
    options += ["--cap-drop=ALL", "--security-opt=no-new-privileges", "--security-opt=label=disable"]
    options += ["--ipc=private", "--cgroupns=private", f"--shm-size={size}", f"--workdir={view.workdir}"]
    for folder in ("/tmp", _view.HOME):  # noqa: S108 - a mount point
        options.append(f"--tmpfs={folder}:rw,exec,nosuid,nodev,size={size},mode=1777")
    return options


def _bind(target: str, source: Path) -> str:
    if set(f"{target}{source}") & set(',"\n'):
        raise UnsupportedError(
            "the path has a comma, a quote or a line break", where=source, fix="choose another folder"
        )
    return f"--mount=type=bind,src={source},dst={target}"
