"""Encodes and decodes messages: a zero byte, the schema's number, and its fields' values as a JSON array."""

import json
import struct
from typing import Any

import psycopg
import registry


def encode(connection: psycopg.Connection, subject: str, values: dict[str, Any]) -> bytes:
    """Return a message that uses a subject's latest schema."""
    number, fields = registry.latest(connection, subject)
    ordered = [values[field["name"]] for field in fields]
    return struct.pack(">bI", 0, number) + json.dumps(ordered, separators=(",", ":")).encode()


def decode(connection: psycopg.Connection, message: bytes) -> dict[str, Any]:
    """Return a message's values keyed by name."""
    _, number = struct.unpack(">bI", message[:5])
    names = [field["name"] for field in registry.by_number(connection, number)]
    return dict(zip(names, json.loads(message[5:]), strict=True))
