with months as (
    select month_start, sum(escalated_tickets) as escalated
    from {{ ref('agg_cs_sla_by_region_monthly') }}
    group by month_start
),

escalations as (
    select created_month as month_start, count(*) as escalated
    from {{ ref('fct_cs_escalations') }}
    group by created_month
)

select months.month_start, months.escalated, escalations.escalated as listed
from months
left join escalations
    on months.month_start = escalations.month_start
where months.escalated <> coalesce(escalations.escalated, 0)
