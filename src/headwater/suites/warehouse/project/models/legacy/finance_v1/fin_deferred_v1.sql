{{ config(materialized='table') }}

-- T. Whitlock, 2022-03-14. Deferred revenue by month and kind as the first version has it: everything invoiced less everything earned by
-- months. Nobody has moved the covenant report off this one (FIN-244), since the bank's contract defines deferral by months.
with months as (

    select
        month_dt as month,
        month_end_dt as month_end
    from {{ ref('base_calendar') }}

),

kinds as (

    select distinct revenue_kind
    from {{ ref('base_invoice_items') }}
    where is_billed = 'Y'

),

invoiced as (

    select
        inv_month as month,
        revenue_kind,
        sum(net_usd) as invoiced_usd,
        count(distinct inv_id) as invoices
    from {{ ref('base_invoice_items') }}
    where is_billed = 'Y'
    group by inv_month, revenue_kind

),

earned as (

    -- a month before that of the invoice is earned with the invoice: nothing is earned before it is billed
    select
        greatest(month, {{ month_start('invoiced_on') }}) as month,
        revenue_kind,
        sum(part_usd) as earned_usd
    from {{ ref('fin_schedule_v1') }}
    group by greatest(month, {{ month_start('invoiced_on') }}), revenue_kind

),

filled as (

    select
        months.month,
        months.month_end,
        kinds.revenue_kind,
        coalesce(invoiced.invoiced_usd, 0) as invoiced_usd,
        coalesce(invoiced.invoices, 0) as invoices,
        coalesce(earned.earned_usd, 0) as earned_usd
    from months
    cross join kinds
    left join invoiced
        on months.month = invoiced.month
        and kinds.revenue_kind = invoiced.revenue_kind
    left join earned
        on months.month = earned.month
        and kinds.revenue_kind = earned.revenue_kind

),

rolled as (

    select
        *,
        sum(invoiced_usd - earned_usd) over (
            partition by revenue_kind order by month rows unbounded preceding
        ) as closing_usd
    from filled

)

select
    month,
    month_end,
    revenue_kind,
    invoices,
    {{ money('closing_usd - invoiced_usd + earned_usd') }} as opening_usd,
    {{ money('invoiced_usd') }} as invoiced_usd,
    {{ money('earned_usd') }} as earned_usd,
    {{ money('closing_usd') }} as closing_usd
from rolled
