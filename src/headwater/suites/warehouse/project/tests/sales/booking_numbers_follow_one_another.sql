select crm_account_id
from {{ ref('fct_bookings') }}
group by crm_account_id
having max(booking_number) <> count(*) or min(booking_number) <> 1 or count(distinct booking_number) <> count(*)
