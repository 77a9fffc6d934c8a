-- The quarterly summary in long form, one row a quarter and measure, as the KPI tool reads it.
with quarters as (
    select * from {{ ref('rpt_billing_summary_quarterly') }}
)

{% set measures = {
    'closing_arr_usd': 'usd',
    'net_new_arr_usd': 'usd',
    'recognized_revenue_usd': 'usd',
    'billed_usd': 'usd',
    'net_cash_usd': 'usd',
    'closing_deferred_usd': 'usd',
    'gross_retention': 'ratio',
    'net_retention': 'ratio',
    'days_sales_outstanding': 'days',
} %}
{%- for measure, unit in measures.items() %}
select
    fiscal_quarter,
    fiscal_quarter_start,
    '{{ measure }}' as measure,
    '{{ unit }}' as unit,
    cast({{ measure }} as double precision) as value
from quarters
{%- if not loop.last %}
union all
{%- endif %}
{%- endfor %}
