"""A checkout of Spider 2 with three small instances of our own in the official layout, and both archives.

`shop001` and `shop002` are parts of one project: each ships the models that the other lacks. Their raw tables are also
the seeds of a vendored package, so that they can be rebuilt without an archive. In `shop002`, a variable wrongly refers
to a seed that only the package has. `ledger001` ships its answer, has no seeds, and counts days up to today.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import duckdb

TODAY = date(2024, 9, 30)
"""The day on which the gold databases were built, according to the archive's file dates."""

CUSTOMERS = [(1, "Ada", "NO"), (2, "Bo", "SE"), (3, "Cy", "NO"), (4, "Di", "DK")]
ORDERS = [
    (10, 1, "2024-09-01 10:00:00", 12.5),
    (11, 1, "2024-09-01 11:00:00", 7.5),
    (12, 2, "2024-09-02 09:30:00", 30.0),
    (13, 3, "2024-09-04 18:00:00", 0.25),
    (14, 2, "2024-09-04 18:05:00", 9.75),
]
REGIONS = [("NO", "North"), ("SE", "North"), ("DK", "South")]
BOOKINGS = [(1, "2024-09-27", 100), (2, "2024-09-27", -40), (3, "2024-09-29", 15)]

_SHOP_PROJECT = """\
name: 'shop'
version: 1.0.0
config-version: 2
profile: 'shop'
models:
  +materialized: table
vars:
  shop_schema: main
  shop_source:
    shop_customers_identifier: "customers_data"
    shop_orders_identifier: "orders_data"
"""
_FAULTY_VARIABLE = "    shop_regions: \"{{ ref('regions_data') }}\"\n"
_SOUND_VARIABLE = '    shop_regions_identifier: "regions_data"\n'
_SHOP_YAML = """\
version: 2
models:
  - name: shop__orders_enriched
    description: One row for each order, with who placed it.
    columns: [{name: order_id}, {name: customer_name}, {name: region}, {name: amount}]
  - name: shop__daily_sales
    description: One row for each day on which something was sold.
    columns: [{name: sold_on}, {name: orders}, {name: amount}]
  - name: shop__customers
    description: One row for each customer; who never ordered has an amount of 0.
    columns: [{name: customer_id, data_tests: [unique, not_null]}, {name: name}, {name: orders}, {name: amount}]
"""
MODELS = {
    "shop__orders_enriched": """\
select o.order_id, c.name as customer_name, r.region, o.amount
from {{ ref('stg_shop__orders') }} o
join {{ ref('stg_shop__customers') }} c using (customer_id)
left join {{ ref('stg_shop__regions') }} r using (country)
""",
    "shop__daily_sales": """\
select cast(placed_at as date) as sold_on, count(*) as orders, sum(amount) as amount
from {{ ref('stg_shop__orders') }} group by 1
""",
    "shop__customers": """\
select c.customer_id, c.name, count(o.order_id) as orders, coalesce(sum(o.amount), 0) as amount
from {{ ref('stg_shop__customers') }} c left join {{ ref('stg_shop__orders') }} o using (customer_id)
group by 1, 2
""",
}
"""The models of the shop that one instance ships and the other lacks."""

_SHOP_GOLD = {
    "shop__orders_enriched": "select o.id as order_id, c.name as customer_name, r.region, o.amount "
    "from orders_data o join customers_data c on c.id = o.customer_id left join regions_data r using (country)",
    "shop__daily_sales": "select placed_at::date as sold_on, count(*) as orders, sum(amount) as amount "
    "from orders_data group by 1",
    "shop__customers": "select c.id as customer_id, c.name, count(o.id) as orders, coalesce(sum(o.amount), 0) as "
    "amount from customers_data c left join orders_data o on o.customer_id = c.id group by 1, 2",
}
_PACKAGE = {
    "dbt_project.yml": "name: 'shop_source'\nversion: 1.0.0\nconfig-version: 2\nmodels:\n  +materialized: view\n",
    "models/src_shop.yml": """\
version: 2
sources:
  - name: shop
    schema: "{{ var('shop_schema', 'shop') }}"
    tables:
      - name: customers
        identifier: "{{ var('shop_customers_identifier', 'customers') }}"
      - name: orders
        identifier: "{{ var('shop_orders_identifier', 'orders') }}"
      - name: regions
        identifier: "{{ var('shop_regions_identifier', 'regions') }}"
""",
    "models/stg_shop__customers.sql": """\
select id as customer_id, name, country from {{ source('shop', 'customers') }}
""",
    "models/stg_shop__orders.sql": """\
select id as order_id, customer_id, placed_at, amount, coalesce(discount, 0) as discount
from {{ source('shop', 'orders') }}
""",
    "models/stg_shop__regions.sql": """\
select country, region from {{ var('shop_regions', source('shop', 'regions')) }}
""",
    "integration_tests/dbt_project.yml": """\
name: 'shop_source_integration_tests'
version: 1.0.0
config-version: 2
seeds:
  shop_source_integration_tests:
    +column_types:
      placed_at: timestamp
    orders_data:
      +column_types:
        amount: "{{ 'float64' if target.type == 'bigquery' else 'float' }}"
""",
}
_LEDGER_MODEL = """\
with days as (
    select unnest(generate_series(date '2024-09-27', current_date, interval 1 day))::date as day
)
select day, coalesce(sum(amount), 0) as booked
from days left join {{ source('ledger', 'bookings') }} on booked_on = day group by 1
"""


@dataclass(frozen=True)
class SmallCheckout:
    """A written checkout.

    Attributes:
        folder: The checkout.
        start: The archive of start databases.
        gold: The archive of gold databases.
    """

    folder: Path
    start: Path
    gold: Path

    @property
    def examples(self) -> Path:
        """The folder that contains the instances."""
        return self.folder / "spider2-dbt/examples"


def write_checkout(folder: Path) -> SmallCheckout:
    """Write the checkout and the archives to a folder."""
    track = folder / "Spider2/spider2-dbt"
    for name, models, fault in (
        ("shop001", ["shop__customers"], False),
        ("shop002", ["shop__orders_enriched", "shop__daily_sales"], True),
    ):
        _write_shop(track / "examples" / name, models, fault=fault)
    _write_ledger(track / "examples/ledger001")
    _write_lists(track)
    start, gold = folder / "DBT_start_db.zip", folder / "dbt_gold.zip"
    databases = folder / "databases"
    shop = write_database(databases / "shop.duckdb", _RAW_SHOP)
    ledger = write_database(databases / "ledger.duckdb", _RAW_LEDGER)
    write_archive(start, {"shop001/shop.duckdb": shop, "shop002/shop.duckdb": shop, "ledger001/ledger.duckdb": ledger})
    shop = write_database(databases / "gold-shop.duckdb", {**_RAW_SHOP, **_SHOP_GOLD})
    ledger = write_database(databases / "gold-ledger.duckdb", {**_RAW_LEDGER, "ledger_balance": _LEDGER_GOLD})
    write_archive(gold, {"shop001/shop.duckdb": shop, "shop002/shop.duckdb": shop, "ledger001/books.duckdb": ledger})
    return SmallCheckout(folder / "Spider2", start, gold)


def _rows(columns: str, rows: list[tuple[object, ...]]) -> str:
    values = ", ".join(str(row) for row in rows)
    return f"select * from (values {values}) as t ({columns})"


_RAW_SHOP = {
    "customers_data": _rows("id, name, country", [*CUSTOMERS]),
    "orders_data": "select id, customer_id, placed_at::timestamp as placed_at, amount::double as amount, "
    f"null::integer as discount from ({_rows('id, customer_id, placed_at, amount', [*ORDERS])})",
    "regions_data": _rows("country, region", [*REGIONS]),
}
_RAW_LEDGER = {
    "bookings": f"select id, booked_on::date as booked_on, amount from ({_rows('id, booked_on, amount', [*BOOKINGS])})"
}
_LEDGER_GOLD = (
    "select d::date as day, coalesce(sum(amount), 0) as booked "
    f"from generate_series(date '2024-09-27', date '{TODAY}', interval 1 day) s (d) "
    "left join bookings on booked_on = d group by 1"
)


def write_database(path: Path, tables: Mapping[str, str]) -> Path:
    """Create a database that DuckDB 1.4 can read, with a table for each query."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with duckdb.connect() as connection:
        connection.execute(f"attach '{path}' as made (storage_version 'v1.0.0')")
        connection.execute("use made")
        for name, query in tables.items():
            connection.execute(f"create table {name} as {query}")
    return path


def write_archive(path: Path, files: Mapping[str, Path]) -> Path:
    """Write an archive like the official ones: a folder per instance, and the extra files that macOS adds."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("__MACOSX/._shop001", b"\0")
        for name, file in files.items():
            entry = zipfile.ZipInfo(name, (TODAY.year, TODAY.month, TODAY.day, 12, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, file.read_bytes())
    return path


def _write_shop(folder: Path, models: list[str], *, fault: bool) -> None:
    _write(folder / "dbt_project.yml", _SHOP_PROJECT + (_FAULTY_VARIABLE if fault else _SOUND_VARIABLE))
    _write(folder / "profiles.yml", _profile("shop"))
    _write(folder / "packages.yml", 'packages:\n  - package: ours/shop_source\n    version: [">=1.0.0"]\n')
    _write(folder / "models/shop.yml", _SHOP_YAML)
    for name in models:
        _write(folder / f"models/{name}.sql", MODELS[name])
    package = folder / "dbt_packages/shop_source"
    for name, text in _PACKAGE.items():
        _write(package / name, text)
    seeds = package / "integration_tests/seeds"
    _write(seeds / "customers_data.csv", _csv("id,name,country", [*CUSTOMERS]))
    _write(seeds / "orders_data.csv", _csv("id,customer_id,placed_at,amount,discount", [(*row, "") for row in ORDERS]))
    _write(seeds / "regions_data.csv", _csv("country,region", [*REGIONS]))


def _write_ledger(folder: Path) -> None:
    _write(folder / "dbt_project.yml", "name: 'ledger'\nversion: 1.0.0\nconfig-version: 2\nprofile: 'ledger'\n")
    _write(folder / "profiles.yml", _profile("ledger"))
    sources = "sources: [{name: ledger, schema: main, tables: [{name: bookings}]}]\n"
    _write(folder / "models/ledger.yml", f"version: 2\n{sources}models: [{{name: ledger_balance}}]\n")
    _write(folder / "models/ledger_balance.sql", "{{ config(materialized='table') }}\n" + _LEDGER_MODEL)


def _write_lists(track: Path) -> None:
    prompt = {
        "shop001": "Show what was sold on each day, and who placed each order.",
        "shop002": "Summarise what every customer has ordered.",
        "ledger001": "Show what was booked on each day up to today.",
    }
    lines = [{"instance_id": name, "instruction": text, "type": "DBT"} for name, text in prompt.items()]
    _write(track / "examples/spider2-dbt.jsonl", _jsonl(lines))
    graded = {
        "shop001": ("shop.duckdb", {"shop__daily_sales": [0, 1, 2], "shop__orders_enriched": [0, 1, 2, 3]}),
        "shop002": ("shop.duckdb", {"shop__customers": [0, 2, 3]}),
        "ledger001": ("books.duckdb", {"ledger_balance": [0, 1]}),
    }
    entries = [
        {
            "instance_id": name,
            "evaluation": {
                "func": "duckdb_match",
                "parameters": {
                    "gold": gold,
                    "condition_tabs": list(tables),
                    "condition_cols": list(tables.values()),
                    "ignore_orders": [True] * len(tables),
                },
            },
        }
        for name, (gold, tables) in graded.items()
    ]
    _write(track / "evaluation_suite/gold/spider2_eval.jsonl", _jsonl(entries))


def _profile(name: str) -> str:
    output = f'      type: duckdb\n      path: "./{name}.duckdb"\n      schema: main\n'
    return f"{name}:\n  target: dev\n  outputs:\n    dev:\n{output}"


def _csv(header: str, rows: list[tuple[object, ...]]) -> str:
    return "\n".join([header, *(",".join(map(str, row)) for row in rows)]) + "\n"


def _jsonl(lines: list[dict[str, object]]) -> str:
    return "".join(json.dumps(line) + "\n" for line in lines)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
