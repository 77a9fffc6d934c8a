"""Reads and writes server-sent events, which all four protocols use for streaming."""

from __future__ import annotations

import json
from typing import Any

from headwater.gateway.protocols._base import Assembler
from headwater.gateway.protocols._shape import load

_LONGEST = 32 << 20


class SseParser:
    """Passes the events of a stream, which arrives in pieces, to an assembler."""

    def __init__(self, assembler: Assembler) -> None:
        self._assembler = assembler
        self._rest = b""

    def feed(self, piece: bytes) -> None:
        """Process a piece of the stream, which may begin and end anywhere."""
        data = self._rest + piece if self._rest else piece
        if b"\r" in data:
            # The piece may end between the two characters of a line break.
            if data.endswith(b"\r"):
                self._rest = data
                return
            data = data.replace(b"\r\n", b"\n")
        *events, self._rest = data.split(b"\n\n")
        for event in events:
            self._take(event)
        if len(self._rest) > _LONGEST:
            self._assembler.error = "an event of the stream is too long"
            self._rest = b""

    def end(self) -> None:
        """Process the end of the stream, which may also be the end of an event."""
        if self._rest.strip():
            self._take(self._rest)
        self._rest = b""
        self._assembler.end()

    def _take(self, event: bytes) -> None:
        data = b"\n".join(line[5:].lstrip(b" ") for line in event.split(b"\n") if line.startswith(b"data:"))
        if not data:
            return
        if data == b"[DONE]":
            self._assembler.done()
            return
        try:
            value = load(data)
        except ValueError:
            self._assembler.error = "an event of the stream is no JSON"
            return
        if isinstance(value, dict):
            self._assembler.feed(value)


def event(data: dict[str, Any], name: str = "") -> bytes:
    """Return an event in its wire format."""
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
    return (f"event: {name}\n" if name else "").encode() + f"data: {text}\n\n".encode()
