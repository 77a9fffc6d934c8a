{{ config(
    materialized='incremental',
    event_time='month_start',
    unique_key=['month_start'],
    incremental_strategy='delete+insert'
) }}

-- People and what they cost, by department and month. Heads are those employed on the month's last day.
select
    month_start,
    department,
    cost_center,
    count(*) as people_employed,
    {{ count_where('not is_leaver') }} as closing_headcount,
    {{ count_where('is_joiner') }} as joiners,
    {{ count_where('is_leaver') }} as leavers,
    sum(cost_usd) as cost_usd
from {{ ref('int_headcount_months') }}
{%- if is_incremental() %}
-- people who leave are entered with the payroll, some of them a quarter later
where month_start >= {{ to_date(date_add_months(month_start(as_of()), -6)) }}
{%- endif %}
group by month_start, department, cost_center
