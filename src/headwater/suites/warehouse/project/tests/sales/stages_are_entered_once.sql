with expected as (
    select history.stage, count(distinct history.opportunity_id) as deals
    from {{ ref('stg_crm__opportunity_history') }} as history
    inner join {{ ref('fct_opportunities') }} as opportunities
        on history.opportunity_id = opportunities.opportunity_id
    where history.stage not in ('Closed Won', 'Closed Lost')
        and history.changed_at < {{ as_of_end() }}
    group by history.stage
),

report as (
    select stage, sum(entered) as entered
    from {{ ref('agg_stage_conversion_quarterly') }}
    group by stage
)

select expected.stage, expected.deals, report.entered
from expected
left join report on expected.stage = report.stage
where expected.deals <> coalesce(report.entered, 0)
