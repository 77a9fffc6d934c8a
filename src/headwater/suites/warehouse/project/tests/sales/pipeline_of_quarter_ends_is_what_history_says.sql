with quarter_ends as (
    select max(week_ending_on) as week_ending_on
    from {{ ref('fct_pipeline_weekly') }}
    group by week_fiscal_quarter
),

last_changes as (
    select
        quarter_ends.week_ending_on,
        history.opportunity_id,
        history.stage,
        row_number() over (
            partition by quarter_ends.week_ending_on, history.opportunity_id
            order by history.changed_at desc, history.opportunity_change_id desc
        ) as recency
    from quarter_ends
    inner join {{ ref('stg_crm__opportunity_history') }} as history
        on {{ crm_local_date('history.changed_at') }} <= quarter_ends.week_ending_on
    inner join {{ ref('fct_opportunities') }} as opportunities
        on history.opportunity_id = opportunities.opportunity_id
),

expected as (
    select week_ending_on, opportunity_id
    from last_changes
    where recency = 1 and stage not in ('Closed Won', 'Closed Lost')
),

found as (
    select pipeline.week_ending_on, pipeline.opportunity_id
    from {{ ref('fct_pipeline_weekly') }} as pipeline
    inner join quarter_ends on pipeline.week_ending_on = quarter_ends.week_ending_on
)

select expected.week_ending_on, expected.opportunity_id, found.opportunity_id as found_opportunity_id
from expected
full join found
    on expected.week_ending_on = found.week_ending_on
    and expected.opportunity_id = found.opportunity_id
where expected.opportunity_id is null or found.opportunity_id is null
