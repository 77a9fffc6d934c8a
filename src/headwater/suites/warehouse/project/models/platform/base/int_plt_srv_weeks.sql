{{ config(materialized='incremental', event_time='week_start', unique_key='week_start', incremental_strategy='delete+insert') }}
-- the state of a srv at its last row of a week; feeds adoption curves
select
    server_id,
    week_start,
    date_day as as_seen_on,
    account_id,
    edition,
    version,
    version_sort_key,
    mau
from (
    select *, row_number() over (partition by server_id, week_start order by date_day desc) rn
    from {{ ref('int_plt_srv_days') }}
    where not is_ops_outage
    {%- if is_incremental() %}
        and week_start >= (select {{ date_add_days('max(week_start)', -42) }} from {{ this }})
    {%- endif %}
) x
where rn = 1
