-- No bridge has a month of both versions or of none of them.
with bridged as (

    select 'customers' as bridge, month_dt as month, made_by from {{ ref('v_customers') }}
    union all
    select 'mrr' as bridge, month_dt as month, made_by from {{ ref('v_mrr') }}
    union all
    select 'licences' as bridge, month_dt as month, made_by from {{ ref('v_licences') }}
    union all
    select 'tickets' as bridge, month_dt as month, made_by from {{ ref('v_tickets') }}
    union all
    select 'usage' as bridge, month_dt as month, made_by from {{ ref('v_usage') }}
    union all
    select 'receivables' as bridge, month, made_by from {{ ref('fin_receivables') }}
    union all
    select 'signups' as bridge, month, made_by from {{ ref('gr_signups') }}

),

months as (

    select
        bridge,
        month,
        count(distinct made_by) as versions,
        min(made_by) as made_by
    from bridged
    group by bridge, month

),

ordered as (

    select
        *,
        lag(made_by) over (partition by bridge order by month) as made_by_before,
        lag(month) over (partition by bridge order by month) as month_before
    from months

)

select *
from ordered
where versions > 1
    or (made_by_before = 'v2' and made_by = 'v1')
    -- nothing was open at the end of some month of 2021
    or (bridge <> 'receivables' and {{ legacy_months_later('month_before', 1) }} <> month)
