"""Decode events from the logical messages that the trigger in install.sql writes."""

import json
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

PREFIX = b"posts_cdc\0"
HEAD = struct.Struct(">cBQ")


@dataclass(frozen=True)
class Event:
    op: str
    key: str
    position: int
    post: dict[str, Any] | None

    def as_json(self) -> bytes:
        return json.dumps(vars(self), ensure_ascii=False).encode()


class Decoder:
    """A decoder of pgoutput messages."""

    def events(self, lsn: int, data: bytes) -> Iterator[Event]:
        if data[:1] == b"M" and data.startswith(PREFIX, HEAD.size):
            content = data[HEAD.size + len(PREFIX) + 4 :]
            if content:
                yield Event(position=lsn, **json.loads(content))
