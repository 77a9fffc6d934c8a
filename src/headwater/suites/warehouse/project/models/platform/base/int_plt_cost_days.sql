{{ config(materialized='incremental', event_time='date_day', unique_key=['date_day', 'region', 'service'], incremental_strategy='merge') }}
-- Cost per region, service, day; workspaces' own compute folded in. Free credits ended service by service, hence both.
select
    usage_date as date_day,
    region,
    service,
    sum(list_cost_usd) as list_usd,
    sum(credit_usd) as credit_usd,
    sum(cost_usd) as cost_usd,
    count(distinct workspace_id) as own_workspaces
from {{ ref('stg_cloud__usage_costs') }}
{%- if is_incremental() %}
where usage_date > (select {{ date_add_days('max(date_day)', -40) }} from {{ this }}) -- bill is final on the 5th (OPS-1177)
{%- endif %}
group by 1, 2, 3
