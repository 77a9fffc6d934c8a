-- Reads the source: spam and merged tickets are in it, so that a quarter can only have fewer.
with opened as (
    select
        {{ fiscal_quarter('created_at') }} as fiscal_quarter,
        count(distinct id) as tickets
    from {{ source('raw_support', 'tickets') }}
    group by 1
)

select kpis.fiscal_quarter, kpis.tickets, opened.tickets as opened_tickets
from {{ ref('rpt_kpi_quarterly') }} as kpis
left join opened on kpis.fiscal_quarter = opened.fiscal_quarter
where kpis.tickets > coalesce(opened.tickets, 0)
