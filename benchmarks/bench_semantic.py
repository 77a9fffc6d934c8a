"""The semantic compiler against ktx's, on the same sources, queries and data: answers, time to compile, time to run.

ktx's compiler, ``ktx-sl``, is in no package index: ``--ktx ktx/python/ktx-sl`` names the folder of a checkout that
contains ``semantic_layer``. Without it, the script prints only our own figures. The right answer of each query is next
to it, computed by hand from the rows of the tables below. ktx is queried once with its default (``include_empty`` is
true) and once with ``include_empty`` false, and the better of the two counts.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import duckdb
from _scratch import show

from headwater.context.semantic import MetricQuery, SemanticLayer, SemanticSource, SqlDialect, compile_query
from headwater.errors import UserError

REPEATS = 30
RUNS = 15
ORDERS = 1_000_000

SMALL = """
create table customers as select * from (values
  (1, 'A'), (2, 'B'), (3, null), (4, 'C')) t(id, segment);
create table orders as select * from (values
  (1, 1, 10.0, 'paid'), (2, 1, 5.0, 'open'), (3, 2, 7.0, 'paid'), (4, 3, 3.0, 'paid'), (5, null, 100.0, 'paid'))
  t(id, customer_id, amount, status);
create table tickets as select * from (values
  (1, 1, 'high'), (2, 3, 'low'), (3, null, 'high')) t(id, customer_id, priority);
"""
LARGE = f"""
create table customers as
  select range as id, case range % 4 when 0 then 'A' when 1 then 'B' when 2 then 'C' end as segment
  from range({ORDERS // 20});
create table orders as
  select range as id, (hash(range) % {ORDERS // 19})::bigint as customer_id, range % 100 as amount,
  case range % 3 when 0 then 'open' else 'paid' end as status from range({ORDERS});
create table tickets as
  select range as id, (hash(range + 7) % {ORDERS // 19})::bigint as customer_id,
  case range % 5 when 0 then 'high' else 'low' end as priority from range({ORDERS // 4});
"""

TABLES: dict[str, tuple[list[str], list[dict[str, str]]]] = {
    "customers": (["id", "segment"], [{"name": "customers", "agg": "count"}]),
    "orders": (
        ["id", "customer_id", "amount", "status"],
        [{"name": "revenue", "agg": "sum", "expr": "amount"}, {"name": "orders", "agg": "count"}],
    ),
    "tickets": (["id", "customer_id", "priority"], [{"name": "tickets", "agg": "count"}]),
}


@dataclass(frozen=True)
class Case:
    """A question and its answer: rows of dimensions and measures in any order."""

    what: str
    measures: tuple[str, ...]
    dimensions: tuple[str, ...]
    rows: frozenset[tuple[Any, ...]]
    filters: tuple[str, ...] = ()
    include_empty: bool = False


CASES = [
    Case("total", ("orders.revenue",), (), frozenset({(125,)})),
    Case("groups with null and orphans", ("orders.revenue",), ("customers.segment",),
         frozenset({("A", 15), ("B", 7), (None, 103)})),
    Case("groups without rows", ("orders.orders",), ("customers.segment",),
         frozenset({("A", 2), ("B", 1), ("C", 0), (None, 2)}), include_empty=True),
    Case("two facts by a null segment", ("orders.revenue", "tickets.tickets"), ("customers.segment",),
         frozenset({("A", 15, 1), ("B", 7, 0), (None, 103, 2)})),
    Case("two facts, groups without rows", ("orders.revenue", "tickets.tickets"), ("customers.segment",),
         frozenset({("A", 15, 1), ("B", 7, 0), ("C", None, 0), (None, 103, 2)}), include_empty=True),
    Case("a filter on one of two facts", ("orders.revenue", "tickets.tickets"), (), frozenset({(5, 1)}),
         filters=("orders.status = 'open'",)),
    Case("a filter on the many side", ("customers.customers",), (), frozenset({(3,)}),
         filters=("orders.status = 'paid'",)),
    Case("a dimension on the many side", ("customers.customers",), ("orders.status",),
         frozenset({("open", 1), ("paid", 3), (None, 1)})),
    Case("a filter on the one side", ("orders.revenue",), (), frozenset({(15,)}), filters=("customers.segment = 'A'",)),
    Case("two facts, no dimension", ("orders.revenue", "tickets.tickets"), (), frozenset({(125, 3)})),
]  # fmt: skip


def our_sql() -> Callable[[Case, bool], str]:
    """Return our compiler over the sources."""
    sources = []
    for name, (columns, measures) in TABLES.items():
        joins = [{"to": "customers", "keys": {"customer_id": "id"}}] if "customer_id" in columns else []
        data = {"name": name, "table": name, "grain": ["id"], "columns": [{"name": each} for each in columns]}
        sources.append(SemanticSource.model_validate({**data, "joins": joins, "measures": measures}))
    layer = SemanticLayer(sources)

    def compiled(case: Case, include_empty: bool) -> str:
        query = MetricQuery(case.measures, case.dimensions, filters=case.filters, include_empty=include_empty)
        return compile_query(layer, query, SqlDialect.DUCKDB).sql

    return compiled


def ktx_sql(folder: str) -> Callable[[Case, bool], str]:
    """Return ktx's compiler over the same sources."""
    sys.path.insert(0, folder)
    from semantic_layer.engine import SemanticEngine  # type: ignore[import-not-found]  # from --ktx
    from semantic_layer.models import SourceDefinition  # type: ignore[import-not-found]  # from --ktx

    sources = {}
    for name, (columns, measures) in TABLES.items():
        kinds = {"segment": "string", "status": "string", "priority": "string"}
        joins = []
        if "customer_id" in columns:
            joins = [{"to": "customers", "on": "customer_id = customers.id", "relationship": "many_to_one"}]
        sources[name] = SourceDefinition(
            name=name,
            table=name,
            grain=["id"],
            columns=[{"name": each, "type": kinds.get(each, "number")} for each in columns],
            joins=joins,
            measures=[{"name": each["name"], "expr": f"{each['agg']}({each.get('expr', '*')})"} for each in measures],
        )
    engine = SemanticEngine.from_sources(sources, dialect="duckdb")

    def compiled(case: Case, include_empty: bool) -> str:
        query = {"measures": list(case.measures), "dimensions": list(case.dimensions), "filters": list(case.filters)}
        return str(engine.query({**query, "include_empty": include_empty}).sql)

    return compiled


def answer(connection: duckdb.DuckDBPyConnection, sql: str) -> list[tuple[Any, ...]]:
    rows = connection.execute(sql).fetchall()
    return [tuple(float(value) if isinstance(value, int | float) else value for value in row) for row in rows]


def is_right(case: Case, rows: Sequence[tuple[Any, ...]]) -> bool:
    return len(rows) == len(case.rows) and set(rows) == set(case.rows)


def correct_cases(compiler: Callable[[Case, bool], str], *, forgiving: bool) -> dict[str, bool]:
    """Compile and run every case on the small tables; for the peer, the better ``include_empty`` counts."""
    found = {}
    with duckdb.connect() as connection:
        connection.execute(SMALL)
        for case in CASES:
            found[case.what] = False
            for include_empty in (True, False) if forgiving else (case.include_empty,):
                try:
                    rows = answer(connection, compiler(case, include_empty))
                except (UserError, ValueError, duckdb.Error):
                    continue  # a refusal is not a right answer
                found[case.what] = found[case.what] or is_right(case, rows)
    return found


def timings(
    name: str, compiler: Callable[[Case, bool], str], cases: Sequence[Case], connection: duckdb.DuckDBPyConnection
) -> list[float]:
    """Print and return the medians of the times to compile one query and to run all queries, in milliseconds."""

    def compile_all() -> list[str]:
        return [compiler(case, case.include_empty) for case in cases]

    sqls = compile_all()

    def run_all() -> None:
        for sql in sqls:
            connection.execute(sql).fetchall()

    run_all()
    compiling = [1000 * seconds(compile_all) / len(cases) for _ in range(REPEATS)]
    running = [1000 * seconds(run_all) for _ in range(RUNS)]
    return [
        show(f"{name}: compile one of {len(cases)} queries", compiling, unit="ms"),
        show(f"{name}: run {len(cases)} queries over {ORDERS:,} orders", running, unit="ms"),
    ]


def seconds(function: Callable[[], object]) -> float:
    started = time.perf_counter()
    function()
    return time.perf_counter() - started


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ktx", help="the folder of ktx's Python compiler, which holds semantic_layer")
    options = parser.parse_args()
    compilers = {"headwater": our_sql(), **({"ktx": ktx_sql(options.ktx)} if options.ktx else {})}
    if not options.ktx:
        print("ktx: not compared: it is on no package index; give a checkout with --ktx")
    own = correct_cases(compilers["headwater"], forgiving=False)
    peer = correct_cases(compilers["ktx"], forgiving=True) if options.ktx else {}
    for what, is_ours in own.items():
        print(
            f"{what}: headwater {'right' if is_ours else 'WRONG'}"
            + (f", ktx {'right' if peer[what] else 'wrong'}" if peer else "")
        )
    print(f"right: headwater {sum(own.values())} of {len(own)}" + (f", ktx {sum(peer.values())}" if peer else ""))
    timed = [case for case in CASES if own[case.what] and peer.get(case.what, True)]
    medians: dict[str, list[float]] = {}
    with duckdb.connect() as connection:
        connection.execute(LARGE)
        for name, compiler in compilers.items():
            medians[name] = timings(name, compiler, timed, connection)
    if "ktx" in medians:
        compiling, running = (
            ktx_seconds / headwater_seconds
            for ktx_seconds, headwater_seconds in zip(medians["ktx"], medians["headwater"], strict=True)
        )
        print(f"ratio ktx / headwater: compile {compiling:.1f}, run {running:.1f}")


if __name__ == "__main__":
    main()
