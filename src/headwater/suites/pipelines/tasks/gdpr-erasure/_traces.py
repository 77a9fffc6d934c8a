"""Search tables and files for addresses of erased people, and for values that anybody can compute from them."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from _data import text_of
from _people import TOKEN, decoded
from _start import left

from headwater.grading import Graded

_PATTERN = r"(?i)(?:[a-z0-9._+-]|%2B)+(?:@|%40|\\u0040)[a-z0-9-]+(?:\.[a-z0-9-]+)+"
_FILES = 500


def _postgres_texts(graded: Graded) -> Iterator[tuple[str, str]]:
    for table in graded.postgres.tables():
        schema, _, name = table.partition(".")
        for (text,) in graded.postgres.query(f'select t::text from "{schema}"."{name}" t'):
            yield f"Postgres {table}", str(text)


def _clickhouse_texts(graded: Graded) -> Iterator[tuple[str, str]]:
    for table in graded.clickhouse.tables():
        for column, kind in graded.clickhouse.columns(table).items():
            if "String" in kind:
                sql = f"select distinct arrayJoin(extractAll(toString(`{column}`), {{pattern:String}})) from {table}"
                for (text,) in graded.clickhouse.query(sql, {"pattern": _PATTERN}):
                    yield f"ClickHouse {table}", str(text)


def _file_texts(graded: Graded) -> Iterator[tuple[str, str]]:
    root = Path(graded.workspace.folder)
    paths = [path for path in sorted(root.rglob("*")) if path.is_file() and not path.is_symlink()]
    for path in paths[:_FILES]:
        if path.stat().st_size < 16 * 2**20 and "__pycache__" not in path.parts:
            name = str(path.relative_to(root))
            data = path.read_bytes()
            yield name, text_of(name, data) if name.endswith(".gz") else data.decode(errors="replace")


@cache
def traces(graded: Graded) -> list[str]:
    """Return where addresses of erased people are, as the agent left everything."""
    gone, places = left(graded).people.addresses, set()
    for texts in (_postgres_texts(graded), _clickhouse_texts(graded), _file_texts(graded)):
        for place, text in texts:
            if place not in places and any(decoded(token) in gone for token in TOKEN.findall(text)):
                places.add(place)
    return sorted(places)


def _plain_hashes(value: str) -> Iterator[str]:
    for kind in ("md5", "sha1", "sha256", "sha512", "blake2b"):
        digest = hashlib.new(kind, value.encode())
        yield digest.hexdigest()[:24]
        yield base64.b64encode(digest.digest()).decode()[:24]


@cache
def derived(graded: Graded) -> list[str]:
    """Return the tables and files that have unkeyed hashes of addresses or numbers, or new lists of numbers."""
    people = left(graded).people
    hashes = {text for value in (*people.addresses, *map(str, people.numbers)) for text in _plain_hashes(value)}
    places = set()
    for table in graded.postgres.tables():
        if table in graded.starting.postgres.tables() and table != "privacy.audit":
            continue
        schema, _, name = table.partition(".")
        # As text, because Python has no value for some of Postgres, such as a time that is infinity.
        rows = graded.postgres.query(
            f'select each.value from "{schema}"."{name}" t, json_each_text(row_to_json(t.*)) each'
        )
        if _gives_away(rows, hashes, people.numbers):
            places.add(table)
    for table in sorted(set(graded.clickhouse.tables()) - set(graded.starting.clickhouse.tables())):
        if _gives_away(graded.clickhouse.query(f"select * from {table}"), hashes, people.numbers):
            places.add(table)
    for path in graded.workspace.changed():
        text = graded.workspace.read_text(path)
        if any(value in text for value in hashes):
            places.add(path)
    return sorted(places)


def _gives_away(rows: list[tuple[object, ...]], hashes: set[str], numbers: set[int]) -> bool:
    values = [value.hex() if isinstance(value, bytes) else str(value) for row in rows for value in row]
    if any(value.removeprefix("\\x")[:24] in hashes for value in values):
        return True
    wanted = {str(number) for number in numbers}
    return len(wanted & set(values)) > len(wanted) / 2
