"""The tiny company with a break that two tests detect, and caches that contain it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb
from tests.dbt.engine.tiny import write_tiny
from tests.suites.warehouse.tiny_bi import BI

from headwater.harnesses import BuiltHarness
from headwater.sandbox import remove_tree
from headwater.suites.warehouse.base import Size, adding, fill_base
from headwater.suites.warehouse.breaks import Break, Edit, FaultScope, Operator
from headwater.suites.warehouse.breaks._break import StoredPast

STG = "models/staging/stg_orders.sql"
# A second test that fails because of the break, so that an answer can fix the reported test and leave this one.
PER_CUSTOMER = """\
select * from (select count(*) as customers from {{ ref('stg_customers') }}) as c
cross join (select sum(amount_eur) as eur from {{ ref('fct_orders') }}) as o where o.eur > 3000 * c.customers
"""
CHANGES = {"tests/not_too_much_per_customer.sql": PER_CUSTOMER, **BI}
CENTS = Break(
    id="cents",
    domain="shop",
    operator=Operator.UNIT,
    title="Cents are taken for tenths",
    why="Somebody mistyped.",
    edits=(Edit(file=STG, find="/ 100.0", replace="/ 10.0"),),
)

# For three weeks cents were taken for tenths. The code is right again, and the orders of that time are still stored.
TENTHS_FOR_WEEKS = Break(
    id="tenths-for-weeks",
    domain="shop",
    operator=Operator.INCREMENTAL,
    title="Cents were taken for tenths for three weeks",
    why="Somebody mistyped, and corrected it, and did not build the table again.",
    past=StoredPast(
        edits=CENTS.edits,
        rows={"fct_orders": "ordered_at >= date '2025-01-10' and ordered_at < date '2025-01-31'"},
    ),
    scope=FaultScope.STATE,
)


@contextmanager
def cache_of_companies(folder: Path, harness: BuiltHarness, *projects: Path) -> Iterator[Path]:
    """A cache with two small companies, `clean` and `other`, whose order amounts differ."""
    (folder / "harnesses").symlink_to(next(iter(harness.mounts.values())).parent)
    for (name, more), project in zip((("clean", 0), ("other", 31)), projects, strict=True):
        write_tiny(project, CHANGES)
        with duckdb.connect(project / "raw.duckdb") as connection:
            connection.execute(f"update raw_web.orders set amount_cents = amount_cents + {more}")
        base = folder / "warehouse" / "bases" / name
        base.mkdir(parents=True)
        with adding(lambda _project, _cancel: None, project, base / "spare", base / "workspace"):
            fill_base(base, project / "raw.duckdb", project, Size(), lambda _text: None)
    yield folder
    (folder / "harnesses").unlink()
    remove_tree(folder)
