with quarter_ends as (
    select max(week_ending_on) as week_ending_on
    from {{ ref('sem_pipeline') }}
    group by week_fiscal_quarter
),

last_changes as (
    select
        quarter_ends.week_ending_on,
        history.opportunity_id,
        history.amount,
        row_number() over (
            partition by quarter_ends.week_ending_on, history.opportunity_id
            order by history.changed_at desc, history.opportunity_change_id desc
        ) as recency
    from quarter_ends
    inner join {{ ref('stg_crm__opportunity_history') }} as history
        on {{ crm_local_date('history.changed_at') }} <= quarter_ends.week_ending_on
    inner join {{ ref('stg_crm__opportunities') }} as opportunities
        on history.opportunity_id = opportunities.opportunity_id
        and opportunities.currency = 'USD'
)

select pipeline.week_ending_on, pipeline.opportunity_id, pipeline.amount_usd, last_changes.amount
from {{ ref('sem_pipeline') }} as pipeline
inner join last_changes
    on pipeline.week_ending_on = last_changes.week_ending_on
    and pipeline.opportunity_id = last_changes.opportunity_id
    and last_changes.recency = 1
where pipeline.amount_usd <> coalesce(last_changes.amount, 0)
