{{ config(materialized='incremental', event_time='month_start', unique_key='month_start', incremental_strategy='delete+insert') }}
-- feature flags and use per srv and month, last report of the month
with w as (
    select server_id, account_id, feature, week_start, {{ month_start('week_start') }} as month_start, is_enabled, uses_7d, is_used
    from {{ ref('fct_server_feature_usage_weekly') }}
    {%- if is_incremental() %}
    where {{ month_start('week_start') }} >= {{ to_date(date_add_months(month_start(as_of()), -2)) }}
    {%- endif %}
), r as (
    select *, row_number() over (partition by server_id, feature, month_start order by week_start desc) rn
    from w
), a as (
    select server_id, feature, month_start, count(*) as reports, {{ count_where('is_used') }} as weeks_used, sum(coalesce(uses_7d, 0)) as uses
    from w
    group by server_id, feature, month_start
)
select
    server_id,
    feature,
    month_start,
    r.account_id,
    r.is_enabled,
    a.reports,
    a.weeks_used,
    a.uses,
    r.is_enabled and a.weeks_used = 0 as is_enabled_unused,
    a.weeks_used * 2 > a.reports as is_steady
from a
join r using (server_id, feature, month_start)
where r.rn = 1
