{{ config(materialized='table') }}

-- An opportunity as it was, one row for each state that it was in. Integrations write states that change nothing;
-- those are dropped. `valid_to` is exclusive, and open for the state of today.
with changes as (

    select * from {{ ref('stg_crm__opportunity_history') }}
    where changed_at < {{ as_of_end() }}

),

opportunities as (

    select * from {{ ref('stg_crm__opportunities') }}
    where not is_deleted

),

compared as (

    select
        changes.*,
        lag(changes.stage) over (partition by changes.opportunity_id order by changes.changed_at, changes.opportunity_change_id) as previous_stage,
        lag(changes.amount) over (partition by changes.opportunity_id order by changes.changed_at, changes.opportunity_change_id) as previous_amount,
        lag(changes.close_date) over (partition by changes.opportunity_id order by changes.changed_at, changes.opportunity_change_id) as previous_close_date
    from changes
    inner join opportunities
        on changes.opportunity_id = opportunities.opportunity_id

),

effective as (

    select *
    from compared
    where previous_stage is null
        or stage <> previous_stage
        or coalesce(amount, -1) <> coalesce(previous_amount, -1)
        or coalesce(close_date, {{ history_start() }}) <> coalesce(previous_close_date, {{ history_start() }})

)

select
    opportunity_id,
    row_number() over (partition by opportunity_id order by changed_at, opportunity_change_id) as version_number,
    opportunity_change_id,
    stage,
    amount,
    close_date,
    previous_stage,
    previous_amount,
    previous_close_date,
    changed_by_crm_user_id,
    changed_at as valid_from,
    lead(changed_at) over (partition by opportunity_id order by changed_at, opportunity_change_id) as valid_to
from effective
