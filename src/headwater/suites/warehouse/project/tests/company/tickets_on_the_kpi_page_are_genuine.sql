-- Counted from the ticket system: neither spam nor merged into another.
with genuine as (
    select
        {{ month_start('created_at') }} as month_start,
        count(*) as tickets
    from {{ ref('stg_support__tickets') }}
    where not is_spam
        and merged_into_ticket_id is null
    group by 1
)

select kpis.month_start, kpis.tickets, genuine.tickets as genuine_tickets
from {{ ref('rpt_kpi_monthly') }} as kpis
left join genuine on kpis.month_start = genuine.month_start
where kpis.tickets <> coalesce(genuine.tickets, 0)
