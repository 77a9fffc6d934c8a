{{ config(materialized='incremental', event_time='first_offered_at', unique_key='ticket_id', incremental_strategy='merge') }}

-- One row for each ticket whose requester was asked. The mark belongs to the month in which it was given, and the
-- agent is the one who had the ticket at the end.
with ratings as (
    select * from {{ ref('int_ticket_latest_ratings') }}
),

tickets as (
    select * from {{ ref('fct_tickets') }}
)

select
    ratings.ticket_id,
    tickets.account_id,
    tickets.assigned_agent_id,
    tickets.priority,
    tickets.category,
    ratings.first_offered_at,
    ratings.rating_id,
    ratings.score,
    ratings.rated_at,
    {{ month_start('ratings.rated_at') }} as rated_month,
    ratings.score is not null as is_answered
from ratings
inner join tickets on ratings.ticket_id = tickets.ticket_id
{%- if is_incremental() %}
where ratings.first_offered_at >= (select {{ date_add_days('max(first_offered_at)', -60) }} from {{ this }})
{%- endif %}
