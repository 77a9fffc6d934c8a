"""Writes and reads the wire log.

Each line is written with one system call: a request before it is sent, and an answer as soon as it is complete. A
killed gateway therefore loses only the requests in flight. Parts that repeat from request to request, such as the
conversation so far and the tools, are written once and then referenced, so that the size of a log is linear, not
quadratic, in the length of the conversation.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from headwater.errors import InvalidFileError, access_error
from headwater.gateway._redact import Redactor
from headwater.records._base import Record
from headwater.records.wire import (
    LimitReached,
    Opened,
    Probed,
    RequestEnded,
    RequestItem,
    RequestStarted,
    WireEvent,
)

_REFERENCE = "$item"
_SMALLEST = 120
"""The minimum size of a part to be referenced. For smaller parts, a reference saves nothing."""
_ITEM = b'{"event":"item",'
_EVENT: TypeAdapter[WireEvent] = TypeAdapter(WireEvent)


@dataclass(frozen=True)
class Exchange:
    """A request and its answer. The answer is None if the log does not contain it."""

    request: RequestStarted
    response: RequestEnded | None

    @property
    def body(self) -> dict[str, Any]:
        """The complete body that the agent sent."""
        return self.request.body if isinstance(self.request.body, dict) else {}


@dataclass(frozen=True)
class WireLog:
    """A complete log in memory."""

    opened: Opened | None
    exchanges: tuple[Exchange, ...]
    limit: LimitReached | None
    closed: bool
    probes: tuple[Probed, ...] = ()


class WireLogWriter:
    """Appends to a log, with secrets removed."""

    def __init__(self, path: Path, redactor: Redactor) -> None:
        self._fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
        self._redactor = redactor
        self._items: dict[bytes, int] = {}
        self.size = 0
        """The number of bytes written."""

    def write(self, event: Record) -> None:
        """Append one line. When this returns, the kernel has received the line."""
        self._write_line(event.model_dump_json().encode())

    def write_request(self, event: RequestStarted) -> None:
        """Append a request, preceded by the new parts of its body."""
        lines: list[bytes] = []
        body = {key: self._refer(value, lines) for key, value in event.body.items()}
        for line in lines:
            self._write_line(line)
        self.write(event.model_copy(update={"body": body}))

    def close(self) -> None:
        """Close the log."""
        os.close(self._fd)

    def _refer(self, value: Any, lines: list[bytes]) -> Any:
        if isinstance(value, list):
            return [self._refer_part(part, lines) for part in value]
        return self._refer_part(value, lines)

    def _refer_part(self, part: Any, lines: list[bytes]) -> Any:
        text = json.dumps(part, ensure_ascii=False, separators=(",", ":"))
        # An agent's text that looks like a reference is stored as an item, so that no reader mistakes it for a
        # reference.
        if len(text) < _SMALLEST and _REFERENCE not in text:
            return part
        encoded = text.encode(errors="surrogatepass")
        digest = hashlib.blake2b(encoded, digest_size=16).digest()
        if digest not in self._items:
            number = self._items[digest] = len(self._items)
            # A lone surrogate cannot be encoded as UTF-8, so text beyond ASCII is written with escapes.
            ascii_text = json.dumps(part) if "\\ud" in text or not text.isascii() else text
            lines.append(_ITEM + b'"n":%d,"value":%s}' % (number, ascii_text.encode()))
        return {_REFERENCE: self._items[digest]}

    def _write_line(self, line: bytes) -> None:
        view = memoryview(self._redactor.clean(line) + b"\n")
        self.size += len(view)
        while view:
            view = view[os.write(self._fd, view) :]


@dataclass
class _ItemResolver:
    items: dict[int, Any] = field(default_factory=dict)

    def resolve(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self._resolve_part(part) for part in value]
        return self._resolve_part(value)

    def _resolve_part(self, part: Any) -> Any:
        if isinstance(part, dict) and part.keys() == {_REFERENCE}:
            return self.items.get(part[_REFERENCE])
        return part


def read_wire_log(path: Path) -> WireLog:
    """Read a log, which may have been truncated because the gateway was killed.

    Raises:
        UserError: The log does not exist, or a line before the last one is not an event.
    """
    opened: Opened | None = None
    limit: LimitReached | None = None
    closed = False
    requests: dict[int, RequestStarted] = {}
    responses: dict[int, RequestEnded] = {}
    reader = _ItemResolver()
    probes: list[Probed] = []
    for event in read_events(path):
        match event:
            case Opened():
                opened = event
            case RequestItem():
                reader.items[event.n] = event.value
            case RequestStarted():
                body = {key: reader.resolve(value) for key, value in event.body.items()}
                requests[event.id] = event.model_copy(update={"body": body})
            case RequestEnded():
                responses[event.id] = event
            case LimitReached():
                limit = event
            case Probed():
                probes.append(event)
            case _:
                closed = True
    exchanges = tuple(Exchange(request, responses.get(number)) for number, request in sorted(requests.items()))
    return WireLog(opened, exchanges, limit, closed, tuple(probes))


def read_events(path: Path, *, bodies: bool = True) -> Iterator[WireEvent]:
    """Yield the events in a log, reading one line at a time. A truncated final line is skipped.

    Args:
        path: The path of the log.
        bodies: Whether to include the bodies of requests. Otherwise they are empty, and there are no items.

    Raises:
        UserError: The log does not exist, or a line is not an event.
    """
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, 1):
                if line.endswith(b"\n") and (bodies or not line.startswith(_ITEM)):
                    yield _event(path, number, line, bodies=bodies)
    except OSError as error:
        raise access_error(error, path) from None


def _event(path: Path, number: int, line: bytes, *, bodies: bool) -> WireEvent:
    try:
        event = _EVENT.validate_json(line)
    except ValidationError as error:
        message = " ".join(error.errors()[0]["msg"].split())
        raise InvalidFileError(f"not a line of a wire log: {message}", where=f"{path}, line {number}") from None
    if isinstance(event, RequestStarted) and not bodies:
        return event.model_copy(update={"body": {}})
    return event
