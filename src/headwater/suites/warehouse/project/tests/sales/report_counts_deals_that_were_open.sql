with half_years as (
    select max(week_ending_on) as week_ending_on
    from {{ ref('rpt_pipeline_by_week') }}
    group by extract(year from week_ending_on), extract(month from week_ending_on)
    having extract(month from max(week_ending_on)) in (1, 7)
),

last_changes as (
    select
        half_years.week_ending_on,
        history.opportunity_id,
        history.stage,
        row_number() over (
            partition by half_years.week_ending_on, history.opportunity_id
            order by history.changed_at desc, history.opportunity_change_id desc
        ) as recency
    from half_years
    inner join {{ ref('stg_crm__opportunity_history') }} as history
        on {{ crm_local_date('history.changed_at') }} <= half_years.week_ending_on
    inner join {{ ref('fct_opportunities') }} as opportunities
        on history.opportunity_id = opportunities.opportunity_id
),

expected as (
    select week_ending_on, count(*) as deals
    from last_changes
    where recency = 1 and stage not in ('Closed Won', 'Closed Lost')
    group by week_ending_on
),

report as (
    select week_ending_on, sum(opportunities) as deals
    from {{ ref('rpt_pipeline_by_week') }}
    group by week_ending_on
)

select expected.week_ending_on, expected.deals, report.deals as reported
from expected
inner join report on expected.week_ending_on = report.week_ending_on
where expected.deals <> report.deals
