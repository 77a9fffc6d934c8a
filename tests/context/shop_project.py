"""A small dbt project on DuckDB that contains every fault that verification can find, and is built without dbt."""

from __future__ import annotations

import re
from pathlib import Path

import duckdb

FILES = {
    "dbt_project.yml": 'name: shop\nversion: "1.0"\nprofile: shop\n',
    "profiles.yml": "shop:\n  target: dev\n  outputs:\n    dev: {type: duckdb, path: shop.duckdb}\n",
    "models/sources.yml": """\
sources:
  - name: raw
    tables:
      - name: customers
      - name: orders
""",
    "models/stg_orders.sql": """\
select
    id as order_id,
    customer_id,
    status,
    cents / 100.0 as amount
from {{ source('raw', 'orders') }}
where status <> 'test'
""",
    "models/stg_customers.sql": """\
select id as customer_id, name, segment
from {{ source('raw', 'customers') }}
""",
    "models/fct_orders.sql": """\
select o.order_id, o.customer_id, o.status, o.amount, c.segment
from {{ ref('stg_orders') }} as o
left join {{ ref('stg_customers') }} as c on o.customer_id = c.customer_id
""",
    "models/revenue.sql": """\
select segment, sum(amount) as revenue, count(*) as orders
from {{ ref('fct_orders') }}
group by segment
""",
    "models/models.yml": """\
models:
  - name: fct_orders
    description: One row for each order that is no test.
    columns:
      - {name: order_id, data_type: bigint, data_tests: [unique, not_null]}
      - name: customer_id
        data_tests:
          - relationships: {arguments: {to: ref('stg_customers'), field: customer_id}}
      - name: status
        data_tests:
          - accepted_values: {arguments: {values: [paid, open]}}
      - {name: amount, data_type: double, description: In euros.}
      - {name: segment, data_type: varchar}
exposures:
  - name: board
    type: dashboard
    depends_on: [ref('revenue')]
""",
}
RAW = """
create schema raw;
create table raw.customers as select i as id, 'c' || i as name, ['retail', 'trade'][1 + i % 2] as segment
from range(1, 21) r(i);
create table raw.orders as select i as id, 1 + (i * 7) % 20 as customer_id,
['paid', 'open', 'test'][1 + i % 3] as status, (i * 37) % 1000 as cents from range(1, 301) r(i);
"""
MODELS = ("stg_orders", "stg_customers", "fct_orders", "revenue")


def write_shop(folder: Path) -> Path:
    """Write the project and its database, in which all models are built."""
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    with duckdb.connect(str(folder / "shop.duckdb")) as connection:
        connection.execute(RAW)
    build(folder)
    return folder


def build(folder: Path, *models: str) -> None:
    """Do what `dbt run` does for the given models, or for all."""
    with duckdb.connect(str(folder / "shop.duckdb")) as connection:
        for model in models or MODELS:
            template = (folder / f"models/{model}.sql").read_text()
            sql = re.sub(r"\{\{ ref\('(\w+)'\) \}\}", r"main.\1", template)
            sql = re.sub(r"\{\{ source\('(\w+)', '(\w+)'\) \}\}", r"\1.\2", sql)
            connection.execute(f"create or replace table main.{model} as {sql}")
