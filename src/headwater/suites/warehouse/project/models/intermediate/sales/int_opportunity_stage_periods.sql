-- How long an opportunity stayed in a stage: neighbouring versions of one stage are one period. Going back to an
-- earlier stage opens a new period of it.
with versions as (

    select * from {{ ref('int_opportunity_versions') }}

),

numbered as (

    select
        *,
        sum(case when previous_stage is null or stage <> previous_stage then 1 else 0 end) over (
            partition by opportunity_id
            order by version_number
            rows between unbounded preceding and current row
        ) as period_number
    from versions

),

periods as (

    select
        opportunity_id,
        period_number,
        stage,
        min(valid_from) as entered_at,
        case when count(*) = count(valid_to) then max(valid_to) end as left_at,
        max(version_number) as last_version_number
    from numbered
    group by opportunity_id, period_number, stage

)

select
    opportunity_id,
    period_number,
    stage,
    {{ stage_order('stage') }} as stage_order,
    lag(stage) over (partition by opportunity_id order by period_number) as from_stage,
    entered_at,
    left_at,
    {{ crm_local_date('entered_at') }} as entered_on,
    -- closed stages have no duration: nobody works them
    case
        when not {{ is_closed_stage('stage') }}
            then {{ date_diff_days(crm_local_date('entered_at'), 'coalesce(' ~ crm_local_date('left_at') ~ ', ' ~ as_of() ~ ')') }}
    end as days_in_stage,
    left_at is null as is_current
from periods
