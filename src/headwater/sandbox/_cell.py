"""Runs one function in a cell with its own namespaces, and ends everything that the function left running.

    Headwater (one thread per trial)
      └─ fork server (``headwater.processes``; single-threaded, warm)
           └─ guardian   unshares user, mount, pid, network, ipc and uts namespaces; waits
                └─ init  pid 1 of the cell: mounts /proc, runs the function: starts services, agent, checks

If one of these processes dies, the others end as well: the kernel kills a pid namespace with its first process and
frees its mounts, init dies with the guardian, and the guardian ends the cell when its pipe to Headwater closes.
Therefore a SIGKILL at any moment leaves no process and no mount, and when ``run_in_cell`` returns, every process of the
cell has ended.

These are the namespaces for bubblewrap. Other back ends share some namespaces with the machine. With such a back end, a
worker below init runs the function, because engines leave orphans that only init can reap. Once the last process of the
cell has ended, a janitor next to the guardian removes the cell's resources outside its namespaces. If the janitor was
killed as well, the sweep of the next job does this.

If root makes the cell, user ids are mapped to themselves, so the agent and the services can have different ids. An
ordinary user has one id, which appears as root in the cell.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import pickle
import signal
import socket
import sys
import threading
import traceback
import uuid
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any, NamedTuple, cast

from headwater import processes
from headwater.errors import CancelledError, HeadwaterError, SandboxError
from headwater.sandbox import _cgroups, _linux
from headwater.sandbox._backend import Backend, begin_cell, chosen_backend, end_cell
from headwater.sandbox._disks import DiskMaker, DiskRequest
from headwater.sandbox._fixes import fix_for_namespaces
from headwater.sandbox._reads import TraceRequest, answer_trace
from headwater.sandbox._requests import await_answers, send_requests

_POLL_SEC = 0.05
_INOTIFY = ("max_inotify_instances", "max_inotify_watches")
_INOTIFY_SHARE = 8
"""The divisor of the machine's inotify limits that gives a cell's limits."""


class _CellEvent(NamedTuple):
    value: Any


class _Unshared(NamedTuple):
    process: int


class _CellResult(NamedTuple):
    value: Any


class _CellFailure(NamedTuple):
    error: Exception | None
    trace: str


Emit = Callable[[Any], None]


def preload(modules: list[str]) -> None:
    """Start the fork server now and import these modules in it, so that the first cell does not wait."""
    processes.preload([*modules, "headwater.sandbox._warm"])


def run_in_cell(
    function: Callable[..., Any],
    *args: Any,
    on_event: Emit | None = None,
    cancel: threading.Event | None = None,
    timeout_sec: float | None = None,
) -> Any:
    """Run ``function(emit, *args)`` in a new cell and return its result.

    Args:
        function: A function in an importable module, and therefore not in a main script. Its first argument sends
            events to ``on_event``.
        args: Picklable arguments.
        on_event: Called in this thread with each event, in order.
        cancel: Ends the cell when set.
        timeout_sec: The time after which the cell is ended. This is a last resort, because phases have their own
            limits.

    Raises:
        CancelledError: ``cancel`` was set.
        SandboxError: The cell could not be created, died, or exceeded its time limit.
    """
    context = processes.context()
    backend = chosen_backend()
    parent_end, child_end = context.Pipe()
    # Packets are used so that an answer's text stays with its descriptor. In a stream, two answers could be joined.
    gives, receives = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    disks = DiskMaker(gives)
    arguments = (child_end, receives, backend, function, args)
    process = context.Process(target=_guardian, args=arguments, daemon=False)
    process.start()
    child_end.close()
    receives.close()
    try:
        result = _receive(parent_end, gives, disks, on_event, cancel, timeout_sec)
    finally:
        with contextlib.suppress(OSError):
            parent_end.close()
        process.join()
        status = process.exitcode
        process.close()
        gives.close()
        disks.close()
    if status != 0:
        raise SandboxError(
            "the containers of the cell could not be removed", fix="check that the container engine runs"
        )
    return result


def _receive(
    connection: Connection,
    gives: socket.socket,
    disks: DiskMaker,
    on_event: Emit | None,
    cancel: threading.Event | None,
    timeout_sec: float | None,
) -> Any:
    elapsed_sec = 0.0
    while True:
        if cancel is not None and cancel.is_set():
            raise CancelledError("interrupted")
        if not connection.poll(_POLL_SEC):
            elapsed_sec += _POLL_SEC
            if timeout_sec is not None and elapsed_sec > timeout_sec:
                raise SandboxError(f"the cell sent no event for {timeout_sec:.0f} s and was ended")
            continue
        elapsed_sec = 0.0
        try:
            message = connection.recv()
        except (EOFError, ConnectionResetError):
            raise SandboxError("the cell died before it returned a result; was it killed?") from None
        match message:
            case _Unshared(process):
                _map_ids(process)
                connection.send(None)
            case DiskRequest():
                disks.answer(message)
            case TraceRequest():
                answer_trace(gives)
            case _CellEvent(value):
                if on_event is not None:
                    on_event(value)
            case _CellResult(value):
                return value
            case _CellFailure(error, trace):
                raised = error if isinstance(error, HeadwaterError) else _broke(trace)
                raised.add_note(trace)
                raise raised


def _broke(trace: str) -> SandboxError:
    return SandboxError(f"a phase of the trial broke: {trace.strip().rpartition(chr(10))[2]}")


def _impossible(error: OSError) -> SandboxError:
    return SandboxError(f"no sandbox on this machine ({error})", fix=fix_for_namespaces())


def _guardian(
    connection: Connection,
    receives: socket.socket,
    backend: Backend,
    function: Callable[..., Any],
    args: tuple[Any, ...],
) -> None:
    """Create the cell's namespaces, and end them when Headwater closes its end of the pipe."""
    await_answers(receives)
    os.setsid()  # Ctrl-C is handled by Headwater, which then closes the pipe
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    cell = f"{os.getpid()}-{uuid.uuid4().hex[:8]}"
    try:
        begin_cell(backend, cell)
        with _ending(connection, backend, cell):
            _enter_namespaces(connection, backend.namespaces)
            _guard(connection, cell, backend, function, args)
    except OSError as error:
        with contextlib.suppress(OSError):
            connection.send(_CellFailure(_impossible(error), ""))
    os._exit(0)  # the fork server's exit handlers, which end its children, must not run here


@contextlib.contextmanager
def _ending(connection: Connection, backend: Backend, cell: str) -> Iterator[None]:
    """Remove the cell's resources outside its namespaces when the cell has ended.

    With bubblewrap, only empty control groups are left, and the next job's sweep removes them if the guardian was
    killed. A container engine may leave running containers, so there a janitor outlives the guardian.
    """
    if backend.make_engine is None:
        try:
            yield
        finally:
            end_cell(backend, cell)
        return
    lives_r, lives_w = os.pipe()
    janitor = os.fork()
    if janitor == 0:
        status = 1
        try:
            os.setsid()  # a kill of the guardian's process group must not reach the janitor
            os.close(lives_w)
            connection.close()
            # Nothing is written to this pipe. It reaches its end when the cell and the guardian are gone.
            os.read(lives_r, 1)
            end_cell(backend, cell)
            status = 0
        finally:
            os._exit(status)
    os.close(lives_r)
    try:
        yield
    finally:
        os.close(lives_w)
        if os.waitpid(janitor, 0)[1] != 0:
            os._exit(1)


def _guard(
    connection: Connection, cell: str, backend: Backend, function: Callable[..., Any], args: tuple[Any, ...]
) -> None:
    """Start the cell's first process and ensure that it ends."""
    init = os.fork()
    if init == 0:
        _cgroups.name_groups(cell)
        _init(connection, backend, function, args)
    # A pidfd keeps referring to this process, so that the kill below cannot hit another process that reuses its id.
    exited = os.pidfd_open(init)
    parent = multiprocessing.parent_process()
    assert parent is not None
    # From now on only the worker sends data, so a readable pipe means that Headwater has closed its end.
    wait([connection, parent.sentinel, exited])
    signal.pidfd_send_signal(exited, signal.SIGKILL)
    os.waitpid(init, 0)  # this returns once every process in the namespace has ended


def _enter_namespaces(connection: Connection, flags: int) -> None:
    """Unshare the namespaces. Headwater writes the id maps, because a process in the user namespace may not."""
    _linux.unshare(flags)
    if flags & _linux.CLONE_NEWUSER:
        connection.send(_Unshared(os.getpid()))
        try:
            connection.recv()
        except EOFError:
            raise PermissionError("the user ids of the new namespace were not mapped") from None


def _map_ids(process: int) -> None:
    try:
        for name, text in _id_maps():
            Path(f"/proc/{process}/{name}").write_text(text)
    except OSError as error:
        raise _impossible(error) from None


def _id_maps() -> list[tuple[str, str]]:
    if os.geteuid() == 0:
        # Each id is mapped to itself, so that files have the same owners inside and outside the cell. Only ids that
        # exist in Headwater's own namespace, which may be that of a container, can be mapped.
        return [(name, _identity(Path(f"/proc/self/{name}").read_text())) for name in ("uid_map", "gid_map")]
    # An ordinary user may only map its own id, and the kernel accepts the group map only after `setgroups` is denied.
    # If it were not denied, a process could leave a group that denies it access.
    return [("uid_map", f"0 {os.geteuid()} 1"), ("setgroups", "deny"), ("gid_map", f"0 {os.getegid()} 1")]


def _identity(current: str) -> str:
    extents = [line.split() for line in current.splitlines()]
    return "\n".join(f"{inside} {inside} {count}" for inside, _, count in extents)


def _init(connection: Connection, backend: Backend, function: Callable[..., Any], args: tuple[Any, ...]) -> None:
    """Run as pid 1 of the cell: prepare mounts, start the worker and reap processes. This function never returns."""
    status = 1
    try:
        # The guardian normally kills this process, but may itself be killed first. When pid 1 ends, the kernel ends the
        # whole namespace.
        _linux.die_with_parent(signal.SIGKILL)
        # Keys have no namespace, so the cell would share its keyring with the session that started Headwater.
        _linux.leave_session_keyring()
        if backend.namespaces & _linux.CLONE_NEWNS:
            # The new namespace starts as a copy of the machine's mounts. Private mounts neither receive the machine's
            # later mounts nor propagate the cell's mounts to the machine.
            _linux.mount("none", Path("/"), flags=_linux.MS_REC | _linux.MS_PRIVATE)
            # The inherited /proc still shows the processes of the pid namespace in which it was mounted.
            _linux.mount("proc", Path("/proc"), "proc", _linux.MS_NOSUID | _linux.MS_NODEV | _linux.MS_NOEXEC)
        if backend.namespaces & _linux.CLONE_NEWUSER:
            _limit_inotify(Path("/proc/sys"))
        if backend.make_engine is None:  # bubblewrap leaves no orphans: each process tree is reaped when it ends
            _work(connection, function, args)
        worker = os.fork()
        if worker == 0:
            _work(connection, function, args)
        # Orphans become children of pid 1, which has to reap them until the worker ends.
        while os.wait()[0] != worker:
            pass
        status = 0
    except OSError as error:
        connection.send(
            _CellFailure(SandboxError(f"the sandbox could not be prepared: {error}", fix=fix_for_namespaces()), "")
        )
    finally:
        os._exit(status)


def _limit_inotify(settings: Path) -> None:
    """Limit inotify in this cell, because the kernel counts all cells' instances for the same user."""
    for name in _INOTIFY:
        limit = int((settings / "fs/inotify" / name.replace("inotify_", "user_")).read_text())
        (settings / "user" / name).write_text(str(max(1, limit // _INOTIFY_SHARE)))


def _work(connection: Connection, function: Callable[..., Any], args: tuple[Any, ...]) -> None:
    """Run the function and send its result or its error. This function never returns."""
    lock = threading.Lock()

    def emit(event: Any) -> None:
        with lock:
            connection.send(_CellEvent(event))

    def request(disk_request: DiskRequest | TraceRequest) -> None:
        with lock:
            connection.send(disk_request)

    send_requests(request)
    try:
        result = function(emit, *args)
        with lock:
            connection.send(_CellResult(result))
    except BaseException as error:  # noqa: BLE001 - this is the process's last frame: all of it goes to Headwater
        with contextlib.suppress(OSError), lock:
            connection.send(_CellFailure(_portable(error), traceback.format_exc()))
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)


def _portable(error: BaseException) -> Exception | None:
    """Return the error if it can be pickled. Exceptions with unusual arguments cannot."""
    try:
        return cast("Exception", pickle.loads(pickle.dumps(error)))  # noqa: S301 - our own bytes
    except Exception:  # noqa: BLE001 - any error at all means that it cannot travel
        return None
