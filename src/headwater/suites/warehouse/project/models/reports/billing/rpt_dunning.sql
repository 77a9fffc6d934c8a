-- Failed payments by month: how many invoices went into dunning, what came back and how fast, and who left over it.
with episodes as (
    select * from {{ ref('fct_dunning') }}
),

attempts as (
    select
        attempted_month as month_start,
        count(*) as attempts,
        {{ count_where("status = 'failed'") }} as failed_attempts
    from {{ ref('fct_payment_attempts') }}
    group by attempted_month
),

opened as (
    select
        opened_month as month_start,
        count(*) as episodes,
        {{ count_where("outcome = 'recovered'") }} as recovered,
        {{ count_where("outcome = 'given_up'") }} as given_up,
        {{ count_where("outcome = 'open'") }} as still_open,
        sum(amount_usd) as amount_usd,
        sum(recovered_usd) as recovered_usd,
        {{ safe_divide('sum(days_to_recover)', 'count(days_to_recover)', 2) }} as average_days_to_recover
    from episodes
    group by opened_month
)

select
    attempts.month_start,
    attempts.attempts,
    attempts.failed_attempts,
    {{ safe_divide('attempts.failed_attempts', 'attempts.attempts') }} as failure_rate,
    coalesce(opened.episodes, 0) as episodes,
    coalesce(opened.recovered, 0) as recovered,
    coalesce(opened.given_up, 0) as given_up,
    coalesce(opened.still_open, 0) as still_open,
    {{ money('coalesce(opened.amount_usd, 0)') }} as amount_usd,
    {{ money('coalesce(opened.recovered_usd, 0)') }} as recovered_usd,
    {{ safe_divide('opened.recovered_usd', 'opened.amount_usd') }} as recovery_share,
    opened.average_days_to_recover
from attempts
left join opened
    on attempts.month_start = opened.month_start
