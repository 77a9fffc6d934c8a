-- The first ninety days of a customer: from the first paid month on. Those who were users for long before they paid start here as well;
-- what they knew already is `months_before_paying`.
select
    spine.account_id,
    spine.segment,
    spine.region,
    customers.first_paid_month as started_on,
    {{ to_date(date_add_days('customers.first_paid_month', 90)) }} as ends_on,
    {{ fiscal_quarter('customers.first_paid_month') }} as started_quarter,
    spine.mrr_usd as first_mrr_usd,
    spine.seats as first_seats,
    greatest({{ date_diff_months('accounts.created_on', 'customers.first_paid_month') }}, 0) as months_before_paying,
    {{ to_date(date_add_days('customers.first_paid_month', 90)) }} <= {{ as_of() }} as is_over
from {{ ref('dim_customers') }} as customers
inner join {{ ref('int_cs_account_months') }} as spine
    on customers.account_id = spine.account_id
    and customers.first_paid_month = spine.month_start
inner join {{ ref('dim_accounts') }} as accounts
    on customers.account_id = accounts.account_id
