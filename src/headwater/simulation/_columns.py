"""Converts columns from numpy to Arrow according to schema.sql's types, and builds texts without looping over rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias, Union

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from headwater.simulation._clock import NULL, Flags, Ints

Column: TypeAlias = Union[npt.NDArray[np.generic], "pa.Array", str, int, float, bool, None]
Columns: TypeAlias = Mapping[str, Column]

_ALPHABET = np.frombuffer(b"0123456789abcdefghjkmnpqrstvwxyz", dtype=np.uint8)
_UPPER = np.frombuffer(b"0123456789ABCDEFGHJKMNPQRSTVWXYZ", dtype=np.uint8)
_BITS = 40
_MASK = np.uint64((1 << _BITS) - 1)


def _scramble(numbers: Ints, salt: int) -> npt.NDArray[np.uint64]:
    """Permute the numbers below 2**40, so that ids do not reveal their order."""
    mixed = (numbers.astype(np.uint64) + np.uint64(salt)) & _MASK
    # Multiplying by an odd factor modulo 2**40 and xoring with a shift are both invertible, so no two numbers collide.
    for factor in (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F):
        mixed = (mixed * np.uint64(factor)) & _MASK
        mixed ^= mixed >> np.uint64(21)
    return mixed


def _fixed(matrix: npt.NDArray[np.uint8]) -> pa.Array:
    """Convert a matrix of letters to one text per row."""
    n, width = matrix.shape
    # Arrow stores all texts and their offsets in buffers, so no Python object is created per text.
    offsets = np.arange(n + 1, dtype=np.int32) * np.int32(width)
    return pa.StringArray.from_buffers(n, pa.py_buffer(offsets), pa.py_buffer(np.ascontiguousarray(matrix)))


def _coded(prefix: str, numbers: Ints, suffix: str, letters: npt.NDArray[np.uint8]) -> pa.Array:
    head, tail = prefix.encode(), suffix.encode()
    matrix = np.empty((len(numbers), len(head) + 8 + len(tail)), dtype=np.uint8)
    matrix[:, : len(head)] = np.frombuffer(head, dtype=np.uint8)
    mixed = _scramble(numbers, sum(head) * 7_919)
    for place in range(8):  # eight letters of 5 bits each encode the 40 bits of a number
        matrix[:, len(head) + place] = letters[(mixed >> np.uint64(35 - 5 * place)) & np.uint64(31)]
    matrix[:, len(head) + 8 :] = np.frombuffer(tail, dtype=np.uint8)
    return _fixed(matrix)


def ident(prefix: str, numbers: Ints) -> pa.Array:
    """Return ids such as ``acc_4k2m9x0q``, one for each number below 2**40."""
    return _coded(prefix, numbers, "", _ALPHABET)


def crm_id(prefix: str, numbers: Ints) -> pa.Array:
    """Return 18-character CRM ids, where the first three characters identify the record type."""
    return _coded(prefix + "Vk00", numbers, "QAA", _UPPER)


def labels(values: Sequence[str | None], positions: Ints) -> pa.Array:
    """Return the text at each row's position in a list of texts. A negative position produces null."""
    return pa.array(values, pa.string()).take(pa.array(positions, pa.int64(), mask=positions < 0))


def take(values: pa.Array, positions: Ints) -> pa.Array:
    """Return the texts at the given positions. A negative position produces null."""
    return values.take(pa.array(positions, pa.int64(), mask=positions < 0))


def digits(numbers: Ints, width: int = 0) -> pa.Array:
    """Return integers as text, zero-padded to a width."""
    written = pa.array(numbers, pa.int64(), mask=numbers == NULL).cast(pa.string())
    return pc.utf8_lpad(written, width, "0") if width else written


def join(*parts: pa.Array | str) -> pa.Array:
    """Concatenate texts row by row. The result is null if a part is null."""
    return pc.binary_join_element_wise(*[pa.scalar(p) if isinstance(p, str) else p for p in parts], "")


def where(condition: Flags, yes: pa.Array | str | None, no: pa.Array | str | None) -> pa.Array:
    """Choose one of two texts for each row."""

    def side(value: pa.Array | str | None) -> pa.Array | pa.Scalar:
        return pa.scalar(value, pa.string()) if value is None or isinstance(value, str) else value

    return pc.if_else(pa.array(condition), side(yes), side(no))


_ARROW = {
    "VARCHAR": pa.string(),
    "TIMESTAMP": pa.timestamp("us"),
    "DATE": pa.date32(),
    "BIGINT": pa.int64(),
    "INTEGER": pa.int32(),
    "DOUBLE": pa.float64(),
    "BOOLEAN": pa.bool_(),
}


def arrow_type(sql_type: str) -> pa.DataType:
    """Return the Arrow type for a type in schema.sql."""
    return _ARROW[sql_type]


def to_arrow(column: Column, kind: pa.DataType, n: int) -> pa.Array:
    """Return a column as an Arrow array. A single value is repeated for all rows."""
    if isinstance(column, pa.ChunkedArray):
        return column.combine_chunks()
    if isinstance(column, pa.Array):
        return column
    if column is None:
        return pa.nulls(n, kind)
    if isinstance(column, str):
        return pa.repeat(pa.scalar(column), n)
    values = np.broadcast_to(np.asarray(column), (n,))
    if pa.types.is_boolean(kind):
        return pa.array(values.astype(bool))
    if pa.types.is_floating(kind):
        numbers = values.astype(np.float64)
        return pa.array(numbers, kind, mask=np.isnan(numbers))
    integers = values.astype(np.int64)
    empty = integers == NULL
    integers = np.where(empty, 0, integers)
    if pa.types.is_timestamp(kind):
        return pa.array(integers * 1_000_000, pa.int64(), mask=empty).cast(kind)
    if pa.types.is_date32(kind):
        return pa.array(integers.astype(np.int32), pa.int32(), mask=empty).cast(kind)
    return pa.array(integers.astype(np.int32) if kind == pa.int32() else integers, kind, mask=empty)
