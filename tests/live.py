"""A cell that stays open, so that many tests share one start of the services.

A test sends one of its module-level functions. The function runs in the cell with the objects that the cell keeps
open, and its result or error is returned::

    def app_is_superuser(running: Running) -> bool:
        return running.stack.postgres.scalar("select rolsuper from pg_roles where rolname = 'app'")

    def test_agents_are_no_superusers(live: Live[Running]) -> None:
        assert not live(app_is_superuser)
"""

from __future__ import annotations

import shutil
import tempfile
import threading
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from multiprocessing.connection import Client, Connection, Listener
from pathlib import Path
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar, cast

from headwater.grading import Completed, LayeredState, Tooling
from headwater.records import ServiceName
from headwater.sandbox import (
    HOME,
    WORKSPACE,
    Emit,
    ResourceLimits,
    Sandbox,
    User,
    View,
    change_owner,
    open_sandbox,
    remove_tree,
    run_in_cell,
)
from headwater.services import SERVICES, QueryLimits, Stack, mount_data

ThingT = TypeVar("ThingT")
ResultT = TypeVar("ResultT")
ParamsP = ParamSpec("ParamsP")

_OPEN_SEC = 120.0


class Live(Generic[ThingT]):
    """The value that ``opener(folder, *args)`` yields, kept open in a cell until ``close``.

    The folder is new and is removed with the cell. It is not below pytest's folder, whose path can be too long for a
    socket.
    """

    def __init__(self, opener: Callable[..., AbstractContextManager[ThingT]], *args: Any) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="hw-live-"))
        self.folder.chmod(0o755)
        self._error: Exception | None = None
        self._connection: Connection | None = None
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(opener, args), name="live cell")
        self._thread.start()
        ready = self._ready.wait(_OPEN_SEC)
        if self._error is not None or not ready:
            self.close()
            raise self._error or TimeoutError("the cell did not open")
        self._connection = Client(str(self._address), "AF_UNIX")

    @property
    def _address(self) -> Path:
        return self.folder / "calls"

    def _run(self, opener: Callable[..., AbstractContextManager[ThingT]], args: tuple[Any, ...]) -> None:
        try:
            run_in_cell(_serve, self._address, opener, (self.folder, *args), on_event=lambda _: self._ready.set())
        except Exception as error:  # noqa: BLE001 - handed to the thread that waits for it
            self._error = error
        finally:
            self._ready.set()

    def __call__(
        self,
        function: Callable[Concatenate[ThingT, ParamsP], ResultT],
        *args: ParamsP.args,
        **kwargs: ParamsP.kwargs,
    ) -> ResultT:
        """Run ``function(thing, *args, **kwargs)`` in the cell; an error that the function raises is raised here."""
        assert self._connection is not None
        try:
            self._connection.send((function, args, kwargs))
            returned, value = self._connection.recv()
        except (EOFError, OSError):
            self._thread.join()
            raise self._error or RuntimeError("the cell ended") from None
        if not returned:
            raise value
        return cast("ResultT", value)

    def close(self) -> None:
        """End the cell, which stops its services cleanly."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        self._thread.join()
        remove_tree(self.folder)


def _serve(
    emit: Emit, address: Path, opener: Callable[..., AbstractContextManager[Any]], args: tuple[Any, ...]
) -> None:
    with opener(*args) as thing, Listener(str(address), "AF_UNIX") as listener:
        emit("open")
        with listener.accept() as connection:
            while True:
                try:
                    function, positional, keywords = connection.recv()
                except EOFError:
                    return
                try:
                    answer = (True, function(thing, *positional, **keywords))
                except Exception as error:  # noqa: BLE001 - the test that called gets it
                    error.add_note(traceback.format_exc())
                    answer = (False, error)
                connection.send(answer)


@dataclass
class Running:
    """Running services, a working folder, and the sandbox around them."""

    sandbox: Sandbox
    stack: Stack
    folder: Path
    tooling: Tooling = field(default_factory=lambda: Tooling({}, {"PATH": "/usr/bin:/bin"}))
    commands: int = 0

    def as_agent(self, command: str, env: Mapping[str, str] | None = None, timeout_sec: float = 60) -> Completed:
        """Run a command with an agent's user, tools and variables, in an empty workspace."""
        return self.run(["/bin/sh", "-c", command], env, timeout_sec)

    def run(self, argv: Sequence[str], env: Mapping[str, str] | None = None, timeout_sec: float = 60) -> Completed:
        """Run a program as the agent's user."""
        self.commands += 1
        log = self.folder / f"command-{self.commands}.log"
        workspace = self.folder / "agents-workspace"
        workspace.mkdir(exist_ok=True)
        change_owner(workspace, User.AGENT)
        view = View(read_only=self.tooling.mounts, writable={WORKSPACE: workspace}, workdir=WORKSPACE)
        process = self.sandbox.spawn(
            argv,
            user=User.AGENT,
            view=view,
            env={**self.tooling.env, "HOME": HOME, **self.stack.variables, **(env or {})},
            network=self.stack.network,
            log=log,
            limits=ResourceLimits(),
        )
        ended = process.wait(timeout_sec)
        code = process.exit_code if ended else 124
        process.kill()
        assert code is not None
        return Completed(code, log.read_text(), log.with_suffix(".err").read_text(), 0.0)


def python(running: Running, code: str) -> str:
    """Run Python with an agent's user and the harness's packages, and return its output."""
    done = running.run(["python3", "-c", code])
    assert done.exit_code == 0, done.stderr
    return done.stdout.strip()


@contextmanager
def new_services(folder: Path, names: Sequence[ServiceName]) -> Iterator[Running]:
    """Start services on new data directories ``folder/<name>``, after initializing them."""
    sandbox = open_sandbox([folder])
    data = {}
    for name in names:
        data[name] = folder / name
        data[name].mkdir(parents=True, mode=0o700)
        change_owner(data[name], User.SERVICE)
        SERVICES[name].create(sandbox, data[name], folder / f"{name}-create.log")
    with Stack(sandbox, data, folder / "logs", new=data) as stack:
        yield Running(sandbox, stack, folder)
    sandbox.close()


def in_new(emit: Emit, folder: Path, names: Sequence[ServiceName], function: Callable[[Running], Any]) -> Any:  # noqa: ARG001
    """Run a function with services on new data directories, in a separate cell."""
    with new_services(folder, names) as running:
        return function(running)


def in_place(emit: Emit, folder: Path, names: Sequence[ServiceName], function: Callable[[Running], Any]) -> Any:  # noqa: ARG001
    """Run a function with services on the data directories that an earlier ``in_new`` left."""
    sandbox = open_sandbox([folder])
    with Stack(sandbox, {name: folder / name for name in names}, folder / "again") as stack:
        result = function(Running(sandbox, stack, folder))
    sandbox.close()
    return result


@contextmanager
def services_on(
    folder: Path,
    lower: Mapping[ServiceName, Path],
    tooling: Tooling,
    port_offset: int = 0,
    password: str | None = None,
    limits: QueryLimits | None = None,
) -> Iterator[Running]:
    """Start services on copy-on-write layers over existing data directories."""
    sandbox = open_sandbox([folder, *lower.values(), *tooling.mounts.values()])
    data = mount_data(sandbox, {name: (path,) for name, path in lower.items()}, folder / "upper", folder / "logs")
    moved = {} if password is None else {"password": password}
    with Stack(sandbox, data, folder / "logs", port_offset, limits=limits, **moved) as stack:
        yield Running(sandbox, stack, folder, tooling)
    sandbox.close()


def build(emit: Emit, folder: Path, names: Sequence[ServiceName]) -> None:  # noqa: ARG001 - as in every cell
    """Build empty services once for all tests, and stop them cleanly."""
    with new_services(folder, names):
        pass


def layered(workspace: Path, services: Mapping[ServiceName, Path]) -> LayeredState:
    """Return a state with one layer for each part."""
    return LayeredState((workspace,), {name: (path,) for name, path in services.items()})


def fresh_folder(parent: Path, name: str) -> Path:
    """Return an empty folder, after removing what an earlier test left there."""
    folder = parent / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder
