"""Messages: a zero byte, the number of the schema, and the values of its fields as a JSON array."""

import json
import struct
from typing import Any

import psycopg
import registry


def encode(connection: psycopg.Connection, subject: str, values: dict[str, Any]) -> bytes:
    """Return a message with the latest schema of a subject."""
    number, fields = registry.latest(connection, subject)
    ordered = [values[field["name"]] for field in fields]
    return struct.pack(">bI", 0, number) + json.dumps(ordered, separators=(",", ":")).encode()


def decode(connection: psycopg.Connection, message: bytes) -> dict[str, Any]:
    """Return the values of a message by name."""
    _, number = struct.unpack(">bI", message[:5])
    names = [field["name"] for field in registry.by_number(connection, number)]
    return dict(zip(names, json.loads(message[5:]), strict=True))
