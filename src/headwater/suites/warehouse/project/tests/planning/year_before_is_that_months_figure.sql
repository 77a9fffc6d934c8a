-- The comparison counts twelve rows back; this one looks the month up.
with variance as (
    select * from {{ ref('fct_plan_variance_monthly') }}
)

select this_year.month_start, this_year.account_code, this_year.cost_center, this_year.actual_previous_year_usd, last_year.actual_usd
from variance as this_year
inner join variance as last_year
    on this_year.account_code = last_year.account_code
    and this_year.cost_center = last_year.cost_center
    and last_year.month_start = {{ to_date(date_add_months('this_year.month_start', -12)) }}
where this_year.actual_previous_year_usd is null
    or this_year.actual_previous_year_usd <> last_year.actual_usd
