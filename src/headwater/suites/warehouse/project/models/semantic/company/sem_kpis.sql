-- One row for each month and figure: what dashboards plot without knowing the columns.
{% set figures = ['mrr_usd', 'arr_usd', 'paying_accounts', 'seats', 'new_mrr_usd', 'expansion_mrr_usd', 'contraction_mrr_usd', 'churned_mrr_usd', 'revenue_usd', 'bookings_acv_usd', 'monthly_active_users', 'tickets', 'csat', 'headcount'] %}
{% for figure in figures %}
select
    month_start,
    fiscal_quarter,
    '{{ figure }}' as figure,
    cast({{ figure }} as double precision) as figure_value
from {{ ref('rpt_kpi_monthly') }}
{% if not loop.last %}union all{% endif %}
{% endfor %}
