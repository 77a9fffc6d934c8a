-- Where deals are lost: each stage over the last six quarters that are old enough (two quarters back), with the segment that leaks most.
with velocity as (
    select velocity.*
    from {{ ref('agg_revops_stage_velocity_quarterly') }} as velocity
    inner join {{ ref('int_revops_quarters') }} as quarters
        on velocity.fiscal_quarter = quarters.fiscal_quarter
    where quarters.quarter_number <= (select max(quarter_number) - 2 from {{ ref('int_revops_quarters') }})
        and quarters.quarter_number > (select max(quarter_number) - 8 from {{ ref('int_revops_quarters') }})
),

stages as (
    select
        stage,
        max(stage_order) as stage_order,
        sum(entered) as entered,
        sum(passed) as passed,
        sum(won) as won,
        sum(lost) as lost,
        sum(entered_usd) as entered_usd,
        sum(won_usd) as won_usd,
        sum(returned) as returned
    from velocity
    group by stage
),

segments as (
    select
        stage,
        segment,
        sum(entered) as entered,
        sum(passed) as passed,
        row_number() over (
            partition by stage
            order by cast(sum(passed) as double precision) / nullif(sum(entered), 0), segment
        ) as leak_number
    from velocity
    group by stage, segment
    having sum(entered) >= 5
)

select
    stages.stage,
    stages.stage_order,
    stages.entered,
    stages.passed,
    stages.won,
    stages.lost,
    stages.entered_usd,
    stages.won_usd,
    {{ safe_divide('stages.passed', 'stages.entered', 4) }} as pass_rate,
    {{ safe_divide('stages.won', 'stages.won + stages.lost', 4) }} as win_rate_from_here,
    {{ safe_divide('stages.returned', 'stages.entered', 4) }} as return_rate,
    segments.segment as leakiest_segment,
    {{ safe_divide('segments.passed', 'segments.entered', 4) }} as leakiest_pass_rate
from stages
left join segments
    on stages.stage = segments.stage
    and segments.leak_number = 1
