"""Requests usage in Chat Completions streams, and hides the usage from agents that did not request it."""

from __future__ import annotations

from headwater.gateway._live import LiveRequest
from headwater.gateway.protocols._shape import load
from headwater.records.wire import Protocol


class UsageFilter:
    """Removes usage from a stream, event by event."""

    def __init__(self) -> None:
        self._rest = b""

    @classmethod
    def ask(cls, live: LiveRequest) -> UsageFilter | None:
        """Add a request for usage to the body. Return None if the body needs no such change."""
        options = live.body.get("stream_options")
        asks = isinstance(options, dict) and options.get("include_usage") is True
        if live.endpoint.protocol is not Protocol.CHAT or not live.stream or asks:
            return None
        live.body["stream_options"] = (options if isinstance(options, dict) else {}) | {"include_usage": True}
        live.replace_body()
        return cls()

    def filter(self, piece: bytes) -> bytes:
        """Return the complete events so far, except for the event that contains only usage."""
        *events, self._rest = (self._rest + piece).replace(b"\r\n", b"\n").split(b"\n\n")
        return b"".join(event + b"\n\n" for event in events if not _is_usage(event))

    def end(self) -> bytes:
        """Return the bytes after the last complete event."""
        rest, self._rest = self._rest, b""
        return rest


def _is_usage(event: bytes) -> bool:
    if b'"usage"' not in event or not event.startswith(b"data:"):
        return False
    try:
        data = load(event[5:])
    except ValueError:
        return False
    return isinstance(data, dict) and data.get("choices") == [] and bool(data.get("usage"))
