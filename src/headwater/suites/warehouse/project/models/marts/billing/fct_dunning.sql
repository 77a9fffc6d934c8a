with episodes as (
    select * from {{ ref('int_dunning_episodes') }}
)

select
    invoice_id,
    account_id,
    subscription_id,
    opened_on,
    {{ month_start('opened_on') }} as opened_month,
    recovered_on,
    case when recovered_on is not null then {{ date_diff_days('opened_on', 'recovered_on') }} end as days_to_recover,
    failed_attempts,
    hard_declines,
    stage_reached,
    outcome,
    amount_usd,
    case when outcome = 'recovered' then amount_usd else {{ money('0') }} end as recovered_usd
from episodes
