select pipeline.week_ending_on, pipeline.opportunity_id, pipeline.amount
from {{ ref('fct_pipeline_weekly') }} as pipeline
where pipeline.amount is not null
    and not exists (
        select 1
        from {{ ref('stg_crm__opportunity_history') }} as history
        where history.opportunity_id = pipeline.opportunity_id
            and history.amount = pipeline.amount
            and {{ crm_local_date('history.changed_at') }} <= pipeline.week_ending_on
    )
