{{ config(materialized='incremental', event_time='week_ending_on', unique_key='week_ending_on', incremental_strategy='delete+insert') }}

-- What changed in the open pipeline from one week end to the next, opportunity by opportunity. Openings plus changes are
-- closings, for every week.
with states as (

    select * from {{ ref('int_opportunity_week_states') }}
    where not is_own_account

),

first_weeks as (

    select
        opportunity_id,
        min(week_ending_on) as first_week_ending_on
    from states
    group by opportunity_id

),

compared as (

    select
        states.week_ending_on,
        states.opportunity_id,
        states.is_open,
        states.is_won,
        coalesce(previous.is_open, false) as was_open,
        states.week_ending_on = first_weeks.first_week_ending_on as is_new,
        previous.amount as amount_before,
        states.amount as amount_after,
        case when previous.is_open then previous.amount_usd else 0 end as usd_before,
        case when states.is_open then states.amount_usd else 0 end as usd_after,
        previous.close_date as close_date_before,
        states.close_date as close_date_after,
        states.opportunity_type,
        states.product_line
    from states
    inner join first_weeks
        on states.opportunity_id = first_weeks.opportunity_id
    left join states as previous
        on states.opportunity_id = previous.opportunity_id
        and previous.week_ending_on = {{ to_date(date_add_days('states.week_ending_on', -7)) }}
    where states.is_open
        or coalesce(previous.is_open, false)

)

select
    {{ surrogate_key(['week_ending_on', 'opportunity_id']) }} as pipeline_movement_id,
    week_ending_on,
    opportunity_id,
    {{ pipeline_movement('was_open', 'is_open', 'is_won', 'is_new', 'amount_before', 'amount_after', 'usd_before', 'usd_after') }} as movement,
    usd_before,
    usd_after,
    usd_after - usd_before as change_usd,
    close_date_before,
    close_date_after,
    coalesce(was_open and is_open and close_date_after > close_date_before, false) as has_slipped,
    opportunity_type as type,
    product_line
from compared
{%- if is_incremental() %}
where week_ending_on >= (select {{ date_add_days('max(week_ending_on)', -28) }} from {{ this }})
{%- endif %}
