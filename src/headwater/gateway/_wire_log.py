"""Write and read the wire log.

A line is written with one call to the kernel, before the request that it announces is sent and as soon as an answer
is complete, so that a killed gateway has lost nothing but what was still on its way. What repeats from request to
request, the conversation so far and the tools, is written once and referred to after: a log grows with the
conversation and not with its square.
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
    Item,
    LimitReached,
    Opened,
    Probed,
    RequestEnded,
    RequestStarted,
    WireEvent,
)

_REFERENCE = "$item"
_SMALLEST = 120
"""Shorter parts cost less than their reference saves."""
_ITEM = b'{"event":"item",'
_EVENT: TypeAdapter[WireEvent] = TypeAdapter(WireEvent)


@dataclass(frozen=True)
class Exchange:
    """A request and its answer, which is None where it is not in the log."""

    request: RequestStarted
    response: RequestEnded | None

    @property
    def body(self) -> dict[str, Any]:
        """What the agent sent, whole."""
        return self.request.body if isinstance(self.request.body, dict) else {}


@dataclass(frozen=True)
class WireLog:
    """A whole log, in memory."""

    opened: Opened | None
    exchanges: tuple[Exchange, ...]
    limit: LimitReached | None
    closed: bool
    probes: tuple[Probed, ...] = ()


class WireLogWriter:
    """Adds to a log; keeps secrets out of it."""

    def __init__(self, path: Path, redactor: Redactor) -> None:
        self._fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
        self._redactor = redactor
        self._items: dict[bytes, int] = {}
        self.size = 0
        """Bytes that were written."""

    def write(self, event: Record) -> None:
        """Add one line; returns when the kernel has it."""
        self._write_line(event.model_dump_json().encode())

    def write_request(self, event: RequestStarted) -> None:
        """Add a request, the parts of its body that are new first."""
        lines: list[bytes] = []
        body = {key: self._refer(value, lines) for key, value in event.body.items()}
        for line in lines:
            self._write_line(line)
        self.write(event.model_copy(update={"body": body}))

    def close(self) -> None:
        """Write no more."""
        os.close(self._fd)

    def _refer(self, value: Any, lines: list[bytes]) -> Any:
        if isinstance(value, list):
            return [self._refer_part(part, lines) for part in value]
        return self._refer_part(value, lines)

    def _refer_part(self, part: Any, lines: list[bytes]) -> Any:
        text = json.dumps(part, ensure_ascii=False, separators=(",", ":"))
        if len(text) < _SMALLEST and _REFERENCE not in text:
            return part
        encoded = text.encode(errors="surrogatepass")
        digest = hashlib.blake2b(encoded, digest_size=16).digest()
        if digest not in self._items:
            number = self._items[digest] = len(self._items)
            ascii_text = json.dumps(part) if "\\ud" in text or not text.isascii() else text
            lines.append(_ITEM + b'"n":%d,"value":%s}' % (number, ascii_text.encode()))
        return {_REFERENCE: self._items[digest]}

    def _write_line(self, line: bytes) -> None:
        view = memoryview(self._redactor.clean(line) + b"\n")
        self.size += len(view)
        while view:
            view = view[os.write(self._fd, view) :]


@dataclass
class _Reader:
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
    """Read a log, whole or cut off by a kill.

    Raises:
        UserError: There is none, or a line before the last is no event.
    """
    opened: Opened | None = None
    limit: LimitReached | None = None
    closed = False
    requests: dict[int, RequestStarted] = {}
    responses: dict[int, RequestEnded] = {}
    reader = _Reader()
    probes: list[Probed] = []
    for event in read_events(path):
        match event:
            case Opened():
                opened = event
            case Item():
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
    """Read a log event by event, holding one line at a time; a line that a kill cut off is left out.

    Args:
        path: Of the log.
        bodies: Whether to give what was sent. Without it there are no items, and the bodies of requests are empty.

    Raises:
        UserError: There is no log, or a line is no event.
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
        raise InvalidFileError(f"not of a wire log: {message}", where=f"{path}, line {number}") from None
    if isinstance(event, RequestStarted) and not bodies:
        return event.model_copy(update={"body": {}})
    return event
