-- The money cohorts as shares of their first quarter. One line a cohort; quarters that have not come are empty.
{%- set quarters = range(12) %}
with cohorts as (

    select * from {{ ref('v_cohort_money') }}

)

select
    first_quarter,
    first_month,
    customers,
    mrr_quarter_0_usd,
    {%- for quarter in quarters if quarter > 0 %}
    {{ safe_divide('mrr_quarter_' ~ quarter ~ '_usd', 'mrr_quarter_0_usd', 4) }} as money_kept_{{ quarter }},
    {{ safe_divide('customers_quarter_' ~ quarter, 'customers_quarter_0', 4) }} as customers_kept_{{ quarter }},
    {%- endfor %}
    customers_quarter_0
from cohorts
