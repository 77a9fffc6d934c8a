"""A shop of six models that builds in a moment and uses every feature that the engine renders."""

from __future__ import annotations

from pathlib import Path

import duckdb

FILES = {
    "dbt_project.yml": """\
name: shop
version: "1.0.0"
config-version: 2
profile: shop
flags: {send_anonymous_usage_stats: false}
vars: {as_of: "2025-03-31", home: EUR}
models:
  shop:
    staging: {+materialized: view, +schema: staging}
    intermediate: {+materialized: ephemeral}
    marts: {+materialized: table, +schema: core, +post-hook: "analyze {{ this }}"}
    reports: {+materialized: table, +schema: reports}
seeds: {shop: {+schema: seeds}}
snapshots: {shop: {+schema: snapshots}}
""",
    "profiles.yml": """\
shop:
  target: duckdb
  outputs:
    duckdb:
      type: duckdb
      path: warehouse.duckdb
      schema: analytics
      threads: 2
      attach: [{path: raw.duckdb, alias: raw, read_only: true}]
""",
    "macros/money.sql": """\
{% macro to_home(amount, rate=1) %}cast(({{ amount }}) * {{ rate }} as decimal(18, 4)){% endmacro %}
{% macro as_of() %}cast('{{ var("as_of") }}' as date){% endmacro %}
{% macro month_of(value) %}{{ adapter.dispatch('month_of')(value) }}{% endmacro %}
{% macro default__month_of(value) %}cast(date_trunc('month', {{ value }}) as date){% endmacro %}
""",
    "macros/tests.sql": """\
{% test same_total(model, column_name, to, field, tolerance=0.001) %}
select ours.total, theirs.total as other
from (select sum({{ column_name }}) as total from {{ model }}) as ours
cross join (select sum({{ field }}) as total from {{ to }}) as theirs
where abs(ours.total - theirs.total) > {{ tolerance }}
{% endtest %}
{% test grain(model, columns) %}
select {{ columns | join(', ') }} from {{ model }} group by {{ columns | join(', ') }} having count(*) > 1
{% endtest %}
""",
    "seeds/rates.csv": "currency,rate,since,is_home\nEUR,1,2025-01-01,true\nUSD,0.9,2025-01-01,false\n",
    "seeds/names.csv": "code,label\nde,Germany\nat,\n",
    "models/staging/_sources.yml": """\
version: 2
sources:
  - name: web
    database: "{{ 'raw' if target.type == 'duckdb' else target.database }}"
    schema: raw_web
    tables:
      - name: orders
        columns: [{name: order_id, data_tests: [unique, not_null]}]
      - name: customers
""",
    "models/staging/stg_orders.sql": """\
with source as (select * from {{ source('web', 'orders') }}),

renamed as (
    select
        order_id,
        customer_id,
        lower(status) as status,
        amount_cents / 100.0 as amount,
        currency,
        to_timestamp(ordered_at) at time zone 'UTC' as ordered_at
    from source
    where not is_test
)

select * from renamed
""",
    "models/staging/stg_customers.sql": """\
select customer_id, trim(name) as name, lower(country) as country, updated_at
from (
    select *, row_number() over (partition by customer_id order by updated_at desc, _line desc) as version
    from {{ source('web', 'customers') }}
)
where version = 1
""",
    "models/intermediate/int_orders_converted.sql": """\
select
    o.order_id,
    o.customer_id,
    o.status,
    o.ordered_at,
    {{ to_home('o.amount', 'r.rate') }} as amount_eur
from {{ ref('stg_orders') }} as o
left join {{ ref('rates') }} as r on r.currency = o.currency
where o.status <> 'cancelled'
""",
    "models/marts/fct_orders.sql": """\
{{ config(materialized='incremental', event_time='ordered_at', unique_key='order_id') }}

with orders as (select * from {{ ref('int_orders_converted') }})

select orders.order_id, orders.customer_id, orders.ordered_at, {{ month_of('orders.ordered_at') }} as month_start,
    orders.amount_eur
from orders
where orders.ordered_at < {{ as_of() }} + interval '1' day
{% if is_incremental() %}and orders.ordered_at > (select max(ordered_at) from {{ this }}){% endif %}
""",
    "models/marts/dim_customers.sql": """\
select c.customer_id, c.name, coalesce(n.label, 'unknown') as country, count(o.order_id) as orders
from {{ ref('stg_customers') }} as c
left join {{ ref('names') }} as n on n.code = c.country
left join {{ ref('fct_orders') }} as o on o.customer_id = c.customer_id
group by c.customer_id, c.name, n.label
""",
    "models/marts/_marts.yml": """\
version: 2
models:
  - name: fct_orders
    description: One row for each order that was not cancelled.
    data_tests:
      - grain: {arguments: {columns: [order_id]}}
    columns:
      - name: customer_id
        data_tests:
          - not_null
          - relationships: {arguments: {to: ref('dim_customers'), field: customer_id, where: amount_eur > 0}}
          - {test_name: not_null, name: customers_of_large_orders_are_known, config: {where: amount_eur > 100}}
      - name: amount_eur
        data_tests:
          - not_null: {config: {where: "ordered_at >= date '2025-01-01'"}}
  - name: dim_customers
    columns:
      - name: country
        data_tests:
          - accepted_values:
              name: countries_are_known
              arguments: {values: [Germany, unknown]}
unit_tests:
  - name: only_new_orders_are_added
    model: fct_orders
    overrides: {macros: {is_incremental: true}, vars: {as_of: "2025-02-28"}}
    given:
      - input: ref('int_orders_converted')
        format: sql
        rows: |
          select 'o' || n as order_id, 'c1' as customer_id, 'paid' as status,
            timestamp '2025-01-30 10:00:00' + to_days(cast(n * n * 5 as integer)) as ordered_at,
            cast(n as decimal(18, 4)) as amount_eur
          from range(1, 4) as t(n)
      - input: this
        rows: [{order_id: o1, ordered_at: "2025-02-04 10:00:00"}]
    expect:
      rows: [{order_id: o2, month_start: 2025-02-01, amount_eur: 2}]
""",
    "models/reports/rpt_revenue.sql": """\
select month_start, count(*) as orders, sum(amount_eur) as revenue_eur
from {{ ref('fct_orders') }}
group by month_start
""",
    "models/reports/_reports.yml": """\
version: 2
models:
  - name: rpt_revenue
    columns:
      - name: revenue_eur
        data_tests:
          - same_total:
              name: revenue_is_that_of_orders
              arguments: {to: ref('stg_orders_paid'), field: amount_eur}
""",
    "models/intermediate/stg_orders_paid.sql": """\
select order_id, amount_cents / 100.0 * case currency when 'USD' then 0.9 else 1 end as amount_eur
from {{ source('web', 'orders') }}
where not is_test and lower(status) <> 'cancelled'
""",
    "snapshots/customers_history.sql": """\
{% snapshot customers_history %}
{{ config(unique_key='customer_id', strategy='timestamp', updated_at='updated_at') }}
select customer_id, name, country, updated_at from {{ ref('stg_customers') }}
{% endsnapshot %}
""",
    "tests/no_order_from_the_future.sql": """\
select * from {{ ref('fct_orders') }} where ordered_at >= {{ as_of() }} + interval '1' day
""",
    "tests/each_order_is_of_a_known_day.sql": "select * from {{ ref('fct_orders') }} where ordered_at is null\n",
}

_RAW = """
create schema raw_web;
create table raw_web.orders as
select 'o' || n as order_id, 'c' || (n % 40) as customer_id,
    case when n % 10 = 0 then 'Cancelled' else 'paid' end as status,
    n * 100 + 7 as amount_cents, case when n % 3 = 0 then 'USD' else 'EUR' end as currency,
    1735689600 + n * 20000 as ordered_at, n % 17 = 0 as is_test
from range(1, 300) as t(n);
create table raw_web.customers as
select 'c' || (n % 40) as customer_id, ' Name ' || n || ' ' as name,
    case when n % 2 = 0 then 'DE' else 'AT' end as country,
    timestamp '2024-01-01' + to_days(cast(n as integer)) as updated_at, n as _line
from range(0, 80) as t(n);
"""


def write_tiny(folder: Path, changes: dict[str, str] | None = None) -> Path:
    """Write the project and its raw data into a folder; ``changes`` replace or add files."""
    for name, text in {**FILES, **(changes or {})}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    raw = folder / "raw.duckdb"
    if not raw.exists():
        with duckdb.connect(raw) as connection:
            connection.execute(_RAW)
    return folder
