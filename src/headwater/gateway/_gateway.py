"""Starts and stops the gateway of one trial."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from pydantic import Field

from headwater.errors import GatewayError
from headwater.gateway._probe import CLOSE_SEC
from headwater.gateway._settings import GatewaySettings
from headwater.records._base import Record
from headwater.records.usage import Totals

# The gateway first waits for the answers to its last probes.
_STOP_SEC = 10.0 + CLOSE_SEC
_PASSED_ON = ("HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY", "https_proxy", "http_proxy", "no_proxy", "SSL_CERT_FILE")


class GatewayStatus(Record):
    """The usage so far, and the reached limit if there is one."""

    totals: Totals = Totals()
    at_most: Totals = Field(default=Totals(), description="With the most that answers used whose usage is unknown.")
    limit: str = Field(default="", description="Why the agent now gets final turns; empty while it may go on.")


class Gateway:
    """A running gateway, created by ``open_gateway``.

    Attributes:
        control: A unix socket through which ``listen`` hands over the trial's listener.
        socket: A unix socket with the same service, for programs outside the trial's network.
    """

    def __init__(
        self, folder: Path, process: subprocess.Popen[bytes], errors: Path, on_status: Callable[[GatewayStatus], None]
    ) -> None:
        self.control = folder / "control"
        self.socket = folder / "http"
        self._process = process
        self._errors = errors
        self._on_status = on_status
        self._status = GatewayStatus()
        self._follower = threading.Thread(target=self._follow, daemon=True)
        self._follower.start()

    @property
    def pid(self) -> int:
        """The id of the gateway's process."""
        return self._process.pid

    def status(self) -> GatewayStatus:
        """Return the usage so far, without any I/O."""
        return self._status

    def is_alive(self) -> bool:
        """Return whether the gateway is still running.

        If it has died, the trial runs again. If the second attempt's gateway dies too, that attempt counts.
        """
        return self._process.poll() is None

    def stop(self) -> None:
        """Stop the gateway. Requests in flight are recorded as interrupted.

        Raises:
            GatewayError: The gateway had already exited, or failed.
        """
        ended_before = not self.is_alive()
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            code = self._process.wait(_STOP_SEC)
        except subprocess.TimeoutExpired:
            self._process.kill()
            code = self._process.wait()
        self._follower.join(_STOP_SEC)
        if code != 0 or ended_before:
            errors = self._errors.read_text(errors="replace").strip()[-600:]
            raise GatewayError(f"the gateway ended with exit code {code}: {errors or 'was it killed?'}")

    def _follow(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            for line in lines:
                # A gateway that was killed may leave an incomplete line.
                if line.endswith(b"\n"):
                    self._status = GatewayStatus.model_validate_json(line)
                    self._on_status(self._status)


@contextmanager
def open_gateway(
    settings: GatewaySettings, on_status: Callable[[GatewayStatus], None] = lambda _: None
) -> Iterator[Gateway]:
    """Start a gateway in a separate process, and stop it when the context ends.

    The gateway starts in the background, and ``listen`` waits for it. Keys are passed to it only through a pipe. The
    gateway exits when this process exits. Its own log has the same path as the wire log, but with the suffix ``.err``.

    Args:
        settings: The settings of the gateway.
        on_status: Called with the usage whenever it changes, in the thread that reads the gateway's output.

    Raises:
        GatewayError: The wire log already exists, or, at the end of the context, the gateway has died or failed.
    """
    # The sockets are not in the trial's folder, whose path may be too long for a unix socket.
    folder = Path(tempfile.mkdtemp(prefix="headwater-gateway-"))
    errors = settings.wire_log.with_suffix(".err")
    try:
        gateway = Gateway(folder, _start(folder, settings, errors), errors, on_status)
        try:
            yield gateway
        except BaseException:
            with suppress(GatewayError):  # the run's own error is raised instead
                gateway.stop()  # stopped rather than killed, because requests in flight count too
            raise
        gateway.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _start(folder: Path, settings: GatewaySettings, errors: Path) -> subprocess.Popen[bytes]:
    settings.wire_log.parent.mkdir(parents=True, exist_ok=True)
    if settings.wire_log.exists():
        raise GatewayError("it already exists, and each run needs a new log", where=settings.wire_log)
    environment = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
    with _bound(folder / "control") as control, _bound(folder / "http") as http, errors.open("ab") as log:
        process = subprocess.Popen(
            # -I ignores the current folder and Python's variables, so that no other code runs in the process with the
            # keys.
            [sys.executable, "-I", "-m", "headwater.gateway", str(control.fileno()), str(http.fileno())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            env=environment,
            pass_fds=(control.fileno(), http.fileno()),
            # Ctrl-C reaches all processes in the terminal's foreground process group, but the gateway must still record
            # how its last requests end.
            start_new_session=True,
        )
    assert process.stdin is not None
    process.stdin.write(settings.model_dump_json(context="reveal").encode() + b"\n")
    process.stdin.flush()
    return process


@contextmanager
def _bound(path: Path) -> Iterator[socket.socket]:
    """Yield a unix socket that accepts connections even before its server has started."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as bound:
        bound.bind(str(path))
        path.chmod(0o600)
        bound.listen(128)
        yield bound
