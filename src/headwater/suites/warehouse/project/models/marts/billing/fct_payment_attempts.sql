select
    charge_id,
    invoice_id,
    account_id,
    customer_id,
    attempted_on,
    {{ month_start('attempted_on') }} as attempted_month,
    attempt_number,
    status,
    failure_code,
    decline_kind,
    payment_method,
    currency,
    amount,
    amount_usd
from {{ ref('int_payment_attempts') }}
