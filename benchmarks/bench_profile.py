"""Profiling a warehouse against DuckDB's `SUMMARIZE` of each of its tables, in one process and one run.

Both read the same file through connections with DuckDB's own number of threads. `SUMMARIZE` gives minimum, maximum,
distinct values (estimated), mean, deviation, quartiles (estimated), count and share of nulls. The profile gives all of
these, with exact quartiles, and the most frequent values, exact ones for columns with few; its distinct counts are
exact for columns with few values and the same estimate elsewhere. It also hashes all rows, for the next scan.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import duckdb
from _scratch import scratch, show

from headwater.context._scan import _profile_tables
from headwater.context.catalog import Table
from headwater.context.engines import SourceReader, open_reader

TABLES, ROWS, COLUMNS = 100, 100_000, 20
REPEATS = 5
_SELECT = """
    i as id, hash(i + {n}) % 1000 as customer_id, (hash(i * 3 + {n}) % 1000000)::integer as amount,
    (hash(i * 5 + {n}) % 100000) / 100000.0 as ratio, ((hash(i * 7 + {n}) % 100000) / 100)::decimal(12, 2) as price,
    'name ' || (hash(i * 11 + {n}) % 50000) as name,
    ['new', 'paid', 'sent', 'back'][1 + (hash(i) % 4)::integer] as status,
    date '2020-01-01' + (hash(i * 13) % 1500)::integer as day, timestamp '2020-01-01' + interval (i) second as at,
    hash(i * 17) % 2 = 0 as flag, i * 2 as other_id, hash(i * 19) % 100 as store_id,
    (hash(i * 23) % 1000000) / 7.0 as score, (hash(i * 29) % 1000) / 3.0 as weight, md5(i::varchar) as digest,
    'city ' || hash(i * 31) % 300 as city, case when i % 3 = 0 then null else i end as maybe,
    (hash(i * 37) % 77)::smallint as small, uuid() as token, 'note ' || (hash(i * 41) % 100000) as note
"""


@dataclass(frozen=True)
class Cost:
    """The cost of one run: time by the clock, and processor time, which other load hardly changes."""

    clock: float
    processor: float


@contextmanager
def costing(costs: list[Cost]) -> Iterator[None]:
    clock, processor = time.perf_counter(), time.process_time()
    yield
    costs.append(Cost(time.perf_counter() - clock, time.process_time() - processor))


def build(path: Path) -> None:
    with duckdb.connect(str(path)) as connection:
        for number in range(TABLES):
            select = _SELECT.format(n=number)
            connection.execute(f"create table t{number:03} as select {select} from range({ROWS}) r(i)")


def summarize(path: Path, workers: int) -> None:
    """Run the peer; several workers share the tables."""
    with duckdb.connect(str(path), read_only=True) as connection, ThreadPoolExecutor(workers) as pool:

        def one(number: int) -> int:
            with connection.cursor() as cursor:
                return len(cursor.execute(f"summarize t{number:03}").fetchall())

        assert sum(pool.map(one, range(TABLES))) == COLUMNS * TABLES


def profile(path: Path) -> list[Table]:
    reader: SourceReader = open_reader("bench", str(path), Path("/"))
    tables = [table for table, _ in _profile_tables(reader, reader.structure(), {}, 600)]
    reader.close()
    assert sum(column.profile is not None for table in tables for column in table.columns) == COLUMNS * TABLES
    return tables


def print_errors(path: Path, table: Table) -> None:
    """Print the differences of both from the exact values, for the columns of one table."""
    errors: dict[str, list[tuple[float, float]]] = {"distinct": [], "median": []}
    with duckdb.connect(str(path), read_only=True) as connection:
        peer = {row[0]: row for row in connection.execute(f"summarize {table.name.sql}").fetchall()}
        for column in table.columns:
            found, name = column.profile, f'"{column.name}"'
            assert found is not None
            aggregates = f"count(distinct {name})" + (f", quantile_cont({name}, 0.5)" if found.moments else "")
            exact = [
                float(value) for value in connection.execute(f"select {aggregates} from {table.name.sql}").fetchall()[0]
            ]
            pairs = [("distinct", found.distinct, peer[column.name][4])]
            if found.moments is not None and found.moments.quartiles is not None:
                pairs.append(("median", found.moments.quartiles[1], float(peer[column.name][8])))
            for (what, own, other), true in zip(pairs, exact, strict=True):
                errors[what].append((abs(own - true) / true, abs(other - true) / true))
    for what, found_errors in errors.items():
        own, other = (max(side) for side in zip(*found_errors, strict=True))
        print(f"{what}, worst relative error of {len(found_errors)} columns: {own:.2%}; SUMMARIZE {other:.2%}")


def main() -> None:
    repeats = int(sys.argv[1]) if len(sys.argv) > 1 else REPEATS
    print(f"{TABLES} tables x {COLUMNS} columns x {ROWS:,} rows, duckdb {duckdb.__version__}, {os.cpu_count()} cores")
    with scratch() as folder:
        path = folder / "warehouse.duckdb"
        build(path)
        tables = profile(path)  # the file is in the page cache for all runs
        costs: dict[str, list[Cost]] = {"profile": [], "SUMMARIZE": [], "SUMMARIZE, as many at once": []}
        for _ in range(repeats):  # in turns, so that other load affects all of them in the same way
            with costing(costs["SUMMARIZE"]):
                summarize(path, 1)
            with costing(costs["profile"]):
                profile(path)
            with costing(costs["SUMMARIZE, as many at once"]):
                summarize(path, os.cpu_count() or 1)
        for name, values in costs.items():
            show(f"{name}, by the clock", [value.clock for value in values])
            show(f"{name}, of processors", [value.processor for value in values])
        for name in ("SUMMARIZE", "SUMMARIZE, as many at once"):
            pairs = list(zip(costs[name], costs["profile"], strict=True))
            show(f"{name} / profile, by the clock", [peer.clock / own.clock for peer, own in pairs], unit="times")
            show(
                f"{name} / profile, of processors",
                [peer.processor / own.processor for peer, own in pairs],
                unit="times",
            )
        print_errors(path, min(tables, key=lambda table: table.name))


if __name__ == "__main__":
    main()
