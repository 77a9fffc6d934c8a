with won as (
    select
        crm.opportunity_id,
        crm.amount,
        crm.currency,
        crm.close_date,
        dates.fiscal_quarter
    from {{ ref('stg_crm__opportunities') }} as crm
    inner join {{ ref('fct_opportunities') }} as listed
        on crm.opportunity_id = listed.opportunity_id
    inner join {{ ref('dim_dates') }} as dates
        on crm.close_date = dates.date_day
    where crm.stage = 'Closed Won'
),

rated as (
    select
        won.opportunity_id,
        rates.usd_per_unit,
        row_number() over (partition by won.opportunity_id order by rates.rate_date desc) as recency
    from won
    inner join {{ ref('stg_treasury__fx_rates') }} as rates
        on won.currency = rates.currency
        and rates.rate_date <= won.close_date
        and rates.rate_date >= {{ to_date(date_add_days('won.close_date', -10)) }}
),

expected as (
    select
        won.fiscal_quarter,
        sum(case when won.currency = 'USD' then won.amount else won.amount * rated.usd_per_unit end) as tcv_usd
    from won
    left join rated
        on won.opportunity_id = rated.opportunity_id
        and rated.recency = 1
    group by won.fiscal_quarter
),

report as (
    select fiscal_quarter, sum(tcv_usd) as tcv_usd
    from {{ ref('rpt_bookings_by_quarter') }}
    group by fiscal_quarter
)

select expected.fiscal_quarter, expected.tcv_usd, report.tcv_usd as reported_usd
from expected
full join report on expected.fiscal_quarter = report.fiscal_quarter
where abs(coalesce(expected.tcv_usd, 0) - coalesce(report.tcv_usd, 0)) > 1
