{{ config(meta={
    'symptom': "Deals in past weeks of the pipeline carry amounts that they only got later.",
    'business': "Pipeline of a year ago went up again today; somebody's deal was re-priced last week.",
}) }}

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
