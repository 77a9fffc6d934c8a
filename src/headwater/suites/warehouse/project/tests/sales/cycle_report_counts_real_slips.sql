with moves as (
    select
        opportunity_id,
        stage,
        close_date,
        lag(close_date) over (partition by opportunity_id order by changed_at, opportunity_change_id) as previous_close_date
    from {{ ref('stg_crm__opportunity_history') }}
    where changed_at < {{ as_of_end() }}
),

expected as (
    select
        opportunities.fiscal_quarter,
        sum(case when moves.close_date > moves.previous_close_date and moves.stage not in ('Closed Won', 'Closed Lost') then 1 else 0 end) as slips
    from moves
    inner join {{ ref('fct_opportunities') }} as opportunities
        on moves.opportunity_id = opportunities.opportunity_id
    where opportunities.is_won and opportunities.type <> 'Renewal'
    group by opportunities.fiscal_quarter
),

report as (
    select fiscal_quarter, sum(close_date_slips) as slips
    from {{ ref('rpt_sales_cycle') }}
    group by fiscal_quarter
)

select expected.fiscal_quarter, expected.slips, report.slips as reported
from expected
left join report on expected.fiscal_quarter = report.fiscal_quarter
where expected.slips <> coalesce(report.slips, 0)
