with spans as (
    select
        opportunity_id,
        sum(days_in_stage) as days_in_stages,
        {{ date_diff_days(crm_local_date('min(entered_at)'), crm_local_date('max(entered_at)')) }} as days
    from {{ ref('fct_opportunity_stage_history') }}
    group by opportunity_id
    having max(case when is_current and stage = 'Closed Won' then 1 else 0 end) = 1
)

select *
from spans
where days_in_stages <> days
