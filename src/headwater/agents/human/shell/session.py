"""Runs a session, which is a shell whose commands are logged, at a person's terminal or with commands from a file.

The terminal is outside the sandbox. Headwater owns it and relays bytes between it and a socket. This program relays
them between the socket and a pseudo-terminal with bash. Headwater sends frames, ``i`` with typed input and ``w`` with
the size of the window. This program sends only the bytes that the terminal should show.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import fcntl
import json
import os
import pty
import secrets
import select
import signal
import socket
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

from . import ABANDONED
from .marks import MarkReader, ShellMark
from .record import Recorder
from .text import SessionTexts, deadline, duration, now

_FOLDER = Path(__file__).parent
_CHUNK = 1 << 14
_FULL = 1 << 16
"""The number of bytes waiting for one side at which reading from the other side stops."""
_BEYOND_KERNEL_BUFFER = 1 << 20
"""A number of bytes above what the kernel buffers for a pseudo-terminal whose shell has ended."""
_POLL_SEC = 0.5
_FLUSH_SEC = 2.0
_WARNINGS_SEC = (300, 60)
_PR_SET_DUMPABLE = 4


def main(config: str, terminal: str = "") -> int:
    """Run the session to its end and return the exit code.

    Args:
        config: The file with the texts and the commands.
        terminal: The socket to the terminal. Without it, the commands in the file run.
    """
    # Prevents programs of the same user from writing to the log and from reading this process.
    ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
    shell = _Shell(Path(config), secrets.token_hex(16))
    output, stop = _ShellOutput(shell.secret), _Stop()
    output.recorder.start()
    if terminal:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as channel:
            channel.connect(terminal)
            channel.setblocking(False)
            return _AtTerminal(shell, output, stop, channel).run()
    return _run_commands(shell, output, stop)


def show(config: str, what: str, columns: str) -> None:
    """Print the instruction or the clock. The shell calls this."""
    texts = _texts(Path(config))
    width = int(columns) if columns.isdecimal() else 80
    print(texts.clock(width) if what == "clock" else texts.instruction(width))


def _texts(config: Path) -> SessionTexts:
    values = json.loads(config.read_text())
    return SessionTexts(values["title"], values["briefing"], values["limits"], has_tools=bool(values["servers"]))


class _Shell:
    """The command and environment that start bash."""

    def __init__(self, config: Path, secret: str) -> None:
        self.config = config
        self.secret = secret
        self.argv = ["bash", "--noprofile", "--rcfile", str(_FOLDER / "hooks.bash"), "-i"]

    def environment(self, *, at_terminal: bool) -> dict[str, str]:
        """Return the environment. The hooks remove the variables that only they use."""
        own = {
            "HEADWATER_SECRET": self.secret,
            "HEADWATER_CONFIG": str(self.config),
            "HEADWATER_PYTHON": sys.executable,
        }
        terminal = {"HEADWATER_TERMINAL": "1"} if at_terminal else {}
        return {**os.environ, **own, **terminal}


class _Stop:
    """Records a signal from Headwater to end the session, and wakes up the waiting loop."""

    def __init__(self) -> None:
        self.is_requested = False
        self.wakes, woken = os.pipe()
        os.set_blocking(woken, False)
        # Python repeats ``select`` after a signal, but the byte in the pipe makes it return.
        signal.set_wakeup_fd(woken)
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._ask)

    def _ask(self, *_: object) -> None:
        self.is_requested = True


class _ShellOutput:
    """Records the shell's output, and handles its marks.

    Attributes:
        end: ``done`` or ``abandon`` after the shell has sent it.
        is_full_screen: Whether a program uses the full screen, as editors do.
        prompt: The output since the shell began to wait for a command. Empty while a command runs.
    """

    def __init__(self, secret: str) -> None:
        self.recorder = Recorder()
        self.end = ""
        self.is_full_screen = False
        self.prompt = b""
        self._is_at_prompt = False
        self._marks = MarkReader(secret)

    def feed(self, data: bytes) -> bytes:
        """Process output from the shell, and return it without the marks."""
        output = b""
        for part in self._marks.feed(data):
            if isinstance(part, ShellMark):
                self._handle(part)
            else:
                self.recorder.output(part)
                output += part
                self.prompt = self.prompt[-_CHUNK:] + part if self._is_at_prompt else b""
        # These sequences switch to the terminal's alternate screen and back.
        entered, left = output.rfind(b"\x1b[?1049h"), output.rfind(b"\x1b[?1049l")
        if entered != left:
            self.is_full_screen = entered > left
        return output

    def _handle(self, mark: ShellMark) -> None:
        self._is_at_prompt = mark.kind == "ended"
        self.prompt = b""
        if mark.kind == "began":
            self.recorder.began(mark.payload)
        elif mark.kind == "ended":
            self.recorder.ended(int(mark.payload) if mark.payload.isdigit() else None)
        elif mark.kind in ("done", "abandon"):
            self.end = mark.kind


def _run_commands(shell: _Shell, output: _ShellOutput, stop: _Stop) -> int:
    """Run the commands in the file, which bash reads as it would from a pipe."""
    commands = shell.config.with_name("commands")
    reads, writes = os.pipe()
    os.set_blocking(reads, False)
    with commands.open("rb") as script:
        bash = subprocess.Popen(
            [*shell.argv[:1], "--noediting", *shell.argv[1:]],
            stdin=script,
            stdout=writes,
            stderr=writes,
            env=shell.environment(at_terminal=False),
            start_new_session=True,
        )
    os.close(writes)
    while not output.end and not stop.is_requested:
        is_over = bash.poll() is not None
        select.select([reads, stop.wakes], [], [], 0 if is_over else _POLL_SEC)
        data = _read(reads)
        if data:
            output.feed(data)
        elif is_over:
            break
        elif data is not None:  # the shell and all of its child processes have closed their output
            with contextlib.suppress(subprocess.TimeoutExpired):
                bash.wait(_POLL_SEC)
    output.recorder.end("limit" if stop.is_requested else output.end or "end of input")
    code = bash.poll()
    # Shells report the death by a signal in the same way.
    return 128 - code if code is not None and code < 0 else 0


class _AtTerminal:
    """Relays bytes between the socket and the pseudo-terminal of the shell."""

    def __init__(self, shell: _Shell, output: _ShellOutput, stop: _Stop, channel: socket.socket) -> None:
        self._shell = shell
        self._output = output
        self._stop = stop
        self._channel = channel
        self._texts = _texts(shell.config)
        self._frames = b""
        self._typed = b""
        self._pending_output = b""
        self._size = (24, 80)
        self._pid, self._pty = -1, -1
        left_sec = (deadline() - now()).total_seconds()
        self._warnings = [seconds for seconds in _WARNINGS_SEC if seconds < left_sec]

    def run(self) -> int:
        """Run until the person or Headwater ends the session. A shell that exits is replaced by a new one."""
        self._take_first_size()
        self._show(self._texts.instruction(self._size[1]))
        while True:
            started = time.monotonic()
            self._start_shell()
            while not self._turn():
                pass
            if self._is_over():
                return self._close()
            self._output.recorder.ended(None)
            self._show("\nThe shell has ended, and the trial goes on in a new one; `done` ends the trial.\n")
            # A shell that ends immediately must not be restarted in a busy loop.
            time.sleep(max(0.0, 1.0 - (time.monotonic() - started)))

    def _is_over(self) -> bool:
        return bool(self._output.end) or self._stop.is_requested

    def _take_first_size(self) -> None:
        until = time.monotonic() + _FLUSH_SEC
        while not self._frames and time.monotonic() < until:
            select.select([self._channel.fileno(), self._stop.wakes], [], [], _POLL_SEC)
            self._receive()
        self._take_frames()

    def _start_shell(self) -> None:
        self._pid, self._pty = pty.fork()
        if self._pid == 0:
            try:
                # Python ignores these signals, and so would every program
                for number in (signal.SIGPIPE, signal.SIGXFSZ):
                    signal.signal(number, signal.SIG_DFL)
                os.execvpe(self._shell.argv[0], self._shell.argv, self._shell.environment(at_terminal=True))  # noqa: S606
            finally:
                # If bash cannot be executed, the child must not go on with the parent's code.
                os._exit(127)
        os.set_blocking(self._pty, False)
        # What was typed for the previous shell is not meant for this one.
        self._typed = b""
        self._resize(*self._size)

    def _turn(self) -> bool:
        """Relay the waiting bytes. Return whether the shell has exited or the session should end."""
        reads: list[int] = [self._stop.wakes]
        writes: list[int] = []
        if len(self._pending_output) < _FULL:
            reads.append(self._pty)
        if len(self._typed) < _FULL:
            reads.append(self._channel.fileno())
        if self._typed:
            writes.append(self._pty)
        if self._pending_output:
            writes.append(self._channel.fileno())
        readable, writable, _ = select.select(reads, writes, [], _POLL_SEC)
        if self._channel.fileno() in readable:
            self._receive()
        self._take_frames()
        if self._pty in writable:
            self._typed = self._typed[_write(self._pty, self._typed) :]
        if self._channel.fileno() in writable:
            self._send()
        is_over = os.waitpid(self._pid, os.WNOHANG)[0] != 0
        if is_over or self._pty in readable:  # the shell's last output may arrive after the select
            self._take_output(_BEYOND_KERNEL_BUFFER if is_over else _FULL - len(self._pending_output))
        if is_over:
            os.close(self._pty)
        self._warn()
        return is_over or self._is_over()

    def _take_output(self, most: int) -> None:
        while most > 0 and (data := _read(self._pty)):
            self._pending_output += self._output.feed(data)
            most -= len(data)

    def _receive(self) -> None:
        try:
            data = self._channel.recv(_CHUNK)
        except BlockingIOError:
            return
        if not data:  # Headwater has exited, and this sandbox will end with it
            self._stop.is_requested = True
        self._frames += data

    def _take_frames(self) -> None:
        while len(self._frames) >= 3:
            kind, length = struct.unpack("!cH", self._frames[:3])
            payload = self._frames[3 : 3 + length]
            if len(payload) < length:
                return
            self._frames = self._frames[3 + length :]
            if kind == b"i":
                self._typed += payload
            else:
                self._resize(*struct.unpack("!HH", payload))

    def _resize(self, rows: int, columns: int) -> None:
        self._size = (rows, columns)
        if self._pty >= 0:
            fcntl.ioctl(self._pty, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def _warn(self) -> None:
        left_sec = (deadline() - now()).total_seconds()
        if not self._warnings or left_sec > self._warnings[0] or self._output.is_full_screen:
            return
        self._warnings = [seconds for seconds in self._warnings if seconds < left_sec]
        self._show(f"\r\n\a\x1b[33mheadwater: {duration(left_sec)} left\x1b[0m\r\n")
        self._pending_output += self._output.prompt  # this repeats the interrupted prompt with the typed input

    def _show(self, text: str) -> None:
        self._pending_output += text.replace("\r\n", "\n").replace("\n", "\r\n").encode()

    def _send(self) -> None:
        try:
            self._pending_output = self._pending_output[self._channel.send(self._pending_output) :]
        except BlockingIOError:
            return
        except OSError:
            self._stop.is_requested = True
            self._pending_output = b""

    def _close(self) -> int:
        end = self._output.end
        if self._stop.is_requested:
            is_time = deadline() <= now()
            reason = "The time is over" if is_time else "Headwater has ended the session"
            if self._output.is_full_screen:
                self._show("\x1b[?1049l")
            self._show(f"\n\n{reason}. What you leave is frozen now.\n")
        self._output.recorder.end("limit" if self._stop.is_requested else end)
        until = time.monotonic() + _FLUSH_SEC
        while self._pending_output and time.monotonic() < until:
            select.select([], [self._channel.fileno()], [], _POLL_SEC)
            self._send()
        return ABANDONED if end == "abandon" else 0


def _read(file: int) -> bytes | None:
    """Return the available bytes: none at the end of the file, and None if nothing is available yet."""
    try:
        return os.read(file, _CHUNK)
    except BlockingIOError:
        return None
    except OSError as error:
        if error.errno != errno.EIO:  # EIO means that nobody has the pseudo-terminal open
            raise
        return b""


def _write(file: int, data: bytes) -> int:
    try:
        return os.write(file, data[:_CHUNK])
    except OSError:  # the terminal is full, or its shell has exited
        return 0
