-- Which integrations are alive, and in how many workspaces for the first time.
with usage as (

    select
        *,
        row_number() over (partition by workspace_id, integration order by month_start) as month_number
    from {{ ref('fct_integration_usage_monthly') }}

)

select
    month_start,
    integration,
    count(*) as workspaces,
    count(distinct account_id) as accounts,
    {{ count_where('month_number = 1') }} as new_workspaces,
    sum(fires) as fires,
    {{ safe_divide('sum(fires)', 'count(*)', 2) }} as fires_per_workspace
from usage
group by month_start, integration
