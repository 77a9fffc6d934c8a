"""Defines the Redis client for seeds and checks, which returns values as plain Python objects."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import cast

from headwater.errors import QueryError
from headwater.sandbox import Network
from headwater.services._base import Placement
from headwater.services._queries import QueryLimits
from headwater.services.redis._accounts import ADMIN, APP, READER, password_of
from headwater.services.redis._protocol import Answer, RedisConnection

_NO_LIMITS = QueryLimits(seconds=60, rows=1 << 62, size=1 << 62)
_AT_ONCE = b"1000"
_READS = {
    "string": (b"GET",),
    "list": (b"LRANGE", b"0", b"-1"),
    "set": (b"SMEMBERS",),
    "zset": (b"ZRANGE", b"0", b"-1", b"WITHSCORES"),
    "hash": (b"HGETALL",),
    "stream": (b"XRANGE", b"-", b"+"),
}
"""The command that reads the entire value of a key, by the key's type. The key is its first argument."""

Word = str | bytes | int | float


class RedisClient:
    """A Redis client.

    A client with limits, as after an agent's run, uses an account that may only read. A client without limits, as for
    seeds, uses the administrator's account. ``app`` is a client of the same server that uses the agent's account.
    """

    def __init__(
        self, network: Network, placement: Placement, run: Path, limits: QueryLimits | None, account: str = ""
    ) -> None:
        self._network = network
        self._placement = placement
        self._run = run
        self._limits = limits
        self._account = account or (READER if limits else ADMIN)
        self._connections: dict[int, RedisConnection] = {}

    @cached_property
    def app(self) -> RedisClient:
        """A client that uses the agent's account, so that commands have the rights of the agent's code."""
        return RedisClient(self._network, self._placement, self._run, self._limits, APP)

    def execute(self, *words: Word, database: int = 0) -> Answer:
        """Send one command, as in ``execute("SET", "key", 1)``, and return its answer. Strings are returned as bytes.

        Raises:
            QueryError: The server refused the command, or the answer is too large or takes too long.
        """
        encoded_words = [word if isinstance(word, bytes) else str(word).encode() for word in words]
        try:
            return self._connection(database).ask(*encoded_words)
        except QueryError:
            self._connections.pop(database).close() if database in self._connections else None
            raise

    def databases(self) -> list[int]:
        """Return the numbers of the databases that have keys."""
        lines = cast("bytes", self.execute("INFO", "keyspace")).decode().splitlines()
        return [int(line[2:].partition(":")[0]) for line in lines if line.startswith("db")]

    def keys(self, pattern: Word = "*", database: int = 0) -> list[bytes]:
        """Return the keys that match a pattern, sorted."""
        found: set[bytes] = set()
        cursor = b"0"
        while True:
            answer = self.execute("SCAN", cursor, "MATCH", pattern, "COUNT", _AT_ONCE, database=database)
            cursor, page = cast("tuple[bytes, list[bytes]]", answer)
            found.update(page)
            if self._limits and len(found) > self._limits.rows:
                raise QueryError(f"there are more than {self._limits.rows} keys")
            if cursor == b"0":
                return sorted(found)

    def type(self, key: Word, database: int = 0) -> str:
        """Return the type of a key: ``string``, ``list``, ``set``, ``zset``, ``hash``, ``stream``, or ``none``."""
        return cast("bytes", self.execute("TYPE", key, database=database)).decode(errors="replace")

    def value(self, key: Word, database: int = 0) -> Answer:
        """Return a key's value as returned by the read command for its type, or None if there is no such key.

        Sets are sorted.
        """
        kind = self.type(key, database)
        if kind == "none":
            return None
        command, *rest = _READS.get(kind, (b"DUMP",))
        answer = self.execute(command, key, *rest, database=database)
        return cast("Answer", sorted(cast("list[bytes]", answer))) if kind == "set" else answer

    def expires(self, key: Word, database: int = 0) -> int | None:
        """Return the time at which a key expires, in milliseconds since the epoch, or None if it never expires."""
        moment = cast("int", self.execute("PEXPIRETIME", key, database=database))
        return moment if moment >= 0 else None

    def _connection(self, database: int) -> RedisConnection:
        if database not in self._connections:
            password = password_of(self._account, self._placement, self._run)
            with self._network:
                connection = RedisConnection(self._placement.host, self._placement.port, self._limits or _NO_LIMITS)
            connection.ask(b"AUTH", self._account.encode(), password.encode())
            connection.ask(b"SELECT", str(database).encode())
            self._connections[database] = connection
        return self._connections[database]
