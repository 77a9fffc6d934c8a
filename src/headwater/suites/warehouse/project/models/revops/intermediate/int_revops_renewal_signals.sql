-- What is known of an account on the eve of a renewal: health in the last whole month, its direction, use of licensed seats, unpaid
-- invoices and a rescue of a failed payment in the last half year. Signals are as of the due month for terms that are decided, and as
-- of the clock for those that are open: looking at today's health of a term lost in 2022 made every model look clever.
with book as (
    select
        term_id,
        account_id,
        due_on,
        case when due_on <= {{ as_of() }} then {{ to_date(date_add_months('due_month', -1)) }} else {{ to_date(date_add_months(month_start(as_of()), -1)) }} end as signal_month
    from {{ ref('int_revops_renewal_book') }}
    where account_id is not null
),

health as (
    select
        account_id,
        month_start,
        score,
        health_band,
        {{ rounded('score - lag(score, 3) over (partition by account_id order by month_start)', 2) }} as score_change_3_months
    from {{ ref('fct_account_health_monthly') }}
),

usage as (
    select
        account_id,
        month_start,
        {{ safe_divide('sum(peak_monthly_active_users)', 'sum(entitled_seats)', 4) }} as seat_use
    from {{ ref('fct_license_usage_monthly') }}
    where is_paid
    group by account_id, month_start
),

overdue as (
    select
        account_id,
        month_start,
        sum(open_amount_usd) as overdue_usd
    from {{ ref('fct_receivables_monthly') }}
    where days_past_due > 0
        and account_id is not null
    group by account_id, month_start
),

rescued as (
    select
        book.term_id,
        count(*) as dunning_episodes
    from book
    inner join {{ ref('fct_dunning') }} as dunning
        on book.account_id = dunning.account_id
        and dunning.opened_month <= book.signal_month
        and dunning.opened_month > {{ to_date(date_add_months('book.signal_month', -6)) }}
    group by book.term_id
)

select
    book.term_id,
    book.account_id,
    book.signal_month,
    health.score as health_score,
    health.health_band,
    health.score_change_3_months,
    usage.seat_use,
    coalesce(overdue.overdue_usd, 0) as overdue_usd,
    coalesce(rescued.dunning_episodes, 0) as dunning_episodes,
    case
        when coalesce(overdue.overdue_usd, 0) > 0 and health.score < 40 then 'high'
        when health.score < 40 then 'high'
        when health.score_change_3_months <= -20 then 'high'
        when coalesce(usage.seat_use, 1) < 0.3 then 'medium'
        when coalesce(overdue.overdue_usd, 0) > 0 then 'medium'
        when coalesce(rescued.dunning_episodes, 0) >= 2 then 'medium'
        when health.score < 60 then 'medium'
        when health.score is null then 'unknown'
        else 'low'
    end as risk
from book
left join health
    on book.account_id = health.account_id
    and book.signal_month = health.month_start
left join usage
    on book.account_id = usage.account_id
    and book.signal_month = usage.month_start
left join overdue
    on book.account_id = overdue.account_id
    and book.signal_month = overdue.month_start
left join rescued
    on book.term_id = rescued.term_id
