"""A small shop in dbt that the index tests query and edit."""

from __future__ import annotations

import os
from pathlib import Path

FILES = {
    "models/sources.yml": """
sources:
  - name: raw
    tables:
      - {name: payments, columns: [{name: id}, {name: order_id}, {name: amount}, {name: status}]}
""",
    "models/stg_payments.sql": "select\n  id,\n  order_id,\n  amount / 100 as amount,\n  status\n"
    "from {{ source('raw', 'payments') }}",
    "models/paid.sql": "select * from {{ ref('stg_payments') }}\nwhere status = 'paid'",
    "models/revenue.sql": "select sum(amount) as total from {{ ref('paid') }}",
    "models/cash.sql": "select\n  sum(amount) as total,\n  count(*) as payments\nfrom {{ ref('stg_payments') }}",
    "models/models.yml": """
models:
  - name: stg_payments
    columns:
      - {name: amount, description: In dollars., data_type: double, data_tests: [not_null]}
      - {name: status, data_tests: [{accepted_values: {values: [paid, open]}}]}
  - name: cash
    columns: [{name: total, data_tests: [unique]}, {name: gone}]
    data_tests: [{dbt_utils.expression_is_true: {expression: total > 0, name: total_is_positive}}]
  - {name: forgotten, columns: [{name: a}]}
exposures:
  - {name: board, type: dashboard, depends_on: [ref('cash')]}
semantic_models:
  - name: cash
    model: ref('cash')
    measures: [{name: money, expr: total}]
metrics:
  - {name: money_in, type: simple, type_params: {measure: money}}
""",
    "tests/totals_agree.sql": "select total from {{ ref('cash') }} where total < 0",
}


def edit(folder: Path, name: str, text: str) -> None:
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    stamp = path.stat().st_mtime_ns + 1_000_000
    os.utime(path, ns=(stamp, stamp))  # for file systems with a coarse clock
