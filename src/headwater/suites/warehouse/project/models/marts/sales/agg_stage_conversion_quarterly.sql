-- Of the opportunities that entered a stage in a fiscal quarter: how many went on, went back, were lost, are still there.
with periods as (

    select * from {{ ref('fct_opportunity_stage_history') }}
    where stage not in ('Closed Won', 'Closed Lost')

)

select
    {{ surrogate_key(['entered_fiscal_quarter', 'type', 'stage']) }} as stage_conversion_id,
    entered_fiscal_quarter as fiscal_quarter,
    type,
    stage,
    stage_order,
    count(*) as entered,
    {{ count_where("to_stage is not null and to_stage <> 'Closed Lost' and " ~ stage_order('to_stage') ~ " > stage_order") }} as advanced,
    {{ count_where("to_stage = 'Closed Lost'") }} as lost,
    {{ count_where(stage_order('to_stage') ~ " < stage_order") }} as went_back,
    {{ count_where('to_stage is null') }} as still_there,
    {{ safe_divide(count_where("to_stage is not null and to_stage <> 'Closed Lost' and " ~ stage_order('to_stage') ~ " > stage_order"), count_where('to_stage is not null')) }} as advance_rate,
    {{ median('case when to_stage is not null then days_in_stage end') }} as median_days_in_stage,
    sum(days_in_stage) as days_in_stage
from periods
group by entered_fiscal_quarter, type, stage, stage_order
