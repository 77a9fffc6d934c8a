"""Implements a client connection for Redis's RESP2 protocol that limits the size of each answer.

A driver would read everything that the server sends into memory, and agents control what the server sends.
"""

from __future__ import annotations

import socket
import time

from headwater.errors import QueryError
from headwater.services._queries import QueryLimits, first_line

Answer = bytes | int | list["Answer"] | None

_CHUNK = 1 << 16
_MOST_DEPTH = 8
_LINE = 1 << 16


class RefusedError(QueryError):
    """The server answered with an error."""


class RedisConnection:
    """A connection to a server. When it is created, the calling thread must be in the server's network."""

    def __init__(self, host: str, port: int, limits: QueryLimits) -> None:
        self._limits = limits
        self._buffer = b""
        self._size = 0
        self._items = 0
        self._deadline = time.monotonic() + limits.seconds
        try:
            self._socket = socket.create_connection((host, port), limits.seconds)
        except OSError as error:
            raise QueryError(first_line(error)) from None

    def ask(self, *words: bytes) -> Answer:
        """Send a command and return its answer.

        Raises:
            QueryError: The server refused the command, or the answer is too large, takes too long or is invalid.
        """
        self._deadline = time.monotonic() + self._limits.seconds
        self._size = self._items = 0
        request = b"*%d\r\n" % len(words) + b"".join(b"$%d\r\n%b\r\n" % (len(word), word) for word in words)
        try:
            self._socket.settimeout(self._limits.seconds)
            self._socket.sendall(request)
            return self._answer(0)
        except RefusedError:
            raise
        except QueryError:
            self.close()  # the connection is useless, because the rest of the answer may still arrive
            raise
        except (OSError, ValueError) as error:
            self.close()
            raise QueryError(first_line(error)) from None

    def close(self) -> None:
        """Close the connection. Further commands raise errors."""
        self._socket.close()

    def _answer(self, depth: int) -> Answer:
        line = self._line()
        kind, rest = line[:1], line[1:]
        if kind == b"+":
            return rest
        if kind == b"-":
            raise RefusedError(first_line(ValueError(rest.decode(errors="replace"))))
        if kind == b":":
            return int(rest)
        length = int(rest)
        if length < 0:  # RESP2 encodes null as a length of -1
            return None
        if kind == b"$":
            return self._take(length + 2)[:-2]
        # An agent can store or script answers that nest deeper than Python's stack.
        if kind != b"*" or depth == _MOST_DEPTH:
            raise QueryError("the answer cannot be read")
        self._items += length
        if self._items > self._limits.rows:
            raise QueryError(f"the answer has more than {self._limits.rows} rows")
        return [self._answer(depth + 1) for _ in range(length)]

    def _line(self) -> bytes:
        while b"\r\n" not in self._buffer:
            if len(self._buffer) > _LINE:
                raise QueryError("the answer cannot be read")
            self._buffer += self._received()
        line, _, self._buffer = self._buffer.partition(b"\r\n")
        return line

    def _take(self, length: int) -> bytes:
        if length > self._limits.size:
            raise self._too_large()
        parts, missing = [self._buffer[:length]], length - len(self._buffer)
        self._buffer = self._buffer[length:]
        while missing > 0:
            part = self._received()
            parts.append(part[:missing])
            self._buffer = part[missing:]
            missing -= len(part)
        return b"".join(parts)

    def _received(self) -> bytes:
        remaining_sec = self._deadline - time.monotonic()
        if remaining_sec <= 0:
            raise QueryError(f"the answer did not end in {self._limits.seconds:g} s")
        self._socket.settimeout(remaining_sec)
        part = self._socket.recv(_CHUNK)
        if not part:
            raise QueryError("the server closed the connection")
        self._size += len(part)
        if self._size > self._limits.size:
            raise self._too_large()
        return part

    def _too_large(self) -> QueryError:
        return QueryError(f"the answer has more than {self._limits.size >> 20} MiB")
