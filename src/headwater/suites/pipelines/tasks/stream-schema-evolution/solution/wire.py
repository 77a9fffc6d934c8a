"""Encodes and decodes messages: a zero byte, the schema's number, and its fields' values as a JSON array."""

import json
import struct
from typing import Any

from registry import Field, Schemas

HEAD = struct.Struct(">bI")
FITS = {
    "text": lambda value: isinstance(value, str),
    "int": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "bool": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
}


class UnreadableError(Exception):
    """A message cannot be read."""


def types_of(field: Field) -> list[str]:
    """Return a field's types as a list, even if there is only one."""
    return field["type"] if isinstance(field["type"], list) else [field["type"]]


def encode(number: int, fields: list[Field], values: dict[str, Any]) -> bytes:
    """Return a message that uses the given schema."""
    ordered = [values[field["name"]] if field["name"] in values else field["default"] for field in fields]
    return HEAD.pack(0, number) + json.dumps(ordered, separators=(",", ":")).encode()


def parts(message: bytes) -> tuple[int, list[Any]]:
    """Return a message's schema number and values."""
    if len(message) < HEAD.size or message[0] != 0:
        raise UnreadableError("the message has no number of a schema")
    try:
        values = json.loads(message[HEAD.size :])
    except (ValueError, RecursionError):
        raise UnreadableError("the values are not JSON") from None
    if not isinstance(values, list):
        raise UnreadableError("the values are not an array")
    return HEAD.unpack(message[: HEAD.size])[1], values


def decode(schemas: Schemas, message: bytes) -> dict[str, Any]:
    """Return a message's values keyed by name, decoded with the schema it was written with."""
    number, values = parts(message)
    fields = schemas.of(number)
    if fields is None:
        raise UnreadableError(f"schema {number} is not in the registry")
    if len(values) != len(fields):
        raise UnreadableError(f"{len(values)} values for {len(fields)} fields of schema {number}")
    for field, value in zip(fields, values, strict=True):
        if not any(FITS[name](value) for name in types_of(field)):
            raise UnreadableError(f"{field['name']} is not of its type")
    return {field["name"]: value for field, value in zip(fields, values, strict=True)}
