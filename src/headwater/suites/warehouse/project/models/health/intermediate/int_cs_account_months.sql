-- Our spine: every customer in every month that the customer team follows it, with what we group by everywhere. Tenure
-- counts from the first paid month, also for those who left and came back.
select
    months.account_id,
    months.month_start,
    months.segment,
    accounts.region,
    accounts.industry,
    months.mrr_usd,
    months.seats,
    months.is_paying,
    cast(months.months_since_first_paid as integer) as tenure_months,
    {{ cs_tenure_band('months.months_since_first_paid') }} as tenure_band,
    months.month_start = months.last_paid_month as is_last_paid_month,
    coalesce({{ cs_months_ago('months.mrr_usd', 1, 'months.account_id', 'months.month_start') }}, 0) as previous_mrr_usd,
    coalesce({{ cs_months_ago('months.seats', 1, 'months.account_id', 'months.month_start') }}, 0) as previous_seats
from {{ ref('int_account_months') }} as months
inner join {{ ref('dim_accounts') }} as accounts
    on months.account_id = accounts.account_id
