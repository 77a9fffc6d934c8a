{{ config(
    materialized='incremental',
    event_time='month',
    unique_key='month',
    incremental_strategy='delete+insert'
) }}

-- T. Whitlock, 2022-05-03. Hosting by region and service, list price, credit and what was paid. Shared services are split over the
-- regions by what the regions' own services cost (the new layer splits them over customers).
with costs as (

    select
        {{ month_start('usage_date') }} as month,
        coalesce(region, 'global') as region,
        service,
        case when workspace_id is null then 'shared' else 'own' end as use_kind,
        sum(list_cost_usd) as list_usd,
        sum(credit_usd) as credit_usd,
        sum(cost_usd) as paid_usd
    from {{ ref('stg_cloud__usage_costs') }}
    {%- if is_incremental() %}
    where usage_date >= {{ to_date(date_add_months(month_start(as_of()), -2)) }}
    {%- endif %}
    group by
        {{ month_start('usage_date') }},
        coalesce(region, 'global'),
        service,
        case when workspace_id is null then 'shared' else 'own' end

),

regions as (

    select
        month,
        region,
        sum(paid_usd) as region_usd
    from costs
    group by month, region

),

totals as (

    select
        month,
        sum(region_usd) as month_usd
    from regions
    group by month

)

select
    costs.month,
    {{ fin_quarter('costs.month') }} as calendar_quarter,
    costs.region,
    costs.service,
    costs.use_kind,
    costs.list_usd,
    costs.credit_usd,
    costs.paid_usd,
    {{ legacy_percent('costs.credit_usd', 'costs.list_usd') }} as credit_percent,
    {{ legacy_percent('costs.paid_usd', 'regions.region_usd') }} as percent_of_region,
    {{ legacy_percent('costs.paid_usd', 'totals.month_usd') }} as percent_of_month
from costs
inner join regions
    on costs.month = regions.month
    and costs.region = regions.region
inner join totals
    on costs.month = totals.month
