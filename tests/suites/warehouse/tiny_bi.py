"""A BI layer of the tiny company."""

from __future__ import annotations

DATASET = "bi/shop/datasets/orders.yml"
REVENUE = "bi/shop/metrics/revenue.yml"
BOARD = "bi/shop/charts/board.yml"
CHECK = "bi/shop/checks/board_agrees.yml"
BI = {
    DATASET: """\
kind: dataset
name: orders
description: Orders with their customers.
model: fct_orders
joins:
- model: dim_customers
  as: customer
  keys: {customer_id: customer_id}
time: ordered_at
grain: month
dimensions:
- {name: country, expression: customer.country}
measures:
- name: revenue
  aggregate: sum
  expression: amount_eur
- name: orders
  aggregate: count
  expression: order_id
- name: large
  aggregate: sum
  expression: amount_eur
  filter: amount_eur >= 100
""",
    REVENUE: "kind: metric\nname: revenue\ntype: simple\ndataset: orders\nmeasure: revenue\n",
    "bi/shop/metrics/orders.yml": "kind: metric\nname: orders\ntype: simple\ndataset: orders\nmeasure: orders\n",
    "bi/shop/metrics/german.yml": """\
kind: metric
name: german
type: simple
dataset: orders
measure: revenue
filter: customer.country = 'Germany'
""",
    "bi/shop/metrics/revenue_2m.yml": "kind: metric\nname: revenue_2m\ntype: rolling\nmetric: revenue\nwindow: 2\n",
    "bi/shop/metrics/growth.yml": "kind: metric\nname: growth\ntype: growth\nmetric: revenue\nperiods: 1\n",
    "bi/shop/metrics/per_order.yml": """\
kind: metric
name: per_order
type: ratio
numerator: revenue
denominator: orders
""",
    "bi/shop/metrics/old.yml": """\
id: old
kind: metric
model: rpt_revenue
expression: sum(revenue_eur)
time: month_start
dimensions: [orders]
""",
    BOARD: "kind: chart\nname: board\ntype: line\nmetrics:\n- revenue\n- orders\nby: [month]\n",
    "bi/shop/charts/raw.yml": """\
id: raw
kind: chart
model: rpt_revenue
x: month_start
measures:
- {column: revenue_eur, aggregate: sum}
filters:
- orders > 0
""",
    "bi/shop/dashboards/shop.yml": "kind: dashboard\nname: shop\nrows:\n- [board, raw]\n",
    CHECK: """\
kind: check
name: board_agrees
sql: |
  select board.month from {{ chart('board') }} as board
  inner join {{ ref('rpt_revenue') }} as report on board.month = report.month_start
  where board.metric = 'revenue' and abs(board.value - report.revenue_eur) > 0.01
""",
}
