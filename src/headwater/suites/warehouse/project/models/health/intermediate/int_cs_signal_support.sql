-- Flags that come from tickets and surveys.
select
    support.account_id,
    support.month_start,
    'escalation' as flag,
    cast(support.escalated_tickets as decimal(18, 4)) as evidence
from {{ ref('int_cs_support_monthly') }} as support
inner join {{ ref('int_cs_account_months') }} as spine
    on support.account_id = spine.account_id
    and support.month_start = spine.month_start
where spine.is_paying
    and support.escalated_tickets > 0

union all

-- five tickets and more in three months, and at least one for every ten seats
select
    support.account_id,
    support.month_start,
    'support_flood' as flag,
    cast(support.tickets_per_100_seats_3m as decimal(18, 4)) as evidence
from {{ ref('int_cs_support_monthly') }} as support
inner join {{ ref('int_cs_account_months') }} as spine
    on support.account_id = spine.account_id
    and support.month_start = spine.month_start
where spine.is_paying
    and support.tickets_3m >= 5
    and support.tickets_per_100_seats_3m >= 10

union all

select
    sentiment.account_id,
    sentiment.month_start,
    'detractor' as flag,
    cast(sentiment.new_detractors as decimal(18, 4)) as evidence
from {{ ref('int_cs_sentiment_monthly') }} as sentiment
inner join {{ ref('int_cs_account_months') }} as spine
    on sentiment.account_id = spine.account_id
    and sentiment.month_start = spine.month_start
where spine.is_paying
    and sentiment.new_detractors > 0
