{{ config(materialized='incremental', event_time='month_start', unique_key='mrr_movement_id', incremental_strategy='delete+insert') }}

-- How the recurring revenue of each account moved from month to month. Months without a change have no row; the changes
-- of an account add up to what it pays now.
with spine as (
    select * from {{ ref('int_account_mrr_spine') }}
),

accounts as (
    select * from {{ ref('dim_accounts') }}
),

typed as (
    select
        *,
        {{ mrr_movement_type('previous_mrr_usd', 'mrr_usd', 'had_mrr_before') }} as movement_type
    from spine
)

select
    {{ surrogate_key(['typed.account_id', 'typed.month_start']) }} as mrr_movement_id,
    typed.account_id,
    typed.month_start,
    typed.movement_type,
    accounts.segment,
    accounts.region,
    typed.first_month,
    {{ money('typed.previous_mrr_usd') }} as previous_mrr_usd,
    typed.mrr_usd,
    {{ money('typed.mrr_usd - typed.previous_mrr_usd') }} as mrr_change_usd,
    typed.seats - typed.previous_seats as seats_change
from typed
inner join accounts
    on typed.account_id = accounts.account_id
where typed.movement_type is not null
    {%- if is_incremental() %}
    -- subscriptions are changed with effect from a past month, but not from before the last closing
    and typed.month_start >= (select {{ date_add_days('max(month_start)', -100) }} from {{ this }})
    {%- endif %}
